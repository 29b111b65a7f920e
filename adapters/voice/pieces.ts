// Splits a text into pieces that the synthesiser speaks in bounded time.

import { plainText } from './plain-text.ts';

/** Words in ASCII, or hummed characters without sounds. */
export interface Part {
  readonly kind: 'words' | 'hum';
  readonly text: string;
}

/** Spoken one part after the other. */
export type TextPiece = readonly Part[];

/** In characters. Characters that are spoken as words count several times. */
export const pieceLengthMax = 400;
const tokenLengthMax = 100;
/** Each part takes a run of the synthesiser, whatever its length. */
const partLength = 20;
const spokenSignLength = 5;

/** Digits, and signs with names. */
const spokenSign = /[0-9#$%&*+/<=>@\\^_`|~]/g;
/** A character without sounds with all that follow, up to the next sound; or words in ASCII. */
const parts = /[^ -~][^A-Za-z0-9#$%&*+/<=>@\\^_`|~]*|[ -~]+/gu;
/** Text up to the next blank, of a bounded number of characters. */
const tokens = new RegExp(`[^ ]{1,${tokenLengthMax / spokenSignLength}} *| +`, 'gu');
const clauseEnd = /[.,;:!?]["')]* +$/;

/** Empty for an empty text. */
export function piecesOf(text: string): readonly TextPiece[] {
  const all = (plainText(text).match(parts) ?? []).flatMap(tokensOf);
  const pieces: TextPiece[] = [];
  for (let from = 0; from < all.length;) {
    const to = pieceEnd(all, from);
    pieces.push(joined(all.slice(from, to)));
    from = to;
  }
  return pieces;
}

function tokensOf(text: string): readonly Part[] {
  const kind = text >= ' ' && text < '\u007f' ? 'words' : 'hum';
  return (text.match(tokens) ?? []).map((token) => ({ kind, text: token }));
}

/** The end of a piece: after the last clause that fits if that is at least half of it, otherwise after the last token. */
function pieceEnd(all: readonly Part[], from: number): number {
  let length = 0;
  let clause: number | undefined;
  for (let index = from; index < all.length; index += 1) {
    const token = all[index] as Part;
    if (token.kind !== all[index - 1]?.kind || index === from) length += partLength;
    length += token.text.length + (spokenSignLength - 1) * countOf(token.text, spokenSign);
    if (length > pieceLengthMax) return clause ?? index;
    if (length > pieceLengthMax / 2 && clauseEnd.test(token.text)) clause = index + 1;
  }
  return all.length;
}

const countOf = (text: string, pattern: RegExp) => text.match(pattern)?.length ?? 0;

/** Joins neighbouring tokens of the same kind. */
function joined(all: readonly Part[]): TextPiece {
  const piece: Part[] = [];
  for (const token of all) {
    const last = piece.at(-1);
    if (last?.kind !== token.kind) piece.push(token);
    else piece[piece.length - 1] = { kind: last.kind, text: last.text + token.text };
  }
  return piece;
}

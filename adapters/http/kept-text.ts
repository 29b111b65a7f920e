// Printed texts that come again, kept. Nothing depends on what is kept but the time it takes.

import { inOnePiece } from './json-text.ts';

/** What a text is printed from. */
export interface Printed<From> {
  readonly print: (from: From) => string;
  /** Whether both are printed alike. */
  readonly isLike: (one: From, other: From) => boolean;
  /** Chooses the place of a text, at least 0: whole numbers near each other where they come one after the other. */
  readonly placeOf: (from: From) => number;
  /** What is kept beside the text, to be compared: no more than `isLike` looks at. It, too, if that is all that it has. */
  readonly essence?: (from: From) => From;
}

const placeCount = 251;
const charsLookedAt = 16;

/** A place for a text, by how it begins. */
export function placeOfText(text: string): number {
  let place = text.length;
  const end = Math.min(text.length, charsLookedAt);
  for (let at = 0; at < end; at += 1) place = (31 * place + text.charCodeAt(at)) & 0xffff;
  return place;
}

interface Kept<From> {
  readonly from: From;
  text: string;
  isWhole: boolean;
}

/**
 * Prints likewise, and keeps the last text of each place. One that was put together is a tree of its parts, walked whenever
 * it is used: what is asked for again is kept in one piece.
 */
export function keepTexts<From>({
  print,
  isLike,
  placeOf,
  essence = (from) => from,
}: Printed<From>): (from: From) => string {
  const places: (Kept<From> | undefined)[] = Array.from({ length: placeCount }, () => undefined);
  return (from) => {
    const place = placeOf(from) % placeCount;
    const kept = places[place];
    if (kept === undefined || !isLike(kept.from, from)) {
      const text = print(from);
      places[place] = { from: essence(from), text, isWhole: false };
      return text;
    }
    if (!kept.isWhole) {
      kept.text = inOnePiece(kept.text);
      kept.isWhole = true;
    }
    return kept.text;
  };
}

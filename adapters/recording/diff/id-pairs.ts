// Compares texts whose ids may differ. An id that a client received counts by where it was first seen: from then on it stands for
// that of the other recording. So do tokens of redacted secrets.

import { tokenSource } from '../redaction/tokenizer.ts';
import { markedId } from './numeric-ids.ts';
import { Pairs } from './pairs.ts';

/** UUIDs, addresses and hashes. */
const texts =
  /(?:\b|(?<=_))[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b0x(?:[0-9a-f]{64}|[0-9a-f]{40})\b|\b[0-9a-f]{64}\b/;
/** The same, tokens of secrets, and ids that are numbers. */
const ids = new RegExp(`${tokenSource}|${texts.source}|${markedId.source}`, 'gi');

/** The text with another one in place of each id and token. */
export function replaceIds(text: string, replace: (id: string) => string): string {
  return text.replace(ids, (id) => replace(id));
}

/** The ids and tokens in a text, in their order. */
export function idsIn(text: string): readonly string[] {
  return text.match(ids) ?? [];
}

/** The text with a name in place of each id; tokens are alike. */
export function withIds(text: string, nameOf: (id: string) => string): string {
  return replaceIds(text, (id) => (isToken(id) ? '~' : nameOf(id)));
}

export function withoutIds(text: string): string {
  return withIds(text, () => ':id');
}

export class IdPairs {
  readonly #pairs = new Pairs();

  /** Compares two texts. Ids that are new at the same place become a pair, if they are `isNewAllowed` or the same. */
  areEqual(left: string, right: string, isNewAllowed: boolean): boolean {
    const [lefts, rights] = [idsIn(left), idsIn(right)];
    if (lefts.length !== rights.length || withoutIds(left) !== withoutIds(right)) return false;
    let areEqual = true;
    for (const [index, one] of lefts.entries()) {
      const other = rights[index] as string;
      const isPairable = isNewAllowed || one === other || (isToken(one) && isToken(other));
      if (!this.#pairs.isPair(one, other, isPairable)) areEqual = false;
    }
    return areEqual;
  }

  /** Compares two idempotency keys of any form: whole texts that the clients drew. */
  areKeysEqual(left: string, right: string): boolean {
    if (left === '' || right === '') return left === right; // none was drawn
    return this.#pairs.isPair(left, right, true);
  }
}

function isToken(id: string): boolean {
  return id.startsWith('~');
}

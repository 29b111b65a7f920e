// Compares redacted texts. Tokens of the same secret differ by the salt of a recording, so texts are equal if each token of one
// side always corresponds to the same token of the other.

import { tokenSource } from '../redaction/tokenizer.ts';
import { Pairs } from './pairs.ts';

/** A token, padded to the length of the secret, or the mark of a short secret. */
const token = new RegExp(String.raw`${tokenSource}|\[redacted:[^\]]*\]`, 'g');

/** Replaces every salted token by the same character. */
export function withoutTokens(text: string): string {
  return text.includes('~')
    ? text.replaceAll(token, (found) => (isSalted(found) ? '~' : found))
    : text;
}

/** The pairs of tokens found so far. */
export class TokenPairs {
  readonly #pairs = new Pairs();

  /** Compares two texts; new tokens at the same place become a pair. */
  areEqual(left: string, right: string): boolean {
    if (left === right && !left.includes('~')) return true;
    if (withoutTokens(left) !== withoutTokens(right)) return false;
    const [lefts, rights] = [saltedIn(left), saltedIn(right)];
    return lefts.every((one, index) => this.#pairs.isPair(one, rights[index] as string, true));
  }
}

function isSalted(found: string): boolean {
  return found.startsWith('~');
}

function saltedIn(text: string): readonly string[] {
  return [...text.matchAll(token)].map(([found]) => found).filter(isSalted);
}

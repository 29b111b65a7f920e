// Texts that redaction went over, compared: a token differs from recording to recording by its salt, so that two texts are
// equal if their tokens can stand for the same secrets throughout.

/** A token (padded to the length of what it stands for), or what stands for something too short for one. */
const token = /~[0-9a-f]{6,}~*|\[redacted:[^\]]*\]/g;

/** A text with one and the same sign for each token. */
export function withoutTokens(text: string): string {
  return text.includes('~')
    ? text.replaceAll(token, (found) => (isSalted(found) ? '~' : found))
    : text;
}

/** Remembers which token of the left side is which of the right. */
export class TokenPairs {
  readonly #rightOf = new Map<string, string>();
  readonly #leftOf = new Map<string, string>();

  /** Whether two texts are equal, tokens that are seen for the first time being a pair from now on. */
  areEqual(left: string, right: string): boolean {
    if (left === right && !left.includes('~')) return true;
    if (withoutTokens(left) !== withoutTokens(right)) return false;
    const [lefts, rights] = [saltedIn(left), saltedIn(right)];
    return lefts.every((one, index) => this.#isPair(one, rights[index] as string));
  }

  #isPair(left: string, right: string): boolean {
    const [knownRight, knownLeft] = [this.#rightOf.get(left), this.#leftOf.get(right)];
    if (knownRight === undefined && knownLeft === undefined) {
      this.#rightOf.set(left, right);
      this.#leftOf.set(right, left);
      return true;
    }
    return knownRight === right && knownLeft === left;
  }
}

function isSalted(found: string): boolean {
  return found.startsWith('~');
}

function saltedIn(text: string): readonly string[] {
  return [...text.matchAll(token)].map(([found]) => found).filter(isSalted);
}

// Substring search in linear time. `String.prototype.indexOf` takes quadratic time for texts such as `aaaa…` with `aaa…b`,
// which requests may contain.

/** For shorter patterns, `indexOf` is fast enough: it compares at most this many characters at each offset. */
const headLength = 6;

export class Substring {
  readonly #pattern: string;
  readonly #head: string;
  /** For each length of a prefix: the length of its longest proper prefix that is also its suffix (Knuth, Morris, Pratt). */
  readonly #borders: Uint32Array;

  constructor(pattern: string) {
    this.#pattern = pattern;
    this.#head = pattern.slice(0, headLength);
    this.#borders = bordersOf(pattern);
  }

  isIn(text: string): boolean {
    return this.indexIn(text, 0) !== -1;
  }

  /** As `text.indexOf(pattern, from)`. `indexOf` finds the head of the pattern; the automaton continues from there. */
  indexIn(text: string, from: number): number {
    const pattern = this.#pattern;
    const { length } = pattern;
    if (length <= headLength) return text.indexOf(pattern, from);
    let matched = 0;
    for (let at = from; at < text.length; at += 1) {
      if (matched === 0) {
        const start = text.indexOf(this.#head, at);
        if (start === -1) return -1;
        matched = headLength;
        at = start + headLength - 1;
        continue;
      }
      const unit = text.charCodeAt(at);
      while (matched > 0 && pattern.charCodeAt(matched) !== unit) matched = this.#borders[matched]!;
      if (pattern.charCodeAt(matched) === unit) matched += 1;
      if (matched === length) return at - length + 1;
    }
    return -1;
  }
}

function bordersOf(pattern: string): Uint32Array {
  const borders = new Uint32Array(pattern.length + 1);
  if (pattern.length <= headLength) return borders;
  let border = 0;
  for (let at = 1; at < pattern.length; at += 1) {
    while (border > 0 && pattern[border] !== pattern[at]) border = borders[border]!;
    if (pattern[border] === pattern[at]) border += 1;
    borders[at + 1] = border;
  }
  return borders;
}

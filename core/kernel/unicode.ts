// Letters, case and normalization by packaged Unicode tables. Hosts have different versions of Unicode, and slugs and searches
// must be equal on all of them.

import {
  casedRanges,
  caseIgnorableRanges,
  combiningRanks,
  compositionExclusionRanges,
  decompositions,
  latinRanges,
  lowerCaseMappings,
  markRanges,
  upperCaseMappings,
  wordRanges,
} from './unicode-data.ts';

export { unicodeVersion } from './unicode-data.ts';

/** Whether a code point has a property. */
export type CodePointTest = (code: number) => boolean;

/** Letters and signs of the script Latin (`\p{Script=Latin}`). */
export const isLatin: CodePointTest = inRanges(latinRanges);
/** Combining marks (`\p{M}`). */
export const isMark: CodePointTest = inRanges(markRanges);
/** Letters, marks and numbers (`[\p{L}\p{M}\p{N}]`). */
export const isWordCharacter: CodePointTest = inRanges(wordRanges);

const isCased = inRanges(casedRanges);
const isCaseIgnorable = inRanges(caseIgnorableRanges);
const lowerCases = lazy(() => textsOf(lowerCaseMappings));
const upperCases = lazy(() => textsOf(upperCaseMappings));
const canonicalParts = lazy(() => textsOf(decompositions));
const ranks = lazy(() => ranksOf(combiningRanks));
const composites = lazy(compositesOf);

const ascii = /^[\0-\x7f]*$/;

/** Whether a text has no accents, and only the letters of English. */
export function isAscii(text: string): boolean {
  return ascii.test(text);
}

const sigma = 0x3a3;
const finalSigma = 'ς';

/** As `String.prototype.toLowerCase`: a sigma at the end of a word becomes `ς`. */
export function lowerCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return mapped(text, (code, character, at) => {
    if (code === sigma && endsWord(text, at)) return finalSigma;
    return lowerCases().get(code) ?? character;
  });
}

/** As `String.prototype.toUpperCase`: `ß` becomes `SS`. */
export function upperCase(text: string): string {
  if (isAscii(text)) return text.toUpperCase();
  return mapped(text, (code, character) => upperCases().get(code) ?? character);
}

/** Canonical decomposition (NFD): letters before their marks, marks in canonical order. */
export function decomposed(text: string): string {
  if (isAscii(text)) return text;
  const parts = mapped(
    text,
    (code, character) => hangulParts(code) ?? canonicalParts().get(code) ?? character,
  );
  return inCanonicalOrder(parts);
}

/** Canonical composition (NFC): each letter with its marks as one character if there is one. */
export function composed(text: string): string {
  if (isAscii(text)) return text;
  let done = '';
  let starter: number | undefined; // the last character that can compose with marks
  let marks = ''; // the marks after it that did not compose
  let lastRank = 0;
  for (const character of decomposed(text)) {
    const code = character.codePointAt(0)!;
    const rank = ranks().get(code) ?? 0;
    // A mark of the same rank in between blocks composition, and before a starter any mark does.
    const isBlocked = marks !== '' && (rank === 0 || lastRank >= rank);
    const composite = starter === undefined || isBlocked ? undefined : compositeOf(starter, code);
    if (composite !== undefined) {
      starter = composite;
    } else if (rank === 0) {
      if (starter !== undefined) done += String.fromCodePoint(starter);
      done += marks;
      starter = code;
      marks = '';
      lastRank = 0;
    } else {
      marks += character;
      lastRank = rank;
    }
  }
  return starter === undefined ? done + marks : done + String.fromCodePoint(starter) + marks;
}

function mapped(
  text: string,
  map: (code: number, character: string, at: number) => string,
): string {
  let result = '';
  let at = 0;
  for (const character of text) {
    result += map(character.codePointAt(0)!, character, at);
    at += character.length;
  }
  return result;
}

/** Whether a cased letter comes before an index and none after it, apart from case-ignorable characters. */
function endsWord(text: string, at: number): boolean {
  return hasCasedNeighbour(text, at, -1) && !hasCasedNeighbour(text, at, 1);
}

function hasCasedNeighbour(text: string, at: number, step: 1 | -1): boolean {
  for (let place = at + step; place >= 0 && place < text.length; place += step) {
    const isSecondHalf = step < 0 && isLowSurrogate(text.charCodeAt(place));
    if (isSecondHalf && isHighSurrogate(text.charCodeAt(place - 1))) place -= 1;
    const code = text.codePointAt(place)!;
    if (!isCaseIgnorable(code)) return isCased(code);
    if (step > 0 && code > 0xffff) place += 1;
  }
  return false;
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** Sorts each run of marks by rank; marks of one rank keep their order. */
function inCanonicalOrder(text: string): string {
  let ordered = '';
  let run: { readonly mark: string; readonly rank: number }[] = [];
  const flush = () => {
    run.sort((left, right) => left.rank - right.rank);
    for (const { mark } of run) ordered += mark;
    run = [];
  };
  for (const character of text) {
    const rank = ranks().get(character.codePointAt(0)!);
    if (rank !== undefined) {
      run.push({ mark: character, rank });
      continue;
    }
    if (run.length > 0) flush();
    ordered += character;
  }
  flush();
  return ordered;
}

// Korean syllables are composed by arithmetic (Unicode standard, section 3.12).
const hangul = { syllable: 0xac00, lead: 0x1100, vowel: 0x1161, tail: 0x11a7 } as const;
const hangulCounts = { lead: 19, vowel: 21, tail: 28 } as const;
const syllableCount = hangulCounts.lead * hangulCounts.vowel * hangulCounts.tail;

function hangulParts(code: number): string | undefined {
  const index = code - hangul.syllable;
  if (index < 0 || index >= syllableCount) return undefined;
  const tail = index % hangulCounts.tail;
  const pair = (index - tail) / hangulCounts.tail;
  const vowel = pair % hangulCounts.vowel;
  const lead = (pair - vowel) / hangulCounts.vowel;
  const open = String.fromCharCode(hangul.lead + lead, hangul.vowel + vowel);
  return tail === 0 ? open : open + String.fromCharCode(hangul.tail + tail);
}

/** The composite of a starter and the next character; undefined if there is none. */
function compositeOf(first: number, second: number): number | undefined {
  const lead = first - hangul.lead;
  const vowel = second - hangul.vowel;
  if (lead >= 0 && lead < hangulCounts.lead && vowel >= 0 && vowel < hangulCounts.vowel)
    return hangul.syllable + (lead * hangulCounts.vowel + vowel) * hangulCounts.tail;
  const index = first - hangul.syllable;
  const tail = second - hangul.tail;
  if (index >= 0 && index < syllableCount && tail > 0 && tail < hangulCounts.tail)
    return index % hangulCounts.tail === 0 ? first + tail : undefined;
  return composites().get(pairKey(first, second));
}

/** Two code points as one integer. */
function pairKey(first: number, second: number): number {
  return first * 0x110000 + second;
}

/** Pairs that compose, from the full decompositions: the composite of all parts but the last, and the last part. */
function compositesOf(): ReadonlyMap<number, number> {
  const isExcluded = inRanges(compositionExclusionRanges);
  const primary = [...canonicalParts()].filter(([code]) => !isExcluded(code));
  const codes = new Map(primary.map(([code, parts]) => [parts, code]));
  const pairs = new Map<number, number>();
  for (const [code, text] of primary) {
    const parts = Array.from(text);
    const last = parts.pop()!.codePointAt(0)!;
    const front = parts.join('');
    const first = parts.length === 1 ? front.codePointAt(0) : codes.get(front);
    if (first !== undefined) pairs.set(pairKey(first, last), code);
  }
  return pairs;
}

/** Tables are parsed on first use: that takes milliseconds, and ASCII texts need none. */
function lazy<T>(compute: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= compute());
}

/** Parses runs `gap length` (base 36): the distance to the end of the run before, and the number of code points. */
function inRanges(source: string): CodePointTest {
  const ranges = lazy(() => rangesOf(source));
  return (code) => {
    const { starts, ends } = ranges();
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= code) low = middle + 1;
      else high = middle;
    }
    return low > 0 && code < ends[low - 1]!;
  };
}

function rangesOf(source: string): { readonly starts: number[]; readonly ends: number[] } {
  const numbers = itemsOf(source).map(fromBase36);
  const starts: number[] = [];
  const ends: number[] = [];
  let end = 0;
  for (let index = 0; index < numbers.length; index += 2) {
    const start = end + numbers[index]!;
    end = start + numbers[index + 1]!;
    starts.push(start);
    ends.push(end);
  }
  return { starts, ends };
}

/** Parses mappings `gap=target.target` (base 36): the distance to the code point before, and its mapping. */
function textsOf(source: string): ReadonlyMap<number, string> {
  return mapOf(source, (targets) => String.fromCodePoint(...targets.split('.').map(fromBase36)));
}

/** Parses `gap=rank` (base 36): the order of a mark among others; characters without a rank are starters. */
function ranksOf(source: string): ReadonlyMap<number, number> {
  return mapOf(source, fromBase36);
}

function mapOf<T>(source: string, read: (text: string) => T): ReadonlyMap<number, T> {
  const map = new Map<number, T>();
  let code = 0;
  for (const item of itemsOf(source)) {
    const [gap, value] = item.split('=');
    code += fromBase36(gap!);
    map.set(code, read(value!));
  }
  return map;
}

function itemsOf(source: string): readonly string[] {
  return source.trim().split(/\s/);
}

function fromBase36(text: string): number {
  return Number.parseInt(text, 36);
}

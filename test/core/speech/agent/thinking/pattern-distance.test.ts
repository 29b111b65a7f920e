import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../../core/kernel/pieces.ts';
import {
  heardText,
  matchPattern,
} from '../../../../../core/speech/agent/thinking/match-pattern.ts';
import { patternDistance } from '../../../../../core/speech/agent/thinking/pattern-distance.ts';
import { parsePattern, type Pattern } from '../../../../../core/speech/agent/thinking/pattern.ts';
import { patternText, spokenText } from '../../../../support/arbitraries/patterns.ts';
import { runs } from '../../../../support/runner/runs.ts';

function patternOf(text: string): Pattern {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.reason);
  return pattern.value;
}

const budget = () => ({ left: 1_000_000 });
const distance = (pattern: string, text: string, distanceMax = 4) =>
  atOnce(patternDistance(patternOf(pattern), heardText(text), distanceMax, budget()));

describe('the distance of a text from a pattern', () => {
  it.each([
    ['book a table', 'Book a table!', [], []],
    ['book a table', 'Please book a table.', [], [0]],
    ['book a table', 'A table.', ['book'], []],
    ['* where is my (parcel|package) *', 'Hello, where is my packet?', ['parcel'], []],
    ['(a|b c) d', 'b d', ['c'], []],
    ['* {kind} pizza', 'Pizza!', ['{kind}'], []],
    ['at {time} [please]', 'at', ['{time}'], []],
    ['table book', 'book table', ['table'], [1]],
    ['yes', 'no', ['yes'], [0]],
  ])('%j needs these words on %j', (pattern, text, missing, surplus) => {
    expect(distance(pattern, text)).toMatchObject({ missing, surplus });
  });

  it('is undefined above its maximum, and without a budget', () => {
    expect(distance('a b c', 'd')).toMatchObject({ missing: ['a', 'b', 'c'], surplus: [0] });
    expect(distance('a b c', 'd', 3)).toBeUndefined();
    const spent = { left: 3 };
    const pieces = patternDistance(patternOf('a b c'), heardText('a b c'), 4, spent);
    expect(atOnce(pieces)).toBeUndefined();
  });

  it('is 0 exactly where the pattern matches, and names words whose absence and presence make it match', () => {
    let matches = 0;
    fc.assert(
      fc.property(patternText, spokenText, (pattern, text) => {
        const heard = heardText(text);
        const found = distance(pattern, text, 100)!;
        const isMatch = atOnce(matchPattern(patternOf(pattern), heard)) !== undefined;
        expect(found.missing.length + found.surplus.length === 0).toBe(isMatch);
        matches += isMatch ? 1 : 0;
        if (found.missing.length > 0) return;
        const fitting = heard.words.filter((_, index) => !found.surplus.includes(index));
        const left = fitting.map(({ form }) => form).join(' ');
        expect(atOnce(matchPattern(patternOf(pattern), heardText(left)))).toBeDefined();
      }),
      runs(1_000),
    );
    expect(matches).toBeGreaterThan(10);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../../core/kernel/pieces.ts';
import { answerLimits } from '../../../../../core/speech/agent/limits.ts';
import {
  heardText,
  matchPattern,
  stepBudget,
} from '../../../../../core/speech/agent/thinking/match-pattern.ts';
import { parsePattern, type Pattern } from '../../../../../core/speech/agent/thinking/pattern.ts';
import { wordForms } from '../../../../../core/speech/agent/thinking/spoken-words.ts';
import { runs } from '../../../../support/runner/runs.ts';

function patternOf(text: string): Pattern {
  const pattern = parsePattern(text);
  if (!pattern.ok) throw new Error(pattern.error.reason);
  return pattern.value;
}

const match = (pattern: string, text: string) =>
  atOnce(matchPattern(patternOf(pattern), heardText(text)));

describe('a pattern', () => {
  it.each([
    ['book a table', 'Book a table!', {}],
    ["I don't know", 'i DONT, know…', {}],
    ['*', '', {}],
    ['*', 'anything at all', {}],
    ['* goodbye', 'goodbye', {}],
    ['* goodbye *', 'well goodbye then', {}],
    ['(book|reserve) a table', 'reserve a table', {}],
    ['yes | of course', 'Of course.', {}],
    ['yes [please|thanks]', 'yes', {}],
    ['yes [please|thanks]', 'Yes, thanks', {}],
    ['for {count} people', 'For four people.', { count: 'four' }],
    ['for {count} people', 'for twenty-two people', { count: 'twenty-two' }],
    ['{all}', ' "One, two!" ', { all: 'One, two' }],
    ['from {from} to {to}', 'from a to b to c', { from: 'a', to: 'b to c' }],
    ['* to {to} *', 'from a to b to c', { to: 'b' }],
    ['at {time} [please]', 'at seven thirty please', { time: 'seven thirty' }],
    ['(at {time}|in {place})', 'in Rome', { place: 'Rome' }],
    ['my name is {name}', 'My name is Ann O’Hara.', { name: 'Ann O’Hara' }],
    ['[[a] b] {x}', 'b c', { x: 'c' }],
    ['{a}{b}', 'x y z', { a: 'x', b: 'y z' }],
    ['{constructor}', 'x', { constructor: 'x' }],
  ])('%j matches %j', (pattern, text, values) => {
    expect(match(pattern, text)).toEqual(values);
  });

  it.each([
    ['book a table', 'please book a table'],
    ['book a table', 'book a table please'],
    ['book a table', 'book table'],
    ['for {count} people', 'for people'],
    ['{all}', '?!'],
    ['(a|b) c', 'c'],
    ['a', ''],
  ])('%j does not match %j', (pattern, text) => expect(match(pattern, text)).toBeUndefined());

  it('is compared with the beginning of a long text', () => {
    const long = 'a'.repeat(answerLimits.heardCharsMax);
    expect(match('{all}', `${long}b`)).toEqual({ all: long });
  });

  it('does not match without a required word, in at least one of its options', () => {
    const stepsOf = (pattern: string, text: string) => {
      const budget = stepBudget();
      atOnce(matchPattern(patternOf(pattern), heardText(text), budget));
      return answerLimits.comparedStepsMax - budget.left;
    };
    expect(stepsOf('* a (b|c d) [e] *', 'f a c g')).toBe(0);
    expect(stepsOf('* a (b|c d) [e] *', 'f a c d')).toBeGreaterThan(0);
  });

  it('matches no more once its steps are used up', () => {
    const heard = heardText('a a b');
    const budget = { left: 25 };
    expect(atOnce(matchPattern(patternOf('* b'), heard, budget))).toEqual({});
    expect(atOnce(matchPattern(patternOf('* b'), heard, budget))).toBeUndefined();
    expect(atOnce(matchPattern(patternOf('* b'), heard))).toEqual({});
  });

  it('matches as a regular expression of its words does', () => {
    const word = fc.constantFrom('a', 'b', 'c');
    const part: fc.Arbitrary<readonly [pattern: string, expression: string]> = fc.oneof(
      word.map((text) => [text, `${text} `] as const),
      fc.constant(['*', '(?:. )*?'] as const),
      fc.constant(['{name}', '((?:. )+?)'] as const),
      fc
        .tuple(word, word)
        .map(
          ([left, right]) =>
            [`(${left}|${right} ${left})`, `(?:${left} |${right} ${left} )`] as const,
        ),
      word.map((text) => [`[${text}]`, `(?:${text} )?`] as const),
    );
    const parts = fc.array(part, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.array(word, { maxLength: 8 }), (drawn, words) => {
        const names = drawn.map(([pattern], index) => pattern.replace('name', `n${index}`));
        const expression = new RegExp(`^${drawn.map(([, source]) => source).join('')}$`);
        const expected = expression.exec(words.map((each) => `${each} `).join(''));
        const values = match(names.join(' '), words.join(' '));
        const inOrder = Object.entries(values ?? {}).toSorted(([left], [right]) =>
          left < right ? -1 : 1,
        );
        expect(values && inOrder.map(([, value]) => value)).toEqual(
          expected?.slice(1).map((value) => value.trim()),
        );
      }),
      runs(300),
    );
  });
});

describe('a text of 1 MiB', () => {
  const { patternCharsMax } = answerLimits;
  const repeated = (text: string) => text.repeat(Math.floor(patternCharsMax / text.length));
  const values = (before: string) => {
    const all = Array.from({ length: 80 }, (_, index) => `${before}{v${index}}`);
    while (all.join('').length > patternCharsMax) all.pop();
    return all.join('');
  };
  const patterns = [
    repeated('* a '),
    repeated('[a] '),
    repeated('(a|a a) '),
    repeated('(*|*) '),
    repeated('[*] '),
    values(''),
    values('*'),
    `* ${'['.repeat(200)}a${']'.repeat(200)} b`,
  ].map(patternOf);
  const texts = ['a ', 'a', ' ', 'e\u0301 '].map((unit) => unit.repeat(2 ** 20 / unit.length));

  /** At most 2,500 words times 750 steps for any pattern; an exponential search would not end. */
  it('is compared with each worst-case pattern in less than a second', () => {
    for (const text of texts) {
      const startedMs = performance.now();
      const heard = heardText(text);
      for (const pattern of patterns) atOnce(matchPattern(pattern, heard));
      expect((performance.now() - startedMs) / patterns.length).toBeLessThan(1_000);
      expect(heard.words.length).toBeLessThanOrEqual(answerLimits.heardCharsMax / 2);
    }
    expect(wordForms(texts[1]!)).toHaveLength(1);
  });
});

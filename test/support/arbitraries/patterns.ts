// Patterns of rules and texts, of so few words that they often match.

import fc from 'fast-check';

const word = fc.constantFrom('a', 'b', 'c');

const part = (name: string) =>
  fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 1, arbitrary: fc.constant('*') },
    { weight: 1, arbitrary: fc.constant(`{${name}}`) },
    { weight: 1, arbitrary: fc.tuple(word, word).map(([one, other]) => `(${one}|${other} c)`) },
    { weight: 1, arbitrary: fc.tuple(word, word).map(([one, other]) => `[${one}|* ${other}]`) },
  );

/** A legal pattern. */
export const patternText = fc
  .integer({ min: 1, max: 5 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, index) => part(`v${index}`))))
  .map((parts) => parts.join(' '));

export const spokenText = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 })
  .map((words) => words.join(' '));

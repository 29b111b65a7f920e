import { describe, expect, it } from 'vitest';
import { answerLimits } from '../../../../../core/speech/agent/limits.ts';
import { parsePattern } from '../../../../../core/speech/agent/thinking/pattern.ts';

describe('a pattern', () => {
  it.each([
    ['', 0, 'words, {name} or * must be here'],
    ['?!', 0, 'words, {name} or * must be here'],
    ['a | ', 3, 'words, {name} or * must be here'],
    ['a ()', 3, 'words, {name} or * must be here'],
    ['(a', 0, '"(" is not closed'],
    ['a [b)', 2, '"[" is not closed'],
    ['a] b', 1, '"]" closes nothing'],
    ['a}', 1, '"}" closes nothing'],
    ['at {time', 3, '"{" is not closed'],
    ['{1st}', 1, 'a name must have letters, digits and underscores, and begin with a letter'],
    ['{result}', 1, '"result" is the name of the answer of a function'],
    ['{a} and {a}', 9, '{a} is there already'],
    ['{a} [{a}]', 6, '{a} is there already'],
    ['(x {a}|y {a}) {a}', 15, '{a} is there already'],
  ])('%j is refused at its offset %i', (text, offset, reason) => {
    expect(parsePattern(text)).toEqual({ ok: false, error: { offset, reason } });
  });

  it('has a longest length', () => {
    const longest = '*'.repeat(answerLimits.patternCharsMax);
    expect(parsePattern(longest)).toMatchObject({ ok: true });
    expect(parsePattern(`${longest}*`)).toMatchObject({ error: { offset: longest.length } });
  });

  it('names its values, once each', () => {
    expect(parsePattern('(at {time}|in {place} at {time}) [{who}]')).toMatchObject({
      value: { names: ['time', 'place', 'who'] },
    });
  });

  it('may nest to any depth within its length', () => {
    const depth = answerLimits.patternCharsMax / 2 - 1;
    expect(parsePattern(`${'['.repeat(depth)}a${']'.repeat(depth)}`)).toMatchObject({ ok: true });
  });
});

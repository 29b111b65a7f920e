import { describe, expect, it } from 'vitest';
import { answerLimits } from '../../../../../core/speech/agent/limits.ts';
import type { FunctionResult, ThinkQuestion } from '../../../../../core/speech/agent/thought.ts';
import { ruleProblems } from '../../../../../core/speech/agent/thinking/check-rules.ts';
import {
  initialProgress,
  scriptedThought,
} from '../../../../../core/speech/agent/thinking/script.ts';
import type { AnswerRule } from '../../../../../core/speech/recognition/script/answers.ts';

const questionOf = (heard: string, ...results: readonly FunctionResult[]): ThinkQuestion => ({
  heard,
  results,
  prompt: '',
  history: [],
  functions: [],
  lastReply: '',
});

const answered = (name: string, response: string, hasFailed = false): FunctionResult => {
  return { id: 'fc_1', name, isClientSide: true, arguments: '{}', response, hasFailed };
};

const booking: readonly AnswerRule[] = [
  {
    hears: '* book a table for {count} people (at|for) {time}',
    thinks: 'a table for {count:number}',
    calls: [
      {
        name: 'check',
        arguments: { people: '{count:number}', at: ['{time}', 1, null], note: '{{x}} {count}' },
      },
    ],
    sets: { party: '{count:number}' },
  },
  { after: 'check', says: 'I have booked {result.table} for {party}.', sets: { booked: 'yes' } },
  { after: 'check', failed: true, says: 'I cannot look it up: {result}.' },
  { hears: '*', when: { booked: 'yes' }, says: ' Anything else? ' },
  { hears: '*', when: { booked: '' }, says: 'For how many people, and when?' },
];

const texts = (rules: readonly AnswerRule[], ...heard: readonly string[]) => {
  let progress = initialProgress;
  return heard.map((text) => {
    const scripted = scriptedThought(rules, questionOf(text), progress);
    progress = scripted?.progress ?? progress;
    return scripted?.thought.text;
  });
};

describe('the scripted thinker', () => {
  it('applies the first rule that matches', () => {
    const heard = 'Hi, book a table for twenty two people at 7:30!';
    expect(scriptedThought(booking, questionOf(heard), initialProgress)).toEqual({
      thought: {
        text: '',
        calls: [
          {
            name: 'check',
            arguments: '{"at":["7:30",1,null],"note":"{x} twenty two","people":22}',
          },
        ],
        thinking: 'a table for 22',
      },
      rule: booking[0],
      progress: { values: { party: '22' }, used: [] },
    });
  });

  it('answers after a function, with its answer and the values of the session', () => {
    const progress = { values: { party: '22' }, used: [] };
    const question = questionOf('', answered('other', 'x'), answered('check', '{"table":"T1"}'));
    expect(scriptedThought(booking, question, progress)).toMatchObject({
      thought: { text: 'I have booked T1 for 22.', calls: [] },
      progress: { values: { party: '22', booked: 'yes' } },
    });
  });

  it('distinguishes failed functions from others', () => {
    const question = questionOf('', answered('check', 'no line', true));
    const scripted = scriptedThought(booking, question, initialProgress);
    expect(scripted?.thought.text).toBe('I cannot look it up: no line.');
  });

  it('answers after functions by rules for them only, and nothing else by these', () => {
    const question = questionOf('book a table for two people at six', answered('other', 'x'));
    expect(scriptedThought(booking, question, initialProgress)).toBeUndefined();
    expect(texts([{ after: 'check', says: 'done' }], 'check')).toEqual([undefined]);
  });

  it('matches where values are equal, and those that were never set are empty', () => {
    const question = questionOf('Hello.');
    const said = (values: Record<string, string>) =>
      scriptedThought(booking, question, { values, used: [] })?.thought.text;
    expect(said({ booked: 'yes' })).toBe('Anything else?');
    expect(said({})).toBe('For how many people, and when?');
    expect(said({ booked: 'no' })).toBeUndefined();
  });

  it('uses a rule with `once` only once', () => {
    const rules: readonly AnswerRule[] = [
      { says: 'first', once: true },
      { hears: 'hello', says: 'hello' },
      { says: 'second', once: true },
    ];
    expect(texts(rules, 'a', 'hello', 'hello', 'b', 'c')).toEqual([
      'first',
      'hello',
      'hello',
      'second',
      undefined,
    ]);
  });

  it('sets values from earlier values', () => {
    const rules = [{ hears: '{x}', says: '{last}', sets: { last: '{x} after {last}' } }];
    expect(texts(rules, 'a', 'b', 'c')).toEqual(['', 'a after', 'b after a after']);
  });

  it('stores a limited number of values, of limited length', () => {
    const { valueNamesMax, valueCharsMax } = answerLimits;
    const names = Array.from({ length: valueNamesMax - 1 }, (_, index) => `v${index}`);
    const values = Object.fromEntries(names.map((name) => [name, '']));
    const rules = [{ hears: '{all}', sets: { x2: 'late', x1: '{all}', v0: 'new' } }];
    const question = questionOf('a'.repeat(2 * valueCharsMax));
    const after = scriptedThought(rules, question, { values, used: [] })?.progress.values;
    expect(after).toEqual({ ...values, v0: 'new', x1: 'a'.repeat(valueCharsMax) });
  });

  it('ignores an invalid pattern, and prints an invalid template as it is', () => {
    const rules = [{ hears: '(', says: 'a' }, { says: 'b {' }];
    expect(texts(rules, 'x')).toEqual(['b {']);
  });
});

describe('a worst-case script', () => {
  const { patternCharsMax, patternsCharsMax, referencesMax } = answerLimits;
  const rules = (rule: AnswerRule): readonly AnswerRule[] =>
    Array.from({ length: patternsCharsMax / patternCharsMax }, () => rule);
  const hears = (text: string) => text.repeat(Math.floor((patternCharsMax - 20) / text.length));
  const numbers = '{a:number}'.repeat(referencesMax);

  /** Without the limits, each case takes about 10 s. */
  it.each<[string, readonly AnswerRule[]]>([
    ['wildcards', rules({ hears: `${hears('*')} (b|c a)` })],
    ['options', rules({ hears: `${hears('(*|*)')} (b|c|a a b)` })],
    ['values', [{ hears: '{a}', says: numbers }]],
  ])('of %s answers in less than a second', (_, answers) => {
    expect(ruleProblems(answers, 1)).toEqual([]);
    for (const text of ['a ', 'one ', 'a b ']) {
      const startedMs = performance.now();
      scriptedThought(answers, questionOf(text.repeat(5_000 / text.length)), initialProgress);
      expect(performance.now() - startedMs).toBeLessThan(1_000);
    }
  });
});

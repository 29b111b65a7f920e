import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce } from '../../../../../core/kernel/pieces.ts';
import { answerLimits, explanationLimits } from '../../../../../core/speech/agent/limits.ts';
import { explainedMatch } from '../../../../../core/speech/agent/thinking/explanation.ts';
import type { Obstacle } from '../../../../../core/speech/agent/thinking/near-misses.ts';
import { scriptedThought } from '../../../../../core/speech/agent/thinking/script.ts';
import type { FunctionResult } from '../../../../../core/speech/agent/thought.ts';
import type { AnswerRule } from '../../../../../core/speech/recognition/script/answers.ts';
import { patternText, spokenText } from '../../../../support/arbitraries/patterns.ts';
import { runs } from '../../../../support/runner/runs.ts';

const nothing = { values: {}, used: [] };
const result = (name: string, hasFailed = false): FunctionResult => {
  return { id: 'fc_1', name, isClientSide: true, arguments: '{}', response: 'x', hasFailed };
};

const explained = (
  rules: readonly AnswerRule[],
  heard: string,
  progress: Parameters<typeof explainedMatch>[2] = nothing,
  results: readonly FunctionResult[] = [],
) => atOnce(explainedMatch(rules, { heard, results }, progress));

/** The numbers of near misses, with the kinds of their obstacles. */
const near = ({ nearMisses }: ReturnType<typeof explained>) =>
  nearMisses.map(({ index, obstacles }) => [index, ...obstacles.map(({ kind }) => kind)]);

describe('the explanation of a rule', () => {
  it('says what values and each * took', () => {
    const { rule } = explained(
      [{ hears: 'hello' }, { hears: '* {kind} pizza *' }],
      'One margherita pizza, please.',
    );
    expect(rule).toEqual({
      index: 1,
      rule: { hears: '* {kind} pizza *' },
      captures: { kind: 'One margherita' },
      rests: [
        { text: '', before: 'kind' },
        { text: 'please', before: null },
      ],
    });
  });

  it('is null where none matches', () => {
    expect(explained([{ hears: 'hello' }], 'Good bye.')).toEqual({ rule: null, nearMisses: [] });
  });
});

describe('near misses', () => {
  it('are the rules with the fewest words and conditions in their way', () => {
    const rules: AnswerRule[] = [
      { hears: 'book a big round table' },
      { hears: 'book a table' },
      { hears: '* book a table', when: { open: 'yes' } },
      { hears: '* goodbye' },
      { hears: '*', says: 'Pardon?' },
      { hears: '* a table', once: true },
    ];
    const found = explained(rules, 'Please book a table.', { values: { open: 'no' }, used: [5] });
    expect(found.rule?.index).toBe(4);
    expect(found.nearMisses).toEqual([
      {
        index: 1,
        rule: rules[1],
        distance: 1,
        obstacles: [{ kind: 'surplus', words: ['Please'] }],
      },
      {
        index: 2,
        rule: rules[2],
        distance: 1,
        obstacles: [{ kind: 'value', name: 'open', wanted: 'yes', actual: 'no' }],
      },
      {
        index: 5,
        rule: rules[5],
        distance: 2,
        obstacles: [{ kind: 'used' }, { kind: 'earlier', index: 4 }],
      },
    ]);
  });

  it('have most of their words said', () => {
    const rules: AnswerRule[] = [{ hears: 'yes *' }, { hears: '* where is my order *' }];
    expect(near(explained(rules, 'Where are you?'))).toEqual([]);
    expect(near(explained(rules, 'Where is my parcel?'))).toEqual([[1, 'missing']]);
    expect(near(explained([{ hears: 'b c d' }], 'd c'))).toEqual([]); // one of them in its place
    const choice = [{ hears: '(x|a b c y z)' }];
    expect(near(explained(choice, 'a b c'))).toEqual([[0, 'missing']]);
  });

  it('are not those that hear anything and come later', () => {
    const rules: AnswerRule[] = [{ hears: 'hello *' }, { hears: '*' }, {}, { hears: '{all}' }];
    expect(near(explained(rules, 'Hello there.'))).toEqual([]);
  });

  it('after functions are rules of these functions', () => {
    const rules: AnswerRule[] = [
      { after: 'find', when: { asked: 'yes' } },
      { after: 'find', failed: true },
      { after: 'other' },
      { hears: '*' },
    ];
    expect(near(explained(rules, 'x', nothing, [result('find')]))).toEqual([
      [0, 'value'],
      [1, 'outcome'],
    ]);
    const asked = { values: { asked: 'yes' }, used: [] };
    const found = explained(rules, 'x', asked, [result('find')]);
    expect(found.rule?.index).toBe(0);
    expect(near(found)).toEqual([]);
  });

  const value = fc.constantFrom('', 'yes');
  const anyRule = fc
    .record({
      hears: patternText,
      when: fc.option(fc.record({ x: value }), { nil: undefined }),
      once: fc.option(fc.constant(true), { nil: undefined }),
    })
    .map(({ hears, when, once }): AnswerRule => {
      return {
        hears,
        says: [...hears.matchAll(/\{\w+\}/g)].join(', '),
        ...(when && { when }),
        ...(once && { once }),
      };
    });

  it('never include the rule that matched, which is the one whose thought was given', () => {
    const seen = new Set<Obstacle['kind']>();
    let matched = 0;
    fc.assert(
      fc.property(
        fc.array(anyRule, { maxLength: 6 }),
        spokenText,
        value,
        fc.uniqueArray(fc.nat(5), { maxLength: 2 }),
        (rules, heard, x, used) => {
          const progress = { values: { x }, used };
          const question = { heard, results: [], prompt: '', history: [], functions: [] };
          const given = scriptedThought(rules, { ...question, lastReply: '' }, progress);
          const { rule, nearMisses } = explained(rules, heard, progress);
          expect(rule?.rule).toBe(given?.rule);
          if (rule !== null) {
            matched += 1;
            expect(Object.values(rule.captures).join(', ')).toBe(given?.thought.text);
          }
          expect(nearMisses.length).toBeLessThanOrEqual(explanationLimits.nearMissesMax);
          const order = nearMisses.map(({ distance, index }) => distance * 1_000 + index);
          expect(order).toEqual(order.toSorted((left, right) => left - right));
          for (const { index, rule: own, distance, obstacles } of nearMisses) {
            expect(index).not.toBe(rule?.index);
            expect(own).toBe(rules[index]);
            expect(distance).toBeGreaterThan(0);
            expect(obstacles).not.toEqual([]);
            for (const { kind } of obstacles) seen.add(kind);
          }
        },
      ),
      runs(1_000),
    );
    expect(matched).toBeGreaterThan(10);
    expect([...seen].toSorted()).toEqual(['earlier', 'missing', 'surplus', 'used', 'value']);
  });

  it('of the largest script are found in many pieces', () => {
    const filler = Array.from(
      { length: 44 },
      (_, index) => `{${'abcdefghij'[index % 10]}${index}}`,
    );
    const rules = Array.from({ length: answerLimits.rulesMax }, (_, index): AnswerRule => {
      return { hears: index < 100 ? `${filler.join(' ')} x y${index}` : `* x y${index}` };
    });
    const heard = `${'word '.repeat(900)}x`;
    const pieces = explainedMatch(rules, { heard, results: [] }, nothing);
    let count = 0;
    while (pieces.next().done !== true) count += 1;
    expect(count).toBeGreaterThan(1_000);
  });
});

import { describe, expect, it } from 'vitest';
import { answerLimits } from '../../../../../core/speech/agent/limits.ts';
import { ruleProblems } from '../../../../../core/speech/agent/thinking/check-rules.ts';
import type {
  AnswerRule,
  ScriptedValue,
} from '../../../../../core/speech/recognition/script/answers.ts';

const {
  patternCharsMax,
  patternsCharsMax,
  valueNamesMax,
  referencesMax,
  templateCharsMax,
  argumentDepthMax,
  argumentNameCharsMax,
  argumentValuesMax,
} = answerLimits;

const problemsMax = 20;

const found = (...rules: readonly AnswerRule[]) =>
  ruleProblems(rules, problemsMax).map(({ path, reason }) => `${path.join('.')}: ${reason}`);

const calling = (own: { readonly [name: string]: ScriptedValue }): AnswerRule => ({
  calls: [{ name: 'f', arguments: own }],
});

const nested = (levels: number): ScriptedValue => (levels === 0 ? '' : [nested(levels - 1)]);

describe('rules', () => {
  it('are valid with names of their pattern, of other rules, and of a result', () => {
    const rules: readonly AnswerRule[] = [
      { hears: '{a}', says: '{a} {b}', thinks: '{a}', sets: { c: '{a}' }, when: { b: '' } },
      { after: 'f', failed: true, says: '{result} {result.x} {c}', sets: { b: '{result}' } },
      calling({ x: ['{b}', { y: '{c:number}' }, 1, null, true] }),
      {},
    ];
    expect(found(...rules)).toEqual([]);
  });

  it.each<[AnswerRule, string]>([
    [{ hears: 'a (b' }, '0.hears: at column 3: "(" is not closed'],
    [{ hears: '' }, '0.hears: at column 1: words, {name} or * must be here'],
    [{ hears: 'a', after: 'f' }, '0.after: must not be beside hears'],
    [{ failed: false }, '0.failed: must be beside after'],
    [{ when: { b: '' } }, '0.when.b: must be a name that a rule sets'],
    [{ sets: { result: '' } }, '0.sets.result: is the name of the answer of a function'],
    [
      { sets: { 'a b': '' } },
      '0.sets.a b: a name must have letters, digits and underscores, and begin with a letter',
    ],
    [{ sets: { a: '{' } }, '0.sets.a: at column 1: "{" is not closed: write {{ for a brace'],
    [{ says: 'x {b}' }, '0.says: at column 4: {b} is neither in hears nor set by a rule'],
    [{ thinks: '{b}' }, '0.thinks: at column 2: {b} is neither in hears nor set by a rule'],
    [{ says: '{result}' }, '0.says: at column 2: {result} needs after: the name of a function'],
    [
      calling({ x: [1, { y: '{b}' }] }),
      '0.calls.0.arguments.x.1.y: at column 2: {b} is neither in hears nor set by a rule',
    ],
    [calling({ x: Number.NaN }), '0.calls.0.arguments.x: must be a finite number'],
    [
      calling({ ['x'.repeat(argumentNameCharsMax + 1)]: 1 }),
      `0.calls.0.arguments: must have names of at most ${argumentNameCharsMax} characters`,
    ],
    [
      { says: 'a'.repeat(templateCharsMax + 1) },
      `0.says: must have at most ${templateCharsMax} characters`,
    ],
  ])('of %j are wrong: %s', (rule, problem) => expect(found(rule)).toEqual([problem]));

  it('have the names of a pattern that cannot be read', () => {
    expect(found({ hears: '{a} (b', says: '{a}' })).toEqual([
      '0.hears: at column 5: "(" is not closed',
    ]);
  });

  it('are reported by their numbers', () => {
    expect(found({}, { hears: '(' }, { says: '}' })).toEqual([
      '1.hears: at column 2: words, {name} or * must be here',
      '2.says: at column 1: "}" closes nothing: write }} for a brace',
    ]);
  });

  it('are checked until there are so many problems, and not if those of all rules are too long', () => {
    const wrong = { says: '{a}', thinks: '{b}' };
    expect(found(...Array.from({ length: 1_000 }, () => wrong))).toHaveLength(problemsMax);
    const long = { hears: '('.repeat(patternCharsMax) };
    const rules = Array.from({ length: patternsCharsMax / patternCharsMax + 1 }, () => long);
    expect(found(...rules)).toHaveLength(1);
  });

  it('have patterns of a limited length in all', () => {
    const rule = { hears: 'a'.repeat(patternCharsMax) };
    const rules = Array.from({ length: patternsCharsMax / patternCharsMax }, () => rule);
    expect(found(...rules)).toEqual([]);
    expect(found(...rules, { hears: 'a' })).toEqual([
      `: must have at most ${patternsCharsMax} characters in the patterns of all rules`,
    ]);
  });

  it('set a limited number of names', () => {
    const rules = Array.from({ length: valueNamesMax }, (_, index) => ({
      sets: { [`v${index}`]: '' },
    }));
    expect(found(...rules)).toEqual([]);
    expect(found(...rules, { sets: { x: '' } })).toEqual([
      `: must set at most ${valueNamesMax} names in all rules`,
    ]);
  });

  it('have a limited number of values in their templates', () => {
    const half = '{a}'.repeat(referencesMax / 2);
    const rule = { hears: '{a}', says: half, sets: { b: half } };
    expect(found(rule)).toEqual([]);
    expect(found({ ...rule, thinks: '{a}' })).toEqual([
      `0: must have at most ${referencesMax} values in all its templates`,
    ]);
  });

  it('have arguments of a limited depth and number', () => {
    expect(found(calling({ x: nested(argumentDepthMax - 1) }))).toEqual([]);
    expect(found(calling({ x: nested(argumentDepthMax) }))).toEqual([
      `0.calls.0.arguments.x${'.0'.repeat(argumentDepthMax - 1)}: must have at most ${argumentDepthMax} levels of lists and objects`,
    ]);
    const items = Array<ScriptedValue>(argumentValuesMax - 2).fill(1);
    expect(found(calling({ items }))).toEqual([]);
    expect(found(calling({ items: [...items, 1] }))).toEqual([
      `0.calls: must have at most ${argumentValuesMax} values in all arguments`,
    ]);
  });

  it('are refused early with cyclic arguments, as from YAML aliases', () => {
    const endless: ScriptedValue[] = [];
    endless.push(...Array.from({ length: 100 }, () => endless));
    expect(found(calling({ endless }))).toContain(
      `0.calls: must have at most ${argumentValuesMax} values in all arguments`,
    );
  });
});

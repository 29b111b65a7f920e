// The scripted thinker: the first rule that matches decides the thought.

import { canonical, type Json } from '../../../kernel/canonical.ts';
import { memoize } from '../../../kernel/memo.ts';
import { omitUndefined } from '../../../kernel/omit-undefined.ts';
import { atOnce, type InPieces } from '../../../kernel/pieces.ts';
import type { AnswerRule, ScriptedValue, ScriptValues } from '../../recognition/script/answers.ts';
import { answerLimits } from '../limits.ts';
import type {
  PlannedCall,
  ScriptedThought,
  ScriptProgress,
  Thought,
  ThinkQuestion,
} from '../thought.ts';
import { cutText } from './cut-text.ts';
import { parsedJson } from './json-member.ts';
import { heardText, matchPattern, stepBudget } from './match-pattern.ts';
import { parsePattern, type Pattern } from './pattern.ts';
import { parseTemplate, renderText, renderValue, type TemplateSource } from './template.ts';

/** The progress of a new session. */
export const initialProgress: ScriptProgress = { values: {}, used: [] };

/**
 * The thought of the first rule that matches; undefined if none does. After functions only rules with `after` are tried, else only
 * those without, so that the same words cannot call a function again.
 */
export function scriptedThought(
  rules: readonly AnswerRule[],
  question: ThinkQuestion,
  progress: ScriptProgress,
): ScriptedThought | undefined {
  const match = atOnce(matchingRule(rules, question, progress));
  if (match === undefined) return undefined;
  const { index, rule, source } = match;
  const next = { values: valuesAfter(rule, source, progress.values), used: progress.used };
  return {
    thought: thoughtOf(rule, source),
    rule,
    progress: rule.once === true ? { ...next, used: [...progress.used, index] } : next,
  };
}

/** A rule that matches. */
export interface RuleMatch {
  /** Its number in the script, from 0. */
  readonly index: number;
  readonly rule: AnswerRule;
  /** The values of its pattern. */
  readonly captures: ScriptValues;
  readonly source: TemplateSource;
}

/** The question that rules are compared with. */
export type RuleQuestion = Pick<ThinkQuestion, 'heard' | 'results'>;

/** The first rule that matches, as `scriptedThought` uses it. */
export function* matchingRule(
  rules: readonly AnswerRule[],
  question: RuleQuestion,
  { values, used }: ScriptProgress,
): InPieces<RuleMatch | undefined> {
  const match = question.results.length === 0 ? matcherOf(question.heard) : undefined;
  const usedOnes = new Set(used);
  for (const [index, rule] of rules.entries()) {
    if (rule.once === true && usedOnes.has(index)) continue;
    if (unmetValues(values, rule.when).length > 0) continue;
    if (match === undefined) {
      const result = resultAfter(rule, question);
      if (result !== undefined) return { index, rule, captures: {}, source: { values, result } };
      continue;
    }
    const captures = yield* capturesOf(rule, match);
    if (captures !== undefined) {
      const source = { values: { ...values, ...captures }, result: undefined };
      return { index, rule, captures, source };
    }
    yield;
  }
  return undefined;
}

/** A value that a rule requires, and that of the session. */
export interface UnmetValue {
  readonly name: string;
  readonly wanted: string;
  readonly actual: string;
}

/** The values that differ. A value that was never set is empty. */
export function unmetValues(values: ScriptValues, when: ScriptValues = {}): readonly UnmetValue[] {
  return Object.entries(when).flatMap(([name, wanted]) => {
    const actual = Object.hasOwn(values, name) ? values[name]! : '';
    return actual === wanted ? [] : [{ name, wanted, actual }];
  });
}

type Matcher = (pattern: Pattern) => ReturnType<typeof matchPattern>;

/** Compares patterns with a text, with one budget for all of them. */
function matcherOf(text: string): Matcher {
  const heard = heardText(text);
  const budget = stepBudget();
  return (pattern) => matchPattern(pattern, heard, budget);
}

function* capturesOf(
  { hears, after }: AnswerRule,
  match: Matcher,
): InPieces<ScriptValues | undefined> {
  if (after !== undefined) return undefined;
  if (hears === undefined) return {};
  const pattern = patternOf(hears);
  return pattern.ok ? yield* match(pattern.value) : undefined;
}

/** The last answer, if a function was called several times. */
function resultAfter(
  { after, failed = false }: AnswerRule,
  { results }: RuleQuestion,
): TemplateSource['result'] {
  const result = results.findLast(({ name, hasFailed }) => name === after && hasFailed === failed);
  if (result === undefined) return undefined;
  return { text: result.response, json: parsedJson(result.response) };
}

function thoughtOf({ says, thinks, calls = [] }: AnswerRule, source: TemplateSource): Thought {
  return {
    text: says === undefined ? '' : rendered(says, source).trim(),
    calls: calls.map((call): PlannedCall => {
      return { name: call.name, arguments: canonical(filled(call.arguments ?? {}, source)) };
    }),
    ...omitUndefined({ thinking: thinks === undefined ? undefined : rendered(thinks, source) }),
  };
}

/** Arguments with values in place of templates. */
function filled(value: ScriptedValue, source: TemplateSource): Json {
  if (typeof value === 'string') {
    const template = templateOf(value);
    return template.ok ? renderValue(template.value, source) : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: ScriptedValue) => filled(each, source));
  const members = Object.entries(value as Readonly<Record<string, ScriptedValue>>);
  return Object.fromEntries(members.map(([name, each]) => [name, filled(each, source)]));
}

/** At most `valueNamesMax`: a script has no more, but an earlier one may have set others. */
function valuesAfter(
  { sets = {} }: AnswerRule,
  source: TemplateSource,
  before: ScriptValues,
): ScriptValues {
  const values = { ...before };
  for (const name of Object.keys(sets).sort()) {
    const isNew = !Object.hasOwn(values, name);
    if (isNew && Object.keys(values).length >= answerLimits.valueNamesMax) continue;
    values[name] = cutText(rendered(sets[name]!, source), answerLimits.valueCharsMax);
  }
  return values;
}

/** A template that does not parse, which operators cannot set, is its own text. */
function rendered(text: string, source: TemplateSource): string {
  const template = templateOf(text);
  return template.ok ? renderText(template.value, source) : text;
}

/** Caches as many as the largest script has. */
export const patternOf = memoize(parsePattern, answerLimits.rulesMax);
const templateOf = memoize(parseTemplate, answerLimits.rulesMax);

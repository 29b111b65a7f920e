// The scripted thinker: the first rule that matches gives the thought.

import { canonical, type Json } from '../../../kernel/canonical.ts';
import { memoize } from '../../../kernel/memo.ts';
import { omitUndefined } from '../../../kernel/omit-undefined.ts';
import type { AnswerRule, ScriptedValue, ScriptValues } from '../../records/answers.ts';
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

/** Of a session that begins. */
export const initialProgress: ScriptProgress = { values: {}, used: [] };

/**
 * The thought of the first rule that matches; undefined if none does. After functions only rules with `after` are tried, else only
 * those without, so that a rule cannot call its function again by what was said.
 */
export function scriptedThought(
  rules: readonly AnswerRule[],
  question: ThinkQuestion,
  progress: ScriptProgress,
): ScriptedThought | undefined {
  const match = question.results.length === 0 ? matcherOf(question.heard) : undefined;
  const used = new Set(progress.used);
  for (const [index, rule] of rules.entries()) {
    if (rule.once === true && used.has(index)) continue;
    if (!hasValues(progress.values, rule.when)) continue;
    const source =
      match === undefined
        ? afterSource(rule, question, progress.values)
        : heardSource(rule, match, progress.values);
    if (source === undefined) continue;
    const next = { values: valuesAfter(rule, source, progress.values), used: progress.used };
    return {
      thought: thoughtOf(rule, source),
      rule,
      progress: rule.once === true ? { ...next, used: [...progress.used, index] } : next,
    };
  }
  return undefined;
}

/** Whether all values are equal. One that was never set is empty. */
function hasValues(values: ScriptValues, when: ScriptValues = {}): boolean {
  return Object.entries(when).every(([name, value]) => {
    return (Object.hasOwn(values, name) ? values[name] : '') === value;
  });
}

type Matcher = (pattern: Pattern) => ReturnType<typeof matchPattern>;

/** Compares patterns with a text, with one budget for all of them. */
function matcherOf(text: string): Matcher {
  const heard = heardText(text);
  const budget = stepBudget();
  return (pattern) => matchPattern(pattern, heard, budget);
}

function heardSource(
  { hears, after }: AnswerRule,
  match: Matcher,
  values: ScriptValues,
): TemplateSource | undefined {
  if (after !== undefined) return undefined;
  if (hears === undefined) return { values, result: undefined };
  const pattern = patternOf(hears);
  const matched = pattern.ok ? match(pattern.value) : undefined;
  return matched && { values: { ...values, ...matched }, result: undefined };
}

/** With the last answer, if a function was called several times. */
function afterSource(
  { after, failed = false }: AnswerRule,
  { results }: ThinkQuestion,
  values: ScriptValues,
): TemplateSource | undefined {
  const result = results.findLast(({ name, hasFailed }) => name === after && hasFailed === failed);
  if (result === undefined) return undefined;
  return { values, result: { text: result.response, json: parsedJson(result.response) } };
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

/** A template that does not parse, which operators cannot set, says itself. */
function rendered(text: string, source: TemplateSource): string {
  const template = templateOf(text);
  return template.ok ? renderText(template.value, source) : text;
}

/** Those of a script of the largest size. */
const patternOf = memoize(parsePattern, answerLimits.rulesMax);
const templateOf = memoize(parseTemplate, answerLimits.rulesMax);

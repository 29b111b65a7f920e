// Checks rules of a script when they are set: patterns, templates, and names that no rule sets.

import type { AnswerRule, ScriptedValue } from '../../recognition/script/answers.ts';
import { atOnce, type InPieces } from '../../../kernel/pieces.ts';
import { answerLimits } from '../limits.ts';
import { nameProblem, resultName } from './names.ts';
import { parsePattern } from './pattern.ts';
import { parseTemplate } from './template.ts';

/** A problem in a rule. */
export interface RuleProblem {
  /** The path of its member: the number of the rule, then names and numbers. */
  readonly path: readonly (string | number)[];
  /** A predicate: "must have …". */
  readonly reason: string;
}

/**
 * The first problems, in the order of the rules: all problems of a rule, until there are `problemsMax` or more. Limits of all rules
 * together are checked first. Adapters check the lengths of lists, and of texts outside arguments.
 */
export function ruleProblems(
  rules: readonly AnswerRule[],
  problemsMax: number,
): readonly RuleProblem[] {
  return atOnce(ruleProblemsInPieces(rules, problemsMax));
}

/** As `ruleProblems`. */
export function* ruleProblemsInPieces(
  rules: readonly AnswerRule[],
  problemsMax: number,
): InPieces<readonly RuleProblem[]> {
  const set = namesSetBy(rules);
  const reason = sharedProblem(rules, set);
  if (reason !== undefined) return [{ path: [], reason }];
  const problems: RuleProblem[] = [];
  for (const [index, rule] of rules.entries()) {
    for (const problem of problemsOf(rule, set)) {
      problems.push({ ...problem, path: [index, ...problem.path] });
    }
    if (problems.length >= problemsMax) break;
    yield;
  }
  return problems;
}

function namesSetBy(rules: readonly AnswerRule[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { sets = {} } of rules) for (const name of Object.keys(sets)) names.add(name);
  return names;
}

/** `set`: the names that rules set. */
function sharedProblem(rules: readonly AnswerRule[], set: ReadonlySet<string>): string | undefined {
  const chars = rules.reduce((sum, { hears = '' }) => sum + hears.length, 0);
  if (chars > answerLimits.patternsCharsMax) {
    return `must have at most ${answerLimits.patternsCharsMax} characters in the patterns of all rules`;
  }
  if (set.size > answerLimits.valueNamesMax) {
    return `must set at most ${answerLimits.valueNamesMax} names in all rules`;
  }
  return undefined;
}

function problemsOf(rule: AnswerRule, set: ReadonlySet<string>): readonly RuleProblem[] {
  const { hears, after, failed, when = {}, says, thinks, calls = [], sets = {} } = rule;
  const problems: RuleProblem[] = [];
  const pattern = hears === undefined ? undefined : parsePattern(hears);
  if (pattern?.ok === false) {
    problems.push({ path: ['hears'], reason: positioned(pattern.error) });
  }
  if (hears !== undefined && after !== undefined) {
    problems.push({ path: ['after'], reason: 'must not be beside hears' });
  }
  if (failed !== undefined && after === undefined) {
    problems.push({ path: ['failed'], reason: 'must be beside after' });
  }
  for (const name of Object.keys(when)) {
    if (set.has(name)) continue;
    problems.push({ path: ['when', name], reason: 'must be a name that a rule sets' });
  }
  for (const name of Object.keys(sets)) {
    const problem =
      name === resultName ? 'is the name of the answer of a function' : nameProblem(name);
    if (problem !== undefined) problems.push({ path: ['sets', name], reason: problem });
  }
  // The names of an invalid pattern are unknown, so that all names are accepted.
  const matched = pattern?.ok === false ? undefined : new Set(pattern?.value.names);
  const known = { matched, set, hasResult: after !== undefined, references: 0 };
  const check = (text: string | undefined, path: RuleProblem['path']) => {
    const reason = text === undefined ? undefined : templateProblem(text, known);
    if (reason !== undefined) problems.push({ path, reason });
  };
  check(says, ['says']);
  check(thinks, ['thinks']);
  for (const [name, template] of Object.entries(sets)) check(template, ['sets', name]);
  problems.push(...callProblems(calls, check));
  if (known.references > answerLimits.referencesMax) {
    const reason = `must have at most ${answerLimits.referencesMax} values in all its templates`;
    problems.push({ path: [], reason });
  }
  return problems;
}

interface KnownNames {
  /** The names of the pattern; undefined if it cannot be read. */
  readonly matched: ReadonlySet<string> | undefined;
  /** The names that rules set. */
  readonly set: ReadonlySet<string>;
  readonly hasResult: boolean;
  /** Values in the templates that were checked. */
  references: number;
}

function templateProblem(text: string, known: KnownNames): string | undefined {
  if (text.length > answerLimits.templateCharsMax) {
    return `must have at most ${answerLimits.templateCharsMax} characters`;
  }
  if (known.references > answerLimits.referencesMax) return undefined; // reported once
  const { matched, set, hasResult } = known;
  const template = parseTemplate(text);
  if (!template.ok) return positioned(template.error);
  for (const part of template.value) {
    if (typeof part === 'string') continue;
    known.references += 1;
    const { name, offset } = part;
    if (name === resultName) {
      if (!hasResult)
        return positioned({ offset, reason: `{${name}} needs after: the name of a function` });
    } else if (matched?.has(name) === false && !set.has(name)) {
      return positioned({ offset, reason: `{${name}} is neither in hears nor set by a rule` });
    }
  }
  return undefined;
}

/** Columns begin at 1. */
function positioned({ offset, reason }: { offset: number; reason: string }): string {
  return `at column ${offset + 1}: ${reason}`;
}

type Check = (text: string, path: RuleProblem['path']) => void;

function callProblems(
  calls: NonNullable<AnswerRule['calls']>,
  check: Check,
): readonly RuleProblem[] {
  const problems: RuleProblem[] = [];
  let values = 0;
  const visit = (value: ScriptedValue, path: RuleProblem['path'], levels: number): void => {
    values += 1;
    if (values > answerLimits.argumentValuesMax) return;
    if (typeof value === 'string') check(value, path);
    if (typeof value === 'number' && !Number.isFinite(value)) {
      problems.push({ path, reason: 'must be a finite number' });
    }
    if (typeof value !== 'object' || value === null) return;
    if (levels === 0) {
      const reason = `must have at most ${answerLimits.argumentDepthMax} levels of lists and objects`;
      problems.push({ path, reason });
      return;
    }
    for (const [name, each] of Object.entries(value)) {
      if (name.length > answerLimits.argumentNameCharsMax) {
        const reason = `must have names of at most ${answerLimits.argumentNameCharsMax} characters`;
        problems.push({ path, reason });
      } else visit(each, [...path, name], levels - 1);
    }
  };
  for (const [index, { arguments: own }] of calls.entries()) {
    if (own !== undefined) visit(own, ['calls', index, 'arguments'], answerLimits.argumentDepthMax);
  }
  if (values > answerLimits.argumentValuesMax) {
    const reason = `must have at most ${answerLimits.argumentValuesMax} values in all arguments`;
    problems.push({ path: ['calls'], reason });
  }
  return problems;
}

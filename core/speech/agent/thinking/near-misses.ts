// Near misses, for authors of scripts: the rules that nearly matched, the nearest first, and the obstacles.

import type { InPieces } from '../../../kernel/pieces.ts';
import type { AnswerRule } from '../../recognition/script/answers.ts';
import { explanationLimits } from '../limits.ts';
import type { ScriptProgress } from '../thought.ts';
import { heardText, type HeardText, type StepBudget } from './match-pattern.ts';
import { patternDistance } from './pattern-distance.ts';
import type { Pattern, PatternPart } from './pattern.ts';
import { patternOf, unmetValues, type RuleQuestion } from './script.ts';

/** A reason why a rule did not match. */
export type Obstacle =
  /** Words of its pattern that the text lacks, and `{name}` for a value without a word. */
  | { readonly kind: 'missing'; readonly words: readonly string[] }
  /** Words of the text that its pattern does not match. */
  | { readonly kind: 'surplus'; readonly words: readonly string[] }
  /** A value of the session differs from `when`. */
  | {
      readonly kind: 'value';
      readonly name: string;
      readonly wanted: string;
      readonly actual: string;
    }
  /** It matches only once in a session, and has matched. */
  | { readonly kind: 'used' }
  /** It is for a failed function, and the function answered; or the reverse. */
  | { readonly kind: 'outcome'; readonly hasFailed: boolean }
  /** An earlier rule matches. */
  | { readonly kind: 'earlier'; readonly index: number };

/** A rule that nearly matched. */
export interface NearMiss {
  /** Its number in the script, from 0. */
  readonly index: number;
  readonly rule: AnswerRule;
  /** The number of words and conditions that do not match; at least 1. */
  readonly distance: number;
  /** At least one. */
  readonly obstacles: readonly Obstacle[];
}

/**
 * At most `nearMissesMax`, by distance, then in the order of the script. A rule is near if the text has at least half of the words of
 * its pattern, within `distanceMax`. `matched`: the number of the rule that matched.
 */
export function* nearMisses(
  rules: readonly AnswerRule[],
  question: RuleQuestion,
  progress: ScriptProgress,
  matched: number | undefined,
): InPieces<readonly NearMiss[]> {
  const candidates =
    question.results.length === 0
      ? yield* byWords(rules, question, progress, matched)
      : byFunctions(rules, question, progress, matched);
  return candidates
    .filter(({ distance }) => distance <= explanationLimits.distanceMax)
    .sort((left, right) => left.distance - right.distance || left.index - right.index)
    .slice(0, explanationLimits.nearMissesMax);
}

function byFunctions(
  rules: readonly AnswerRule[],
  { results }: RuleQuestion,
  progress: ScriptProgress,
  matched: number | undefined,
): readonly NearMiss[] {
  return rules.flatMap((rule, index) => {
    const { after, failed = false } = rule;
    const own = results.filter(({ name }) => name === after);
    if (index === matched || own.length === 0) return [];
    const isOutcome = own.some(({ hasFailed }) => hasFailed === failed);
    // A rule for the other outcome is only shown if no rule matched.
    if (!isOutcome && matched !== undefined) return [];
    const outcome: readonly Obstacle[] = isOutcome ? [] : [{ kind: 'outcome', hasFailed: failed }];
    const obstacles = [...outcome, ...conditions(rule, index, progress, matched)];
    return obstacles.length === 0 ? [] : [{ index, rule, distance: obstacles.length, obstacles }];
  });
}

/** A rule that may be near, and the least distance that it can have. */
interface Candidate {
  readonly index: number;
  readonly rule: AnswerRule;
  /** Undefined: it matches any words. */
  readonly pattern: Pattern | undefined;
  readonly conditions: readonly Obstacle[];
  readonly distanceMin: number;
}

function* byWords(
  rules: readonly AnswerRule[],
  question: RuleQuestion,
  progress: ScriptProgress,
  matched: number | undefined,
): InPieces<readonly NearMiss[]> {
  const heard = heardText(question.heard);
  const candidates: Candidate[] = [];
  for (const [index, rule] of rules.entries()) {
    yield;
    if (index === matched || rule.after !== undefined) continue;
    const pattern = rule.hears === undefined ? undefined : patternOf(rule.hears);
    if (pattern?.ok === false) continue;
    const own = conditions(rule, index, progress, matched);
    const { words, unsaid, lead } = needsOf(pattern?.value.parts ?? [], heard.forms);
    // A rule without words would match any text: it is not shown.
    const isNews = words > 0 || own.some(({ kind }) => kind !== 'earlier');
    const distanceMin = unsaid + own.length;
    if (!isNews || lead < 0 || distanceMin > explanationLimits.distanceMax) continue;
    candidates.push({ index, rule, pattern: pattern?.value, conditions: own, distanceMin });
  }
  candidates.sort((left, right) => left.distanceMin - right.distanceMin);
  const budget = { left: explanationLimits.comparedStepsMax };
  const found: NearMiss[] = [];
  for (const candidate of candidates.slice(0, explanationLimits.candidatesMax)) {
    const nearMiss = yield* comparedWith(candidate, heard, budget);
    if (nearMiss !== undefined) found.push(nearMiss);
  }
  return found;
}

function* comparedWith(
  { index, rule, pattern, conditions: own }: Candidate,
  heard: HeardText,
  budget: StepBudget,
): InPieces<NearMiss | undefined> {
  const distanceMax = explanationLimits.distanceMax - own.length;
  const words =
    pattern === undefined
      ? { missing: [], surplus: [], said: 0 }
      : yield* patternDistance(pattern, heard, distanceMax, budget);
  if (words === undefined) return undefined;
  const { missing, said } = words;
  const surplus = words.surplus.map((at) => {
    const { from, to } = heard.words[at]!;
    return heard.text.slice(from, to);
  });
  if (missing.length > said) return undefined;
  const distance = missing.length + surplus.length + own.length;
  if (distance === 0) return undefined; // beyond the limit of compared steps
  const obstacles: readonly Obstacle[] = [
    ...(missing.length === 0 ? [] : [{ kind: 'missing', words: missing } as const]),
    ...(surplus.length === 0 ? [] : [{ kind: 'surplus', words: surplus } as const]),
    ...own,
  ];
  return { index, rule, distance, obstacles };
}

/** The reasons, besides the words, why a rule did not match. */
function conditions(
  { when, once }: AnswerRule,
  index: number,
  { values, used }: ScriptProgress,
  matched: number | undefined,
): readonly Obstacle[] {
  return [
    ...unmetValues(values, when).map((unmet) => ({ kind: 'value', ...unmet }) as const),
    ...(once === true && used.includes(index) ? [{ kind: 'used' } as const] : []),
    ...(matched !== undefined && matched < index
      ? [{ kind: 'earlier', index: matched } as const]
      : []),
  ];
}

interface PatternNeeds {
  /** The least words of a matching text. */
  readonly words: number;
  /** The least number of them that the text lacks. */
  readonly unsaid: number;
  /** The most by which matching words outnumber missing ones. */
  readonly lead: number;
}

function needsOf(parts: readonly PatternPart[], forms: ReadonlySet<string>): PatternNeeds {
  let [words, unsaid, lead] = [0, 0, 0];
  for (const part of parts) {
    if (part.kind === 'word') {
      const isSaid = forms.has(part.form);
      words += 1;
      unsaid += isSaid ? 0 : 1;
      lead += isSaid ? 1 : -1;
    } else if (part.kind === 'choice') {
      const options = part.options.map((option) => needsOf(option, forms));
      words += Math.min(...options.map((option) => option.words));
      unsaid += Math.min(...options.map((option) => option.unsaid));
      lead += Math.max(...options.map((option) => option.lead));
    }
  }
  return { words, unsaid, lead };
}

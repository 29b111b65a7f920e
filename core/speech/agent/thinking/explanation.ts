// Explains to authors of scripts which rule decided a thought, with the same matcher.

import type { InPieces } from '../../../kernel/pieces.ts';
import type { AnswerRule, ScriptValues } from '../../recognition/script/answers.ts';
import type { ScriptProgress } from '../thought.ts';
import { heardText, matchedSpans, spanText } from './match-pattern.ts';
import { nearMisses, type NearMiss } from './near-misses.ts';
import { withNamedRests } from './pattern.ts';
import { matchingRule, patternOf, type RuleMatch, type RuleQuestion } from './script.ts';

/** A rule that decided a thought. */
export interface ExplainedRule {
  /** Its number in the script, from 0. */
  readonly index: number;
  readonly rule: AnswerRule;
  /** The values of its pattern, as spoken. */
  readonly captures: ScriptValues;
  /** The words of each `*` of its pattern, in order. */
  readonly rests: readonly ExplainedRest[];
}

export interface ExplainedRest {
  /** Empty: no words. */
  readonly text: string;
  /** The name of the value right after it; null without one. */
  readonly before: string | null;
}

export interface RuleExplanation {
  /** Null: no rule matches. */
  readonly rule: ExplainedRule | null;
  /** See near-misses.ts. */
  readonly nearMisses: readonly NearMiss[];
}

/** Explains a question, with the rules and the progress at that time. */
export function* explainedMatch(
  rules: readonly AnswerRule[],
  question: RuleQuestion,
  progress: ScriptProgress,
): InPieces<RuleExplanation> {
  const match = yield* matchingRule(rules, question, progress);
  const rule = match === undefined ? null : yield* explainedRule(match, question);
  const index = match?.index;
  return { rule, nearMisses: yield* nearMisses(rules, question, progress, index) };
}

function* explainedRule(
  { index, rule, captures }: RuleMatch,
  question: RuleQuestion,
): InPieces<ExplainedRule> {
  const pattern = rule.hears === undefined ? undefined : patternOf(rule.hears);
  if (pattern?.ok !== true) return { index, rule, captures, rests: [] };
  const heard = heardText(question.heard);
  const named = withNamedRests(pattern.value);
  const spans = (yield* matchedSpans(named, heard, { left: Infinity })) ?? [];
  const rests = spans
    .filter(({ name }) => name.startsWith('*'))
    .map((span) => ({ text: spanText(span, heard), before: span.name.slice(1) || null }));
  return { index, rule, captures, rests };
}

// Compares a pattern with the text of a user. It follows all ways through the pattern at once, word by word and the best first, so that
// the time is bounded by words times steps. A pattern with words that the text lacks is not compared at all.

import type { InPieces } from '../../../kernel/pieces.ts';
import type { ScriptValues } from '../../recognition/script/answers.ts';
import { answerLimits } from '../limits.ts';
import { cutText } from './cut-text.ts';
import type { Pattern, PatternPart, PatternStep } from './pattern.ts';
import { spokenWords, type SpokenWord } from './spoken-words.ts';

/** The text of a user, prepared for comparison with patterns. */
export interface HeardText {
  readonly text: string;
  readonly words: readonly SpokenWord[];
  readonly forms: ReadonlySet<string>;
}

/** The steps that remain for all comparisons of a text. At 0, no pattern matches. */
export interface StepBudget {
  left: number;
}

export function stepBudget(): StepBudget {
  return { left: answerLimits.comparedStepsMax };
}

/** Uses the beginning of a text that is longer than `heardCharsMax`. */
export function heardText(text: string): HeardText {
  const beginning = cutText(text, answerLimits.heardCharsMax);
  const words = spokenWords(beginning);
  return { text: beginning, words, forms: new Set(words.map(({ form }) => form)) };
}

/** The beginning or the end of a value, before a word. A linked list, the last one first. */
type Bound = {
  readonly name: string;
  readonly kind: 'open' | 'close';
  readonly word: number;
  readonly before: Bound | null;
};

/** The words of a value. Empty if `from` is `to`. */
export interface MatchedSpan {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** A way through the pattern, at the step that comes next. */
type Way = { readonly step: PatternStep; readonly at: number; readonly bounds: Bound | null };

/** Values as spoken, without signs at their ends; undefined if the pattern does not match the whole text. */
export function* matchPattern(
  pattern: Pattern,
  heard: HeardText,
  budget: StepBudget = stepBudget(),
): InPieces<ScriptValues | undefined> {
  const spans = yield* matchedSpans(pattern, heard, budget);
  return spans && Object.fromEntries(spans.map((span) => [span.name, spanText(span, heard)]));
}

/** The text of a span, without signs at its ends. */
export function spanText({ from, to }: MatchedSpan, { text, words }: HeardText): string {
  return from === to ? '' : text.slice(words[from]!.from, words[to - 1]!.to);
}

/** The spans of all values, in the order of the pattern; undefined if it does not match the whole text. Yields at each word. */
export function* matchedSpans(
  { parts, steps }: Pattern,
  { words, forms }: HeardText,
  budget: StepBudget,
): InPieces<readonly MatchedSpan[] | undefined> {
  if (budget.left <= 0 || !isPossible(parts, forms)) return undefined;
  /** The word before which each step was reached, plus 1. Only the best way to a step counts. */
  const reached = new Uint32Array(steps.length);
  let ways: Way[] = [];

  /** Follows a way to the steps that consume a word, or to the end. Its depth is bounded by the length of the pattern. */
  function follow(at: number, word: number, bounds: Bound | null): void {
    if (reached[at] === word + 1) return;
    reached[at] = word + 1;
    budget.left -= 1;
    const step = steps[at]!;
    if (step.kind === 'fork') {
      for (const to of step.to) follow(to, word, bounds);
    } else if (step.kind === 'open' || step.kind === 'close') {
      follow(at + 1, word, { name: step.name, kind: step.kind, word, before: bounds });
    } else {
      ways.push({ step, at, bounds });
    }
  }

  follow(0, 0, null);
  for (const [index, { form }] of words.entries()) {
    yield;
    const before = ways;
    ways = [];
    for (const { step, at, bounds } of before) {
      const takes = step.kind === 'any' || (step.kind === 'word' && step.form === form);
      if (takes) follow(at + 1, index + 1, bounds);
    }
    if (ways.length === 0 || budget.left <= 0) return undefined;
  }
  const best = ways.find(({ step }) => step.kind === 'end');
  return best === undefined ? undefined : spansOf(best.bounds);
}

/** Whether the text has all required words of a pattern, in any order. */
function isPossible(parts: readonly PatternPart[], forms: ReadonlySet<string>): boolean {
  return parts.every((part) => {
    if (part.kind === 'word') return forms.has(part.form);
    return part.kind !== 'choice' || part.options.some((option) => isPossible(option, forms));
  });
}

function spansOf(last: Bound | null): readonly MatchedSpan[] {
  const spans: MatchedSpan[] = [];
  let to = 0;
  for (let bound = last; bound !== null; bound = bound.before) {
    if (bound.kind === 'close') to = bound.word;
    else spans.push({ name: bound.name, from: bound.word, to });
  }
  return spans.reverse();
}

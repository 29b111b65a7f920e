// The distance of a text from a pattern: the fewest words that must be added to the text, or removed from it, to match. Runs the same
// program as match-pattern.ts; the distance is 0 if and only if that one matches.

import type { InPieces } from '../../../kernel/pieces.ts';
import type { HeardText, StepBudget } from './match-pattern.ts';
import type { Pattern, PatternStep } from './pattern.ts';

export interface PatternDistance {
  /** Words of the pattern that the text lacks, and `{name}` for a value without a word, in the order of the pattern. */
  readonly missing: readonly string[];
  /** The numbers of the words of the text that the pattern does not match, in order. */
  readonly surplus: readonly number[];
  /** The number of words of the pattern that the text has. */
  readonly said: number;
}

type Edit = {
  readonly kind: 'missing' | 'surplus';
  /** A step, or a word of the text. */
  readonly at: number;
  readonly before: Edit | null;
};

/** The cheapest way to a step so far. */
type Cell = { readonly cost: number; readonly said: number; readonly edits: Edit | null };

/** Undefined if it is above `distanceMax`, or the budget does not suffice. Yields at each word. */
export function* patternDistance(
  { steps }: Pattern,
  { words }: HeardText,
  distanceMax: number,
  budget: StepBudget,
): InPieces<PatternDistance | undefined> {
  let cells: (Cell | undefined)[] = [{ cost: 0, said: 0, edits: null }];
  for (let word = 0; word <= words.length; word += 1) {
    yield;
    const reached = followed(steps, cells, distanceMax, budget);
    if (reached.length === 0 || budget.left <= 0) return undefined;
    if (word === words.length) {
      const end = reached.find(([at]) => steps[at]!.kind === 'end')?.[1];
      return end && distanceOf(end, steps);
    }
    const next: (Cell | undefined)[] = [];
    const { form } = words[word]!;
    for (const [at, cell] of reached) {
      const step = steps[at]!;
      if (step.kind === 'any') keep(next, at + 1, cell);
      if (step.kind === 'word' && step.form === form) {
        keep(next, at + 1, { ...cell, said: cell.said + 1 });
      }
      const edits: Edit = { kind: 'surplus', at: word, before: cell.edits };
      if (cell.cost < distanceMax) keep(next, at, { ...cell, cost: cell.cost + 1, edits });
    }
    cells = next;
  }
  return undefined;
}

/** The cheaper one; at equal cost the one with more matching words, then the first. */
function keep(cells: (Cell | undefined)[], at: number, cell: Cell): void {
  const before = cells[at];
  if (before === undefined || isBetter(cell, before)) cells[at] = cell;
}

function isBetter(left: Cell, right: Cell): boolean {
  return left.cost < right.cost || (left.cost === right.cost && left.said > right.said);
}

/** The cheapest ways, in order of cost, to the end or to steps that consume a word, without a further word. */
function followed(
  steps: readonly PatternStep[],
  cells: readonly (Cell | undefined)[],
  distanceMax: number,
  budget: StepBudget,
): readonly (readonly [at: number, cell: Cell])[] {
  const best = new Map<number, Cell>();
  const waiting: [at: number, cell: Cell][][] = Array.from({ length: distanceMax + 1 }, () => []);
  cells.forEach((cell, at) => {
    if (cell !== undefined) waiting[cell.cost]!.push([at, cell]);
  });
  for (const ways of waiting) {
    // Includes steps that are added during the loop.
    for (const [at, cell] of ways) {
      const known = best.get(at);
      if (known !== undefined && !isBetter(cell, known)) continue;
      best.set(at, cell);
      budget.left -= 1;
      const step = steps[at]!;
      if (step.kind === 'fork') for (const to of step.to) ways.push([to, cell]);
      else if (step.kind === 'open' || step.kind === 'close') ways.push([at + 1, cell]);
      else if (step.kind !== 'end' && cell.cost < distanceMax) {
        const edits: Edit = { kind: 'missing', at, before: cell.edits };
        waiting[cell.cost + 1]!.push([at + 1, { ...cell, cost: cell.cost + 1, edits }]);
      }
    }
  }
  return [...best].filter(([at]) => takesWord(steps[at]!) || steps[at]!.kind === 'end');
}

function takesWord({ kind }: PatternStep): boolean {
  return kind === 'word' || kind === 'any';
}

function distanceOf({ said, edits }: Cell, steps: readonly PatternStep[]): PatternDistance {
  const missing: string[] = [];
  const surplus: number[] = [];
  for (let edit = edits; edit !== null; edit = edit.before) {
    if (edit.kind === 'surplus') surplus.push(edit.at);
    else missing.push(missingText(edit.at, steps));
  }
  return { missing: missing.reverse(), surplus: surplus.reverse(), said };
}

/** A step that consumes any word begins a value. A value of `*` may be empty. */
function missingText(at: number, steps: readonly PatternStep[]): string {
  const step = steps[at]!;
  if (step.kind === 'word') return step.form;
  const opening = steps[at - 1];
  return opening?.kind === 'open' ? `{${opening.name}}` : '*';
}

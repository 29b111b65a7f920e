// A consequence before it is grouped, and the two runs that are compared.

import type { Holding } from '../../contracts/lives.ts';
import type { RecordingChange } from '../edit/change.ts';
import type { Consequence } from './consequences.ts';
import type { Counterparts, Runs } from './counterparts.ts';
import type { Attribution } from './event-differences.ts';
import type { RunLives } from './run-lives.ts';

export interface ComparedRuns extends Runs {
  readonly counterparts: Counterparts;
  readonly lives: readonly [before: RunLives, after: RunLives];
  readonly changes: readonly RecordingChange[];
  readonly holdings: readonly [before: readonly Holding[], after: readonly Holding[]];
}

/** A consequence, and what it follows from. */
export interface FoundConsequence extends Attribution {
  readonly consequence: Consequence;
}

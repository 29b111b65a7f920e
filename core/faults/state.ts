// The state of the faults domain. Only evolve writes it.

import type { ReadonlyState } from '../tables/index.ts';
import { delayTable, faultTable, type DelayTable, type FaultTable } from './tables.ts';

export interface FaultsState {
  /** In the order in which they are tried. */
  readonly faults: FaultTable;
  /** The answers that wait. */
  readonly delays: DelayTable;
}

export type ReadonlyFaultsState = ReadonlyState<FaultsState>;

export function initialState(): FaultsState {
  return { faults: faultTable(), delays: delayTable() };
}

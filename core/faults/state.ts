// The state of the faults domain. Only evolve writes it.

import type { ReadonlyState } from '../tables/index.ts';
import {
  connectionTable,
  delayTable,
  faultTable,
  type ConnectionTable,
  type DelayTable,
  type FaultTable,
} from './tables.ts';

export interface FaultsState {
  /** In the order in which they are tried. */
  readonly faults: FaultTable;
  /** The answers that wait. */
  readonly delays: DelayTable;
  /** The connections with frames that faults were tried on. */
  readonly connections: ConnectionTable;
}

export type ReadonlyFaultsState = ReadonlyState<FaultsState>;

export function initialState(): FaultsState {
  return { faults: faultTable(), delays: delayTable(), connections: connectionTable() };
}

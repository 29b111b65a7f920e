// The state of the faults domain. Only evolve writes it.

import { forkTables, type ReadonlyState } from '../tables/index.ts';
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

/** Shared by all worlds, table by table, until they write one. */
const empty: FaultsState = {
  faults: faultTable(),
  delays: delayTable(),
  connections: connectionTable(),
};

export function initialState(): FaultsState {
  return forkTables(empty);
}

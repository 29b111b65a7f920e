// The tables of faults, of delayed answers, and of connections.

import { createTable, type Table } from '../tables/index.ts';
import type { Delay, Fault } from './records/fault.ts';
import type { TriedConnection } from './records/connection.ts';

export type FaultTable = Table<Fault>;

export function faultTable(): FaultTable {
  return createTable(({ id }: Fault) => id, {});
}

export type DelayTable = Table<Delay>;

export function delayTable(): DelayTable {
  return createTable(({ id }: Delay) => id, {});
}

export type ConnectionTable = Table<TriedConnection>;

export function connectionTable(): ConnectionTable {
  return createTable(({ id }: TriedConnection) => id, {});
}

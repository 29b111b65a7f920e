// The tables of faults, of delayed answers, and of connections.

import { Table } from '../tables/index.ts';
import type { Delay, Fault } from './records/fault.ts';
import type { TriedConnection } from './records/connection.ts';

export type FaultTable = Table<Fault>;

export function faultTable(): FaultTable {
  return new Table(({ id }: Fault) => id, {});
}

export type DelayTable = Table<Delay>;

export function delayTable(): DelayTable {
  return new Table(({ id }: Delay) => id, {});
}

export type ConnectionTable = Table<TriedConnection>;

export function connectionTable(): ConnectionTable {
  return new Table(({ id }: TriedConnection) => id, {});
}

// The tables of faults and of delayed answers.

import { Table } from '../tables/index.ts';
import type { Delay, Fault } from './records/fault.ts';

export type FaultTable = Table<Fault>;

export function faultTable(): FaultTable {
  return new Table(({ id }: Fault) => id, {});
}

export type DelayTable = Table<Delay>;

export function delayTable(): DelayTable {
  return new Table(({ id }: Delay) => id, {});
}

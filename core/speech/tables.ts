// The tables of the speech service.

import { Table } from '../tables/index.ts';
import type { Session } from './records/session.ts';

export type SessionTable = Table<Session>;

export function sessionTable(): SessionTable {
  return new Table<Session>(({ id }) => id, {});
}

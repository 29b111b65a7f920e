// The tables of the speech service.

import { Table } from '../tables/index.ts';
import type { SpeechSession } from './records/session.ts';

export type SessionTable = Table<SpeechSession>;

export function sessionTable(): SessionTable {
  return new Table<SpeechSession>(({ id }) => id, {});
}

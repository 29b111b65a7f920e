// The tables of the speech service.

import { createTable, type Table } from '../tables/index.ts';
import type { RegisteredAgent } from './agent/settings.ts';
import type { Callback } from './session/callback.ts';
import type { KnownSound } from './recognition/sounds/record.ts';
import type { ScriptRecord } from './recognition/script/script.ts';
import type { SessionOpenings } from './session/record.ts';
import type { SpeechSession } from './sessions.ts';

export type SessionTable = Table<SpeechSession>;

export function sessionTable(): SessionTable {
  return createTable<SpeechSession>(({ id }) => id, {});
}

export type OpeningsTable = Table<SessionOpenings>;

export function openingsTable(): OpeningsTable {
  return createTable<SessionOpenings>(({ path }) => path, {});
}

export type CallbackTable = Table<Callback>;

export function callbackTable(): CallbackTable {
  return createTable<Callback>(({ id }) => id, {});
}

export type AgentTable = Table<RegisteredAgent>;

export function agentTable(): AgentTable {
  return createTable<RegisteredAgent>(({ id }) => id, {});
}

export type ScriptTable = Table<ScriptRecord>;

export function scriptTable(): ScriptTable {
  return createTable<ScriptRecord>(({ id }) => id, {});
}

export type SoundTable = Table<KnownSound, 'origin'>;

export function soundTable(): SoundTable {
  return createTable<KnownSound, 'origin'>(({ id }) => id, { origin: ({ origin }) => origin });
}

// The sessions of all channels.

import type { AgentOpening, AgentSessionRecord } from './agent/record.ts';
import type { ListenOpening, ListenSessionRecord } from './listen/record.ts';
import type { SpeakOpening, SpeakSessionRecord } from './speak/record.ts';
import type { TurnOpening, TurnSessionRecord } from './turns/record.ts';

/** The path of a channel, with the parameters in the query of a connection. */
export type SessionParameters = SpeakOpening | ListenOpening | TurnOpening | AgentOpening;

export type SpeechSession =
  SpeakSessionRecord | ListenSessionRecord | TurnSessionRecord | AgentSessionRecord;

/** A session that only recognizes audio. */
export type HearingSession = ListenSessionRecord | TurnSessionRecord;

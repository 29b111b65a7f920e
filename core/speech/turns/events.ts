// Events of sessions on /v2/listen. Another one also needs evolve.ts, react.ts and message.ts here, and frames/turns.ts and story.ts in
// adapters/services/speech.

import type { AudioReceived } from '../recognition/events.ts';
import type { SessionEnded, SessionOpenedOf, SessionWarned } from '../session/events.ts';
import type { TurnInfoEvent } from './machine.ts';
import type { TurnOpening } from './record.ts';
import type { TurnWord } from './text.ts';
import type { TurnTextOptions, TurnThresholds } from './thresholds.ts';

/** A turn of /v2/listen started, changed or ended. */
export interface TurnReported {
  readonly type: 'TurnReported';
  readonly sessionId: string;
  readonly sequenceId: number;
  readonly event: TurnInfoEvent;
  readonly turnIndex: number;
  readonly windowStart: number;
  readonly windowEnd: number;
  readonly words: readonly TurnWord[];
  /** The confidence that the turn has ended, in hundredths. */
  readonly confidence: number;
  /** Present if the client ended the turn. */
  readonly trigger?: 'manual';
  /** The languages that were hinted at. */
  readonly languageHints?: readonly string[];
}

/** A client ended the user's turn: ForceEndTurn on /v2/listen and /v1/agent/converse. */
export interface TurnForced {
  readonly type: 'TurnForced';
  readonly sessionId: string;
}

/** A Configure of /v2/listen was applied. */
export interface TurnsConfigured {
  readonly type: 'TurnsConfigured';
  readonly sessionId: string;
  readonly sequenceId: number;
  /** All settings, with the change. */
  readonly thresholds: TurnThresholds;
  readonly keyterms: readonly string[];
  readonly text?: TurnTextOptions;
  readonly languageHints?: readonly string[];
}

/** A Configure of /v2/listen changed nothing. */
export interface ConfigureRejected {
  readonly type: 'ConfigureRejected';
  readonly sessionId: string;
  readonly sequenceId: number;
  readonly code: string;
  readonly description: string;
}

/** An error of /v2/listen, before its session ends. */
export interface SessionFailed {
  readonly type: 'SessionFailed';
  readonly sessionId: string;
  readonly sequenceId: number;
  readonly code: string;
  readonly description: string;
}

/** Events that only /v2/listen has. */
export type TurnsEvent = TurnReported | TurnsConfigured | ConfigureRejected | SessionFailed;

export type TurnsChannelEvent =
  | SessionOpenedOf<TurnOpening>
  | AudioReceived
  | TurnForced
  | SessionWarned
  | TurnsEvent
  | SessionEnded;

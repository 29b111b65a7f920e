// A session on /v2/listen. It is removed when it ends.

import type { ReceivedAudio } from '../recognition/hearing/audio.ts';
import type { HearingState } from '../recognition/hearing/hear.ts';
import type { SessionBase, SessionOpening } from '../session/record.ts';
import type { TurnSettings, TurnTextOptions, TurnThresholds } from './thresholds.ts';
import type { TurnState } from './turn.ts';

// Type aliases, since interfaces are not assignable to JSON.

/** The parameters in the query of a connection, with defaults for those that it omits. */
export type TurnParameters = {
  readonly model: string;
  /** Null: a container, recognized by its first bytes. */
  readonly encoding: string | null;
  /** In Hz; null without an encoding. */
  readonly sampleRate: number | null;
  readonly thresholds: TurnThresholds;
  readonly keyterms: readonly string[];
  /** How words are written. Absent: as spoken. */
  readonly text?: TurnTextOptions;
  /** Absent: none. */
  readonly languageHints?: readonly string[];
  /** Select parts of scripts. */
  readonly tags: readonly string[];
  /** Stored, without effect. */
  readonly mipOptOut: boolean;
};

export type TurnOpening = SessionOpening<'/v2/listen', TurnParameters>;

export interface TurnSessionRecord extends SessionBase, TurnSettings {
  readonly path: '/v2/listen';
  readonly parameters: TurnParameters;
  /** Its number among the sessions of its path, from 1. */
  readonly ordinal: number;
  readonly audio: ReceivedAudio;
  readonly hearing: HearingState;
  readonly turns: TurnState;
  /** The next `sequence_id`. */
  readonly sequenceId: number;
}

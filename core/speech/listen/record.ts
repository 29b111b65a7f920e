// A session on /v1/listen. It is removed when it ends.

import type { ReceivedAudio } from '../recognition/hearing/audio.ts';
import type { HearingState } from '../recognition/hearing/hear.ts';
import type { SessionBase, SessionOpening } from '../session/record.ts';
import type { ListeningState } from './listen.ts';
import type { OpenNumber } from './open-numbers.ts';
import type { ListenParameters } from './parameters.ts';

export type ListenOpening = SessionOpening<'/v1/listen', ListenParameters>;

export interface ListenSessionRecord extends SessionBase {
  readonly path: '/v1/listen';
  readonly parameters: ListenParameters;
  /** Null without a callback. */
  readonly callbackUrl: string | null;
  /** Its number among the sessions of its path, from 1. */
  readonly ordinal: number;
  readonly audio: ReceivedAudio;
  /** One, unless channels are transcribed independently. */
  readonly channels: readonly ListenChannel[];
}

/** The progress of recognition and segmentation in one channel of the audio. */
export type ListenChannel = {
  readonly hearing: HearingState;
  readonly listening: ListeningState;
  /** Of the last final result, with redaction only. */
  readonly openNumber?: OpenNumber;
};

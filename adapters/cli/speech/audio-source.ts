// The sources of audio of `reprise hear`.

import type { speech } from '../../../core/index.ts';

export interface AudioSource {
  readonly path: '/v1/listen' | '/v2/listen';
  /** Of a recorded connection; else empty. */
  readonly query: string;
  readonly frames: readonly Uint8Array[];
  /** Whether the frames are those of a client, not cut from a file. */
  readonly isRecorded: boolean;
  /** The number of the session among those of its path, from 1. */
  readonly ordinal: number;
  readonly world: speech.HearingWorld;
}

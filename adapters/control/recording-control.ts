// What the control plane needs of recordings: begin one, end it, read what is in its file.

import type { World } from '../../core/index.ts';

/** The newest recording of a world. */
export interface RecordingStatus {
  readonly world: string;
  readonly file: string;
  readonly state: 'recording' | 'complete' | 'failed';
  readonly entries: number;
  /** Where the world was when it began. */
  readonly base: { readonly position: number; readonly inputs: number; readonly digest: string };
  /** Once it is complete. */
  readonly digest?: string;
  readonly seal?: string;
  /** Why it failed, or ended by itself. */
  readonly reason?: string;
}

export class RecordingStateError extends Error {
  override readonly name = 'RecordingStateError';
  readonly code: 'recording' | 'not-recording';

  constructor(code: 'recording' | 'not-recording', message: string) {
    super(message);
    this.code = code;
  }
}

export interface RecordingControl {
  /**
   * Begins to record a world; resolves when everything from now on is in the file. Rejects with RecordingStateError
   * where it is recorded already, and with what the file system says.
   */
  readonly start: (world: World, options?: { readonly file?: string }) => Promise<RecordingStatus>;
  /** Ends the recording of a world. Rejects with RecordingStateError where there is none. */
  readonly stop: (worldName: string) => Promise<RecordingStatus>;
  /** What is in the file by now. */
  readonly textOf: (worldName: string) => Promise<AsyncIterable<string> | undefined>;
}

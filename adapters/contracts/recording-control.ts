// The recordings of worlds for the control plane: start one, stop it, read its file.

import type { NotedRecording, World } from '../../core/index.ts';
import type { Exchange } from './exchange.ts';

/** The newest recording of a world. */
export interface RecordingStatus {
  readonly world: string;
  readonly file: string;
  readonly state: 'recording' | 'complete' | 'failed';
  readonly entries: number;
  /** The position of the world when the recording began. */
  readonly base: { readonly position: number; readonly inputs: number; readonly digest: string };
  /** Present once the recording is complete. */
  readonly digest?: string;
  readonly seal?: string;
  /** The reason if it failed or ended by itself. */
  readonly reason?: string;
}

/** A recording of which no end was noted: its process has died, or has lost the world. Its file may have no end line. */
export interface CutRecording extends NotedRecording {
  readonly state: 'cut';
}

export class RecordingStateError extends Error {
  override readonly name = 'RecordingStateError';
  readonly code: 'recording' | 'not-recording';

  constructor(code: 'recording' | 'not-recording', message: string) {
    super(message);
    this.code = code;
  }
}

export interface ExchangesQuery {
  /** Only exchanges that entries after this one have changed; 0 for all. */
  readonly after: number;
  /** Also those that change later, until this is aborted or the recording ends. */
  readonly followed?: AbortSignal;
}

export interface ExchangePage {
  /** Each as it is now. */
  readonly exchanges: readonly Exchange[];
  /** The number of the last entry that they show. */
  readonly last: number;
  /** Whether they show all entries so far. */
  readonly isLast: boolean;
}

export interface RecordingControl {
  /**
   * Starts to record a world; resolves once every exchange is recorded. Rejects with RecordingStateError if the world is
   * recorded already, or with the error of the file system.
   */
  readonly start: (world: World, options?: { readonly file?: string }) => Promise<RecordingStatus>;
  /** Ends the recording of a world. Rejects with RecordingStateError if there is none. */
  readonly stop: (worldName: string) => Promise<RecordingStatus>;
  /** The newest recording of a world by this process, running or ended. */
  readonly statusOf: (worldName: string) => RecordingStatus | undefined;
  /**
   * The newest recording of a world, if it was cut off and its end is not known here: it is of another process, or an earlier one.
   * Rejects with StoreError.
   */
  readonly cutRecordingOf: (worldName: string) => Promise<CutRecording | undefined>;
  /** The current text of the file. */
  readonly textOf: (worldName: string) => Promise<AsyncIterable<string> | undefined>;
  /** The exchanges of the newest recording of a world, in pages of which there is at least one; undefined without a recording. */
  readonly exchangesOf: (
    worldName: string,
    query: ExchangesQuery,
  ) => AsyncGenerator<ExchangePage, undefined, void> | undefined;
}

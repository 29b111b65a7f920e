// The store notes which worlds are being recorded. If the recording process dies, the next one that serves the world finds the note.

export interface NotedRecording {
  readonly world: string;
  /** Its path on the machine of the process that writes it. */
  readonly file: string;
  /** The address of that process; absent if it is no node. */
  readonly node?: string;
  /** The state of the world at its start. */
  readonly base: { readonly inputs: number; readonly position: number; readonly digest: string };
}

/** Each operation rejects with StoreError 'unavailable' if the store cannot be reached. */
export interface RunningRecordings {
  /** Notes a recording, in place of an earlier one of its world. Notes nothing of a world that this store does not own, or that is gone. */
  readonly begin: (recording: NotedRecording) => Promise<void>;
  /** Forgets a recording that has ended, unless another one of its world has begun since. */
  readonly end: (recording: NotedRecording) => Promise<void>;
  /** The recording that was noted last, until it ends, or its world is removed or reset. */
  readonly find: (world: string) => Promise<NotedRecording | undefined>;
}

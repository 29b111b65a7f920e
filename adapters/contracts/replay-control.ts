// The replay of an uploaded recording for the control plane.

export interface UploadedRecording {
  /** The name of the file, for messages. */
  readonly name: string;
  /** Its lines. */
  readonly text: string;
}

/** A recording that cannot be read or executed, or is too large; the message is one sentence. */
export class UploadError extends Error {
  override readonly name = 'UploadError';
}

export interface ReplayControl {
  /**
   * The JSON of the story of a recording: its world, or the exchanges of real services; if this version replays it differently,
   * that as a second world. Rejects with UploadError, and with OverloadError if too many uploads wait.
   */
  readonly storyOf: (uploaded: UploadedRecording) => Promise<string>;
}

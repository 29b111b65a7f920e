// The audio of one side of a call.

/** Samples of one channel. */
export interface CallSound {
  readonly sampleRate: number;
  readonly samples: Int16Array;
}

export type CallSideName = 'user' | 'agent';

// Audio as the core sees it: measurements of each frame, and totals of each session. No samples are in the core.

// Type aliases, since interfaces are not assignable to JSON.

/** Measurements of some whole 10 ms of one channel (measuring/measure.ts). */
export type MeasuredSound = {
  /** A byte each. */
  readonly levels: string;
  /** Two bytes each, the lower first. */
  readonly fingerprints: string;
};

/** A frame of audio. */
export type AudioFrame = {
  /** The SHA-256 of the bytes of this frame, as hex. */
  readonly attachment: string;
  /** The SHA-256 of all bytes up to the end of this frame. */
  readonly streamSha256: string;
  /** The number of bytes in this frame. */
  readonly bytes: number;
  /** The number of samples of each channel. */
  readonly samples: number;
  /** In Hz; 0 while the header of a container is incomplete. */
  readonly sampleRate: number;
  /** The number of channels that the client sends; 0 while it is unknown. */
  readonly channels: number;
  /** Of each channel that is recognized: the 10 ms that are complete with this frame, as base64. */
  readonly sound: readonly MeasuredSound[];
  /** Captions of files whose samples begin in this frame, or right after it. */
  readonly captions?: readonly FileCaption[];
};

/** Totals of the audio that a session has received. */
export type ReceivedAudio = {
  /** The number of samples of each channel. */
  readonly samples: number;
  /** In Hz; 0 until it is known. */
  readonly sampleRate: number;
  /** The number of channels that the client sends; 0 until it is known. */
  readonly channels: number;
  /** Whole 10 ms of each channel. */
  readonly hops: number;
  /** The hash of all bytes, as hex. */
  readonly sha256: string;
  /** The caption of the last file that has one in its header. */
  readonly caption?: Caption;
};

/** The words of a file in the audio, with their places. */
export type Caption = {
  /** The hop of the audio at which the samples of the file begin. */
  readonly hop: number;
} & CaptionedWords;

export type CaptionedWords = {
  /** Separated by single spaces. */
  readonly words: string;
  /** Of each word, from the first sample of the file: its first hop, and the hop after its last one. Absent: unknown. */
  readonly places?: readonly number[];
  /** The length of the file. Absent: unknown. */
  readonly hops?: number;
};

/** The caption of a file that begins in a frame of audio. */
export type FileCaption = CaptionedWords & {
  /** The sample of the frame at which the samples of the file begin. */
  readonly sample: number;
};

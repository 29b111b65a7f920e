// The contract of the streaming decoders: bytes of a stream in, 16-bit samples of its channels out.

export const inputEncodings = [
  'linear16',
  'linear32',
  'flac',
  'alaw',
  'mulaw',
  'amr-nb',
  'amr-wb',
  'opus',
  'ogg-opus',
  'speex',
  'g729',
] as const;
export type InputEncoding = (typeof inputEncodings)[number];

/** Whether a message of the encoding is one packet: packets do not state their length. */
export function isPacketEncoding(encoding: string | null): encoding is 'opus' | 'speex' {
  return encoding === 'opus' || encoding === 'speex';
}

/** Without an encoding the stream is a container, which its first bytes identify. The other members are then ignored. */
export interface StreamForm {
  readonly encoding?: InputEncoding | undefined;
  readonly sampleRate?: number | undefined;
  /** 1 by default. */
  readonly channels?: number | undefined;
}

export interface SampleFormat {
  readonly sampleRate: number;
  readonly channels: number;
}

/** A decoded part of a message. */
export interface DecodedPart {
  /** The number of bytes read for this part: 0 if earlier parts have read them all. */
  readonly bytes: number;
  /** Samples of each channel, all of one length; no channels before the format is known. */
  readonly channels: readonly Int16Array[];
  /** The captions of files that begin in these samples, or right after them. */
  readonly captions: readonly PlacedCaption[];
  /** Present if decoding fails after `channels`. No part follows. */
  readonly undecodable?: UndecodableAudio;
}

/** The text that a file states for its samples. */
export interface FileText {
  readonly text: string;
  /** As `WavFile.words`. */
  readonly words: readonly number[] | undefined;
  /** The samples of each channel; undefined if the file does not state them. */
  readonly samples: number | undefined;
}

export interface PlacedCaption extends FileText {
  /** The number of samples of each channel before the file's. */
  readonly sample: number;
}

export interface AudioDecoder {
  /** Undefined until the header of a container has arrived. Later it never changes. */
  readonly format: SampleFormat | undefined;
  /** The spoken text of a WAV file (`writeWav`). */
  readonly text: string | undefined;
  /**
   * Decodes the samples that a message completes; incomplete ones wait for more bytes. Each part is decoded when it is requested, within
   * the budget of each event-loop turn. Read all parts before the next call, which decodes the rest first.
   */
  readonly decode: (message: Uint8Array) => AsyncGenerator<DecodedPart, void, undefined>;
  /** Undecodable if bytes have arrived, but no complete header. Incomplete samples are dropped. */
  readonly end: () => UndecodableAudio | undefined;
  readonly close: () => void;
}

/** Fits into the reason of a close frame, 123 bytes. */
const message =
  'Undecodable audio: send WAV, FLAC, Ogg or WebM with Opus, or raw audio with encoding and sample_rate';

/** Thrown by readers, returned by decoders. */
export class UndecodableAudio extends Error {
  /** The cause, for developers. */
  readonly detail: string;

  constructor(detail: string) {
    super(message);
    this.name = 'UndecodableAudio';
    this.detail = detail;
  }
}

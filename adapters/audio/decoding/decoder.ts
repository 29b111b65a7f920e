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

/** Whether a message of the encoding is one packet: nothing in its bytes says where the next one begins. */
export function isPacketEncoding(encoding: string | null): encoding is 'opus' | 'speex' {
  return encoding === 'opus' || encoding === 'speex';
}

/** Without an encoding the stream is a container, known by its first bytes; the other members are ignored then. */
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

/** A part of a message, decoded. */
export interface DecodedPart {
  /** Bytes that were read for it, after those of the parts before: 0 if all of them are in parts before. */
  readonly bytes: number;
  /** Samples of each channel, all of one length; no channels before the format is known. */
  readonly channels: readonly Int16Array[];
  /** Of files that begin in these samples, or right after them. */
  readonly captions: readonly PlacedCaption[];
  /** What follows `channels` cannot be decoded, and nothing more is. */
  readonly undecodable?: UndecodableAudio;
}

/** What a file says of the words in its samples. */
export interface FileText {
  readonly text: string;
  /** As `WavFile.words`. */
  readonly words: readonly number[] | undefined;
  /** Of each channel; undefined if the file does not say it. */
  readonly samples: number | undefined;
}

export interface PlacedCaption extends FileText {
  /** Of each channel, before those of the file. */
  readonly sample: number;
}

export interface AudioDecoder {
  /** Undefined until the header of a container has arrived; it never changes after that. */
  readonly format: SampleFormat | undefined;
  /** The spoken text of a WAV file (`writeWav`). */
  readonly text: string | undefined;
  /**
   * Samples completed by a message; incomplete ones wait for more bytes. Each part is decoded when it is requested, in turns of the event
   * loop that have room for it. Read all parts before the next call; what is left is decoded then.
   */
  readonly decode: (message: Uint8Array) => AsyncGenerator<DecodedPart, void, undefined>;
  /** Undecodable if bytes have arrived, but no complete header. Incomplete samples are dropped. */
  readonly end: () => UndecodableAudio | undefined;
  readonly close: () => void;
}

/** Short enough for the reason of a closed WebSocket, 123 bytes. */
const message =
  'Undecodable audio: send WAV, FLAC, Ogg or WebM with Opus, or raw audio with encoding and sample_rate';

/** Readers throw it, decoders return it. */
export class UndecodableAudio extends Error {
  /** The cause, for developers. */
  readonly detail: string;

  constructor(detail: string) {
    super(message);
    this.name = 'UndecodableAudio';
    this.detail = detail;
  }
}

// The bytes of a stream of audio: hashed and decoded on their way, in parts that each take about 10 ms to measure and to hear.

import { createHash, type Hash } from 'node:crypto';
import type {
  AudioDecoder,
  DecodedPart,
  PlacedCaption,
  StreamForm,
  UndecodableAudio,
} from '../../../audio/decoding/decoder.ts';
import type { FileScanner, Scanning } from '../../../audio/decoding/file-scanner.ts';
import { mixDown } from '../../../audio/decoding/mix-down.ts';
import { openDecoder, openFileScanner } from '../../../audio/decoding/open-decoder.ts';
import { audioBudget, hopCost } from '../../../audio/decoding/work-cost.ts';

export interface ReceivedForm extends StreamForm {
  /** Whether each channel is heard for itself; else they are mixed. */
  readonly isMultichannel: boolean;
}

/** A part of a stream, decoded and mixed. */
export interface HeardPart {
  /** Of the stream, after those of the parts before. The samples of a few bytes may need more parts: those have none. */
  readonly bytes: Uint8Array;
  /** In Hz; 0 while it is unknown. */
  readonly sampleRate: number;
  /** As they were sent; 0 while they are unknown. */
  readonly channelCount: number;
  /** Of each channel that is heard. */
  readonly channels: readonly Int16Array[];
  /** Of files that begin in these samples, or right after them. */
  readonly captions: readonly PlacedCaption[];
  /** After these samples the stream cannot be decoded. */
  readonly undecodable: UndecodableAudio | undefined;
}

export interface ReceivedPart extends HeardPart {
  /** The hash of the stream up to the end of the part's bytes, as hex. */
  readonly streamSha256: string;
}

/** The hash of a stream of which some bytes are not stored any more (reference/speech.md section 4, Metadata). */
const incomplete = 'incomplete';
const noBytes = new Uint8Array(0);
const hopsPerSecond = 100;
/** 10 ms each, of all channels that are heard. */
export const partHopsMax = 500;

export class ReceivedStream {
  readonly #form: ReceivedForm;
  /** Opened by the first bytes, since a session must be able to open whatever its audio is. */
  #decoder: AudioDecoder | undefined;
  /** Of raw samples: decoders of containers find the texts of files. */
  readonly #scanner: FileScanner | undefined;
  /** Undefined if bytes are missing. */
  #hash: Hash | undefined = createHash('sha256');
  /** Messages that are not read to their ends. */
  readonly #unread: AsyncIterator<HeardPart, void, undefined>[] = [];
  #returned: HeardPart | undefined;

  constructor(form: ReceivedForm) {
    this.#form = form;
    this.#scanner = openFileScanner(form);
  }

  /** The parts of a message, after those of earlier ones that were not read. Read all before the next call. */
  async *receive(message: Uint8Array): AsyncGenerator<ReceivedPart, void, undefined> {
    this.#unread.push(this.#partsOf(message, (bytes) => this.#followed(bytes)));
    for (let part = await this.next(); part !== undefined; part = await this.next()) {
      yield { ...part, streamSha256: this.#hash?.copy().digest('hex') ?? incomplete };
    }
  }

  /**
   * Adds bytes to the hash, and returns the captions of files among raw samples. For bytes that are decoded at another place, or not at
   * all; undefined if they are unknown.
   */
  follow(bytes: Uint8Array | undefined, length: number): readonly PlacedCaption[] {
    if (bytes === undefined) {
      this.#hash = undefined;
      this.#scanner?.skip(length);
      return [];
    }
    this.#hash?.update(bytes);
    return this.#scanner?.receive(bytes) ?? [];
  }

  /** As `follow`, in turns of the event loop that have room for it. */
  async #followed(bytes: Uint8Array): Promise<readonly PlacedCaption[]> {
    this.#hash?.update(bytes);
    return this.#scanner === undefined ? [] : inTurns(this.#scanner.receiveInPieces(bytes));
  }

  /** Bytes that were followed, whose parts `next` reads. */
  add(message: Uint8Array, captions: readonly PlacedCaption[]): void {
    this.#unread.push(this.#partsOf(message, () => captions));
  }

  /** Undefined at the end of the bytes so far. Decoded in turns of the event loop that have room to measure and hear it, too. */
  async next(): Promise<HeardPart | undefined> {
    const returned = this.#returned;
    this.#returned = undefined;
    if (returned !== undefined) return returned;
    for (let message = this.#unread[0]; message !== undefined; [message] = this.#unread) {
      const { value, done } = await message.next();
      if (done !== true) return value;
      this.#unread.shift();
    }
    return undefined;
  }

  /** `next` reads these samples of a part again, from `from` on. Its bytes have been read. */
  putBack(part: HeardPart, from: number): void {
    this.#returned = slice({ ...part, bytes: noBytes }, from, Infinity);
  }

  /** The client has sent everything: whether nothing of it could be decoded. */
  end(): UndecodableAudio | undefined {
    return this.#decoder?.end();
  }

  close(): void {
    this.#decoder?.close();
  }

  /** `follow`: called with the bytes of each decoded part; returns the captions of files among raw samples. */
  async *#partsOf(
    message: Uint8Array,
    follow: (bytes: Uint8Array) => Promise<readonly PlacedCaption[]> | readonly PlacedCaption[],
  ): AsyncGenerator<HeardPart, void, undefined> {
    const decoder = (this.#decoder ??= openDecoder(this.#form));
    let at = 0;
    for await (const { bytes: length, channels, ...decoded } of decoder.decode(message)) {
      const { sampleRate = 0, channels: channelCount = 0 } = decoder.format ?? {};
      const bytes = message.subarray(at, at + length);
      const followed = length === 0 ? [] : await follow(bytes);
      const part = {
        bytes,
        sampleRate,
        channelCount,
        channels: this.#heard(channels),
        captions: followed.length === 0 ? decoded.captions : followed,
        undecodable: decoded.undecodable,
      };
      at += length;
      for (const heard of slices(part)) {
        await audioBudget.spend(costOf(heard));
        yield heard;
      }
    }
  }

  #heard(channels: DecodedPart['channels']): DecodedPart['channels'] {
    return this.#form.isMultichannel || channels.length < 2 ? channels : [mixDown(channels)];
  }
}

async function inTurns(scanning: Scanning): Promise<readonly PlacedCaption[]> {
  for (;;) {
    const next = scanning.next();
    if (next.done === true) return next.value;
    await audioBudget.spend(next.value);
  }
}

function* slices(part: HeardPart): Generator<HeardPart> {
  const { channels, sampleRate } = part;
  const length = lengthOf(part);
  const hops = Math.max(1, Math.floor(partHopsMax / Math.max(1, channels.length)));
  const sliceLength = Math.max(1, Math.floor((hops * sampleRate) / hopsPerSecond));
  for (let at = 0; at === 0 || at < length; at += sliceLength) {
    yield slice(part, at, at + sliceLength);
  }
}

/** Samples of a part. The first ones have the bytes; only after the last ones the stream cannot be decoded. */
function slice(part: HeardPart, from: number, to: number): HeardPart {
  const isLast = to >= lengthOf(part);
  return {
    ...part,
    bytes: from === 0 ? part.bytes : noBytes,
    channels: part.channels.map((samples) => samples.subarray(from, to)),
    captions: part.captions.flatMap(({ sample, ...caption }) =>
      sample >= from && (sample < to || isLast) ? [{ ...caption, sample: sample - from }] : [],
    ),
    undecodable: isLast ? part.undecodable : undefined,
  };
}

/** Of each channel. */
export function lengthOf({ channels: [samples] }: Pick<HeardPart, 'channels'>): number {
  return samples?.length ?? 0;
}

function costOf({ channels, sampleRate }: HeardPart): number {
  const hops = (lengthOf({ channels }) * hopsPerSecond) / Math.max(1, sampleRate);
  return Math.ceil(hops) * channels.length * hopCost;
}

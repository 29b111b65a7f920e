// Hashes and decodes the bytes of an audio stream, in parts that each take about 10 ms to measure and recognise.

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
  /** Whether channels are recognised separately; otherwise they are mixed. */
  readonly isMultichannel: boolean;
}

/** A part of a stream, decoded and mixed. */
export interface HeardPart {
  /** The next bytes of the stream. Empty if the samples of earlier bytes need several parts. */
  readonly bytes: Uint8Array;
  /** In Hz; 0 while it is unknown. */
  readonly sampleRate: number;
  /** The number of sent channels; 0 while it is unknown. */
  readonly channelCount: number;
  /** The samples of each recognised channel. */
  readonly channels: readonly Int16Array[];
  /** The captions of files that begin in these samples, or right after them. */
  readonly captions: readonly PlacedCaption[];
  /** After these samples the stream cannot be decoded. */
  readonly undecodable: UndecodableAudio | undefined;
}

export interface ReceivedPart extends HeardPart {
  /** The hash of the stream up to the end of this part, as hex. */
  readonly streamSha256: string;
}

/** In place of the hash of a stream whose first bytes were dropped from the store (reference/speech.md section 4, Metadata). */
const incomplete = 'incomplete';
const noBytes = new Uint8Array(0);
const hopsPerSecond = 100;
/** Hops of 10 ms, of all recognised channels together. */
export const partHopsMax = 500;

export class ReceivedStream {
  readonly #form: ReceivedForm;
  /** Opened with the first bytes: audio that cannot be decoded ends a session at its first frame, not at the upgrade. */
  #decoder: AudioDecoder | undefined;
  /** For raw samples only: decoders of containers find the captions of files. */
  readonly #scanner: FileScanner | undefined;
  /** Undefined if bytes are missing. */
  #hash: Hash | undefined = createHash('sha256');
  /** Messages with unread parts. */
  readonly #unread: AsyncIterator<HeardPart, void, undefined>[] = [];
  #returned: HeardPart | undefined;

  constructor(form: ReceivedForm) {
    this.#form = form;
    this.#scanner = openFileScanner(form);
  }

  /** The unread parts of earlier messages, then the parts of this one. Read all before the next call. */
  async *receive(message: Uint8Array): AsyncGenerator<ReceivedPart, void, undefined> {
    this.#unread.push(this.#partsOf(message, (bytes) => this.#followed(bytes)));
    for (let part = await this.next(); part !== undefined; part = await this.next()) {
      yield { ...part, streamSha256: this.#hash?.copy().digest('hex') ?? incomplete };
    }
  }

  /**
   * Adds bytes to the hash without decoding them, and returns the captions of files among raw samples. `bytes`: undefined if they were
   * dropped from the store.
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

  /** As `follow`, within the budget of each event-loop turn. */
  async #followed(bytes: Uint8Array): Promise<readonly PlacedCaption[]> {
    this.#hash?.update(bytes);
    return this.#scanner === undefined ? [] : inTurns(this.#scanner.receiveInPieces(bytes));
  }

  /** Adds followed bytes, whose parts `next` reads. */
  add(message: Uint8Array, captions: readonly PlacedCaption[]): void {
    this.#unread.push(this.#partsOf(message, () => captions));
  }

  /** The next part; undefined at the end of the bytes so far. Paced by the budget of event-loop turns, measuring included. */
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

  /** Puts samples of a part back, from `from` on, without its bytes. `next` returns them again. */
  putBack(part: HeardPart, from: number): void {
    this.#returned = slice({ ...part, bytes: noBytes }, from, Infinity);
  }

  /** Ends the stream. Returns the problem if nothing of it was decodable. */
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

/** A range of the samples of a part. The first range has the bytes, the last one the decoding problem. */
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

/** The number of samples in each channel. */
export function lengthOf({ channels: [samples] }: Pick<HeardPart, 'channels'>): number {
  return samples?.length ?? 0;
}

function costOf({ channels, sampleRate }: HeardPart): number {
  const hops = (lengthOf({ channels }) * hopsPerSecond) / Math.max(1, sampleRate);
  return Math.ceil(hops) * channels.length * hopCost;
}

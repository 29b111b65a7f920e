// Turns a reader into a decoder: decodes the packets that the reader finds, and joins the samples to parts of bounded size. Other work of
// the event loop runs in between.

import {
  UndecodableAudio,
  type AudioDecoder,
  type DecodedPart,
  type PlacedCaption,
  type SampleFormat,
} from './decoder.ts';
import { FoundAudio, type FoundItem } from './found-audio.ts';
import { joinSamples } from './joined-samples.ts';
import { openOpus, type OpusDecoding, type OpusRate } from './opus.ts';
import type { StreamReader } from './stream-reader.ts';
import { audioBudget, opusDecoderCost } from './work-cost.ts';

/** The samples of all channels at which a part ends. It exceeds them by one frame or packet at most. */
export const partSamplesMax = 65_536;
/** The most bytes of a message in one part. */
const pieceBytesMax = 64 * 1024;
/** Counted for each stream of Opus, so that a short message opens at most 69 decoders. */
const headSamples = 480_000;

interface StreamOptions {
  /** 48 kHz by default. */
  readonly opusRate?: OpusRate;
  /** The format of streams without a header. */
  readonly format?: SampleFormat;
  /** Whether each message is one packet. */
  readonly isPacketStream?: boolean;
}

export class StreamDecoder implements AudioDecoder {
  readonly #read: StreamReader;
  readonly #isPacketStream: boolean;
  readonly #opusRate: OpusRate;
  readonly #found: FoundAudio;
  readonly #decoded = joinSamples();
  #captions: PlacedCaption[] = [];
  #opus: OpusDecoding | undefined;
  #hasBytes = false;
  #undecodable: UndecodableAudio | undefined;

  constructor(
    read: StreamReader,
    { opusRate = 48_000, isPacketStream = false, format }: StreamOptions = {},
  ) {
    this.#read = read;
    this.#isPacketStream = isPacketStream;
    this.#opusRate = opusRate;
    this.#found = new FoundAudio(opusRate, format);
  }

  get format(): SampleFormat | undefined {
    return this.#found.streamFormat;
  }

  get text(): string | undefined {
    return this.#found.streamText;
  }

  async *decode(message: Uint8Array): AsyncGenerator<DecodedPart, void, undefined> {
    this.#hasBytes ||= message.length > 0;
    this.#found.startMessage(message.length);
    const pieceBytes = this.#isPacketStream ? message.length : pieceBytesMax;
    for (let at = 0; at < message.length; at += pieceBytes) {
      yield* this.#partsOf(message.subarray(at, at + pieceBytes));
      if (this.#undecodable !== undefined) return;
    }
  }

  end(): UndecodableAudio | undefined {
    if (this.#hasBytes && this.format === undefined) {
      this.#undecodable ??= new UndecodableAudio('no whole header');
    }
    return this.#undecodable;
  }

  close(): void {
    this.#opus = undefined;
  }

  async *#partsOf(piece: Uint8Array): AsyncGenerator<DecodedPart, void, undefined> {
    let bytes = piece.length;
    const steps = this.#undecodable === undefined ? this.#decodePiece(piece) : [];
    for await (const _ of steps) {
      if (this.#decoded.samples() < partSamplesMax) continue;
      yield this.#takePart(bytes);
      bytes = 0;
    }
    const hasMore = this.#decoded.samples() > 0 || this.#captions.length > 0;
    if (bytes > 0 || hasMore || this.#undecodable !== undefined) yield this.#takePart(bytes);
  }

  /** Yields wherever a part may end. */
  async *#decodePiece(bytes: Uint8Array): AsyncGenerator<void> {
    try {
      for (const cost of this.#read(bytes, this.#found)) {
        if (!this.#found.isEmpty) yield* this.#decodeFound();
        if (this.#undecodable !== undefined) return;
        await audioBudget.spend(cost);
      }
    } catch (error) {
      this.#fail(error);
    }
    yield* this.#decodeFound();
  }

  /** Yields wherever a part may end. */
  async *#decodeFound(): AsyncGenerator<void> {
    try {
      for (let item = this.#found.next(); item !== undefined; item = this.#found.next()) {
        yield* this.#decodeItem(item);
        yield;
      }
    } catch (error) {
      this.#found.clear();
      this.#fail(error);
    }
  }

  async *#decodeItem(item: FoundItem): AsyncGenerator<void> {
    switch (item.type) {
      case 'samples':
        this.#decoded.add(item.channels);
        return;
      case 'caption':
        this.#captions.push({ ...item.caption, sample: this.#decoded.length() });
        return;
      case 'head':
        this.#found.spendRoom(headSamples);
        await audioBudget.spend(opusDecoderCost);
        this.#opus = await openOpus(item.head, this.#opusRate);
        return;
      case 'packets':
        for (const cost of this.#opus?.decode(item.packets, this.#addPacket) ?? []) {
          yield;
          await audioBudget.spend(cost);
        }
    }
  }

  readonly #addPacket = (channels: readonly Int16Array[]): void => {
    this.#found.spendRoomOf(channels);
    this.#decoded.add(channels);
  };

  /** Ends the stream. */
  #fail(error: unknown): void {
    if (!(error instanceof UndecodableAudio)) throw error;
    this.#undecodable = error;
  }

  #takePart(bytes: number): DecodedPart {
    const channels = this.#decoded.take(this.format?.channels ?? 0);
    const part = { bytes, channels, captions: this.#captions };
    this.#captions = [];
    return this.#undecodable === undefined ? part : { ...part, undecodable: this.#undecodable };
  }
}

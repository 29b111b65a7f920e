// A decoder made of a reader: it decodes the packets that the reader finds, and joins all samples to parts of a bounded size. Between two
// pieces of its work others have their turn.

import {
  UndecodableAudio,
  type AudioDecoder,
  type DecodedPart,
  type FileText,
  type PlacedCaption,
  type SampleFormat,
} from './decoder.ts';
import { joinSamples } from './joined-samples.ts';
import type { OpusHead } from './opus-head.ts';
import { openOpus, type OpusDecoding, type OpusRate } from './opus.ts';
import {
  checkedFormat,
  type OpusPackets,
  type StreamOutput,
  type StreamReader,
} from './stream-reader.ts';
import { audioBudget, opusDecoderCost } from './work-cost.ts';

/** Of one message, all channels together: 11 minutes of one at 48 kHz. A few bytes can stand for minutes of silence. */
export const samplesMax = 32 * 1024 * 1024;
/** Of a long message, for each byte: packets of Opus in silence have 480. */
export const samplesPerByteMax = 512;
/** Counted for each stream of Opus: a short message opens at most 69 decoders. */
const headSamples = 480_000;
/** Of all channels together; a part has no more than the last frame or packet brings. */
export const partSamplesMax = 65_536;
/** Bytes of a message that are decoded to one part at most. */
const pieceBytesMax = 64 * 1024;

type Found =
  | { readonly type: 'samples'; readonly channels: readonly Int16Array[] }
  | { readonly type: 'caption'; readonly caption: FileText }
  | { readonly type: 'head'; readonly head: OpusHead }
  | { readonly type: 'packets'; readonly packets: OpusPackets };

interface StreamOptions {
  /** 48 kHz by default. */
  readonly opusRate?: OpusRate;
  /** Of streams without a header. */
  readonly format?: SampleFormat;
  /** Whether each message is read as a whole. */
  readonly isPacketStream?: boolean;
}

export function createStreamDecoder(
  read: StreamReader,
  { opusRate = 48_000, isPacketStream = false, ...options }: StreamOptions = {},
): AudioDecoder {
  let { format } = options;
  let text: string | undefined;
  let hasBytes = false;
  let undecodable: UndecodableAudio | undefined;
  let opus: OpusDecoding | undefined;
  /** Samples that this message may still bring. */
  let room = 0;
  /** What the reader has found and is not decoded yet. */
  const found: Found[] = [];
  const decoded = joinSamples();
  let captions: PlacedCaption[] = [];

  const output: StreamOutput = {
    format(stated) {
      const checked = checkedFormat(stated.sampleRate, stated.channels);
      format ??= checked;
      const isSame =
        format.sampleRate === checked.sampleRate && format.channels === checked.channels;
      if (!isSame) throw new UndecodableAudio('another format in the middle of the stream');
    },
    text: (read) => void (text ??= read),
    caption: (caption) => void found.push({ type: 'caption', caption }),
    samples(channels) {
      spendRoom(channels.length * (channels[0]?.length ?? 0));
      found.push({ type: 'samples', channels });
    },
    opusHead(head) {
      output.format({ sampleRate: opusRate, channels: head.channels });
      found.push({ type: 'head', head });
    },
    opusPackets: (packets) => void found.push({ type: 'packets', packets }),
  };

  function spendRoom(samples: number): void {
    room -= samples;
    if (room < 0) throw new UndecodableAudio('too much audio in one message');
  }

  /** Ends the stream. */
  function fail(error: unknown): void {
    if (!(error instanceof UndecodableAudio)) throw error;
    undecodable = error;
  }

  /** Yields wherever a part may end. */
  async function* decodeFound(): AsyncGenerator<void> {
    try {
      for (let next = found.shift(); next !== undefined; next = found.shift()) {
        switch (next.type) {
          case 'samples':
            decoded.add(next.channels);
            break;
          case 'caption':
            captions.push({ ...next.caption, sample: decoded.length() });
            break;
          case 'head':
            spendRoom(headSamples);
            await audioBudget.spend(opusDecoderCost);
            opus = await openOpus(next.head, opusRate);
            break;
          case 'packets':
            for (const cost of opus?.decode(next.packets, addPacket) ?? []) {
              yield;
              await audioBudget.spend(cost);
            }
        }
        yield;
      }
    } catch (error) {
      found.length = 0;
      fail(error);
    }
  }

  function addPacket(channels: readonly Int16Array[]): void {
    spendRoom(channels.length * (channels[0]?.length ?? 0));
    decoded.add(channels);
  }

  /** Yields wherever a part may end. */
  async function* decodePiece(bytes: Uint8Array): AsyncGenerator<void> {
    try {
      for (const cost of read(bytes, output)) {
        if (found.length > 0) yield* decodeFound();
        if (undecodable !== undefined) return;
        await audioBudget.spend(cost);
      }
    } catch (error) {
      fail(error);
    }
    yield* decodeFound();
  }

  function takePart(bytes: number): DecodedPart {
    const part = { bytes, channels: decoded.take(format?.channels ?? 0), captions };
    captions = [];
    return undecodable === undefined ? part : { ...part, undecodable };
  }

  return {
    get format() {
      return format;
    },
    get text() {
      return text;
    },
    async *decode(message) {
      hasBytes ||= message.length > 0;
      room = Math.max(samplesMax, message.length * samplesPerByteMax);
      const pieceBytes = isPacketStream ? message.length : pieceBytesMax;
      for (let at = 0; at < message.length; at += pieceBytes) {
        const piece = message.subarray(at, at + pieceBytes);
        let bytes = piece.length;
        const steps = undecodable === undefined ? decodePiece(piece) : [];
        for await (const _ of steps) {
          if (decoded.samples() < partSamplesMax) continue;
          yield takePart(bytes);
          bytes = 0;
        }
        if (bytes > 0 || decoded.samples() > 0 || captions.length > 0 || undecodable !== undefined)
          yield takePart(bytes);
        if (undecodable !== undefined) return;
      }
    },
    end() {
      if (hasBytes && format === undefined) undecodable ??= new UndecodableAudio('no whole header');
      return undecodable;
    },
    close() {
      opus = undefined;
    },
  };
}

// A decoder made of a reader: it decodes the packets that the reader finds, and joins all samples.

import {
  UndecodableAudio,
  type AudioDecoder,
  type DecodedAudio,
  type FileText,
  type PlacedCaption,
  type SampleFormat,
} from './decoder.ts';
import type { OpusHead } from './opus-head.ts';
import { openOpus, type OpusDecoding, type OpusRate } from './opus.ts';
import {
  checkedFormat,
  type OpusPackets,
  type StreamOutput,
  type StreamReader,
} from './stream-reader.ts';

/** Of one `decode`, all channels together: 11 minutes of one at 48 kHz. A few bytes can stand for minutes of silence. */
export const samplesMax = 32 * 1024 * 1024;
/** Counted for each stream of Opus: a message opens at most 69 decoders, of 2 ms each (Node 20). */
const headSamples = 480_000;

type Part =
  | { readonly type: 'samples'; readonly channels: readonly Int16Array[] }
  | { readonly type: 'caption'; readonly caption: FileText }
  | { readonly type: 'head'; readonly head: OpusHead }
  | { readonly type: 'packets'; readonly packets: OpusPackets };

interface StreamOptions {
  /** 48 kHz by default. */
  readonly opusRate?: OpusRate;
  /** Of streams without a header. */
  readonly format?: SampleFormat;
}

export function createStreamDecoder(
  read: StreamReader,
  { opusRate = 48_000, ...options }: StreamOptions = {},
): AudioDecoder {
  let { format } = options;
  let text: string | undefined;
  let hasBytes = false;
  let undecodable: UndecodableAudio | undefined;
  let opus: OpusDecoding | undefined;
  let isClosed = false;
  /** Of `samplesMax`, for this call of `decode`. */
  let room = samplesMax;
  /** Those from `next` on are not decoded yet. */
  let parts: Part[] = [];
  let next = 0;
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
    caption: (caption) => void parts.push({ type: 'caption', caption }),
    samples: (channels) => void parts.push({ type: 'samples', channels: fitting(channels) }),
    opusHead(head) {
      output.format({ sampleRate: opusRate, channels: head.channels });
      parts.push({ type: 'head', head });
    },
    opusPackets: (packets) => void parts.push({ type: 'packets', packets }),
  };

  /** Ends the stream. */
  function fail(error: unknown): void {
    if (!(error instanceof UndecodableAudio)) throw error;
    undecodable = error;
  }

  function spend(samples: number): void {
    room -= samples;
    if (room < 0) throw new UndecodableAudio('too much audio in one message');
  }

  function fitting(channels: readonly Int16Array[]): readonly Int16Array[] {
    spend(channels.length * (channels[0]?.length ?? 0));
    return channels;
  }

  async function openNext(head: OpusHead): Promise<void> {
    opus?.close();
    opus = undefined;
    const opened = await openOpus(head, opusRate);
    if (isClosed) opened.close();
    else opus = opened;
  }

  /** Decodes the rest of the parts, behind those that are decoded already. */
  function decodeParts(decoded: (readonly Int16Array[])[]): DecodedAudio | Promise<DecodedAudio> {
    while (next < parts.length) {
      const part = parts[next++] as Part;
      try {
        if (part.type === 'head') {
          spend(headSamples);
          return openNext(part.head).then(() => decodeParts(decoded));
        }
        if (part.type === 'samples') decoded.push(part.channels);
        else if (part.type === 'caption') addCaption(part.caption, decoded);
        else if (opus !== undefined) decoded.push(fitting(opus.decode(part.packets)));
      } catch (error) {
        fail(error);
        break;
      }
    }
    parts = [];
    next = 0;
    const channels = joinSamples(decoded, format?.channels ?? 0);
    const found = captions;
    captions = [];
    return {
      channels,
      ...(found.length === 0 ? {} : { captions: found }),
      ...(undecodable === undefined ? {} : { undecodable }),
    };
  }

  function addCaption(caption: FileText, before: readonly (readonly Int16Array[])[]): void {
    const sample = before.reduce((sum, [first]) => sum + (first?.length ?? 0), 0);
    captions.push({ ...caption, sample });
  }

  return {
    get format() {
      return format;
    },
    get text() {
      return text;
    },
    decode(bytes) {
      hasBytes ||= bytes.length > 0;
      room = samplesMax;
      try {
        if (undecodable === undefined) read(bytes, output);
      } catch (error) {
        fail(error);
      }
      return decodeParts([]);
    },
    end() {
      if (hasBytes && format === undefined) undecodable ??= new UndecodableAudio('no whole header');
      return undecodable;
    },
    close() {
      isClosed = true;
      opus?.close();
      opus = undefined;
    },
  };
}

function joinSamples(
  decoded: readonly (readonly Int16Array[])[],
  channels: number,
): readonly Int16Array[] {
  if (decoded.length === 1) return decoded[0] ?? [];
  const length = decoded.reduce((sum, [first]) => sum + (first?.length ?? 0), 0);
  return Array.from({ length: channels }, (_, channel) => {
    const joined = new Int16Array(length);
    let at = 0;
    for (const part of decoded) {
      const samples = part[channel] ?? new Int16Array(0);
      joined.set(samples, at);
      at += samples.length;
    }
    return joined;
  });
}

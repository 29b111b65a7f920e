// A decoder made of a reader: it decodes the packets that the reader finds, and joins all samples.

import {
  UndecodableAudio,
  type AudioDecoder,
  type DecodedAudio,
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

type Part =
  | { readonly type: 'samples'; readonly channels: readonly Int16Array[] }
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
  /** Read, not decoded yet. */
  let parts: Part[] = [];

  const output: StreamOutput = {
    format(next) {
      const checked = checkedFormat(next.sampleRate, next.channels);
      format ??= checked;
      const isSame =
        format.sampleRate === checked.sampleRate && format.channels === checked.channels;
      if (!isSame) throw new UndecodableAudio('another format in the middle of the stream');
    },
    text: (read) => void (text ??= read),
    samples: (channels) => void parts.push({ type: 'samples', channels }),
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

  async function openNext(head: OpusHead): Promise<void> {
    opus?.close();
    opus = undefined;
    const opened = await openOpus(head, opusRate);
    if (isClosed) opened.close();
    else opus = opened;
  }

  /** Decodes all parts, behind those that are decoded already. */
  function decodeParts(decoded: (readonly Int16Array[])[]): DecodedAudio | Promise<DecodedAudio> {
    for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
      if (part.type === 'head') return openNext(part.head).then(() => decodeParts(decoded));
      if (part.type === 'samples') {
        decoded.push(part.channels);
        continue;
      }
      try {
        if (opus !== undefined) decoded.push(opus.decode(part.packets));
      } catch (error) {
        fail(error);
        parts = [];
      }
    }
    const channels = joinSamples(decoded, format?.channels ?? 0);
    return undecodable === undefined ? { channels } : { channels, undecodable };
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

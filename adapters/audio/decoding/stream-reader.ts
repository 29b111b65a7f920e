// Readers take streams apart: bytes in, samples or packets of Opus out, in order.

import { UndecodableAudio, type FileText, type SampleFormat } from './decoder.ts';
import { createByteQueue, type ByteQueue, type ByteReading } from './byte-queue.ts';
import type { OpusHead } from './opus-head.ts';
import { containerPartCost } from './work-cost.ts';

/** Packets of Opus, of whose samples the last `discard` (at 48 kHz) are dropped. */
export interface OpusPackets {
  readonly packets: readonly Uint8Array[];
  readonly discard: number;
}

/** Takes the parts of a stream as they are read. */
export interface StreamOutput {
  /** Before the first samples. A later one must be equal: a stream may be several files. */
  readonly format: (format: SampleFormat) => void;
  readonly text: (text: string) => void;
  /** Of a file whose text precedes its samples: right before these. */
  readonly caption: (caption: FileText) => void;
  readonly samples: (channels: readonly Int16Array[]) => void;
  /** Before the first packets of each stream of Opus. */
  readonly opusHead: (head: OpusHead) => void;
  readonly opusPackets: (packets: OpusPackets) => void;
}

/**
 * Reads bytes piece by piece: yields the cost of each piece of work before it is done. Throws `UndecodableAudio`, after the output of
 * the bytes before. What was not read to its end is read with the next bytes.
 */
export type StreamReader = (bytes: Uint8Array, output: StreamOutput) => Iterable<number>;

/** Containers may state any; samples are measured at these. */
const sampleRateMin = 4_000;
const sampleRateMax = 192_000;
const channelsMax = 20;

export function checkedFormat(sampleRate: number, channels: number): SampleFormat {
  if (sampleRate < sampleRateMin || sampleRate > sampleRateMax) {
    throw new UndecodableAudio(`a sample rate of ${sampleRate} Hz`);
  }
  if (channels < 1 || channels > channelsMax) throw new UndecodableAudio(`${channels} channels`);
  return { sampleRate, channels };
}

/** A reader that reads the bytes of a queue, however they are cut. It never returns. */
export function readerOf(
  read: (queue: ByteQueue, output: StreamOutput) => ByteReading<never>,
): StreamReader {
  const queue = createByteQueue();
  let reading: ByteReading<never> | undefined;
  return function* (bytes, output) {
    queue.push(bytes);
    reading ??= read(queue, output);
    for (;;) {
      const { value: cost } = reading.next();
      if (cost === undefined) return;
      yield cost;
    }
  };
}

/** Reads messages that are a packet each; empty ones are ignored. */
export function packetReader(
  read: (packet: Uint8Array, output: StreamOutput) => void,
): StreamReader {
  return function* (packet, output) {
    if (packet.length === 0) return;
    yield containerPartCost;
    read(packet, output);
  };
}

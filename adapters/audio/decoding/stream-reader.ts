// Readers parse streams: bytes in, samples or packets of Opus out, in order.

import { UndecodableAudio, type FileText, type SampleFormat } from './decoder.ts';
import { createByteQueue, type ByteQueue, type ByteReading } from './byte-queue.ts';
import type { OpusHead } from './opus-head.ts';
import { containerPartCost } from './work-cost.ts';

/** Packets of Opus. The last `discard` samples (at 48 kHz) are dropped. */
export interface OpusPackets {
  readonly packets: readonly Uint8Array[];
  readonly discard: number;
}

/** Receives the parts of a stream as they are read. */
export interface StreamOutput {
  /** Called before the first samples. A later format must be equal: a stream may have several files. */
  readonly format: (format: SampleFormat) => void;
  readonly text: (text: string) => void;
  /** Called right before the samples of a file with a text. */
  readonly caption: (caption: FileText) => void;
  readonly samples: (channels: readonly Int16Array[]) => void;
  /** Called before the first packets of each stream of Opus. */
  readonly opusHead: (head: OpusHead) => void;
  readonly opusPackets: (packets: OpusPackets) => void;
}

/**
 * Reads bytes piece by piece. Yields the cost of each piece before the work. Throws `UndecodableAudio`, after the output of earlier
 * bytes. Incomplete pieces are read with the next bytes.
 */
export type StreamReader = (bytes: Uint8Array, output: StreamOutput) => Iterable<number>;

/** Containers may state any rate. These can be measured. */
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

/** A reader from a generator that reads a queue of bytes, independent of how the stream is cut. The generator never returns. */
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

/** Reads messages of one packet each. Ignores empty messages. */
export function packetReader(
  read: (packet: Uint8Array, output: StreamOutput) => void,
): StreamReader {
  return function* (packet, output) {
    if (packet.length === 0) return;
    yield containerPartCost;
    read(packet, output);
  };
}

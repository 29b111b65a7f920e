// Decodes raw samples to 16-bit samples. All are little-endian, with interleaved channels.

import { decodeAlaw, decodeMulaw } from '../companding.ts';
import { createByteQueue } from './byte-queue.ts';
import type { StreamReader } from './stream-reader.ts';

export type PcmFormat =
  'unsigned8' | 'linear16' | 'linear24' | 'integer32' | 'float32' | 'mulaw' | 'alaw';

/** The bytes of a sample. */
export const pcmBytes: Readonly<Record<PcmFormat, number>> = {
  unsigned8: 1,
  linear16: 2,
  linear24: 3,
  integer32: 4,
  float32: 4,
  mulaw: 1,
  alaw: 1,
};

/** Decodes samples of each channel. Buffers the bytes of incomplete samples until the next call. */
export type PcmDecoder = (bytes: Uint8Array) => readonly Int16Array[];

export function createPcmDecoder(format: PcmFormat, channels: number): PcmDecoder {
  const frameBytes = pcmBytes[format] * channels;
  const queue = createByteQueue();
  return (bytes) => {
    queue.push(bytes);
    const whole = queue.length() - (queue.length() % frameBytes);
    return split(samplesOf(queue.shift(whole), format), channels);
  };
}

/** Reads a stream of raw samples only. */
export function pcmReader(decode: PcmDecoder): StreamReader {
  return function* (bytes, output) {
    yield bytes.length; // a sample has at least one byte
    output.samples(decode(bytes));
  };
}

/** Longer samples lose their lower bits. */
function samplesOf(bytes: Uint8Array, format: PcmFormat): Int16Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.length / pcmBytes[format];
  const read = (sample: (index: number) => number) => {
    const samples = new Int16Array(length);
    for (let index = 0; index < length; index += 1) samples[index] = sample(index);
    return samples;
  };
  switch (format) {
    case 'mulaw':
      return decodeMulaw(bytes);
    case 'alaw':
      return decodeAlaw(bytes);
    case 'unsigned8':
      return read((index) => (view.getUint8(index) - 128) << 8);
    case 'linear16':
      return read((index) => view.getInt16(index * 2, true));
    case 'linear24':
      return read((index) => view.getInt16(index * 3 + 1, true));
    case 'integer32':
      return read((index) => view.getInt16(index * 4 + 2, true));
    case 'float32':
      return read((index) => sampleOfFloat(view.getFloat32(index * 4, true)));
  }
}

/** 1 is 32,768. Halves round up, louder samples are clipped, NaN is 0. */
export function sampleOfFloat(value: number): number {
  const sample = Math.round(value * 32_768);
  return sample > 32_767 ? 32_767 : sample < -32_768 ? -32_768 : sample || 0;
}

function split(samples: Int16Array, channels: number): readonly Int16Array[] {
  if (channels === 1) return [samples];
  const length = samples.length / channels;
  return Array.from({ length: channels }, (_, channel) => {
    const own = new Int16Array(length);
    for (let index = 0; index < length; index += 1) {
      own[index] = samples[index * channels + channel] as number;
    }
    return own;
  });
}

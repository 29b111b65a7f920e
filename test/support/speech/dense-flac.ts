// Frames of FLAC (RFC 9639) with very few bytes: constant, or predicted without anything that the prediction misses.

import { BitWriter, checksum } from './bit-writer.ts';
import { flacHeader } from './flac-writer.ts';

export interface DenseFrames {
  /** `predicted`: from 32 samples before, the most work for each sample. */
  readonly kind: 'constant' | 'fixed' | 'predicted';
  readonly channels: number;
  /** Samples of a frame, up to 65,535. */
  readonly length: number;
  readonly sampleRate: number;
}

/** Samples of 16 bits, of which all but the upper one are zero. */
const sampleBits = 16;
/** Of a prediction from the samples before: the last one, or a tone of 32 samples. */
const orders = { fixed: 4, predicted: 32 } as const;

/** A stream of about so many bytes, with one frame at least. */
export function denseFlac(frames: DenseFrames, bytes: number): Uint8Array {
  const frame = frameOf(frames);
  const count = Math.max(1, Math.floor(bytes / frame.length));
  const { channels, sampleRate } = frames;
  const header = flacHeader({ length: 0, channels, sampleRate });
  return Buffer.concat([header, ...Array.from({ length: count }, () => frame)]);
}

function frameOf({ kind, channels, length }: DenseFrames): Uint8Array {
  const bits = new BitWriter();
  bits.write(0xfff8, 16);
  bits.write(0x70, 8); // the length below, the rate of the stream
  bits.write(((channels - 1) << 4) | 0x08, 8);
  bits.write(0, 8); // the number of the frame
  bits.write(length - 1, 16);
  bits.write(checksum(bits.bytes, 8), 8);
  for (let channel = 0; channel < channels; channel += 1) {
    if (kind === 'constant') writeStart(bits, 0, 1);
    else writePredicted(bits, kind);
  }
  bits.align();
  bits.write(checksum(bits.bytes, 16), 16);
  return Uint8Array.from(bits.bytes);
}

/** The type of a subframe and its first samples. */
function writeStart(bits: BitWriter, type: number, samples: number): void {
  bits.write((type << 1) | 1, 8);
  bits.writeUnary(sampleBits - 2); // bits that are zero in all samples, but one
  for (let sample = 0; sample < samples; sample += 1) bits.write(sample < 16 ? 1 : 0, 1);
}

function writePredicted(bits: BitWriter, kind: 'fixed' | 'predicted'): void {
  const order = orders[kind];
  writeStart(bits, kind === 'fixed' ? 8 + order : 31 + order, order);
  if (kind === 'predicted') {
    bits.write(0, 4 + 5); // coefficients of one bit, not scaled
    for (let back = 1; back <= order; back += 1) bits.write(back === 16 ? 1 : 0, 1);
  }
  bits.write(0, 2 + 4); // one partition
  bits.write(0xf, 4); // plain
  bits.write(0, 5); // no bit of each sample
}

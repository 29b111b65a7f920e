// Writes FLAC (RFC 9639) for tests: one channel of 16 bits, frames of 4,096 samples, a fixed predictor and one Rice parameter each.

import { BitWriter, checksum } from './bit-writer.ts';

const frameLength = 4_096;
/** The predictor is the line through the two samples before. */
const order = 2;
/** Numbers of bits for the Rice parameter; 15 would mean plain residuals. */
const riceMax = 14;

export function flacStream(samples: Int16Array, sampleRate: number): Uint8Array {
  const parts: Uint8Array[] = [flacHeader({ length: samples.length, sampleRate })];
  for (let at = 0; at < samples.length; at += frameLength) {
    parts.push(frame(samples.subarray(at, at + frameLength), at / frameLength));
  }
  return Buffer.concat(parts);
}

interface FlacForm {
  /** 0 if it is unknown. */
  readonly length: number;
  readonly sampleRate: number;
  readonly channels?: number;
}

/** The magic bytes and the only block of metadata. Sizes of frames and the digest are unknown. */
export function flacHeader({ length, sampleRate, channels = 1 }: FlacForm): Uint8Array {
  const bits = new BitWriter();
  bits.write(0x80, 8);
  bits.write(34, 24);
  bits.write(frameLength, 16);
  bits.write(frameLength, 16);
  bits.write(0, 24 + 24);
  bits.write(sampleRate, 20);
  bits.write(channels - 1, 3);
  bits.write(16 - 1, 5);
  bits.write(0, 4);
  bits.write(length, 32);
  return Buffer.concat([Buffer.from('fLaC'), Uint8Array.from(bits.bytes), Buffer.alloc(16)]);
}

function frame(samples: Int16Array, number: number): Uint8Array {
  const bits = new BitWriter();
  bits.write(0xfff8, 16);
  bits.write(0x70, 8); // the length below, the rate of the stream
  bits.write(0x08, 8); // one channel, 16 bits
  for (const byte of Buffer.from(String.fromCodePoint(number))) bits.write(byte, 8);
  bits.write(samples.length - 1, 16);
  bits.write(checksum(bits.bytes, 8), 8);
  if (samples.length <= order) plain(bits, samples);
  else predicted(bits, samples);
  bits.align();
  bits.write(checksum(bits.bytes, 16), 16);
  return Uint8Array.from(bits.bytes);
}

function plain(bits: BitWriter, samples: Int16Array): void {
  bits.write(0x02, 8);
  for (const sample of samples) bits.write(sample, 16);
}

function predicted(bits: BitWriter, samples: Int16Array): void {
  bits.write((8 + order) << 1, 8);
  for (const sample of samples.subarray(0, order)) bits.write(sample, 16);
  const residuals = [...samples.subarray(order)].map((sample, index) => {
    return sample - 2 * (samples[index + 1] ?? 0) + (samples[index] ?? 0);
  });
  const folded = residuals.map((value) => (value < 0 ? -2 * value - 1 : 2 * value));
  const mean = folded.reduce((sum, value) => sum + value, 0) / folded.length;
  const rice = Math.min(riceMax, Math.max(0, Math.floor(Math.log2(mean + 1))));
  bits.write(0, 2 + 4);
  bits.write(rice, 4);
  for (const value of folded) {
    bits.writeUnary(value >>> rice);
    bits.write(value, rice);
  }
}

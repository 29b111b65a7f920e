// One channel of a frame of FLAC (RFC 9639, section 9.2): a prediction from earlier samples, and the residual.

import type { BitReader } from './bit-reader.ts';
import type { ByteReading } from './byte-queue.ts';
import { UndecodableAudio } from './decoder.ts';
import { predictedSampleCost } from './work-cost.ts';

/** Coefficients for the last sample, the one before, and so on. */
const fixedPredictors: readonly (readonly number[])[] = [
  [],
  [1],
  [2, -1],
  [3, -3, 1],
  [4, -6, 4, -1],
];

/** Waits until this many bits have arrived. */
export function* waitFor(bits: BitReader, count: number): ByteReading {
  while (!bits.has(count)) yield;
}

export function* readSubframe(
  bits: BitReader,
  length: number,
  sampleBits: number,
): ByteReading<Float64Array> {
  yield length * predictedSampleCost;
  yield* waitFor(bits, 8);
  const isPadded = bits.read(1) === 0;
  const type = bits.read(6);
  const wasted = bits.read(1) === 0 ? 0 : (yield* readUnary(bits)) + 1;
  const width = sampleBits - wasted;
  if (!isPadded || width < 1) throw new UndecodableAudio('an illegal part of FLAC');
  const samples = new Float64Array(length);
  if (type === 0) {
    yield* waitFor(bits, width);
    samples.fill(bits.readSigned(width));
  } else if (type === 1) {
    yield* readPlain(bits, samples, length, width);
  } else {
    const isFixed = type >= 8 && type <= 12;
    if (!isFixed && type < 32) throw new UndecodableAudio('an illegal part of FLAC');
    const order = isFixed ? type - 8 : type - 31;
    if (order > length) throw new UndecodableAudio('an illegal part of FLAC');
    yield* readPlain(bits, samples, order, width);
    const [predictor, shift] = isFixed
      ? [fixedPredictors[order] ?? [], 0]
      : yield* readPredictor(bits, order);
    yield* readResidual(bits, samples, order);
    predict(samples, predictor, shift);
  }
  return wasted === 0 ? samples : samples.map((sample) => sample * 2 ** wasted);
}

function* readUnary(bits: BitReader): ByteReading<number> {
  for (;;) {
    const count = bits.readUnary();
    if (count >= 0) return count;
    yield;
  }
}

/** Reads the first samples, which have no prediction. */
function* readPlain(
  bits: BitReader,
  samples: Float64Array,
  count: number,
  width: number,
): ByteReading {
  for (let index = 0; index < count; index += 1) {
    while (!bits.has(width)) yield;
    samples[index] = bits.readSigned(width);
  }
}

function* readPredictor(
  bits: BitReader,
  order: number,
): ByteReading<readonly [predictor: readonly number[], shift: number]> {
  yield* waitFor(bits, 9);
  const width = bits.read(4) + 1;
  const shift = bits.readSigned(5);
  if (width === 16 || shift < 0) throw new UndecodableAudio('an illegal part of FLAC');
  yield* waitFor(bits, order * width);
  return [Array.from({ length: order }, () => bits.readSigned(width)), shift];
}

/** Adds the residual to the samples after the first `order`. It has partitions of equal length. */
function* readResidual(bits: BitReader, samples: Float64Array, order: number): ByteReading {
  yield* waitFor(bits, 6);
  const method = bits.read(2);
  const partitions = 1 << bits.read(4);
  const length = samples.length / partitions;
  if (method > 1 || !Number.isInteger(length) || length < order) {
    throw new UndecodableAudio('an illegal part of FLAC');
  }
  const parameterBits = method === 0 ? 4 : 5;
  for (let partition = 0; partition < partitions; partition += 1) {
    yield* waitFor(bits, parameterBits + 5);
    const parameter = bits.read(parameterBits);
    const isPlain = parameter === (1 << parameterBits) - 1;
    const width = isPlain ? bits.read(5) : 0;
    const end = (partition + 1) * length;
    for (let index = partition === 0 ? order : partition * length; index < end; index += 1) {
      if (isPlain) {
        while (!bits.has(width)) yield;
        samples[index] = width === 0 ? 0 : bits.readSigned(width);
        continue;
      }
      let quotient = bits.readUnary();
      for (; quotient < 0; quotient = bits.readUnary()) yield;
      while (!bits.has(parameter)) yield;
      const code = quotient * 2 ** parameter + bits.read(parameter);
      samples[index] = code % 2 === 0 ? code / 2 : (code + 1) / -2;
    }
  }
}

function predict(samples: Float64Array, predictor: readonly number[], shift: number): void {
  const order = predictor.length;
  const scale = 2 ** shift;
  for (let index = order; index < samples.length; index += 1) {
    let sum = 0;
    for (let back = 0; back < order; back += 1) {
      sum += (predictor[back] as number) * (samples[index - 1 - back] as number);
    }
    (samples[index] as number) += Math.floor(sum / scale);
  }
}

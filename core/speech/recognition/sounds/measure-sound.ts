// Measures a whole sound that becomes a known one: as `measure`, with a mask of the fingerprint bits that noise does not flip.

import type { InPieces } from '../../../kernel/pieces.ts';
import { initialMeasure, measureHops, type Measurements } from '../measuring/measure.ts';

/** Bits with a margin below this share of the loudest band's energy are ignored: noise can flip them. */
export const clearPart = 10_000;

export interface MaskedMeasurements extends Measurements {
  /** Of each hop: the bits of the fingerprint that count. */
  readonly mask: readonly number[];
}

/** `samples`: 16 bits, one channel, at any rate that can be measured. Yields after each second. */
export function* measureSound(
  samples: Int16Array,
  sampleRate: number,
): InPieces<MaskedMeasurements> {
  const changes: Float64Array[] = [];
  let loudest = 0;
  const levels: number[] = [];
  const fingerprints: number[] = [];
  let state = initialMeasure(sampleRate);
  for (let at = 0; at < samples.length; at += sampleRate) {
    const [next, measured] = measureHops(
      state,
      samples.subarray(at, at + sampleRate),
      (energies, now, before) => {
        for (const energy of energies) if (energy > loudest) loudest = energy;
        changes.push(now.map((value, pair) => Math.abs(value - (before[pair] as number))));
      },
    );
    state = next;
    levels.push(...measured.levels);
    fingerprints.push(...measured.fingerprints);
    yield;
  }
  const limit = Math.floor(loudest / clearPart);
  const mask = changes.map((sizes) =>
    sizes.reduce((bits, size, pair) => (size > limit ? bits | (1 << pair) : bits), 0),
  );
  return { levels, fingerprints, mask };
}

// Measures a whole sound that is to be known again: as `measure`, and which bits of each fingerprint are clear in it.

import type { InPieces } from '../../../kernel/pieces.ts';
import { initialMeasure, measureHops, type Measurements } from '../measuring/measure.ts';

/** A bit is clear if what it is the sign of is more than this part of the energy of the loudest band: noise does not turn it. */
export const clearPart = 10_000;

export interface MaskedMeasurements extends Measurements {
  /** Of each hop: the bits of the fingerprint that are clear. */
  readonly mask: readonly number[];
}

/** `samples`: 16 bits, one channel, at any rate that can be measured. A second of them is a piece. */
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

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  initialMeasure,
  measure,
  type Measurements,
} from '../../../../../core/speech/recognition/measuring/measure.ts';
import { sineOfPi } from '../../../../../core/speech/recognition/measuring/sine.ts';
import {
  bandBins,
  bandCount,
  bandEnergies,
} from '../../../../../core/speech/recognition/measuring/spectrum.ts';

/** A tone of a frequency and an amplitude. */
function tone(hertz: number, amplitude: number, seconds: number, sampleRate: number): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * sampleRate) }, (_, n) =>
    Math.round(amplitude * sineOfPi((2 * hertz * n) / sampleRate)),
  );
}

/** The measurements of samples that arrive in these parts. */
function measured(sampleRate: number, parts: readonly Int16Array[]): Measurements {
  let state = initialMeasure(sampleRate);
  const levels: number[] = [];
  const fingerprints: number[] = [];
  for (const part of parts) {
    const [next, found] = measure(state, part);
    state = structuredClone(next); // the state must be plain data
    levels.push(...found.levels);
    fingerprints.push(...found.fingerprints);
  }
  return { levels, fingerprints };
}

describe('the measurements', () => {
  it('are one for each whole 10 ms, and zero for silence', () => {
    const { levels, fingerprints } = measured(8_000, [new Int16Array(8_000)]);
    expect(levels).toEqual(Array.from({ length: 99 }, () => 0)); // the filter needs 2 ms more
    expect(new Set(fingerprints)).toEqual(new Set([0]));
  });

  it('have the same level at every rate, eight more for twice the amplitude', () => {
    for (const rate of [8_000, 11_025, 16_000, 22_050, 24_000, 44_100, 48_000]) {
      const soft = measured(rate, [tone(1_000, 4_000, 0.5, rate)]).levels.slice(10, 40);
      const loud = measured(rate, [tone(1_000, 8_000, 0.5, rate)]).levels.slice(10, 40);
      expect(new Set(soft)).toEqual(new Set([91]));
      expect(new Set(loud)).toEqual(new Set([99]));
    }
  });

  it('change with the sound', () => {
    const rising = Int16Array.from({ length: 16_000 }, (_, n) =>
      Math.round(8_000 * sineOfPi((2 * (400 + n / 20) * n) / 16_000)),
    );
    expect(new Set(measured(16_000, [rising]).fingerprints).size).toBeGreaterThan(10);
  });

  it('do not depend on the parts in which samples arrive', () => {
    const samples = fc.int16Array({ minLength: 0, maxLength: 3_000 });
    const rates = fc.constantFrom(8_000, 11_025, 16_000, 24_000, 44_100, 48_000);
    const cuts = fc.array(fc.nat(3_000), { maxLength: 6 });
    fc.assert(
      fc.property(samples, rates, cuts, (whole, rate, places) => {
        const ends = [...places.toSorted((a, b) => a - b), whole.length];
        const parts = ends.map((end, index) => whole.slice(ends[index - 1] ?? 0, end));
        expect(measured(rate, parts)).toEqual(measured(rate, [whole]));
      }),
    );
  });
});

describe('the energy of a tone', () => {
  it.each(Array.from({ length: bandCount }, (_, band) => band))('lies in band %i', (band) => {
    const hertz = (((bandBins[band] ?? 0) + (bandBins[band + 1] ?? 0) - 1) / 2) * 15.625;
    const energies = bandEnergies(tone(hertz, 20_000, 0.064, 8_000));
    expect(energies.indexOf(Math.max(...energies))).toBe(band);
  });

  it('is a whole number below 2^53 for the loudest sound', () => {
    const square = Int16Array.from({ length: 512 }, (_, n) => (n % 16 < 8 ? 32_767 : -32_768));
    const energies = bandEnergies(square);
    for (const energy of energies) expect(Number.isSafeInteger(energy)).toBe(true);
    expect(energies.reduce((sum, energy) => sum + energy, 0)).toBeGreaterThan(2 ** 40);
  });

  it('is that of a transform computed with floating-point numbers', () => {
    const noise = Int16Array.from(
      { length: 512 },
      (_, n) => ((n * 7_919 + n * n * 31) % 20_001) - 10_000,
    );
    const energies = bandEnergies(noise);
    const expected = energies.map((_, band) => {
      let energy = 0;
      for (let bin = bandBins[band] ?? 0; bin < (bandBins[band + 1] ?? 0); bin += 1) {
        let [real, imaginary] = [0, 0];
        noise.forEach((sample, n) => {
          const weighted = sample * (0.5 - 0.5 * Math.cos((2 * Math.PI * n) / 512));
          real += weighted * Math.cos((2 * Math.PI * n * bin) / 512);
          imaginary -= weighted * Math.sin((2 * Math.PI * n * bin) / 512);
        });
        energy += real ** 2 + imaginary ** 2;
      }
      return energy;
    });
    energies.forEach((energy, band) => {
      expect(Math.abs(energy / (expected[band] ?? 0) - 1)).toBeLessThan(0.001);
    });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreeingHops } from '../../../../../core/speech/recognition/sounds/agreement.ts';
import { disturbed, fakeSound, randomBits } from '../../../../support/speech/known-sounds.ts';

const { sound, fingerprints } = fakeSound('Good morning, and thank you for calling.');

/** The hops `from` to `end` of the sound, after `others` hops of something else. */
const voice = (others: number, from: number, end: number) => [
  ...randomBits(3, others),
  ...fingerprints.slice(from, end),
];

describe('a voice in which a sound is found', () => {
  it('agrees from where the sound begins in it', () => {
    for (const others of [0, 10, 40]) {
      const hops = agreeingHops(voice(others, 60, 120), 119, sound, 40);
      expect(Math.abs(hops - 60)).toBeLessThanOrEqual(1);
    }
  });

  it('agrees no further than the voice or the sound go', () => {
    expect(agreeingHops(fingerprints.slice(20, 100), 99, sound, 40)).toBe(80);
    expect(agreeingHops(voice(50, 0, 60), 59, sound, 40)).toBe(50); // the first ten are silent
    expect(agreeingHops(fingerprints.slice(20, 50), 49, sound, 40)).toBe(30);
  });

  it('agrees where some bits differ', () => {
    const heard = disturbed(fingerprints.slice(20, 120), 3);
    expect(agreeingHops(heard, 119, sound, 40)).toBe(100);
  });

  it('agrees in at least as many hops as it was found by', () => {
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat(100),
        fc.nat(300),
        fc.nat(100),
        (seed, length, offset, least) => {
          const hops = agreeingHops(randomBits(seed, length), offset, sound, least);
          expect(hops).toBeGreaterThanOrEqual(Math.min(least, length));
          expect(hops).toBeLessThanOrEqual(
            Math.max(Math.min(least, length), Math.min(length, offset + 1)),
          );
        },
      ),
    );
  });
});

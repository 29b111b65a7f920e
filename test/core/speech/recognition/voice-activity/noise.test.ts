// Noise before and after a voice, and voices as steady as noise.

import { describe, expect, it } from 'vitest';
import { initialActivity } from '../../../../../core/speech/recognition/voice-activity/activity.ts';
import {
  endingHops,
  initialNoise,
  noiseHop,
  openingHopsMin,
} from '../../../../../core/speech/recognition/voice-activity/noise.ts';

const hops = (count: number, levelOf: (hop: number) => number) =>
  Array.from({ length: count }, (_, hop) => levelOf(hop));
const noise = (count: number) => hops(count, (hop) => 65 + ((hop * 5) % 4));
const voice = (count: number) => hops(count, (hop) => 85 + ((hop * 7) % 15));

/** What is found in audio that counts as voice from its first hop on; `floor`: of the noise that is known. */
function found(levels: readonly number[], { isVoice = true, floor = 0, wasNoise = false } = {}) {
  const active = { isVoice, quiet: 0, wasNoise };
  let state = initialNoise();
  return levels.flatMap((level, at) => {
    const [next, correction] = noiseHop(
      state,
      level,
      { ...initialActivity(), isVoice, floor },
      active,
    );
    state = next;
    return correction === undefined ? [] : [{ at, ...correction }];
  });
}

describe('noise before a voice', () => {
  it('is found with the third loud hop', () => {
    const levels = [...noise(openingHopsMin), ...voice(20)];
    expect(found(levels)).toEqual([{ at: openingHopsMin + 2, kind: 'noiseBefore', floor: 65 }]);
  });

  it('is found where the voice rises slowly, or the first hop is half silent', () => {
    const rising = [75, 72, 76, ...voice(20)];
    expect(found([...noise(20), ...rising])[0]?.kind).toBe('noiseBefore');
    expect(found([46, ...noise(20), ...voice(20)])[0]).toMatchObject({ floor: 65 });
  });

  it('is not found if it is short, or a voice alone', () => {
    expect(found([...noise(openingHopsMin - 1), ...voice(20)])).toEqual([]);
    expect(found([20, ...voice(100)])).toEqual([]);
  });
});

describe('noise after a voice', () => {
  it('is found after 0.3 s', () => {
    const [first] = found([20, ...voice(100), ...noise(40)]);
    expect(first).toEqual({
      at: 100 + endingHops,
      kind: 'noiseSince',
      floor: 65,
      hops: endingHops,
    });
  });

  it('is not found if it is nearly as loud, or known', () => {
    expect(found([20, ...voice(100), ...hops(60, () => 86)])).toEqual([]);
    expect(found([20, ...voice(100), ...noise(40)], { floor: 66 })).toEqual([]);
  });
});

/** A swell of 4 Hz, by 3 dB. */
const swelling = hops(
  60,
  (hop) => 88 + [0, 1, 2, 2, 1, 0, -1, -2, -2, -1][Math.floor(hop / 2.5) % 10]!,
);

describe('a sound with which the audio begins', () => {
  it('is voice if it swells, whatever the activity takes it for', () => {
    const later = found(swelling, { isVoice: false, floor: 86 });
    expect(later[0]).toEqual({ at: 49, kind: 'voice', floor: 0 });
    expect(found(swelling.slice(0, 25), { wasNoise: true }).at(-1)?.kind).toBe('voice');
  });

  it('is no voice if it is soft, or was silent before', () => {
    const isVoice = false;
    expect(
      found(
        swelling.map((level) => level - 30),
        { isVoice, floor: 56 },
      ),
    ).toEqual([]);
    expect(found([20, ...swelling], { isVoice, floor: 86 })).toEqual([]);
  });

  it('is noise if its levels vary from hop to hop', () => {
    const unsteady = hops(60, (hop) => 80 + ((hop * 7) % 10));
    expect(found(unsteady)[0]).toMatchObject({ at: 39, kind: 'noiseSince' });
  });
});

// Voice activity, detected from levels alone.

import { describe, expect, it } from 'vitest';
import {
  activity,
  hangOverHops,
  initialActivity,
} from '../../../../../core/speech/recognition/voice-activity/activity.ts';
import {
  initialMeasure,
  measure,
} from '../../../../../core/speech/recognition/measuring/measure.ts';
import { whiteNoise } from '../../../../support/speech/voices.ts';

/** The stretches of voice, as `first-end` in hops, and the hops at which sound was classified as noise. */
function voiceIn(levels: readonly number[]): { readonly voice: string; readonly noise: number[] } {
  let state = initialActivity();
  let start = -1;
  const voice: string[] = [];
  const noise: number[] = [];
  levels.forEach((level, at) => {
    const [next, { isVoice, wasNoise }] = activity(state, level);
    state = next;
    if (wasNoise) noise.push(at);
    if (isVoice && start < 0) start = at;
    if (!isVoice && start >= 0) {
      voice.push(`${start}-${at}`);
      start = -1;
    }
  });
  if (start >= 0) voice.push(`${start}-`);
  return { voice: voice.join(' '), noise };
}

const hops = (count: number, level: number) => Array.from({ length: count }, () => level);
/** Syllables: 150 ms loud with a swell, 50 ms soft. */
const syllables = (count: number, level: number) =>
  Array.from({ length: count }, () => [
    level - 12,
    level - 6,
    ...hops(11, level),
    level - 4,
    level - 10,
    ...hops(5, level - 45),
  ]).flat();
const rate = 8_000;
const levelsOf = (samples: Int16Array) => measure(initialMeasure(rate), samples)[1].levels;

describe('voice', () => {
  it('begins with the third loud hop and ends 80 ms after the last', () => {
    const { voice } = voiceIn([...hops(20, 0), ...hops(10, 90), ...hops(50, 0)]);
    expect(voice).toBe('22-38');
    expect(hangOverHops).toBe(8);
  });

  it('is not begun by clicks', () => {
    const click = [...hops(2, 110), ...hops(20, 20)];
    expect(voiceIn([...click, ...click, ...click]).voice).toBe('');
  });

  it('continues through closures within words', () => {
    const { voice } = voiceIn([...hops(50, 0), ...syllables(40, 95), ...hops(50, 0)]);
    expect(voice).toMatch(/^5\d-8[45]\d$/);
  });

  it('is heard at once where the audio begins with it', () => {
    expect(voiceIn(syllables(5, 95)).voice).toMatch(/^2-/);
  });

  it('is heard 30 dB more softly, too', () => {
    expect(voiceIn([...hops(50, 0), ...syllables(10, 62)]).voice.split(' ')[0]).toMatch(/^5\d-/);
  });

  it('is never faint sound, after any silence', () => {
    expect(voiceIn([...hops(100, 0), ...hops(1_000, 40)]).voice).toBe('');
  });
});

describe('steady noise', () => {
  it.each([
    ['faint', 30, ''],
    ['soft', 300, '2-29'],
    ['loud', 9_000, '2-29'],
  ])('that is %s is voice for 0.3 s at most', (_, amplitude, expected) => {
    expect(voiceIn(levelsOf(whiteNoise(amplitude, 30 * rate))).voice).toBe(expected);
  });

  it('is known as noise where it begins in the middle', () => {
    const levels = levelsOf(whiteNoise(3_000, 10 * rate));
    const { voice, noise } = voiceIn([
      ...hops(200, 10),
      ...syllables(10, 95),
      ...hops(90, 10),
      ...levels,
    ]);
    expect(voice.split(' ')).toHaveLength(2);
    expect(noise).toHaveLength(1);
  });

  it('hides no voice that is 20 dB louder', () => {
    const levels = levelsOf(whiteNoise(300, 5 * rate));
    const noisy = [...hops(100, 0), ...syllables(20, 87)].map((level, at) =>
      Math.max(level, levels[at] ?? 0),
    );
    const { voice } = voiceIn([...levels, ...noisy, ...levels]);
    const [, ...heard] = voice.split(' ');
    expect(heard).toEqual([expect.stringMatching(/^60\d-10\d\d$/)]);
  });

  it('is not a long vowel that begins suddenly, after noise or silence', () => {
    const vowel = Array.from({ length: 60 }, (_, at) => 97 + (at % 4));
    const { voice, noise } = voiceIn([...hops(100, 62), ...vowel, ...hops(100, 62)]);
    expect(voice).toMatch(/ 102-168$/);
    expect(noise).toEqual([29]);
    expect(voiceIn([...hops(20, 0), ...vowel, ...hops(100, 0)]).voice).toBe('22-88');
  });

  it('that changes more than white noise does is no voice after a while', () => {
    let seed = 7;
    const levels = Array.from({ length: 6_000 }, () => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      return 80 + Math.floor((seed / 2 ** 32) * 14);
    });
    const { voice } = voiceIn(levels);
    expect(Number(/^2-(\d+)/.exec(voice)?.[1])).toBeLessThan(1_500);
    expect(voice).not.toMatch(/-$/);
  });
});

describe('a steady loud tone', () => {
  it('is voice for any time', () => {
    expect(voiceIn(hops(20_000, 100)).voice).toBe('2-');
  });

  it('is noise if it is soft, like a direct current', () => {
    expect(voiceIn(hops(20_000, 70)).voice).toBe('2-29');
  });
});

describe('silence', () => {
  it('is counted from the last loud hop, or from the beginning of noise', () => {
    let state = initialActivity();
    const quiet = [...hops(5, 0), ...hops(10, 90), ...hops(20, 0)].map((level) => {
      const [next, out] = activity(state, level);
      state = next;
      return out.quiet;
    });
    expect(quiet.slice(0, 16)).toEqual([1, 2, 3, 4, 5, 6, 7, ...hops(8, 0), 1]);
    expect(quiet.at(-1)).toBe(20);
    state = initialActivity();
    const noisy = hops(40, 70).map((level) => {
      const [next, out] = activity(state, level);
      state = next;
      return out.quiet;
    });
    expect(noisy.slice(27)).toEqual([0, 0, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40]);
  });
});

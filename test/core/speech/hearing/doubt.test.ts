import { describe, expect, it } from 'vitest';
import {
  confirmHops,
  confirmPercentMax,
  confirmSoftHops,
  isConfirmed,
  isRefuted,
  withLevel,
  type Loudness,
} from '../../../../core/speech/hearing/doubt.ts';
import type { SoundProgress } from '../../../../core/speech/sounds/follow.ts';
import { fakeSound } from '../../../support/speech/known-sounds.ts';

const { sound } = fakeSound('Good bye');
const loud: Loudness = { loudest: 100, soft: 0 };
const soft: Loudness = { loudest: 100, soft: confirmSoftHops };

const at = (position: number, percent = 0): SoundProgress => ({
  sound: sound.id,
  position,
  words: 0,
  differing: [0, percent, 0],
  clear: [100, 100, 100],
});

describe('a sound in doubt', () => {
  it('is confirmed once it has agreed for 0.8 s, and still does', () => {
    const confirmed = (hops: number, percent: number) =>
      isConfirmed({ hops, loudness: loud }, at(50, percent), sound);
    expect(confirmed(confirmHops - 1, 0)).toBe(false);
    expect(confirmed(confirmHops, confirmPercentMax)).toBe(true);
    expect(confirmed(confirmHops, confirmPercentMax + 1)).toBe(false);
  });

  it('is confirmed by silence behind its end, not by a pause within', () => {
    const confirmed = (loudness: Loudness, position: number) =>
      isConfirmed({ hops: 50, loudness }, at(position), sound);
    expect(confirmed(soft, sound.voiceEnd)).toBe(true);
    expect(confirmed(soft, sound.voiceEnd - 1)).toBe(false);
    expect(confirmed({ ...soft, soft: confirmSoftHops - 1 }, sound.voiceEnd)).toBe(false);
  });

  it('is refuted by voice behind its end', () => {
    const refuted = (loudness: Loudness, position: number) =>
      isRefuted({ hops: 50, loudness }, at(position), sound);
    expect(refuted(loud, sound.voiceEnd + 4)).toBe(false);
    expect(refuted(loud, sound.voiceEnd + 5)).toBe(true);
    expect(refuted({ ...loud, soft: 1 }, sound.voiceEnd + 5)).toBe(false);
  });
});

it('a level is soft far below the loudest one', () => {
  const after = (...levels: readonly number[]) =>
    levels.reduce(withLevel, { loudest: 0, soft: 0 }); // prettier-ignore
  expect(after(90, 100, 80)).toEqual({ loudest: 100, soft: 0 });
  expect(after(100, 70, 69, 40)).toEqual({ loudest: 100, soft: 2 });
  expect(after(100, 40, 75)).toEqual({ loudest: 100, soft: 0 });
});

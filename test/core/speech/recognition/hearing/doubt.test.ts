import { describe, expect, it } from 'vitest';
import {
  confirmHops,
  confirmPercentMax,
  confirmSoftHops,
  isConfirmed,
  isLikely,
  isRefuted,
  withLevel,
  type Loudness,
} from '../../../../../core/speech/recognition/hearing/doubt.ts';
import type { SoundProgress } from '../../../../../core/speech/recognition/sounds/follow.ts';
import { fakeSound } from '../../../../support/speech/known-sounds.ts';

const { sound } = fakeSound('Good bye my friend');
const { voiceStart, voiceEnd } = sound;
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
  it('is confirmed once 0.8 s of its voice have agreed, and still do', () => {
    const confirmed = (missed: number, heard: number, percent: number) => {
      const progress = at(voiceStart + missed + heard - 1, percent);
      return isConfirmed({ missed, loudness: loud }, progress, sound);
    };
    for (const missed of [0, 30]) {
      expect(confirmed(missed, confirmHops - 1, 0)).toBe(false);
      expect(confirmed(missed, confirmHops, confirmPercentMax)).toBe(true);
      expect(confirmed(missed, confirmHops, confirmPercentMax + 1)).toBe(false);
    }
    expect(confirmed(voiceEnd - voiceStart - confirmHops + 1, confirmHops, 0)).toBe(false);
  });

  it('is confirmed by silence after its end, unless only its end was heard', () => {
    const short = { ...sound, voiceEnd: voiceStart + 60 };
    const confirmed = (missed: number, loudness: Loudness, position = short.voiceEnd) =>
      isConfirmed({ missed, loudness }, at(position), short);
    expect(confirmed(0, soft)).toBe(true);
    expect(confirmed(20, soft)).toBe(true);
    expect(confirmed(21, soft)).toBe(false);
    expect(confirmed(0, soft, short.voiceEnd - 1)).toBe(false);
    expect(confirmed(0, { ...soft, soft: confirmSoftHops - 1 })).toBe(false);
  });

  it('is refuted by its end, and by voice after it', () => {
    const refuted = (loudness: Loudness, position: number) =>
      isRefuted({ missed: 0, loudness }, at(position), sound);
    expect(refuted(soft, voiceEnd - 1)).toBe(false);
    expect(refuted(soft, voiceEnd)).toBe(true);
    expect(refuted(loud, voiceEnd + 4)).toBe(false);
    expect(refuted(loud, voiceEnd + 5)).toBe(true);
    expect(refuted({ ...loud, soft: 1 }, voiceEnd + 5)).toBe(false);
  });

  it('is likely where the audio ends if its beginning was heard', () => {
    expect(isLikely({ missed: 30, loudness: loud })).toBe(true);
    expect(isLikely({ missed: 31, loudness: loud })).toBe(false);
  });
});

it('a level is soft far below the loudest one', () => {
  const after = (...levels: readonly number[]) =>
    levels.reduce(withLevel, { loudest: 0, soft: 0 }); // prettier-ignore
  expect(after(90, 100, 80)).toEqual({ loudest: 100, soft: 0 });
  expect(after(100, 70, 69, 40)).toEqual({ loudest: 100, soft: 2 });
  expect(after(100, 40, 75)).toEqual({ loudest: 100, soft: 0 });
});

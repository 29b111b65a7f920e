// Voice by levels and by what is found out about noise.

import { describe, expect, it } from 'vitest';
import { initialActivity } from '../../../../../core/speech/recognition/voice-activity/activity.ts';
import {
  initialNoise,
  type NoiseCorrection,
} from '../../../../../core/speech/recognition/voice-activity/noise.ts';
import {
  voiceHop,
  type VoiceState,
} from '../../../../../core/speech/recognition/voice-activity/voice.ts';

const levels = [
  ...Array.from({ length: 22 }, (_, hop) => 65 + ((hop * 5) % 4)),
  ...Array.from({ length: 60 }, (_, hop) => 85 + ((hop * 7) % 15)),
  ...Array.from({ length: 60 }, (_, hop) => 65 + ((hop * 5) % 4)),
];

function voiceIn(correct: (at: number, found?: NoiseCorrection) => NoiseCorrection | undefined) {
  let state: VoiceState = { activity: initialActivity(), noise: initialNoise() };
  return levels.map((level, at) => {
    const [next, voice] = voiceHop(state, at, level, correct);
    state = next;
    return voice;
  });
}

const found = new Map<number, NoiseCorrection>();
const corrected = voiceIn((at, correction) => {
  if (correction !== undefined) found.set(at, correction);
  return correction;
});

describe('voice', () => {
  it('begins anew behind noise, and ends with noise', () => {
    const onsets = corrected.flatMap(({ isOnset }, at) => (isOnset ? [at] : []));
    expect(onsets).toEqual([2, 24]);
    expect(corrected.findIndex(({ isVoice }, at) => at > 30 && !isVoice)).toBeLessThan(113);
    expect(corrected.at(-1)?.quiet).toBeGreaterThan(50);
  });

  it('is the same where an event repeats the corrections', () => {
    expect(voiceIn((at) => found.get(at))).toEqual(corrected);
  });

  it('is that of the levels alone where an event has none', () => {
    const old = voiceIn(() => undefined);
    expect(old.filter(({ isOnset }) => isOnset)).toHaveLength(1);
    expect(old.every(({ isVoice }, at) => at < 2 || isVoice)).toBe(true);
  });
});

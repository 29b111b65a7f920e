// Whether a hop has voice: by its level, as corrected by what is found out about noise.

import { activity, type Activity, type ActivityState } from './activity.ts';
import {
  corrected,
  initialNoise,
  noiseHop,
  type NoiseCorrection,
  type NoiseState,
} from './noise.ts';

/** Plain data, to be saved with a session. */
export type VoiceState = {
  readonly activity: ActivityState;
  /** Absent in older snapshots. */
  readonly noise?: NoiseState;
};

/** What is found out about noise at a hop becomes part of an event, which repeats it: undefined if nothing is to be corrected. */
export type CorrectNoise = (
  at: number,
  found: NoiseCorrection | undefined,
) => NoiseCorrection | undefined;

export interface VoiceActivity extends Activity {
  /** Whether voice begins: with this hop, or with the last loud ones where noise was before them. */
  readonly isOnset: boolean;
}

/** The hop number `at`. */
export function voiceHop(
  { activity: before, noise = initialNoise() }: VoiceState,
  at: number,
  level: number,
  correct: CorrectNoise,
): readonly [VoiceState, VoiceActivity] {
  const uncorrected = activity(before, level);
  const [nextNoise, found] = noiseHop(noise, level, before, uncorrected[1]);
  const correction = correct(at, found);
  const [next, active] =
    correction === undefined ? uncorrected : activity(corrected(before, correction), level);
  const isRestart = correction?.kind === 'noiseBefore';
  const wasNoise = active.wasNoise || isRestart || correction?.kind === 'noiseSince';
  const isOnset = isRestart || (active.isVoice && !before.isVoice);
  const { isVoice, quiet } = active;
  return [
    { activity: next, noise: nextNoise },
    { isVoice, quiet, wasNoise, isOnset },
  ];
}

// Decides whether a hop has voice: by its level, with corrections where the level alone mistakes noise for voice.

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

/** A correction becomes part of an event, and is read from it when the event is applied. Undefined: none. */
export type CorrectNoise = (
  at: number,
  found: NoiseCorrection | undefined,
) => NoiseCorrection | undefined;

export interface VoiceActivity extends Activity {
  /** Whether voice begins: with this hop, or with the last loud hops after noise. */
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

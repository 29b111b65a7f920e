// Corrects voice activity where the level of a hop alone misleads: noise before a voice or after it, and a voice that is nearly as
// steady as noise. A stage beside the activity. It never looks ahead.

import {
  leastLevel,
  loudness,
  onsetHops,
  softHopsMax,
  type Activity,
  type ActivityState,
} from './activity.ts';
import {
  averageLevel,
  isAtLeast,
  noBlocks,
  variesFast,
  variesSlowly,
  variesThroughout,
  withBlockLevel,
  type LevelBlocks,
} from './level-blocks.ts';

/** Levels of noise differ by at most this many steps. */
const noiseRange = 9;
/** The first hops of a sound may be half silent. */
const attackHops = 2;
/** Noise of at least this many hops may precede a voice. */
export const openingHopsMin = 14;
/** Such a voice is loud at most this many hops after its beginning. */
const risingHopsMax = 15;
/** Noise follows a voice once it has this many hops. */
export const endingHops = 30;
/** Noise that follows a voice is this many steps below the loudest hop of the voice. */
export const endingDepth = 16;
/** Blocks after which the first sound of the audio counts as voice, though it is as steady as noise. */
const voiceBlocks = 5;
/** Blocks after which it counts as noise, though it is not steady: just before the first search, which would yield words. */
const noiseBlocks = 8;
/** A voice that is as steady as noise has at least this level. */
export const steadyVoiceLevel = 60;

/** Plain data, to be saved with a session. */
export type NoiseState = {
  /** The sound since it was last soft, while it may be noise before a voice. */
  readonly opening: Opening | null;
  /** Whether the audio has been one sound so far. */
  readonly isFirstSound: boolean;
  /** The last hops. */
  readonly ending: LevelRun;
  /** The highest level of the voice. */
  readonly loudest: number;
  readonly blocks: LevelBlocks;
};

/** Hops with similar levels. */
type LevelRun = { readonly low: number; readonly high: number; readonly hops: number };

type Opening = {
  readonly noise: LevelRun;
  /** Hops since the level left the range of the noise. */
  readonly rising: number;
  /** How many of the last hops are loud. */
  readonly loud: number;
};

/** `floor`: the level of the noise from now on. */
export type NoiseCorrection =
  /** The sound before the last loud hops was noise: the voice begins with them. */
  | { readonly kind: 'noiseBefore'; readonly floor: number }
  /** The last hops are noise. */
  | { readonly kind: 'noiseSince'; readonly floor: number; readonly hops: number }
  /** The sound is voice. */
  | { readonly kind: 'voice'; readonly floor: number };

/** In a channel, at a hop of the stream. */
export type HeardNoise = NoiseCorrection & { readonly channel: number; readonly at: number };

const noHops: LevelRun = { low: 0, high: 0, hops: 0 };
const noOpening: Opening = { noise: noHops, rising: 0, loud: 0 };

export function initialNoise(): NoiseState {
  return { opening: noOpening, isFirstSound: true, ending: noHops, loudest: 0, blocks: noBlocks };
}

/** The next hop. `before`: the activity up to it; `active`: the activity with it, uncorrected. */
export function noiseHop(
  { opening, isFirstSound, ending, loudest, blocks }: NoiseState,
  level: number,
  before: ActivityState,
  active: Activity,
): readonly [NoiseState, NoiseCorrection | undefined] {
  const isSoft = level < leastLevel.toGoOn;
  const isLouder = active.isVoice && !before.isVoice && before.floor > 0;
  const next: NoiseState = {
    opening: isSoft && !before.isVoice ? noOpening : openingWith(opening, level),
    isFirstSound: isFirstSound && !isSoft && !isLouder,
    ending: runWith(ending, level) ?? { low: level, high: level, hops: 1 },
    loudest: before.isVoice ? Math.max(loudest, level) : 0,
    blocks: withBlockLevel(blocks, level),
  };
  const correction = before.isVoice ? inVoice(next, before, active) : inNoise(next);
  const isOver = correction !== undefined && correction.kind !== 'voice';
  return [isOver ? { ...next, isFirstSound: false } : next, correction];
}

function inNoise({ isFirstSound, blocks }: NoiseState): NoiseCorrection | undefined {
  const isVoice = isFirstSound && isAtLeast(blocks, steadyVoiceLevel) && variesThroughout(blocks);
  return isVoice ? { kind: 'voice', floor: 0 } : undefined;
}

function inVoice(
  { opening, isFirstSound, ending, loudest, blocks }: NoiseState,
  { floor }: ActivityState,
  { wasNoise }: Activity,
): NoiseCorrection | undefined {
  if (wasNoise) return variesSlowly(blocks, voiceBlocks) ? { kind: 'voice', floor } : undefined;
  if (opening?.loud === onsetHops) return { kind: 'noiseBefore', floor: opening.noise.low };
  const { low, high, hops } = ending;
  if (hops >= endingHops && high <= loudest - endingDepth && low > floor) {
    return { kind: 'noiseSince', floor: low, hops };
  }
  if (!isFirstSound || !variesFast(blocks, noiseBlocks)) return undefined;
  return { kind: 'noiseSince', floor: averageLevel(blocks), hops: endingHops };
}

/** Applies a correction to the state. */
export function corrected(state: ActivityState, correction: NoiseCorrection): ActivityState {
  const { floor } = correction;
  const known = { ...state, floor, unrisen: 0, soft: softHopsMax };
  switch (correction.kind) {
    case 'noiseBefore':
      return { ...known, isVoice: true, loud: 0, quiet: 0 };
    case 'noiseSince':
      return {
        ...known,
        isVoice: false,
        loud: 0,
        quiet: Math.max(state.quiet, correction.hops - 1),
      };
    case 'voice':
      return { ...known, isVoice: true, steady: { low: 0, high: 0, hops: 0 } };
  }
}

/** Null: it is no noise, or was reported as `noiseBefore`. */
function openingWith(opening: Opening | null, level: number): Opening | null {
  if (opening === null || opening.loud === onsetHops) return null;
  const { noise, rising } = opening;
  const longer = rising === 0 ? runWith(noise, level) : undefined;
  if (longer !== undefined) return { ...noOpening, noise: longer };
  if (noise.hops <= attackHops) {
    return { ...noOpening, noise: { low: level, high: level, hops: attackHops + 1 } };
  }
  const isFalling = level < noise.low - noiseRange;
  if (noise.hops < openingHopsMin || rising === risingHopsMax || isFalling) return null;
  const isLoud = level >= noise.low + loudness.toBegin;
  return { noise, rising: rising + 1, loud: isLoud ? opening.loud + 1 : 0 };
}

/** Undefined if the level is too far from the others. */
function runWith({ low, high, hops }: LevelRun, level: number): LevelRun | undefined {
  if (hops === 0) return { low: level, high: level, hops: 1 };
  const [lowest, highest] = [Math.min(low, level), Math.max(high, level)];
  if (highest - lowest > noiseRange) return undefined;
  return { low: lowest, high: highest, hops: Math.min(hops + 1, endingHops) };
}

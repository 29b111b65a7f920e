// Voice activity of one channel: decides by levels alone which hops have voice. A level is loud if it is clearly above a noise floor
// that follows the sound. Single clicks are no voice, and short closures within words do not end it.

import type { Stage } from '../../../kernel/stage.ts';

/** This many consecutive loud hops begin voice. */
export const onsetHops = 3;
/** Hops after the last loud one that still count as voice. */
export const hangOverHops = 8;
/** In steps of a level above the noise floor, three quarters of a decibel each. */
export const loudness = { toBegin: 12, toGoOn: 8 } as const;
/** The lowest loud levels, however quiet the noise. */
export const leastLevel = { toBegin: 50, toGoOn: 44 } as const;
/** A sound whose levels lie within `range` steps is noise after `hopsInVoice`, or after `hops` if the audio begins with it. */
export const steadyNoise = { range: 6, hops: 30, hopsInVoice: 150 } as const;
/** After this many quiet hops, later sound no longer counts as part of the start. */
export const softHopsMax = 10;
/** A loud sound that is steadier than any noise counts as voice: audio without a decoder is measured as such a tone. */
export const steadyTone = { range: 1, level: 80 } as const;
/** The floor rises once in this many hops of higher levels, by a sixteenth of the distance. */
export const floorRiseHops = 25;

/** Plain data, to be saved with a session. */
export type ActivityState = {
  /** The level of the noise. */
  readonly floor: number;
  /** Hops above the floor since it last moved. */
  readonly unrisen: number;
  /** The latest hops with similar levels. */
  readonly steady: { readonly low: number; readonly high: number; readonly hops: number };
  readonly isVoice: boolean;
  /** Before voice: consecutive loud hops. In voice: its hops, up to a limit. */
  readonly loud: number;
  /** Hops that were not loud, up to a limit. */
  readonly soft: number;
  /** Hops since the last loud one of voice. */
  readonly quiet: number;
};

export interface Activity {
  readonly isVoice: boolean;
  /** Hops since the last loud one of voice, including this one and the hang-over. */
  readonly quiet: number;
  /** Whether the sound that counted as voice until now turns out to be noise. */
  readonly wasNoise: boolean;
}

export function initialActivity(): ActivityState {
  return {
    floor: 0,
    unrisen: 0,
    steady: { low: 0, high: 0, hops: 0 },
    isVoice: false,
    loud: 0,
    soft: 0,
    quiet: 0,
  };
}

/** The next hop, by its level. */
export const activity: Stage<ActivityState, number, Activity> = (state, level) => {
  const steady = steadyWith(state.steady, level);
  const isTone = steady.hops >= steadyNoise.hops && isToneLike(steady);
  const isNoise = !isTone && steady.hops >= noiseHops(state, steady.hops);
  const [floor, unrisen] = floorWith(state, level, isNoise ? steady.low : 0, isTone);
  const kind = state.isVoice ? 'toGoOn' : 'toBegin';
  const isLoud = level >= Math.max(floor + loudness[kind], leastLevel[kind]);
  const next = {
    floor,
    unrisen,
    steady,
    soft: isLoud ? state.soft : Math.min(state.soft + 1, softHopsMax),
  };
  const quiet = state.quiet + 1;
  if (state.isVoice) {
    const wasNoise = isNoise && !isLoud;
    // Its hops counted as voice, but were noise.
    if (wasNoise) return silent(next, 0, Math.max(quiet, steady.hops), true);
    const loud = Math.min(state.loud + 1, steadyNoise.hopsInVoice);
    if (isLoud) return voiced(next, loud, 0);
    if (quiet <= hangOverHops) return voiced(next, loud, quiet);
    return silent(next, 0, quiet);
  }
  const loud = isLoud ? state.loud + 1 : 0;
  return loud < onsetHops ? silent(next, loud, quiet) : voiced(next, loud, 0);
};

type Surroundings = Pick<ActivityState, 'floor' | 'unrisen' | 'steady' | 'soft'>;
type Next = readonly [ActivityState, Activity];

// Members are listed one by one: spreading objects would take most of the time of a hop.

function voiced({ floor, unrisen, steady, soft }: Surroundings, loud: number, quiet: number): Next {
  const isVoice = true;
  return [
    { floor, unrisen, steady, soft, loud, quiet, isVoice },
    { isVoice, quiet, wasNoise: false },
  ];
}

function silent(
  { floor, unrisen, steady, soft }: Surroundings,
  loud: number,
  quiet: number,
  wasNoise = false,
): Next {
  const isVoice = false;
  return [
    { floor, unrisen, steady, soft, loud, quiet, isVoice },
    { isVoice, quiet, wasNoise },
  ];
}

/** The time after which a steady sound is noise. A long vowel is steady, too, and its soft onset may be inaudible. */
function noiseHops({ isVoice, loud, soft }: ActivityState, steadyHops: number): number {
  const isFromBeginning = soft < softHopsMax && loud + 1 <= steadyHops + onsetHops;
  return !isVoice || isFromBeginning ? steadyNoise.hops : steadyNoise.hopsInVoice;
}

function steadyWith(
  { low, high, hops }: ActivityState['steady'],
  level: number,
): ActivityState['steady'] {
  const [lowest, highest] = [Math.min(low, level), Math.max(high, level)];
  if (hops === 0 || highest - lowest > steadyNoise.range)
    return { low: level, high: level, hops: 1 };
  return { low: lowest, high: highest, hops: Math.min(hops + 1, steadyNoise.hopsInVoice) };
}

function isToneLike({ low, high }: ActivityState['steady']): boolean {
  return low >= steadyTone.level && high - low <= steadyTone.range;
}

/** The floor falls fast and rises slowly, but jumps to the level of steady noise. */
function floorWith(
  { floor, unrisen }: ActivityState,
  level: number,
  noise: number,
  isTone: boolean,
): readonly [floor: number, unrisen: number] {
  if (level < floor) return [floor - Math.ceil((floor - level) / 4), 0];
  if (noise > floor) return [noise, 0];
  if (isTone || level === floor) return [floor, 0];
  if (unrisen + 1 < floorRiseHops) return [floor, unrisen + 1];
  return [floor + Math.ceil((level - floor) / 16), 0];
}

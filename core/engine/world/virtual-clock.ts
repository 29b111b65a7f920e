// Where virtual time comes from: the host's, times a rate, in `real`; only what it is told in `frozen` and `skip`.

import type { ClockSetting } from '../../kernel/input.ts';

/** The fastest `real` clock: a virtual day for each host millisecond. */
export const clockRateMax = 86_400_000;

/** The last instant that there is: the end of the year 9999. */
export const instantMsMax = 253_402_300_799_999;

export interface VirtualClock {
  readonly setting: () => ClockSetting;
  /** The present virtual instant, an integer. Never goes back. */
  readonly instantMs: () => number;
  /** Time has been moved there; in `real` it runs on from there. */
  readonly advanceTo: (nowMs: number) => void;
  /** Another setting from this instant on, which `instantMs` gave. */
  readonly set: (setting: ClockSetting, nowMs: number) => void;
}

/** A clock that somebody tells the time, whatever its setting: for replays. `toldMs` may lag behind what moved it. */
export function createReplayClock(
  toldMs: () => number,
  startMs: number,
  initial: ClockSetting,
): VirtualClock {
  let setting = initial;
  let movedMs = startMs;
  return {
    setting: () => setting,
    // What is not `real` moves by inputs alone.
    instantMs: () => (setting.mode === 'real' ? Math.max(movedMs, toldMs()) : movedMs),
    advanceTo(nowMs) {
      movedMs = Math.max(movedMs, nowMs);
    },
    set(next, nowMs) {
      movedMs = Math.max(movedMs, nowMs);
      setting = next;
    },
  };
}

export function createVirtualClock(
  monotonicMs: () => number,
  startMs: number,
  initial: ClockSetting,
): VirtualClock {
  let setting = initial;
  let toldMs = startMs;
  let anchorMs = startMs;
  let hostMs = monotonicMs();

  function instantMs(): number {
    if (setting.mode !== 'real') return toldMs;
    const passedMs = (monotonicMs() - hostMs) * setting.rate;
    return Math.min(instantMsMax, Math.max(toldMs, Math.floor(anchorMs + passedMs)));
  }

  return {
    setting: () => setting,
    instantMs,
    advanceTo(nowMs) {
      if (setting.mode === 'real' && nowMs > instantMs()) {
        anchorMs = nowMs;
        hostMs = monotonicMs();
      }
      toldMs = Math.max(toldMs, nowMs);
    },
    set(next, nowMs) {
      toldMs = Math.max(toldMs, nowMs);
      anchorMs = toldMs;
      hostMs = monotonicMs();
      setting = next;
    },
  };
}

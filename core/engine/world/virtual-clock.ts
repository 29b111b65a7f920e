// Virtual time: in `real` mode it follows the host's at a rate; in `frozen` and `skip` it moves only by `advanceTo`.

import type { ClockSetting } from '../../kernel/input.ts';

/** The fastest `real` clock: a virtual day for each host millisecond. */
export const clockRateMax = 86_400_000;

/** The last instant: the end of the year 9999. */
export const instantMsMax = 253_402_300_799_999;

/** A virtual instant, and the host's at that moment: `real` time runs on from there. */
export interface ClockAnchor {
  readonly nowMs: number;
  readonly hostMs: number;
}

/** The last stored input of a world, and its clock if all others are lost. */
export interface StoredClock {
  readonly inputs: number;
  readonly clock: ClockAnchor;
}

export interface VirtualClock {
  readonly setting: () => ClockSetting;
  /** The present virtual instant, an integer. Never goes back. */
  readonly instantMs: () => number;
  /** In `real` mode, time runs on from there. */
  readonly advanceTo: (nowMs: number) => void;
  /** Changes the setting from this instant on, which `instantMs` returned. */
  readonly set: (setting: ClockSetting, nowMs: number) => void;
  readonly anchor: () => ClockAnchor;
}

/** A clock for replays: in `real` mode it follows `recordedMs`, which may lag behind the inputs that moved the clock. */
export function createReplayClock(
  recordedMs: () => number,
  startMs: number,
  initial: ClockSetting,
): VirtualClock {
  let setting = initial;
  let movedMs = startMs;
  return {
    setting: () => setting,
    instantMs: () => (setting.mode === 'real' ? Math.max(movedMs, recordedMs()) : movedMs),
    advanceTo(nowMs) {
      movedMs = Math.max(movedMs, nowMs);
    },
    set(next, nowMs) {
      movedMs = Math.max(movedMs, nowMs);
      setting = next;
    },
    anchor: () => ({ nowMs: movedMs, hostMs: 0 }),
  };
}

/** `start.nowMs` is an integer. */
export function createVirtualClock(
  monotonicMs: () => number,
  start: ClockAnchor,
  initial: ClockSetting,
): VirtualClock {
  let setting = initial;
  let movedMs = start.nowMs;
  let { nowMs: anchorMs, hostMs } = start;

  function instantMs(): number {
    if (setting.mode !== 'real') return movedMs;
    const passedMs = (monotonicMs() - hostMs) * setting.rate;
    return Math.min(instantMsMax, Math.max(movedMs, Math.floor(anchorMs + passedMs)));
  }

  return {
    setting: () => setting,
    instantMs,
    advanceTo(nowMs) {
      if (setting.mode === 'real' && nowMs > instantMs()) {
        anchorMs = nowMs;
        hostMs = monotonicMs();
      }
      movedMs = Math.max(movedMs, nowMs);
    },
    set(next, nowMs) {
      movedMs = Math.max(movedMs, nowMs);
      anchorMs = movedMs;
      hostMs = monotonicMs();
      setting = next;
    },
    anchor: () => ({ nowMs: setting.mode === 'real' ? anchorMs : movedMs, hostMs }),
  };
}

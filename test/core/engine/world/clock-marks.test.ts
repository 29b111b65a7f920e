// Where virtual time continues after a lost commit.

import { beforeEach, describe, expect, it } from 'vitest';
import { ClockMarks } from '../../../../core/engine/world/clock-marks.ts';
import { instantMsMax } from '../../../../core/engine/world/virtual-clock.ts';
import { initialWorld, type WorldState } from '../../../../core/engine/world-state.ts';
import type { ClockMode } from '../../../../core/kernel/input.ts';
import { initialSettings, epochMs, rules } from '../../../support/engine/pure-world.ts';

describe('ClockMarks', () => {
  let hostMs: number;
  const monotonicMs = () => hostMs;

  beforeEach(() => {
    hostMs = 5_000;
  });

  const stateAt = (inputs: number, nowMs: number, mode: ClockMode = 'real'): WorldState =>
    Object.assign(initialWorld(initialSettings('s'), rules), {
      inputs,
      nowMs,
      clock: { mode, rate: 2 },
    });
  const stored = stateAt(0, epochMs);
  const marksOf = (state: WorldState): ClockMarks =>
    new ClockMarks(state, monotonicMs, { nowMs: state.nowMs, hostMs });

  it('continue as if lost inputs had never existed', () => {
    const marks = marksOf(stored);
    hostMs += 10;
    marks.add(stateAt(1, epochMs + 86_400_000));
    hostMs += 5;
    expect(marks.restart(stored)).toEqual({ nowMs: epochMs + 30, hostMs });
  });

  it('know from where time runs on after the last stored input', () => {
    const marks = marksOf(stored);
    const later = stateAt(1, epochMs + 60_000);
    const hostMsLater = (hostMs += 10);
    marks.add(later);
    hostMs += 5;
    marks.add(stateAt(2, epochMs + 90_000));
    expect(marks.stored).toEqual({ nowMs: epochMs, hostMs: 5_000 });
    marks.storedThrough(1);
    expect(marks.stored).toEqual({ nowMs: epochMs + 60_000, hostMs: hostMsLater });
  });

  it('continue from the last stored input', () => {
    const marks = marksOf(stored);
    const later = stateAt(1, epochMs + 60_000);
    marks.add(later);
    hostMs += 5;
    marks.add(stateAt(2, epochMs + 90_000));
    marks.storedThrough(1);
    expect(marks.restart(later)).toEqual({ nowMs: epochMs + 60_010, hostMs });
  });

  it('continue from where they continued before, if another input is lost', () => {
    const marks = marksOf(stored);
    hostMs += 10;
    expect(marks.restart(stored)).toEqual({ nowMs: epochMs + 20, hostMs });
    marks.add(stateAt(1, epochMs + 60_000));
    hostMs += 10;
    expect(marks.restart(stored)).toEqual({ nowMs: epochMs + 40, hostMs });
  });

  it('begin at a given anchor, which may be before the last input', () => {
    const begun = new ClockMarks(stored, monotonicMs, { nowMs: epochMs, hostMs: hostMs - 50 });
    expect(begun.restart(stored)).toEqual({ nowMs: epochMs + 100, hostMs });
    const later = stateAt(3, epochMs + 70);
    const slept = new ClockMarks(later, monotonicMs, { nowMs: epochMs, hostMs: hostMs - 50 });
    expect(slept.restart(later)).toEqual({ nowMs: epochMs + 100, hostMs });
  });

  it('stand still in the other modes, and stop at the end of time', () => {
    const frozen = stateAt(0, epochMs, 'frozen');
    const marks = marksOf(frozen);
    const last = stateAt(1, instantMsMax - 10);
    hostMs += 1_000;
    expect(marks.restart(frozen)).toEqual({ nowMs: epochMs, hostMs });
    const ending = marksOf(last);
    hostMs += 1_000;
    expect(ending.restart(last)).toEqual({ nowMs: instantMsMax, hostMs });
  });
});

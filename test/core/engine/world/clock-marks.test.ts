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

  it('continue as if lost inputs had never existed', () => {
    const marks = new ClockMarks(stored, monotonicMs);
    hostMs += 10;
    marks.add(stateAt(1, epochMs + 86_400_000));
    hostMs += 5;
    expect(marks.resumedMs(stored)).toBe(epochMs + 30);
  });

  it('continue from the last stored input', () => {
    const marks = new ClockMarks(stored, monotonicMs);
    const later = stateAt(1, epochMs + 60_000);
    marks.add(later);
    hostMs += 5;
    marks.add(stateAt(2, epochMs + 90_000));
    marks.storedThrough(1);
    expect(marks.resumedMs(later)).toBe(epochMs + 60_010);
  });

  it('continue from where they continued before, if another input is lost', () => {
    const marks = new ClockMarks(stored, monotonicMs);
    hostMs += 10;
    expect(marks.restart(stored)).toBe(epochMs + 20);
    marks.add(stateAt(1, epochMs + 60_000));
    hostMs += 10;
    expect(marks.restart(stored)).toBe(epochMs + 40);
  });

  it('begin at a given host instant', () => {
    const marks = new ClockMarks(stored, monotonicMs, hostMs - 50);
    expect(marks.resumedMs(stored)).toBe(epochMs + 100);
  });

  it('stand still in the other modes, and stop at the end of time', () => {
    const frozen = stateAt(0, epochMs, 'frozen');
    const marks = new ClockMarks(frozen, monotonicMs);
    const last = stateAt(1, instantMsMax - 10);
    hostMs += 1_000;
    expect(marks.resumedMs(frozen)).toBe(epochMs);
    const ending = new ClockMarks(last, monotonicMs);
    hostMs += 1_000;
    expect(ending.resumedMs(last)).toBe(instantMsMax);
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createReplayClock,
  createVirtualClock,
  instantMsMax,
} from '../../../../core/engine/world/virtual-clock.ts';
import type { ClockMode, ClockSetting } from '../../../../core/kernel/input.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';

/** A virtual clock and its host, whose time the test sets. */
function hosted(mode: ClockMode, rate = 1, startMs = epochMs) {
  const host = { nowMs: 12_345 };
  const start = { nowMs: startMs, hostMs: host.nowMs };
  const clock = createVirtualClock(() => host.nowMs, start, { mode, rate });
  return { host, clock, pass: (ms: number) => void (host.nowMs += ms) };
}

describe('createVirtualClock', () => {
  it.each(['frozen', 'skip'] as const)('moves only by advanceTo in %s mode', (mode) => {
    const { clock, pass } = hosted(mode, 60);
    pass(10_000);
    expect(clock.instantMs()).toBe(epochMs);
    clock.advanceTo(epochMs + 7);
    pass(10_000);
    expect(clock.instantMs()).toBe(epochMs + 7);
  });

  it('follows the host in real mode, times the rate, in whole milliseconds', () => {
    const { clock, pass } = hosted('real', 0.25);
    pass(1_003);
    expect(clock.instantMs()).toBe(epochMs + 250);
    const fast = hosted('real', 60);
    fast.pass(1_000);
    expect(fast.clock.instantMs()).toBe(epochMs + 60_000);
  });

  it('loses nothing to rounding however often it is read', () => {
    const { clock, pass } = hosted('real', 0.3);
    for (let index = 0; index < 1_000; index += 1) {
      pass(1);
      clock.advanceTo(clock.instantMs());
    }
    expect(clock.instantMs()).toBe(epochMs + 300);
  });

  it('continues in real mode from the instant to which it was moved', () => {
    const { clock, pass } = hosted('real', 2);
    pass(100);
    clock.advanceTo(epochMs + 5_000);
    expect(clock.instantMs()).toBe(epochMs + 5_000);
    pass(10);
    expect(clock.instantMs()).toBe(epochMs + 5_020);
  });

  it('continues from its instant when the mode changes', () => {
    const { clock, pass } = hosted('real');
    pass(100);
    clock.set({ mode: 'frozen', rate: 1 }, clock.instantMs());
    pass(1_000);
    expect(clock.instantMs()).toBe(epochMs + 100);
    clock.set({ mode: 'real', rate: 3 }, clock.instantMs());
    expect(clock.setting()).toEqual({ mode: 'real', rate: 3 });
    pass(10);
    expect(clock.instantMs()).toBe(epochMs + 130);
  });

  it('counts the time before a change of rate at the old rate', () => {
    const { clock, pass } = hosted('real', 10);
    pass(10);
    clock.set({ mode: 'real', rate: 1 }, clock.instantMs());
    pass(10);
    expect(clock.instantMs()).toBe(epochMs + 110);
  });

  it('stops at the end of time', () => {
    const { clock, pass } = hosted('real', 1_000, instantMsMax - 500);
    pass(1);
    expect(clock.instantMs()).toBe(instantMsMax);
    pass(1_000_000);
    expect(clock.instantMs()).toBe(instantMsMax);
    clock.set({ mode: 'frozen', rate: 1 }, clock.instantMs());
    expect(clock.instantMs()).toBe(instantMsMax);
  });

  it('runs on from a host instant in the past', () => {
    const start = { nowMs: epochMs, hostMs: 100 };
    const clock = createVirtualClock(() => 350, start, { mode: 'real', rate: 4 });
    expect(clock.instantMs()).toBe(epochMs + 1_000);
    expect(clock.anchor()).toEqual(start);
  });

  const settings: fc.Arbitrary<ClockSetting> = fc.record({
    mode: fc.constantFrom('real', 'frozen', 'skip'),
    rate: fc.constantFrom(0.001, 0.3, 1, 60, 86_400_000),
  });
  const steps = fc.array(
    fc.oneof(
      fc.record({ pass: fc.double({ min: 0, max: 5_000, noNaN: true }) }),
      fc.record({ move: fc.integer({ min: -5_000, max: 5_000 }) }),
      fc.record({ set: settings }),
    ),
  );

  it('continues from its anchor as if it had never been replaced', () => {
    fc.assert(
      fc.property(settings, steps, steps, (setting, before, after) => {
        const { host, clock, pass } = hosted(setting.mode, setting.rate);
        const clocks = [clock];
        const run = (sequence: typeof before) => {
          for (const step of sequence) {
            if ('pass' in step) pass(step.pass);
            const [lastMs = 0] = clocks.map((each) => each.instantMs());
            for (const each of clocks) {
              if ('move' in step) each.advanceTo(lastMs + step.move);
              else if ('set' in step) each.set(step.set, lastMs);
            }
            expect(new Set(clocks.map((each) => each.instantMs())).size).toBe(1);
          }
        };
        run(before);
        clocks.push(createVirtualClock(() => host.nowMs, clock.anchor(), clock.setting()));
        run([{ pass: 0 }, ...after]);
      }),
    );
  });

  it('never goes back and is always a whole number', () => {
    fc.assert(
      fc.property(settings, steps, (setting, sequence) => {
        const { clock, pass } = hosted(setting.mode, setting.rate);
        let lastMs = clock.instantMs();
        for (const step of sequence) {
          if ('pass' in step) pass(step.pass);
          else if ('move' in step) clock.advanceTo(lastMs + step.move);
          else clock.set(step.set, clock.instantMs());
          const nowMs = clock.instantMs();
          expect(nowMs).toBeGreaterThanOrEqual(lastMs);
          expect(Number.isInteger(nowMs)).toBe(true);
          lastMs = nowMs;
        }
      }),
    );
  });
});

/** A replay clock whose recorded time the test sets. */
function replayClock(mode: ClockMode, rate = 1) {
  const time = { nowMs: epochMs };
  return { time, clock: createReplayClock(() => time.nowMs, epochMs, { mode, rate }) };
}

describe('createReplayClock', () => {
  it('is at the recorded instant in real mode, at any rate', () => {
    const { clock, time } = replayClock('real', 60);
    time.nowMs = epochMs + 70;
    expect(clock.instantMs()).toBe(epochMs + 70);
  });

  it.each(['frozen', 'skip'] as const)('moves by advanceTo alone in %s mode', (mode) => {
    const { clock, time } = replayClock(mode);
    time.nowMs = epochMs + 70;
    expect(clock.instantMs()).toBe(epochMs);
    clock.advanceTo(epochMs + 5);
    expect(clock.instantMs()).toBe(epochMs + 5);
  });

  it('does not go back if the recorded instant lags behind', () => {
    const { clock, time } = replayClock('real');
    clock.advanceTo(epochMs + 100);
    time.nowMs = epochMs + 40;
    expect(clock.instantMs()).toBe(epochMs + 100);
    clock.advanceTo(epochMs + 10);
    expect(clock.instantMs()).toBe(epochMs + 100);
  });

  it('changes its setting at an instant', () => {
    const { clock, time } = replayClock('real');
    time.nowMs = epochMs + 30;
    clock.set({ mode: 'frozen', rate: 2 }, epochMs + 30);
    time.nowMs = epochMs + 90;
    expect([clock.instantMs(), clock.setting()]).toEqual([
      epochMs + 30,
      { mode: 'frozen', rate: 2 },
    ]);
    clock.set({ mode: 'real', rate: 2 }, epochMs + 30);
    expect(clock.instantMs()).toBe(epochMs + 90);
  });
});

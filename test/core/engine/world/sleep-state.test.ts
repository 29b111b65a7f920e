import { describe, expect, it } from 'vitest';
import {
  printSleepState,
  readSleepState,
  dueDelayOf,
  type SleepState,
} from '../../../../core/engine/world/sleep-state.ts';
import { initialWorld, type WorldState } from '../../../../core/engine/world-state.ts';
import type { DueClass } from '../../../../core/kernel/due.ts';
import type { ClockSetting } from '../../../../core/kernel/input.ts';
import { epochMs, initialSettings, rules } from '../../../support/engine/pure-world.ts';

/** A world with these dues, each so many milliseconds from now. */
function worldWith(
  clock: ClockSetting,
  dues: Readonly<Partial<Record<DueClass, number>>>,
): WorldState {
  const world = initialWorld(initialSettings('s'), rules);
  world.nowMs = epochMs + 1_000;
  world.clock = clock;
  for (const [name, afterMs] of Object.entries(dues)) {
    const dueMs = world.nowMs + afterMs;
    const command = { domain: 'shop', command: { type: 'RingBell' } };
    world.dues.set({ subject: name, name, class: name as DueClass, dueMs, command }, 1);
  }
  return world;
}

const every = { progress: 300, timeout: 200, schedule: 100 };

describe('dueDelayOf', () => {
  it('is never in `frozen` mode', () => {
    expect(dueDelayOf(worldWith({ mode: 'frozen', rate: 1 }, every))).toBeNull();
  });

  it('is at once in `skip` mode if time may move to a progress due', () => {
    const skip = { mode: 'skip', rate: 1 } as const;
    expect(dueDelayOf(worldWith(skip, every))).toBe(0);
    expect(dueDelayOf(worldWith({ ...skip, idle: true }, every))).toBe(0);
    expect(dueDelayOf(worldWith({ ...skip, idle: false }, every))).toBeNull();
    expect(dueDelayOf(worldWith(skip, { timeout: 5, schedule: 5 }))).toBeNull();
    expect(dueDelayOf(worldWith(skip, {}))).toBeNull();
  });

  it.each([
    [1, 100],
    [8, 13], // 12.5: never before the due
    [0.5, 200],
    [86_400_000, 1],
  ])('is when the earliest due comes in `real` mode, at a rate of %f', (rate, afterMs) => {
    expect(dueDelayOf(worldWith({ mode: 'real', rate }, every))).toBe(afterMs);
  });

  it('is never in `real` mode without dues, and at once if one is late', () => {
    const real = { mode: 'real', rate: 1 } as const;
    expect(dueDelayOf(worldWith(real, {}))).toBeNull();
    expect(dueDelayOf(worldWith(real, { timeout: 0 }))).toBe(0);
    expect(dueDelayOf(worldWith(real, { timeout: -50, progress: 70 }))).toBe(0);
  });

  it('is at once in `real` mode while a due waits for its answer', () => {
    const world = worldWith({ mode: 'real', rate: 1 }, every);
    world.dues.hold('schedule', 'schedule');
    expect(dueDelayOf(world)).toBe(0);
    const only = worldWith({ mode: 'real', rate: 1 }, { progress: 9 });
    only.dues.hold('progress', 'progress');
    expect(dueDelayOf(only)).toBe(0);
  });
});

describe('the state of a world that sleeps', () => {
  const state: SleepState = {
    opening: 3,
    inputs: 7,
    clock: { nowMs: epochMs + 5, hostMs: 1_234.567_891 },
    requestIds: {
      loadedAt: { position: 4, opening: 3 },
      counts: [
        [4, 2],
        [9, 1],
      ],
    },
  };
  const text = printSleepState(state);

  it('is read as it was printed', () => {
    expect(readSleepState(text, { opening: 3, inputs: 7 })).toEqual(state);
    const small = { ...state, requestIds: { counts: [] } };
    expect(readSleepState(printSleepState(small), state)).toEqual(small);
  });

  it('is ignored by another opening of the store, and at another input', () => {
    expect(readSleepState(text, { opening: 4, inputs: 7 })).toBeUndefined();
    expect(readSleepState(text, { opening: 2, inputs: 7 })).toBeUndefined();
    expect(readSleepState(text, { opening: 3, inputs: 8 })).toBeUndefined();
    expect(readSleepState(text, { opening: 3, inputs: 6 })).toBeUndefined();
  });

  it.each(['', 'null', '{}', '[]', '0', '"', '{"opening":3', text.slice(1)])(
    'is ignored if it is damaged: %s',
    (damaged) => {
      expect(readSleepState(damaged, { opening: 3, inputs: 7 })).toBeUndefined();
    },
  );

  it('is absent of a world that never slept', () => {
    expect(readSleepState(undefined, { opening: 3, inputs: 7 })).toBeUndefined();
  });
});

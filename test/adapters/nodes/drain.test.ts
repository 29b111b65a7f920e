// A node that stops: it hands its worlds over while it still answers, for as long as it may, whatever becomes of a world.

import { expect, it } from 'vitest';
import { Drain } from '../../../adapters/nodes/drain.ts';
import { drainMsMax, handOverMsMax, noticedMs } from '../../../adapters/nodes/limits.ts';
import { StoreError } from '../../../core/index.ts';

interface Given {
  readonly worlds?: readonly string[];
  readonly pinned?: readonly string[];
  readonly isAlone?: boolean;
  /** How long each hand-over takes, and what it ends with. */
  readonly handOver?: (name: string) => { readonly ms: number; readonly error?: Error };
}

function node({ worlds = [], pinned = [], isAlone = false, handOver }: Given) {
  const awake = new Set(worlds);
  const log: string[] = [];
  let nowMs = 0;
  let isAsked = false;
  const drain = new Drain(
    {
      engine: {
        worlds: () => [...awake].map((name) => ({ record: { name } })) as never,
        isEmpty: () => awake.size === 0,
        abandonAll: () => void log.push('abandon'),
        async handOver(name) {
          const { ms, error } = handOver?.(name) ?? { ms: 0 };
          nowMs += ms;
          if (error !== undefined) throw error;
          awake.delete(name);
          log.push(name);
        },
      },
      lease: {
        isDraining: () => isAsked && !isAlone,
        drain: async () => {
          isAsked = true;
        },
        beginAnew: async () => void log.push(`begin at ${nowMs}`),
      },
      isPinned: (name) => pinned.includes(name),
    },
    { monotonicMs: () => nowMs, pause: async (ms) => void (nowMs += ms) },
  );
  return { drain, log, awake, nowMs: () => nowMs };
}

it('frees the worlds that sleep once none is awake, and answers until the others have noticed', async () => {
  const { drain, log, nowMs } = node({ worlds: ['a', 'b'] });
  await drain.beforeStop();
  expect(log).toEqual(['b', 'a', 'begin at 0', 'abandon']);
  expect(nowMs()).toBe(noticedMs);
});

it('stops at once where no other node takes worlds', async () => {
  const { drain, log, nowMs } = node({ worlds: ['a'], isAlone: true });
  await drain.beforeStop();
  expect(log).toEqual([]);
  expect(nowMs()).toBe(0);
});

it('keeps worlds that are recorded, and does not wait for them', async () => {
  const { drain, log, awake } = node({ worlds: ['a', 'recorded'], pinned: ['recorded'] });
  await drain.beforeStop();
  expect(log).toEqual(['a']);
  expect([...awake]).toEqual(['recorded']);
});

it('ends in time though hand-overs take long, or the store is away', async () => {
  const many = Array.from({ length: 1_000 }, (_, index) => `world-${index}`);
  const away = new StoreError('unavailable', 'away');
  for (const error of [undefined, away]) {
    const slow = () => ({ ms: handOverMsMax, ...(error && { error }) });
    const { drain, nowMs, awake } = node({ worlds: many, handOver: slow });
    await drain.beforeStop();
    expect(awake.size).toBeGreaterThan(0);
    expect(nowMs()).toBeLessThanOrEqual(drainMsMax + 8 * handOverMsMax); // those that had begun, here one after another
  }
});

it('tries again what the store refused', async () => {
  let failures = 2;
  const refused = () => ({
    ms: 0,
    ...(failures-- > 0 && { error: new StoreError('unavailable', 'away') }),
  });
  const { drain, log } = node({ worlds: ['a'], handOver: refused });
  await drain.beforeStop();
  expect(log[0]).toBe('a');
});

// `fakeTimers` of `reprise/vitest`: dates and timers of the code under test follow the clock of its world.

import { describe, expect, test as plain, vi } from 'vitest';
import { test as base } from '../../../adapters/vitest/index.ts';
import { installFakeTimers } from '../../../adapters/vitest/fake-timers.ts';
import { startReprise, type TestWorld } from '../../../adapters/testing/index.ts';
import { transferIn } from '../../support/server/in-process.ts';

const test = base.extend({ worldOptions: { fixture: 'wallet/treasury' }, fakeTimers: true });
const real = { Date, setTimeout, setInterval, clearTimeout };

const sleep = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));

/** Polls a transfer over HTTP as a service does; adds each new state to `seen`, with its time in seconds. */
async function poll(world: TestWorld, id: string, everyMs: number, seen: string[]): Promise<void> {
  const startMs = Date.now();
  const headers = { Authorization: `Bearer ${world.walletKey}` };
  for (let state = ''; state !== 'COMPLETE'; await sleep(everyMs)) {
    const response = await fetch(`${world.url}/v1/w3s/transactions/${id}`, { headers });
    ({ state } = (
      (await response.json()) as { data: { transaction: { state: string } } }
    ).data.transaction);
    const text = `${state} ${(Date.now() - startMs) / 1_000}`;
    if (seen.at(-1)?.startsWith(`${state} `) !== true) seen.push(text);
  }
}

describe('fake timers', () => {
  test('stand at the instant of the world, and move with it', async ({ world }) => {
    expect(new Date()).toEqual(world.clock.now);
    const fired: string[] = [];
    const fire = () => fired.push(new Date().toISOString());
    setTimeout(fire, 90_000);
    const interval = setInterval(fire, 60_000);
    await world.clock.advance('2m');
    expect(fired).toEqual([
      '2026-01-01T00:01:00.000Z',
      '2026-01-01T00:01:30.000Z',
      '2026-01-01T00:02:00.000Z',
    ]);
    clearInterval(interval);
    await world.clock.advanceTo('2026-02-01');
    expect([Date.now(), world.clock.now.getTime()]).toEqual([
      Date.UTC(2026, 1, 1),
      Date.UTC(2026, 1, 1),
    ]);
    expect(fired).toHaveLength(3);
  });

  test('run in the order of the world, so that a poll sees each state at its time', async ({
    world,
  }) => {
    const seen: string[] = [];
    const id = await transferIn(world);
    const sentMs = Date.now();
    const done = poll(world, id, 5_000, seen);
    await world.clock.advance('10m');
    await done;
    const states = seen.map((text) => text.split(' ')[0]);
    expect(states).toEqual(['INITIATED', 'SENT', 'CONFIRMED', 'COMPLETE']);
    for (const [type, state] of [
      ['TransactionSent', 'SENT'],
      ['TransactionConfirmed', 'CONFIRMED'],
      ['TransactionCompleted', 'COMPLETE'],
    ] as const) {
      const event = (await world.events(type)).find(({ data }) => data['transactionId'] === id);
      const seconds = (Number(event?.at) - sentMs) / 1_000;
      expect(seen).toContain(`${state} ${Math.ceil(seconds / 5) * 5}`);
    }
    await expect(world).toReplay();
  });

  test('run until the world is idle', async ({ world }) => {
    const ticks: number[] = [];
    const interval = setInterval(() => ticks.push(Date.now()), 1_000);
    await transferIn(world);
    const { fired, events, now } = await world.clock.untilIdle();
    expect(fired).toBeGreaterThan(2);
    expect(events).toBeGreaterThan(2);
    expect(now).toBe(new Date().toISOString());
    expect(ticks).toHaveLength(Math.floor((Date.now() - Date.UTC(2026, 0, 1)) / 1_000));
    clearInterval(interval);
    expect(await world.clock.untilIdle()).toMatchObject({ fired: 0, events: 0 });
    await expect(world).toHaveEmitted('TransactionCompleted');
  });

  test('refuse what the clock refuses, and time that moves by itself', async ({ world }) => {
    await expect(world.clock.advance('ten minutes')).rejects.toThrow('is no duration');
    await expect(world.clock.advance('10')).rejects.toThrow("'10' has no unit");
    await expect(world.clock.untilIdle('10' as never)).rejects.toThrow('maxMs');
    await expect(world.clock.untilIdle(-1)).rejects.toThrow('maxMs');
    expect(world.clock.now).toEqual(new Date('2026-01-01'));
    await expect(world.clock.advanceTo('2020-01-01')).rejects.toThrow('is in the past');
    expect(() => world.clock.set({ mode: 'skip' })).toThrow("not 'skip'");
  });

  test('are those of one world at a time', ({ world }) => {
    expect(() => installFakeTimers(world.clock.now.getTime())).toThrow('one after another');
  });

  base('are real without the option', async ({ world }) => {
    expect(world.clock.now).toEqual(new Date('2026-01-01'));
    expect(vi.isFakeTimers()).toBe(false);
    expect({ Date, setTimeout, setInterval, clearTimeout }).toEqual(real);
  });
});

const treasury = base.extend({ worldOptions: { fixture: 'wallet/treasury' } });

describe('vi.useFakeTimers() in a test', () => {
  treasury('leaves worlds their own timers', async ({ world }) => {
    vi.useFakeTimers();
    try {
      await transferIn(world);
      await world.clock.advance('10m');
      expect(world.clock.now).toEqual(new Date('2026-01-01T00:10:00Z'));
      await expect(world).toHaveEmitted('TransactionCompleted');
      expect(await world.requests()).toHaveLength(1);
      await world.dispose();
    } finally {
      vi.useRealTimers();
    }
  });

  treasury('lets worlds be created and removed', async ({ reprise }) => {
    vi.useFakeTimers();
    try {
      const world = await reprise.createWorld({ fixture: 'wallet/treasury' });
      await transferIn(world);
      await expect(world).toReplay();
      await world.dispose();
    } finally {
      vi.useRealTimers();
    }
  });

  test('beside fakeTimers is no hang', async ({ world }) => {
    vi.useFakeTimers();
    await world.clock.advance('10m');
    expect(world.clock.now).toEqual(new Date('2026-01-01T00:10:00Z'));
  });
});

plain('time limits of Reprise itself stay real', async () => {
  await using reprise = await startReprise({ config: {} });
  const world = await reprise.createWorld();
  const timers = installFakeTimers(world.clock.now.getTime());
  try {
    expect((await fetch(`${world.url}/v1/w3s/wallets`)).status).toBe(401);
    expect(timers.nextMs()).toBeUndefined();
  } finally {
    timers.restore();
  }
});

// whenIdle waits while the event loop is busy, up to a limit.

import { expect, it } from 'vitest';
import { whenIdle } from '../../../adapters/pacing/when-idle.ts';

/** Occupies the event loop until the returned function is called. */
function busy(): () => void {
  let isOver = false;
  const spin = () => {
    const endMs = performance.now() + 5;
    while (performance.now() < endMs);
    if (!isOver) setImmediate(spin);
  };
  spin();
  return () => (isOver = true);
}

it('whenIdle waits until a busy loop is idle', async () => {
  const end = busy();
  let isIdle = false;
  const waiting = whenIdle(600_000).then(() => (isIdle = true));
  for (let turn = 0; turn < 40; turn += 1) await new Promise(setImmediate);
  expect(isIdle).toBe(false);
  end();
  await waiting;
  expect(isIdle).toBe(true);
});

it('whenIdle waits no longer than its limit', async () => {
  const end = busy();
  const [startMs, limitMs] = [performance.now(), 30];
  let isIdle = false;
  const waiting = whenIdle(limitMs).then(() => (isIdle = true));
  let turns = 0; // each turn of the loop is busy for 5 ms
  while (!isIdle && turns < 2_000) {
    await new Promise(setImmediate);
    turns += 1;
  }
  const waitedMs = performance.now() - startMs;
  end();
  await waiting;
  expect(turns).toBeLessThan(2_000);
  expect(waitedMs).toBeGreaterThanOrEqual(limitMs);
});

// What can wait waits while the event loop is busy, though not for ever.

import { expect, it } from 'vitest';
import { calm } from '../../../adapters/pacing/calm.ts';

/** Keeps the loop busy until it is told to end. */
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

it('waits until a busy loop is idle', async () => {
  const end = busy();
  let isCalm = false;
  const waiting = calm(600_000).then(() => (isCalm = true));
  for (let turn = 0; turn < 40; turn += 1) await new Promise(setImmediate);
  expect(isCalm).toBe(false);
  end();
  await waiting;
});

it('waits no longer than it is told', async () => {
  const end = busy();
  await calm(30);
  end();
});

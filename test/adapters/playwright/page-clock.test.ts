// Page clocks: rejected options, tested without a browser.

import { expect, it } from 'vitest';
import {
  checkPageClock,
  followableWorld,
  followWorld,
} from '../../../adapters/playwright/page-clock.ts';
import { startReprise } from '../../../adapters/testing/index.ts';

it('names the methods that move them', () => {
  for (const allowed of ['runFor', 'fastForward', 'off']) checkPageClock(allowed);
  expect(() => checkPageClock('nope')).toThrow(
    "test.use: pageClock must be one of runFor, fastForward, off, not 'nope'.",
  );
});

it('is refused for a context with another method, a moving clock, or a world of another origin', async () => {
  await using reprise = await startReprise();
  const world = followableWorld(await reprise.createWorld());
  await expect(followWorld({} as never, world, 'off' as never)).rejects.toThrow(
    "followWorld: method must be one of runFor, fastForward, not 'off'.",
  );
  await expect(followWorld({} as never, { ...world })).rejects.toThrow(
    'is for the world of a test',
  );
  await world.clock.set({ mode: 'skip' });
  await expect(followWorld({} as never, world)).rejects.toThrow("a frozen clock only, not 'skip'");
});

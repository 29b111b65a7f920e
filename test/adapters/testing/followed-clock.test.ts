// The clock of a world that another clock follows.

import { expect, it } from 'vitest';
import { startReprise } from '../../../adapters/testing/index.ts';
import { followedClock, type Follower } from '../../../adapters/testing/followed-clock.ts';
import { transferIn } from '../../support/server/in-process.ts';

it.each<[string, Follower]>([
  ['at each timer of the world', { nextMs: () => undefined, moveTo: async () => undefined }],
  ['in steps, without known timers', { moveTo: async () => undefined }],
])('adds up the events of an advance that stops %s', async (_stops, follower) => {
  await using reprise = await startReprise({ fixture: 'wallet/treasury' });
  const [plain, followed] = [await reprise.createWorld(), await reprise.createWorld()];
  for (const world of [plain, followed]) await transferIn(world);
  const { fired, events } = await plain.clock.advance('10m');
  expect(fired).toBeGreaterThan(4); // more than the last step alone
  expect(await followedClock(followed, follower).advance('10m')).toMatchObject({ fired, events });
});

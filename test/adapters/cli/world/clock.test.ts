import { expect, it } from 'vitest';
import { advanceClock } from '../../../../adapters/cli/world/clock.ts';
import type { Advanced, WorldClient } from '../../../../adapters/client/index.ts';

/** The line of an advance with this answer. */
async function lineOf(answer: Advanced): Promise<string> {
  const world = { clock: { advance: async () => answer } } as unknown as WorldClient;
  const host = { showsProgress: false } as Parameters<typeof advanceClock>[2];
  const [printed, line] = await advanceClock(world, { untilIdle: true }, host);
  expect(printed).toBe(answer);
  return line;
}

it('says of an advance what it no longer waits for', async () => {
  const answer = { now: '2026-01-01T00:00:00.000Z', fired: 3, events: 2 };
  const line = `It is ${answer.now}. Ran scheduled commands: 3; events: 2.`;
  expect(await lineOf(answer)).toBe(line);
  expect(await lineOf({ ...answer, unanswered: 1 })).toBe(
    `${line} Webhooks and calls without an outcome: 1; time waits for them no longer than serve --outbound-wait.`,
  );
});

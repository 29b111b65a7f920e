// Each rule of `reprise check` holds for the recordings of random worlds, from any start to any end.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it, vi } from 'vitest';
import type { PostWebhook } from '../../adapters/outbound/post.ts';
import { checkRecording } from '../../adapters/recording/check/check.ts';
import { readAnyRecording } from '../../adapters/recording/format/reader.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { clockModes, type ClockMode } from '../../core/index.ts';
import { runs } from '../support/runner/runs.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { worldOf } from '../support/server/server.ts';
import {
  createDriver,
  malformedSteps,
  openForSessions,
  prelude,
  wireSession,
} from '../support/session-requests/session.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const folder = temporaryFolder();
let files = 0;

/** Sends no webhooks: the outcome of each depends on its length alone. */
const post: PostWebhook = async ({ body }) => {
  const kinds = ['timeout', 'refused', 'unreachable', 'forbidden'] as const;
  const kind = kinds[body.length % 10];
  return kind === undefined ? { kind: 'answered', status: 200 } : { kind };
};

/** How often each rule was evaluated in all runs. */
const evaluated = new Map<string, number>();

async function expectKept(file: string): Promise<void> {
  const { rules } = checkRecording(await readAnyRecording(file));
  for (const rule of rules)
    evaluated.set(rule.name, (evaluated.get(rule.name) ?? 0) + rule.evaluated);
  const broken = rules.filter((rule) => rule.broken > 0);
  expect(broken.map(({ name, violations }) => [name, violations.slice(0, 3)])).toEqual([]);
}

const mode = fc.constantFrom(...clockModes);
const users = fc.constantFrom('open' as const, 'wordpress' as const);
const share = fc.double({ min: 0, max: 1, noNaN: true });

const open = (clock: ClockMode, calendar: 'open' | 'wordpress') =>
  openForSessions({
    store: createMemoryStore(),
    post,
    isPaced: true,
    mode: calendar,
    defaults: { clock: { mode: clock, rate: 3 } },
  });

it('holds for requests to a world, recorded from any step on', async () => {
  await fc.assert(
    fc.asyncProperty(wireSession, mode, users, share, async (steps, clock, calendar, from) => {
      const { reprise, host } = await open(clock, calendar);
      const driver = createDriver(reprise, 'default', { host });
      const all = [...prelude, ...steps, ...malformedSteps];
      const begin = Math.floor(from * from * steps.length);
      for (const step of all.slice(0, begin)) await driver.run(step);
      files += 1;
      const file = join(folder, `${files}.jsonl`);
      await reprise.recordings.start(worldOf(reprise), { file });
      for (const step of all.slice(begin)) await driver.run(step);
      await reprise.recordings.stop('default');
      await reprise.close();
      await expectKept(file);
      rmSync(file);
    }),
    { numRuns: 400 },
  );
});
afterAll(() => console.log(JSON.stringify([...evaluated])));

// The studio folds the journal of a world in the page: what it shows of any moment is what the server answers.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createClient } from '../../adapters/client/index.ts';
import { printState } from '../../adapters/control/wire/history.ts';
import { createTwin } from '../../adapters/hosts/in-process/twin.ts';
import type { Reprise } from '../../adapters/reprise.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { nodeHash } from '../../adapters/node-hash.ts';
import { journalEntriesOf } from '../../adapters/studio/page/model/journal-entry.ts';
import { recordOf } from '../../adapters/studio/page/model/written-record.ts';
import type { WrittenRecord } from '../../adapters/studio/story/story.ts';
import { clockModes, WorldPast } from '../../core/index.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import {
  createDriver,
  openForSessions,
  prelude,
  wireSession,
} from '../support/session-requests/session.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const query = { limit: 1_000 };
const yieldToLoop = async () => undefined;

/** The world of a server as the page has it: read in pages of different lengths. */
async function pageOf(reprise: Reprise, limit: number): Promise<WorldPast> {
  const { fetch } = createTwin(reprise.app);
  const client = createClient({ url: 'http://localhost', token: reprise.token, fetch });
  const world = client.world('default');
  let past: WorldPast | undefined;
  for (let from: number | null = 1; from !== null;) {
    const { world: record, entries, next } = await world.journal({ from, limit });
    past ??= new WorldPast({
      record: recordOf(record as unknown as WrittenRecord),
      hash: nodeHash,
      yieldToLoop,
    });
    await past.extend(journalEntriesOf(entries));
    from = next;
  }
  if (past === undefined) throw new Error('The server gave no page.');
  return past;
}

async function expectSame(past: WorldPast, reprise: Reprise, at: number | string): Promise<void> {
  const { fetch } = createTwin(reprise.app);
  const response = await fetch(
    `http://localhost/__reprise/worlds/default/state?at=${at}&limit=${query.limit}`,
    { headers: { Authorization: `Bearer ${reprise.token}` } },
  );
  const moment = await past.at(
    typeof at === 'number' ? { position: at } : { atMs: Date.parse(at) },
  );
  const shown: unknown = JSON.parse(JSON.stringify(printState(await moment.view(query))));
  expect(shown).toEqual(await response.json());
}

it('a page shows the state of each moment as the server does', async () => {
  await fc.assert(
    fc.asyncProperty(
      wireSession,
      fc.constantFrom(...clockModes),
      fc.array(fc.nat(), { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 20 }),
      async (steps, mode, picks, limit) => {
        const defaults = { clock: { mode, rate: 3 } };
        const { reprise, host } = await openForSessions({ store: createMemoryStore(), defaults });
        const driver = createDriver(reprise, 'default', { host });
        for (const step of [...prelude, ...steps]) await driver.run(step);
        const past = await pageOf(reprise, limit);
        // The outcomes of webhooks may still arrive: what is before the last input does not change any more.
        const { position, record, entries } = past;
        const lastMs = entries.at(-1)?.input.atMs ?? record.epochMs;
        for (const pick of picks) {
          await expectSame(past, reprise, pick % position);
          const instant = record.epochMs + (pick % Math.max(1, lastMs - record.epochMs));
          if (instant < lastMs) await expectSame(past, reprise, new Date(instant).toISOString());
        }
        await reprise.close();
      },
    ),
    runs(15),
  );
});

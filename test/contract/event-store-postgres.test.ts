// The suites of every event store, for the one on PostgreSQL.

import { expect, vi } from 'vitest';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import type { EventStore } from '../../core/index.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { describeAttachments } from './event-store-attachments.contract.ts';
import { describeForks } from './event-store-forks.contract.ts';
import { describeEventStore } from './event-store.contract.ts';
import { describeRecordings } from './running-recordings.contract.ts';
import { describeCounts } from './store-counts.contract.ts';
import { describeTenants } from './tenants.contract.ts';
import { describeWorldUses } from './world-uses.contract.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** What of removed worlds no fork shares: their rows, and their attachments. */
const unshared = `
  SELECT w.id FROM reprise_worlds w
  WHERE w.name IS NULL AND NOT EXISTS (SELECT 1 FROM reprise_worlds f WHERE f.parent = w.id)
  UNION
  SELECT w.id FROM reprise_worlds w JOIN reprise_attachments a ON a.world = w.id
  WHERE w.name IS NULL
  AND a.input > (SELECT max(f.base_inputs) FROM reprise_worlds f WHERE f.parent = w.id)`;

describePostgres('a store in PostgreSQL', () => {
  const { newUrl, run } = testServer(['fsync=off']); // nothing crashes here
  const urls = new WeakMap<EventStore, string>();

  async function open(url: string, attachmentBytesMax?: number): Promise<EventStore> {
    const limits = attachmentBytesMax === undefined ? {} : { attachmentBytesMax };
    const store = await openPostgresStore({ url, ...limits });
    urls.set(store, url);
    return store;
  }

  /** Opens it as another process would, which claims its worlds. */
  async function reopen(store: EventStore): Promise<EventStore> {
    await store.close();
    const again = await open(urls.get(store) ?? '');
    for (const { name } of await again.worlds({ limit: 1_000 })) await again.claim(name);
    return again;
  }

  describeEventStore('postgres', async () => open(await newUrl()));
  describeCounts('postgres', async () => open(await newUrl()));
  describeTenants('postgres', async () => open(await newUrl()));
  describeRecordings('postgres', async () => open(await newUrl()));
  describeWorldUses('postgres', async () => {
    const url = await newUrl();
    const age = (ms: number) =>
      `UPDATE reprise_uses SET used = used - ${ms} * interval '1 millisecond'`;
    return { store: await open(url), pass: async (ms) => run(age(ms), url) };
  });
  describeForks('postgres', async () => open(await newUrl()));
  describeAttachments('postgres', {
    open: async (attachmentBytesMax) => open(await newUrl(), attachmentBytesMax),
    reopen,
    settle: async (store) =>
      vi.waitFor(async () => expect(await run(unshared, urls.get(store))).toEqual([]), {
        timeout: 20_000,
      }),
  });
});

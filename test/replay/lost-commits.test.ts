// A recording during commits that failed, or only seemed to: it contains each stored input once, and replays equal.

import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { StoreError, type EventStore, type World } from '../../core/index.ts';
import { expectComplete, expectEqual, recordingFolder } from '../support/recording/recordings.ts';
import { startServer } from '../support/server/server.ts';

const folder = recordingFolder();

it.each([
  ['failed', 'before', 0],
  ['only seemed to fail, found before the response', 'after', 0],
  ['only seemed to fail, found after the response', 'after', 40],
] as const)('is complete after a commit that %s', async (_how, failing, readMs) => {
  const inner = createMemoryStore();
  let failsNow = false;
  const fail = (when: 'before' | 'after') => {
    if (failsNow && failing === when) throw new StoreError('unavailable', 'busy');
  };
  const store: EventStore = {
    ...inner,
    async append(batch) {
      fail('before');
      const refused = await inner.append(batch);
      fail('after');
      return refused;
    },
    async read(...query) {
      if (failsNow && readMs > 0) await wait(readMs);
      return inner.read(...query);
    },
  };
  const server = await startServer({ store });
  const { recordings, engine } = server.reprise;
  const file = join(folder, `${failing}-${readMs}.jsonl`);
  await recordings.start(engine.world('default') as World, { file });
  const tags = '/calendar/events/v1/tags';
  const statuses = [];
  for (const [index, name] of ['jazz', 'folk', 'pop', 'soul'].entries()) {
    failsNow = index % 2 === 1;
    statuses.push((await server.request('POST', tags, { name })).status);
    if (failsNow) await wait(2 * readMs);
  }
  failsNow = false;
  expect(statuses).toEqual([201, 503, 201, 503]);
  const { body } = await server.request('GET', `${tags}?hide_empty=false`);
  expect(body.tags).toHaveLength(failing === 'after' ? 4 : 2);
  await recordings.stop('default');
  await expectComplete(await expectEqual(file), engine.store);
  await server.close();
});

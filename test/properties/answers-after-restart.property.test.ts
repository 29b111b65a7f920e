// The bytes of a response do not depend on how the world came into memory: live, read from its journal, from a snapshot and the
// journal after it, forked from its past, or replayed.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { divergenceLines } from '../../adapters/recording/replay/report.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { everyAnswer, type Answers } from '../support/server/every-answer.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import { worldOf } from '../support/server/server.ts';
import { writeSnapshot } from '../support/engine/stored-snapshots.ts';
import { load } from '../support/engine/stored-world.ts';
import {
  createDriver,
  prelude,
  openForSessions,
  wireSession,
  type SessionStep,
} from '../support/session-requests/session.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { reopenedStores } from '../support/store/reopened-stores.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const folder = temporaryFolder();

let files = 0;
function newFile(ending: string): string {
  files += 1;
  return join(folder, `${files}.${ending}`);
}

const stores = reopenedStores(() => newFile('db'));

/** Excludes webhooks, whose outcomes arrive at any time, and running clocks, which move the world between two reads. */
function standsStill(step: SessionStep): boolean {
  const moving = ['hook', 'clock', 'limit', 'fork'];
  return 'requests' in step && step.requests.every(({ kind }) => !moving.includes(kind));
}

/** Creates an event in any case, so that its position names the moment before it. */
const mark: SessionStep = { requests: [{ kind: 'set', x: 0, y: 0, text: 'mark' }] };

/** Records with all optional data: an image, a location, terms, a venue, an organizer. */
const furnished: readonly SessionStep[] = [
  { requests: [{ kind: 'announce', x: 210, y: 60, text: 'Pictured' }] },
  { requests: [{ kind: 'announce', x: 14, y: 12, text: 'Pictured too' }] },
  { requests: [{ kind: 'equip', x: 0, y: 3, text: '' }] },
];

/** Lists the first responses that differ between two worlds, each from shortly before the first difference. */
function differences(expected: Answers, actual: Answers): readonly string[] {
  return [...actual.keys()]
    .filter((name) => expected.get(name) !== actual.get(name))
    .slice(0, 5)
    .map((name) => {
      const [one = '', other = ''] = [expected.get(name), actual.get(name)];
      let at = 0;
      while (one[at] === other[at]) at += 1;
      const around = (text: string) => text.slice(Math.max(0, at - 60), at + 100);
      return `${name}: ${around(one)} | ${around(other)}`;
    });
}

const steps = wireSession.map((all) => all.filter(standsStill));
const law = [steps, fc.nat({ max: 40 })] as const;
const fixed = { ...runs(3), seed: Number(process.env['FC_SEED'] ?? 15) };

it.each(stores)(
  'answers are the same live, after a restart, from a snapshot and in forks of the past, in %s',
  async (_name, store) => {
    await fc.assert(
      fc.asyncProperty(...law, async (all, place) => {
        const reopen = store();
        const { reprise, host } = await openForSessions({ store: reopen() });
        const driver = createDriver(reprise, 'default', { host });
        const middle = place % (all.length + 1);
        for (const step of [...prelude, ...furnished, ...all.slice(0, middle)])
          await driver.run(step);
        const then = { as: 'default', ids: structuredClone(driver.ids) };
        const before = await everyAnswer(reprise, 'default', then);
        const { position } = await worldOf(reprise).describe();
        const { world: past } = await load(reprise.engine.store, worldOf(reprise).record);
        await writeSnapshot(await reprise.engine.store.snapshot('default', past.inputs), past);
        for (const step of [mark, ...all.slice(middle)]) await driver.run(step);
        const now = { as: 'default', ids: driver.ids };
        const live = await everyAnswer(reprise, 'default', now);
        await reprise.close();

        const { reprise: again } = await openForSessions({ store: reopen() });
        const { engine } = again;
        expect(differences(live, await everyAnswer(again, 'default', now))).toEqual([]);
        const present = (await worldOf(again).describe()).position;
        await engine.fork('default', { name: 'present', at: { position: present } });
        await engine.fork('default', { name: 'rewound', at: { position } });
        expect(differences(live, await everyAnswer(again, 'present', now))).toEqual([]);
        expect(differences(before, await everyAnswer(again, 'rewound', then))).toEqual([]);
        await again.close();
      }),
      fixed,
    );
  },
);

it('responses replay equal when the recording started on a reopened store', async () => {
  await fc.assert(
    fc.asyncProperty(...law, async (all, place) => {
      const file = newFile('db');
      const first = await openForSessions({ store: openSqliteStore({ file }) });
      const driver = createDriver(first.reprise, 'default', first);
      for (const step of [...prelude, ...furnished, ...all]) await driver.run(step);
      await first.reprise.close();

      const { reprise, host } = await openForSessions({ store: openSqliteStore({ file }) });
      const recording = newFile('jsonl');
      await reprise.recordings.start(worldOf(reprise), { file: recording });
      const { ids } = driver;
      await everyAnswer(reprise, 'default', { as: 'default', ids });
      const further = createDriver(reprise, 'default', { host, before: driver });
      for (const step of all.slice(0, place)) await further.run(step);
      await everyAnswer(reprise, 'default', { as: 'default', ids });
      await reprise.recordings.stop('default');
      await reprise.close();

      const { divergence } = await replayRecording(recording, await readRecording(recording));
      expect(divergence === undefined ? [] : divergenceLines(divergence, 0)).toEqual([]);
    }),
    fixed,
  );
});

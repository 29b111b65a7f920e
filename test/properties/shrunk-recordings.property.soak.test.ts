// The smallest recording that a search finds still fails, replays by itself, and has nothing that can be left out: of worlds, and of
// real services.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import {
  readAnyRecording,
  type Lines,
  type Recording,
} from '../../adapters/recording/format/reader.ts';
import { candidateSource, type CandidateFile } from '../../adapters/shrink/candidates.ts';
import { orphanedOutcomes } from '../../adapters/shrink/world-units.ts';
import { NotFailingError, shrinkRecording } from '../../adapters/shrink/shrink.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { clockModes } from '../../core/index.ts';
import { runs } from '../support/runner/runs.ts';
import { temporaryFolder, testFolder } from '../support/runner/temporary-folder.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { worldOf } from '../support/server/server.ts';
import {
  createDriver,
  openForSessions,
  prelude,
  wireSession,
} from '../support/session-requests/session.ts';
import { conversations, converse, startStub } from '../support/upstream/conversations.ts';
import { recordThrough } from '../support/upstream/recorded.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder, `${(files += 1)}.jsonl`);

type Fails = (recording: Recording<Lines>) => boolean;

const hasText = (text: string) => (recording: Recording<Lines>) =>
  recording.entries.some((entry) => JSON.stringify(entry).includes(text));

const statusesIn = ({ entries }: Recording<Lines>) =>
  entries.flatMap((entry) => (entry.kind === 'http.answer' ? [entry.status] : []));

/** What a recording may fail by. Some are not monotone: with less of it, more may go wrong. */
const failures: fc.Arbitrary<Fails> = fc.oneof(
  fc
    .constantFrom('COMPLETE', 'STUCK', 'WalletsCreated', 'webhook', '/events', 'clock')
    .map(hasText),
  fc.constantFrom(4, 2, 5).map(
    (first): Fails =>
      (recording) =>
        statusesIn(recording).some((status) => Math.floor(status / 100) === first),
  ),
  fc.nat({ max: 6 }).map(
    (count): Fails =>
      (recording) =>
        statusesIn(recording).length > count,
  ),
  fc.constantFrom(2, 3).map(
    (part): Fails =>
      (recording) =>
        statusesIn(recording).length % part === 0,
  ),
);

/** The notifications of webhooks whose outcomes are there, and which were not sent. */
function orphansIn(recording: Recording<Lines>): readonly string[] {
  if (recording.header.source === 'proxy') return [];
  return [...orphanedOutcomes(recording as Recording).keys()];
}

async function expectSmallest(given: CandidateFile, fails: Fails): Promise<void> {
  const options = { folder: testFolder(), writtenBy: given.recording.header.engine };
  const tested: string[] = [];
  const search = () =>
    shrinkRecording(given, {
      ...options,
      fails: async ({ recording }) => {
        tested.push(recording.entries.map(({ h }) => h).join());
        return fails(recording);
      },
      signal: new AbortController().signal,
    });
  if (!fails(given.recording)) {
    await expect(search()).rejects.toBeInstanceOf(NotFailingError);
    return;
  }
  const { smallest, ended } = await search();
  expect(ended).toBeUndefined();
  expect(fails(smallest.recording)).toBe(true);
  expect(new Set(tested).size).toBe(tested.length);

  const before = orphansIn(given.recording);
  expect(orphansIn(smallest.recording).filter((id) => !before.includes(id))).toEqual([]);

  const source = candidateSource(given.recording.header.source, options);
  expect(await source.replays(smallest)).toBe(true);
  const units = source.unitsOf(smallest.recording);
  for (const [place, { n }] of units.entries()) {
    const removed = new Set([place]);
    for (const [one, { within = -1 }] of units.entries()) if (removed.has(within)) removed.add(one);
    const rest = await source.without({ ...smallest, units }, removed);
    const isNeeded = rest === undefined || !fails(rest.recording) || !(await source.replays(rest));
    expect({ n, isNeeded }).toEqual({ n, isNeeded: true });
  }
  const { smallest: again } = await search();
  expect(again.recording).toEqual(smallest.recording);
}

it('holds for recordings of worlds', async () => {
  await fc.assert(
    fc.asyncProperty(
      wireSession,
      fc.constantFrom(...clockModes),
      failures,
      fc.boolean(),
      async (steps, mode, fails, isLate) => {
        const store = createMemoryStore();
        const clock = { mode, rate: 3 };
        const { reprise, host } = await openForSessions({ store, defaults: { clock } });
        const file = newFile();
        const driver = createDriver(reprise, 'default', { host });
        for (const step of isLate ? prelude : []) await driver.run(step);
        await reprise.recordings.start(worldOf(reprise), { file });
        for (const step of isLate ? steps : [...prelude, ...steps]) await driver.run(step);
        await reprise.recordings.stop('default');
        await reprise.close();
        await expectSmallest({ file, recording: await readAnyRecording(file) }, fails);
      },
    ),
    runs(10),
  );
});

it('holds for recordings of real services', async () => {
  await fc.assert(
    fc.asyncProperty(conversations, failures, async (conversation, fails) => {
      const file = newFile();
      const stub = await startStub([conversation], '');
      await recordThrough(stub.url, file, (url) => converse(url, [conversation]), {});
      await stub.close();
      await expectSmallest({ file, recording: await readAnyRecording(file) }, fails);
    }),
    runs(25),
  );
});

it.each([
  ['speech/eager-turn', 'TurnResumed'],
  ['wallet/webhooks', 'webhook.outcome'],
  ['wallet/webhooks', '"attempt":2'],
])('holds for %s, which fails by %s', async (name, text) => {
  const file = `recordings/v1/${name}.jsonl`;
  await expectSmallest({ file, recording: await readAnyRecording(file) }, hasText(text));
});

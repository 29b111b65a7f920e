// What-if over the recordings of random worlds: without a change nothing differs, a change and its inverse cancel out, and each
// alternative replays by itself.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { PostWebhook } from '../../adapters/outbound/post.ts';
import { EditError, type RecordingChange } from '../../adapters/recording/edit/change.ts';
import {
  isOutside,
  reachedMs,
  RecordingSteps,
  type OutsideEntry,
} from '../../adapters/recording/edit/recording-steps.ts';
import { isRequest } from '../../adapters/recording/format/entries.ts';
import { isRecord, parsed } from '../../adapters/recording/format/json-values.ts';
import { readRecording, type Recording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { divergenceLines } from '../../adapters/recording/replay/report.ts';
import { alternativeOf, type Alternative } from '../../adapters/recording/whatif/alternative.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { clockModes } from '../../core/index.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { worldOf } from '../support/server/server.ts';
import {
  createDriver,
  openForSessions,
  prelude,
  wireSession,
  type SessionStep,
} from '../support/session-requests/session.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const folder = temporaryFolder();
const treeFiles = [
  'wallet/demo',
  'wallet/webhooks',
  'wallet/stuck-accelerated-complete',
  'calendar/publishers-day',
  'speech/eager-turn',
].map((name) => `recordings/v1/${name}.jsonl`);

/** With which a request was answered. */
function statusOf({ entries }: Recording, request: number | undefined): number | undefined {
  const answer = entries.find((entry) => entry.kind === 'http.answer' && entry.to === request);
  return answer?.kind === 'http.answer' ? answer.status : undefined;
}

let files = 0;
function newFile(): string {
  files += 1;
  return join(folder, `${files}.jsonl`);
}

const post: PostWebhook = async ({ body }) => {
  if (body.length % 5 === 0) return { kind: 'timeout' };
  return { kind: 'answered', status: body.length % 3 === 0 ? 500 : 200 };
};

/** Records a random session in a world with this clock. */
async function recorded(steps: readonly SessionStep[], mode: (typeof clockModes)[number]) {
  const { reprise, host } = await openForSessions({
    store: createMemoryStore(),
    post,
    isPaced: true,
    defaults: { clock: { mode, rate: 3 } },
  });
  const file = newFile();
  await reprise.recordings.start(worldOf(reprise), { file });
  const driver = createDriver(reprise, 'default', { host });
  for (const step of [...prelude, ...steps]) await driver.run(step);
  await reprise.recordings.stop('default');
  await reprise.close();
  return file;
}

/** A recording of the tree, or of a random world. */
const anyFile = fc.oneof(
  fc.constantFrom(...treeFiles).map((file) => async () => file),
  fc.tuple(wireSession, fc.constantFrom(...clockModes)).map(
    ([steps, mode]) =>
      () =>
        recorded(steps, mode),
  ),
);

async function alternative(
  file: string,
  changes: readonly RecordingChange[],
): Promise<{ readonly made: Alternative; readonly kept: string }> {
  const kept = newFile();
  const recording = await readRecording(file);
  const options = { file: kept, writtenBy: recording.header.engine };
  return { made: await alternativeOf(file, recording, changes, options), kept };
}

/** What a client or an operator did after the recording began. */
function outsideOf(recording: Recording): readonly OutsideEntry[] {
  const { base } = recording.header;
  return new RecordingSteps(recording).steps.filter(
    (step): step is OutsideEntry =>
      isOutside(step) && (step.input === undefined || step.input > base.inputs),
  );
}

function chosen<Item>(items: readonly Item[], place: number): Item | undefined {
  return items[place % Math.max(1, items.length)];
}

/** A change that can be made; undefined if there is none at this place. */
function changeAt(recording: Recording, kind: string, place: number): RecordingChange | undefined {
  const own = chosen(outsideOf(recording), place);
  if (own === undefined) return undefined;
  const entry = own.n;
  switch (kind) {
    case 'drop':
      return { kind: 'drop', entry };
    case 'insert':
      return {
        kind: 'insert',
        entry,
        method: 'POST',
        url: '/v1/w3s/developer/walletSets',
        body: { name: 'x' },
      };
    case 'move':
      return { kind: 'move', entry, byMs: 30_000 };
    case 'fault':
      return {
        kind: 'fault',
        entry,
        fault: { kind: own.kind === 'ws.in' ? 'double-frame' : 'repeat' },
      };
    default:
      return { kind: 'seed', seed: 'another' };
  }
}

async function unlessRefused<Value>(act: () => Promise<Value>): Promise<Value | undefined> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof EditError) return undefined;
    throw error;
  }
}

async function expectReplays(file: string): Promise<void> {
  const { divergence } = await replayRecording(file, await readRecording(file));
  expect(divergence === undefined ? [] : divergenceLines(divergence, 0)).toEqual([]);
}

describe('an alternative', () => {
  it('differs in nothing without a change', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, async (fileOf) => {
        const file = await fileOf();
        const { made, kept } = await alternative(file, []);
        expect(made).toMatchObject({ groups: [], isOtherNow: false });
        expect(made.digests[1]).toBe(made.digests[0]);
        await expectReplays(kept);
      }),
      { ...runs(10), endOnFailure: true },
    );
  });

  it('replays by itself, and is the same each time', async () => {
    const kinds = fc.constantFrom('drop', 'insert', 'move', 'fault', 'seed');
    await fc.assert(
      fc.asyncProperty(anyFile, kinds, fc.nat(), async (fileOf, kind, place) => {
        const file = await fileOf();
        const change = changeAt(await readRecording(file), kind, place);
        if (change === undefined) return;
        const one = await unlessRefused(() => alternative(file, [change]));
        if (one === undefined) return;
        await expectReplays(one.kept);
        const other = await alternative(file, [change]);
        expect(other.made.groups).toEqual(one.made.groups);
        expect(readFileSync(other.kept).equals(readFileSync(one.kept))).toBe(true);
        for (const { kept } of [one, other]) rmSync(kept);
      }),
      { ...runs(40), endOnFailure: true },
    );
  });
});

describe('a change and its inverse', () => {
  it('cancel out: a request is inserted, and dropped', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, fc.nat(), async (fileOf, place) => {
        const file = await fileOf();
        const recording = await readRecording(file);
        const change = changeAt(recording, 'insert', place);
        if (change === undefined) return;
        const { made, kept } = await alternative(file, [change]);
        const inserted = (await readRecording(kept)).entries.find(
          (entry) => isRequest(entry) && entry.text?.endsWith('"name":"x"}') === true,
        );
        const back = await alternative(kept, [{ kind: 'drop', entry: inserted?.n ?? 0 }]);
        expect(back.made.digests[1]).toBe(made.digests[0]);
      }),
      { ...runs(20), endOnFailure: true },
    );
  });

  it('cancel out: a value is set, and set back', async () => {
    await fc.assert(
      fc.asyncProperty(anyFile, fc.nat(), fc.nat(), async (fileOf, place, part) => {
        const file = await fileOf();
        const recording = await readRecording(file);
        const own = chosen(outsideOf(recording).filter(isRequest), place);
        const body = parsed(own?.text);
        if (own === undefined || !isRecord(body)) return;
        const names = Object.keys(body).filter((name) => typeof body[name] === 'string');
        const name = chosen(names, part);
        if (name === undefined) return;
        const set = (entry: number, value: string): RecordingChange => ({
          kind: 'set',
          entry,
          path: `body.${name}`,
          value,
        });
        const there = await unlessRefused(() => alternative(file, [set(own.n, 'otherwise')]));
        if (there === undefined) return;
        const changed = await readRecording(there.kept);
        const other = changed.entries.find(
          (entry) => isRequest(entry) && entry.text?.includes('"otherwise"') === true,
        );
        // An advance that sends webhooks is recorded in parts, with their outcomes in between. Where the refused request has sent none,
        // the kept recording has no such parts any more, so that outcomes come later when it is sent again.
        const hasOutcomes = recording.entries.some(({ kind }) => kind === 'webhook.outcome');
        if (hasOutcomes && statusOf(changed, other?.n) !== statusOf(recording, own.n)) return;
        const back = await alternative(there.kept, [set(other?.n ?? 0, String(body[name]))]);
        expect(back.made.digests[1]).toBe(there.made.digests[0]);
      }),
      { ...runs(20), endOnFailure: true },
    );
  });

  it('cancel out: a request is moved, and moved back', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyFile,
        fc.nat(),
        fc.integer({ min: 1, max: 90_000 }),
        async (fileOf, place, byMs) => {
          const file = await fileOf();
          const recording = await readRecording(file);
          const steps = new RecordingSteps(recording);
          // The last one of its instant: it moves back behind the others.
          const last = outsideOf(recording).filter((own) => {
            const next = steps.steps[steps.steps.indexOf(own) + 1];
            const isLast = next === undefined || next.at > own.at;
            return (
              isRequest(own) &&
              own.kind === 'http.request' &&
              isLast &&
              reachedMs(steps, own) === own.at
            );
          });
          const own = chosen(last, place);
          if (own === undefined || !('url' in own)) return;
          const there = await unlessRefused(() =>
            alternative(file, [{ kind: 'move', entry: own.n, byMs }]),
          );
          if (there === undefined) return;
          const moved = (await readRecording(there.kept)).entries.find(
            (entry) =>
              isRequest(entry) &&
              JSON.stringify(entry.idFrom) === JSON.stringify(own.idFrom) &&
              entry.url === own.url,
          );
          if (moved === undefined || moved.at !== own.at + byMs) return;
          const back = await alternative(there.kept, [
            { kind: 'move', entry: moved.n, byMs: -byMs },
          ]);
          expect(back.made.digests[1]).toBe(there.made.digests[0]);
        },
      ),
      { ...runs(20), endOnFailure: true },
    );
  });
});

// The recording of any session replays equal, from any start and in any world.

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { RsaBits } from '../../adapters/services/rsa-bits.ts';
import type { PostWebhook } from '../../adapters/outbound/post.ts';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { divergenceLines } from '../../adapters/recording/replay/report.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { clockModes, type ClockMode, type EventStore } from '../../core/index.ts';
import { linesOf, type Raw } from '../support/recording/recordings.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { worldOf } from '../support/server/server.ts';
import {
  createDriver,
  malformedSteps,
  prelude,
  openForSessions,
  wireSession,
  type Ciphertexts,
  type Exchange,
  type SessionStep,
} from '../support/session-requests/session.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const folder = temporaryFolder();

let files = 0;
function newFile(): string {
  files += 1;
  return join(folder, `${files}.jsonl`);
}

/** Sends no webhooks: the outcome of each depends on its length alone. */
const post: PostWebhook = async ({ body }) => {
  const kinds = ['timeout', 'refused', 'unreachable', 'forbidden'] as const;
  const chance = body.length % 10;
  const kind = kinds[chance];
  return kind === undefined ? { kind: 'answered', status: chance === 9 ? 500 : 200 } : { kind };
};

const open = (
  store: EventStore,
  clock: ClockMode,
  options?: Parameters<typeof openForSessions>[0],
) =>
  openForSessions({
    store,
    post,
    isPaced: true,
    ...options,
    defaults: { clock: { mode: clock, rate: 3 } },
  });

/** Replays a file and expects no divergence. Written anew, it is the same file. */
async function expectEqual(file: string, digest: string | undefined): Promise<void> {
  const recording = await readRecording(file);
  const rewriteTo = { file: newFile(), writtenBy: recording.header.engine };
  const { divergence, ...replay } = await replayRecording(file, recording, { rewriteTo });
  const lines = divergence === undefined ? [] : divergenceLines(divergence, 0);
  expect(lines).toEqual([]);
  expect(replay).toMatchObject({ digest, ending: { kind: 'whole' } });
  const [left, right] = [file, rewriteTo.file].map((path) =>
    linesOf(path).map(contentOf).toSorted(),
  );
  expect(right).toEqual(left);
  rmSync(rewriteTo.file);
}

/** A line without its place: concurrent responses have no order, and requests that do not reach the world have no instant. */
function contentOf({ h: _hash, seal: _seal, n: _number, to: _request, at, ...line }: Raw): string {
  const isExchange = /^(http|clock|control)/.test(line.kind as string);
  return JSON.stringify(isExchange ? line : { at, ...line });
}

function hasNoSubscription(step: SessionStep): boolean {
  return !('requests' in step) || step.requests.every(({ kind }) => kind !== 'hook');
}

const mode = fc.constantFrom(...clockModes);
const rsaBits = fc.constantFrom<RsaBits>(2048, 2048, 2048, 4096);
const users = fc.constantFrom('open' as const, 'wordpress' as const);

it('a recording replays equal to the last byte, and without a secret that was sent', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(wireSession, mode, rsaBits, users, async (steps, clock, bits, calendar) => {
      const wish = { rsaBits: bits, mode: calendar };
      const { reprise, host } = await open(createMemoryStore(), clock, wish);
      const file = newFile();
      await reprise.recordings.start(worldOf(reprise), { file });
      const driver = createDriver(reprise, 'default', { host });
      for (const step of [...prelude, ...steps, ...malformedSteps]) {
        for (const { response } of await driver.run(step)) seen.add(response.status);
      }
      const { digest } = await reprise.recordings.stop('default');
      await reprise.close();
      await expectEqual(file, digest);
      const text = readFileSync(file, 'utf8');
      for (const secret of driver.secrets) expect(text).not.toContain(secret);
      rmSync(file);
    }),
    runs(15, firstCases({ seed: 1, count: 1 }, wireSession, mode, rsaBits, users)),
  );
  expect([...seen]).toEqual(expect.arrayContaining([200, 201, 204, 400, 401, 403, 404, 409]));
});

it('a recording can start at any time, in a fork or after a restart, and end at any time', async () => {
  const where = fc.constantFrom('here', 'fork', 'past', 'restart');
  const nat = fc.nat({ max: 40 });
  await fc.assert(
    fc.asyncProperty(wireSession, mode, where, nat, nat, async (steps, clock, place, from, to) => {
      const store = join(folder, `${files}.db`);
      let { reprise, host } = await open(openSqliteStore({ file: store }), clock);
      let driver = createDriver(reprise, 'default', { host });
      const all = [...prelude, ...steps];
      const begin = from % all.length;
      const end = begin + 1 + (to % (all.length - begin));
      for (const step of all.slice(0, begin)) await driver.run(step);
      let name = 'default';
      if (place === 'restart') {
        await reprise.close();
        ({ reprise, host } = await open(openSqliteStore({ file: store }), clock));
        driver = createDriver(reprise, name, { host, before: driver });
      } else if (place !== 'here') {
        const { position } = await worldOf(reprise).describe();
        const at = place === 'past' ? { position: to % (position + 1) } : undefined;
        await reprise.engine.fork('default', { name: 'branch', at });
        name = 'branch';
        driver = createDriver(reprise, name, { host, before: driver });
      }
      const file = newFile();
      const [first, ...rest] = all.slice(begin, end) as [SessionStep, ...SessionStep[]];
      // The recording starts while requests are in progress.
      const [, status] = await Promise.all([
        driver.run(first),
        reprise.recordings.start(worldOf(reprise, name), { file }),
      ]);
      expect(status.state).toBe('recording');
      for (const step of rest) await driver.run(step);
      // The recording ends while requests are in progress.
      const last = driver.run(all[end] ?? { requests: [] });
      const { digest } = await reprise.recordings.stop(name);
      await last;
      await reprise.close();
      await expectEqual(file, digest);
      rmSync(file);
      rmSync(store);
    }),
    runs(15),
  );
});

it('recording changes nothing that a client sees, nor the digest', async () => {
  await fc.assert(
    fc.asyncProperty(wireSession, mode, async (steps, clock) => {
      const ciphertexts: Ciphertexts = [];
      const told: { readonly answers: unknown; readonly digest: string }[] = [];
      for (const isRecorded of [true, false]) {
        const { reprise, host } = await open(createMemoryStore(), clock, { isPaced: false });
        if (isRecorded) await reprise.recordings.start(worldOf(reprise), { file: newFile() });
        const driver = createDriver(reprise, 'default', { host, ciphertexts });
        const answers: Exchange['response'][] = [];
        // Outcomes of webhooks arrive at times that depend on the load of the process.
        for (const step of [...prelude, ...steps].filter(hasNoSubscription)) {
          for (const { response } of await driver.run(step)) answers.push(response);
        }
        const { digest } = await worldOf(reprise).describe();
        told.push({ answers, digest });
        await reprise.close();
      }
      expect(told[1]).toEqual(told[0]);
    }),
    runs(10),
  );
});

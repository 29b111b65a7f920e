// A server is killed under load, repeatedly on one file (CRASH_RUNS times): acknowledged requests are stored, other requests
// are stored wholly or not at all. CRASH_SEED repeats the random choices of a run.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../core/index.ts';
import { idByOrdinal } from '../../core/kernel/ids.ts';
import { waitUntil } from '../support/server/requests.ts';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';
import { journalsOfFile, type Journal } from '../support/store/journals.ts';
import {
  sendRequest,
  createLoad,
  type Answer,
  type SentRequest,
  type ServerAddress,
} from '../support/server/load.ts';
import { hash } from '../support/engine/pure-world.ts';
import { spawnServe, type ServeChild } from '../support/server/serve-child.ts';
import { rounds } from '../support/runner/soak.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';

const runs = rounds('CRASH_RUNS', 2, 20);
/** This number of kills reaches every kind of request. */
const fullLoadRuns = 8;
const clients = 6;
/** The longest time that a server is under load. */
const loadMsMax = 450;
/** The approximate time of a start. */
const startMs = 800;

type Journals = ReadonlyMap<string, Journal>;

const folder = temporaryFolder();
let file = '';
let copy = '';

beforeAll(() => {
  [file, copy] = [join(folder, 'kept.db'), join(folder, 'copy.db')];
});

const serve = () => spawnServe(['--data', file, '--clock', 'frozen'], { cwd: folder });

const keyOf = ({ body }: SentRequest) => body?.['idempotencyKey'] as string | undefined;

/** The entries whose command matches. */
const entriesWhere = (
  journal: Journal | undefined,
  fits: (command: Readonly<Record<string, unknown>>) => boolean,
): readonly JournalEntry[] =>
  (journal?.entries ?? []).filter(
    ({ input }) =>
      input.kind === 'command' && fits(input.command as unknown as Record<string, unknown>),
  );

/** The entries of a request. */
function entriesOf(one: SentRequest, journals: Journals): readonly JournalEntry[] {
  const journal = journals.get(one.world);
  const parts = one.path.split('/');
  switch (one.kind) {
    case 'walletSet':
    case 'wallets':
    case 'transfer':
    case 'replace':
      return entriesWhere(journal, (command) => command['idempotencyKey'] === keyOf(one));
    case 'fund':
      return entriesWhere(
        journal,
        ({ type, amounts }) =>
          type === 'FundWallet' &&
          (amounts as Record<string, string>)['native'] === one.body?.['native'],
      );
    case 'steer':
      return entriesWhere(
        journal,
        ({ type, transactionId, action }) =>
          type === 'SteerTransaction' && transactionId === parts.at(-2) && action === parts.at(-1),
      );
    case 'advance':
      return (journal?.entries ?? []).filter(
        ({ input }) =>
          input.kind === 'time' && input.atMs === Date.parse(one.answer?.body.now as string),
      );
    case 'world':
    case 'read':
      return [];
  }
}

/** The events of the entry contain every id in the response. */
function expectCreated({ body }: Answer, entry: JournalEntry | undefined): void {
  const made = JSON.stringify(entry?.events.map(({ text }) => text));
  const data = body.data as {
    walletSet?: { id: string };
    wallets?: readonly { id: string; address: string }[];
    id?: string;
  };
  for (const id of [data.walletSet?.id, data.id, ...(data.wallets ?? []).map((it) => it.id)]) {
    if (id !== undefined) expect(made).toContain(id);
  }
}

/** Acknowledged requests are stored once; other requests are stored once or never. */
function expectStored(one: SentRequest, journals: Journals): void {
  const { kind, answer } = one;
  const entries = entriesOf(one, journals);
  if (answer === undefined) {
    if (keyOf(one) !== undefined || kind === 'fund') expect(entries.length).toBeLessThanOrEqual(1);
    return;
  }
  expect(answer.status).toBeLessThan(500);
  switch (kind) {
    case 'walletSet':
    case 'wallets':
    case 'transfer':
    case 'replace':
    case 'fund':
      expect(entries).toHaveLength(1);
      if (answer.status === 201) expectCreated(answer, entries[0]);
      if (answer.status < 300) expect(entries[0]?.events).not.toEqual([]);
      return;
    case 'steer':
      expect(entries).not.toEqual([]);
      return;
    case 'advance':
      // The world in `real` mode also advances by itself.
      if (one.world !== 'fast')
        expect(entries.map(({ events }) => events.length)).toEqual([answer.body.events]);
      return;
    case 'world':
      expect(journals.get(answer.body.name as string)?.record).toMatchObject({
        seed: answer.body.seed,
      });
      return;
    case 'read':
      return;
  }
}

/** The responses since the start of the server, and the journals at that start. */
interface Life {
  readonly answers: Answer[];
  readonly since: Journals;
}

/** The kinds of request ids at a position; if the server loaded the world there, those of every possible opening. */
function requestKinds(position: number, isFound: boolean): readonly string[] {
  const openings = isFound
    ? Array.from({ length: 3 * runs + 2 }, (_, opening) => `/${opening}`)
    : [];
  return ['', ...openings].map((suffix) => `request/${position}${suffix}`);
}

/** A request id names a position that the response has seen: that position must be stored. */
function expectSeenStored({ answers, since }: Life, journals: Journals): void {
  const given = answers.flatMap(({ requestId }) => requestId ?? []);
  const unseen = new Set(given);
  expect(unseen.size, 'no request id is given twice').toBe(given.length);
  for (const [world, { record, position }] of journals) {
    for (let at = since.get(world)?.position ?? 0; at <= position; at += 1) {
      // The ordinals of a position have no gaps, but some responses did not arrive.
      for (const kind of requestKinds(at, at === since.get(world)?.position)) {
        for (let count = 0, missed = 0; missed <= 2 * clients; count += 1) {
          const isGiven = unseen.delete(idByOrdinal(hash, record.seed, kind, count));
          missed = isGiven ? 0 : missed + 1;
        }
      }
    }
  }
  expect(answers.filter(({ requestId }) => unseen.has(requestId ?? ''))).toEqual([]);
}

/** A journal only grows. */
function expectGrown(journals: Journals, before: Journals): void {
  for (const [world, { entries, digest, record }] of before) {
    const after = journals.get(world);
    expect(after?.record).toEqual(record);
    const behind = entries.length === 0 ? undefined : after?.entries[entries.length - 1]?.digest;
    expect(behind ?? digest, world).toBe(digest);
  }
}

/** The server resumes at the state of the file, and repeats its responses. */
async function expectResumed(
  place: ServerAddress,
  asked: readonly SentRequest[],
  journals: Journals,
  answers: Answer[],
): Promise<void> {
  const listed = await sendRequest(place, {
    method: 'GET',
    path: '/__reprise/worlds',
    body: undefined,
  });
  const names = (listed.body.worlds as { name: string }[]).map(({ name }) => name);
  expect(names).toEqual([...journals.keys()]);
  for (const name of names) {
    const path = `/__reprise/worlds/${name}`;
    const { digest, inputs } = (await sendRequest(place, { method: 'GET', path, body: undefined }))
      .body;
    const journal = journals.get(name);
    if (name !== 'fast')
      expect([name, digest, inputs]).toEqual([name, journal?.digest, journal?.entries.length]);
  }
  for (const one of asked) {
    if (one.kind === 'read') {
      if (one.answer?.status !== 200) continue;
      const shown = await sendRequest(place, one);
      answers.push(shown);
      expect(shown.status).toBe(200);
      continue;
    }
    if (keyOf(one) === undefined) continue;
    const isThere = (entriesOf(one, journals)[0]?.events.length ?? 0) > 0;
    const again = await sendRequest(place, one);
    answers.push(again);
    if (one.kind !== 'replace' && again.status < 300) {
      expect(again.status, `${one.kind} repeated`).toBe(isThere ? 200 : 201);
    }
    if (one.answer !== undefined && one.answer.status < 300) {
      expect(again.body).toEqual(one.answer.body);
      expect(again.status).toBeLessThan(300);
    }
    one.answer ??= again; // the client has a response now
  }
}

describe('a server that is killed under load', () => {
  const seed = seedOf('CRASH_SEED');
  const chance = seededRandom(seed);

  /** Kills the server at a random moment, sometimes during an orderly stop. */
  async function killSometime(child: ServeChild): Promise<void> {
    await wait(chance.below(loadMsMax));
    if (chance.below(5) === 0) {
      child.kill('SIGTERM');
      await wait(chance.below(40));
    }
    child.kill('SIGKILL');
    await child.exited;
  }

  it(
    `stores acknowledged requests, and nothing partially, over ${runs} kills (CRASH_SEED=${seed})`,
    { timeout: 60_000 + runs * 10_000 },
    async () => {
      const load = createLoad(['default', 'side', 'fast'], chance);
      let before: Journals = new Map();
      let life: Life = { answers: [], since: before };
      let child = serve();
      const first = await child.ready;
      for (const world of [
        { name: 'side', clock: 'frozen', seed: 'side' },
        { name: 'fast', clock: { mode: 'real', rate: 2_000 }, seed: 'fast' },
      ]) {
        await sendRequest(first, { method: 'POST', path: '/__reprise/worlds', body: world });
      }
      let checked = 0;
      try {
        for (let run = 0; run < runs; run += 1) {
          const running = load.run(await child.ready, clients);
          await killSometime(child);
          await running;
          if (chance.below(3) === 0) {
            child = serve(); // and again during the start
            await wait(chance.below(startMs));
            child.kill('SIGKILL');
            await child.exited;
          }

          const journals = await journalsOfFile(file, copy);
          const asked = load.sent.slice(checked);
          expectGrown(journals, before);
          for (const one of asked) expectStored(one, journals);
          life.answers.push(...asked.flatMap(({ answer }) => answer ?? []));
          expectSeenStored(life, journals);

          child = serve();
          life = { answers: [], since: journals };
          await expectResumed(await child.ready, asked, journals, life.answers);
          before = journals;
          checked = load.sent.length;
        }
        child.kill('SIGKILL');
        await child.exited;
        const journals = await journalsOfFile(file, copy);
        expectGrown(journals, before);
        if (runs < fullLoadRuns) return; // too short for responses to every kind of request
        // The load was sufficient: transfers got responses, and some requests got none.
        const answered = load.sent.filter(({ answer }) => answer !== undefined);
        expect(answered.length).toBeLessThan(load.sent.length);
        expect(new Set(answered.map(({ kind }) => kind))).toContain('transfer');
      } finally {
        child.kill('SIGKILL');
        await child.exited;
      }
    },
  );

  const title = `creates its file at the next start after a kill during the creation (CRASH_SEED=${seed})`;
  it(title, { timeout: 60_000 + runs * 10_000 }, async () => {
    for (let run = 0; run < Math.ceil(runs / 5); run += 1) {
      const made = join(folder, `new-${run}.db`);
      const flags = ['--data', made, '--clock', 'frozen', '--seed', 'made'];
      const first = spawnServe(flags, { cwd: folder });
      await waitUntil('the file is there', () => existsSync(made));
      await wait(chance.below(12));
      first.kill('SIGKILL');
      await first.exited;
      const second = spawnServe(flags, { cwd: folder });
      const { body } = await sendRequest(await second.ready, {
        method: 'GET',
        path: '/__reprise/worlds',
        body: undefined,
      });
      expect(body.worlds).toMatchObject([{ name: 'default', seed: 'made', inputs: 0 }]);
      second.kill('SIGKILL');
      await second.exited;
    }
  });
});

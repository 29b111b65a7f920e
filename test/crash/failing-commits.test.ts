// Any commit may fail: its requests get an error, none of their effects is stored, and the worlds are reloaded. After retries,
// the store is as if nothing had failed.

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { StoreError, type EventStore } from '../../core/index.ts';
import { longMs } from '../support/runner/timeouts.ts';
import {
  runScriptedSession,
  openTwin,
  type ScriptedRequest,
  type ScriptedAnswer,
  type Step,
  type TwinServer,
} from '../support/server/scripted-session.ts';
import { contentDigest, copyStore, tryOpen, createRamFolder } from '../support/store/store-file.ts';
import { isWholeSoak } from '../support/runner/soak.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let folder = '';
/** A closed file that contains only the world `default`. */
let fresh = '';
/** The file of the run without failures, and its content. */
let whole = '';
let content = '';
/** The requests of that run, with the worlds after each step. */
let steps: readonly (Step & { readonly after: Worlds })[] = [];
let before: Worlds = new Map();

type Worlds = ReadonlyMap<string, { readonly digest: string | undefined; readonly inputs: number }>;

beforeAll(async () => {
  folder = createRamFolder('commits');
  [fresh, whole] = [join(folder, 'fresh.db'), join(folder, 'whole.db')];
  const first = await openTwin(openSqliteStore({ file: fresh }));
  before = await worldsOf(first);
  await first.reprise.close();

  copyStore(fresh, whole);
  const made = await openTwin(openSqliteStore({ file: whole }));
  const session = await runScriptedSession(made);
  content = await contentDigest(made.reprise.engine.store);
  await made.reprise.close();

  const again = await openTwin(createMemoryStore());
  const told: (Step & { readonly after: Worlds })[] = [];
  for (const step of session) {
    await Promise.all(step.requests.map(again.request));
    told.push({ ...step, after: await worldsOf(again) });
  }
  steps = told;
  expect(await contentDigest(again.reprise.engine.store)).toBe(content);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Lists the worlds; retries while one of them cannot be read. */
async function worldsOf(server: TwinServer): Promise<Worlds> {
  const list: ScriptedRequest = { world: 'default', method: 'GET', path: '/__reprise/worlds' };
  const worldsIn = ({ body }: ScriptedAnswer) =>
    body.worlds as { name: string; digest?: string; inputs: number }[];
  // One that is being read again is listed without its state.
  const isUnread = (answer: ScriptedAnswer) =>
    isLost(list, answer) || worldsIn(answer).some(({ digest }) => digest === undefined);
  let listed = await server.request(list);
  for (let tries = 0; tries < 5 && isUnread(listed); tries += 1)
    listed = await server.request(list);
  expect(listed.status).toBe(200);
  const worlds = worldsIn(listed);
  return new Map(worlds.map(({ name, digest, inputs }) => [name, { digest, inputs }]));
}

/** Whether a request was lost. Expects an error in the form of its service, with a Retry-After header. */
function isLost({ path }: ScriptedRequest, { status, headers, body }: ScriptedAnswer): boolean {
  if (status !== 503) return false;
  expect(headers.get('retry-after')).toBe('1');
  const message = path.startsWith('/__reprise') ? body.error.message : body.message;
  expect(message).toMatch(/(retry.*Nothing was done|Nothing was done; try again)/);
  if (path.startsWith('/__reprise')) expect(body.error.code).toBe('unavailable');
  return true;
}

/** Sends the session word for word, and lost requests again. Resolves with the number of lost requests. */
async function sendAll(server: TwinServer, onLost: () => void): Promise<number> {
  let lostCount = 0;
  let there = before;
  for (const { requests, answers, after } of steps) {
    let open = requests.map((request, index) => ({ request, wanted: answers[index] }));
    for (let tries = 0; open.length > 0; tries += 1) {
      expect(tries).toBeLessThan(5);
      const got = await Promise.all(open.map(({ request }) => server.request(request)));
      const lost = open.filter(({ request }, index) => {
        const answer = got[index] as ScriptedAnswer;
        if (isLost(request, answer)) return true;
        expect({ status: answer.status, body: answer.body }).toEqual({
          status: open[index]?.wanted?.status,
          body: open[index]?.wanted?.body,
        });
        return false;
      });
      if (lost.length > 0) {
        lostCount += lost.length;
        onLost();
        await expectUntouched(
          server,
          lost.map(({ request }) => request.world),
          there,
        );
      }
      open = lost;
    }
    expect(await worldsOf(server)).toEqual(after);
    there = after;
  }
  return lostCount;
}

/** Lost requests have no visible and no stored effect. */
async function expectUntouched(
  server: TwinServer,
  lost: readonly string[],
  there: Worlds,
): Promise<void> {
  const now = await worldsOf(server);
  for (const world of lost) {
    expect(now.get(world)).toEqual(there.get(world));
    const inputs = there.get(world)?.inputs;
    const { store } = server.reprise.engine;
    if (inputs !== undefined) expect(await store.read(world, inputs + 1, 1)).toEqual([]);
  }
}

/** A store whose `failing`-th write fails, and then the next `reads` reads. */
function unreliable(store: EventStore, failing: number, reads: number) {
  const count = { writes: 0, readsToFail: 0 };
  const write = async <Stored>(task: () => Promise<Stored>, readsBehind: number) => {
    count.writes += 1;
    if (count.writes !== failing) return task();
    count.readsToFail = readsBehind;
    throw new StoreError('unavailable', 'The disk is full.');
  };
  const wrapped: EventStore = {
    ...store,
    create: (...world) => write(() => store.create(...world), 0),
    append: (batch) => write(() => store.append(batch), reads),
    read: async (world, from, limit) => {
      if (count.readsToFail === 0) return store.read(world, from, limit);
      count.readsToFail -= 1;
      throw new StoreError('unavailable', 'The disk is slow.');
    },
  };
  return { wrapped, count };
}

const stores = {
  memory: async () => {
    const store = createMemoryStore();
    await (await openTwin(store)).reprise.close(); // creates the world `default`, as in the fresh file
    return store;
  },
  sqlite: async () => {
    const file = join(folder, 'failing.db');
    copyStore(fresh, file);
    return openSqliteStore({ file });
  },
};

describe.each(Object.entries(stores))('a write that the %s store refuses', (_name, open) => {
  it.each(isWholeSoak ? [0, 1, 2] : [1])(
    'has no effect, for any write, also if the next %i reads fail',
    async (reads) => {
      for (let failing = 1; ; failing += 1) {
        const { wrapped, count } = unreliable(await open(), failing, reads);
        const server = await openTwin(wrapped);
        const lost = await sendAll(server, () => undefined);
        expect(await contentDigest(server.reprise.engine.store)).toBe(content);
        await server.reprise.close();
        if (count.writes < failing) {
          expect(lost).toBe(0);
          expect(failing).toBeGreaterThan(10);
          return;
        }
        expect(lost).toBeGreaterThan(0);
      }
    },
  );
});

describe('a first world that cannot be stored', () => {
  it('prevents the start, and is created the next time', async () => {
    const { wrapped } = unreliable(createMemoryStore(), 1, 0);
    await expect(openTwin(wrapped)).rejects.toMatchObject({ code: 'unavailable' });
    const server = await openTwin(wrapped);
    expect([...(await worldsOf(server)).keys()]).toEqual(['default']);
    await server.reprise.close();
  });
});

describe('a response after a failed commit', () => {
  it('has a request id of its own', async () => {
    const { wrapped } = unreliable(await stores.memory(), 1, 0);
    const server = await openTwin(wrapped);
    const ids: (string | null)[] = [];
    const heard = async (request: ScriptedRequest) => {
      const answer = await server.request(request);
      ids.push(answer.headers.get('x-request-id'));
      return answer.status;
    };
    const made = steps[1]?.requests[0] as ScriptedRequest;
    const listing: ScriptedRequest = {
      world: 'default',
      method: 'GET',
      path: '/v1/w3s/walletSets',
    };
    const statuses: number[] = [];
    for (const request of [listing, listing, made, listing, listing, made, listing])
      statuses.push(await heard(request));
    expect(statuses).toEqual([200, 200, 503, 200, 200, 201, 200]);
    await server.reprise.close();
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a row that SQLite refuses', () => {
  /** Every row that the session writes, as the condition of a trigger on its table. */
  function rows(): readonly (readonly [string, string])[] {
    const database = new Database(whole, { readonly: true });
    const keysOf = (table: string) =>
      database.prepare(`SELECT key FROM ${table} ORDER BY key`).pluck().all() as number[];
    const written = ['inputs', 'events'].flatMap((table) =>
      keysOf(table).map((key) => [`INSERT ON ${table}`, `NEW.key = ${key}`] as const),
    );
    const worlds = database.prepare('SELECT id, inputs FROM worlds').all() as {
      id: number;
      inputs: number;
    }[];
    const heads = worlds.flatMap(({ id, inputs }) =>
      Array.from({ length: inputs }, (_, index) => {
        const condition = `NEW.id = ${id} AND NEW.inputs = ${index + 1}`;
        return ['UPDATE ON worlds', condition] as const;
      }),
    );
    database.close();
    return [['INSERT ON worlds', 'TRUE'], ...written, ...heads];
  }

  it.each(isWholeSoak ? ['BEFORE', 'AFTER'] : ['AFTER'])(
    'fails its whole commit, and nothing else (%s it is written)',
    async (moment) => {
      const ways = ['ABORT', 'FAIL', 'ROLLBACK'] as const;
      const file = join(folder, 'refusing.db');
      for (const [place, [table, condition]] of rows().entries()) {
        if (!isWholeSoak && place % 4 !== 0) continue; // a session for each row takes too long
        const way = ways[place % 3] ?? 'ABORT';
        copyStore(fresh, file);
        const store = openSqliteStore({ file }); // would not open a file with a trigger
        const other = new Database(file);
        other.exec(
          `CREATE TRIGGER refusal ${moment} ${table} WHEN ${condition}
            BEGIN SELECT RAISE(${way}, 'refused on purpose'); END`,
        );
        const server = await openTwin(store);
        const lost = await sendAll(server, () => other.exec('DROP TRIGGER refusal'));
        expect({ table, condition, isLost: lost > 0 }).toMatchObject({ isLost: true });
        await server.reprise.close();
        other.close();
        const opened = await tryOpen(file);
        expect(opened).toMatchObject({ is: 'opened', content });
        if (opened.is === 'opened') await opened.engine.close();
      }
    },
  );
});

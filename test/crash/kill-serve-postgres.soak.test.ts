// `reprise serve --store` under load, while it is killed, or its PostgreSQL is, repeatedly (CRASH_RUNS times each): answered writes are
// stored once, refused ones are not, and the server goes on by itself. CRASH_SEED repeats the random choices of a run.

import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { verifyStore } from '../../adapters/stores/verify.ts';
import type { EventStore } from '../../core/index.ts';
import { seededRandom, seedOf } from '../support/arbitraries/seeded-random.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { rounds } from '../support/runner/soak.ts';
import { temporaryFolder } from '../support/runner/temporary-folder.ts';
import { sendRequest, type ServerAddress } from '../support/server/load.ts';
import { waitUntil } from '../support/server/requests.ts';
import { spawnServeForTest, type ServeChild } from '../support/server/serve-child.ts';
import {
  createWalletSetLoad,
  isDone,
  tallyOf,
  type WalletSetLoad,
} from '../support/server/wallet-set-load.ts';
import { journalsOf } from '../support/store/journals.ts';

const runs = rounds('CRASH_RUNS', 2, 20);
/** This number of rounds has some in which PostgreSQL is away for longer than the server waits. */
const longRuns = 8;
const clients = 4;
/** The most answers before a kill, and the longest wait after them. */
const answersMax = runs >= longRuns ? 120 : 30;
const loadMsMax = 30;
/** The approximate time of a start. */
const startMs = 800;
/** PostgreSQL is away for no longer, usually; and in every fifth round for longer than the server waits for it. */
const awayMsMax = 1_500;
const longAwayMs = 12_000;
const worlds = Array.from({ length: 10 }, (_, index) => `world-${index}`) as [string, ...string[]];

describePostgres('a server with a store in PostgreSQL', () => {
  const { server, newUrl, run: runSql } = testServer();
  const seed = seedOf('CRASH_SEED');
  const chance = seededRandom(seed);
  const folder = temporaryFolder();
  let url = '';
  let observer: EventStore;
  let load: WalletSetLoad;

  beforeEach(async () => {
    url = await newUrl();
    observer = await openPostgresStore({ url });
    load = createWalletSetLoad(worlds, chance);
    return async () => observer.close();
  });

  const serve = (): ServeChild => {
    const flags = ['--store', url, '--clock', 'frozen', '--sleep-after', '100ms'];
    return spawnServeForTest([...flags, '--worlds-on-demand'], { cwd: folder });
  };

  /** Waits for some answers to the load, and a moment longer. */
  async function loaded(): Promise<void> {
    const enough = load.answered() + 1 + chance.below(answersMax);
    await waitUntil('it is under load', () => load.answered() >= enough, 30_000);
    await wait(chance.below(loadMsMax));
  }

  async function kill(child: ServeChild): Promise<void> {
    child.kill('SIGKILL');
    await child.exited;
  }

  /** A new server that answers in each world. */
  async function served(): Promise<{ child: ServeChild; place: ServerAddress }> {
    const child = serve();
    const place = await child.ready;
    for (const world of worlds) expect(isDone(await load.send(place, world))).toBe(true);
    return { child, place };
  }

  /** Compares the journals with all requests so far. */
  async function expectStored(place: ServerAddress): Promise<void> {
    const tally = tallyOf(load.sent, await journalsOf(observer));
    expect(tally).toMatchObject({ lost: 0, twice: 0, refusedStored: 0, unknown: 0 });
    const { body } = await sendRequest(place, worldList);
    const names = (body.worlds as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['default', ...worlds]);
  }

  /** Repeats requests that got no answer, and the last ones that got one, which they get again. Returns how many had none. */
  async function expectRepeated(place: ServerAddress): Promise<number> {
    const unanswered = load.sent.filter(({ answer }) => answer === undefined);
    for (const one of [...unanswered, ...load.sent.filter(isDone).slice(-5)]) {
      const again = await sendRequest(place, one);
      expect(again.status).toBeLessThan(300);
      one.answer ??= again;
      expect(again.body).toEqual(one.answer.body);
    }
    return unanswered.length;
  }

  async function expectWhole(): Promise<void> {
    const { findings, worlds: count } = await verifyStore(observer);
    expect({ findings, count }).toEqual({ findings: [], count: worlds.length + 1 });
    const [slept] = await runSql(
      'SELECT count(*)::int AS worlds FROM reprise_worlds WHERE sleep IS NOT NULL',
      url,
    );
    expect(slept?.['worlds']).toBeGreaterThan(1); // the load has left some of them alone
  }

  it(
    `has stored what it answered once, over ${runs} kills (CRASH_SEED=${seed})`,
    { timeout: 60_000 + runs * 15_000 },
    async () => {
      let { child, place } = await served();
      let unanswered = 0;
      for (let round = 0; round < runs; round += 1) {
        const running = load.run(place, clients);
        await loaded();
        await kill(child);
        await running;
        if (chance.below(3) === 0) {
          child = serve(); // and again during the start
          await wait(chance.below(startMs));
          await kill(child);
        }
        child = serve();
        place = await child.ready;
        await expectStored(place);
        unanswered += await expectRepeated(place);
      }
      await expectStored(place);
      await kill(child);
      await expectWhole();
      const tally = tallyOf(load.sent, await journalsOf(observer));
      report('kills of the server', { ...tally, unanswered });
    },
  );

  it(
    `goes on by itself, over ${runs} kills of PostgreSQL (CRASH_SEED=${seed})`,
    { timeout: 60_000 + runs * 40_000 },
    async () => {
      const { child, place } = await served();
      const goneOnMs: number[] = [];
      for (let round = 0; round < runs; round += 1) {
        let isOver = false;
        const running = load.run(place, clients, () => isOver);
        await loaded();
        await server().kill();
        await wait(round % 5 === 4 ? longAwayMs : chance.below(awayMsMax));
        expect((await sendRequest(place, health)).status).toBe(200);
        await server().start();
        const [backMs, answered] = [performance.now(), load.answered()];
        await waitUntil('it answers again', () => load.answered() > answered, 30_000);
        goneOnMs.push(Math.round(performance.now() - backMs));
        await loaded();
        isOver = true;
        await running;
        await expectStored(place);
      }
      expect(load.sent.every(({ answer }) => answer !== undefined)).toBe(true);
      expectSentences(load);
      await expectRepeated(place);
      child.kill('SIGTERM');
      expect(await child.exited).toBe(0);
      const outages =
        /^(Cannot \w+( to)? postgres:.* Requests are refused until the store is reached again\.\nThe store is reached again\.\n)*$/;
      expect(child.complaint()).toMatch(outages);
      await expectWhole();
      const tally = tallyOf(load.sent, await journalsOf(observer));
      if (runs >= longRuns) expect(tally.refused).toBeGreaterThan(0);
      report('kills of PostgreSQL', { ...tally, goneOnMs });
    },
  );
});

const worldList = { method: 'GET', path: '/__reprise/worlds', body: undefined } as const;
const health = { method: 'GET', path: '/__reprise/health', body: undefined } as const;

/**
 * Refusals say that PostgreSQL is away, or that a world that has lost something is read again, or that its sleep is being settled.
 */
const sentence =
  /^(The store (cannot be reached|refuses it: .+)\.|This process has not reached its store for some seconds, .+|World '[\w-]+' (cannot be read from its store; retry later\.|is being checked after a lost answer; retry\.))/;

function expectSentences({ sent }: WalletSetLoad): void {
  for (const { answer } of sent.filter((one) => !isDone(one))) {
    expect(answer).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(sentence) },
    });
  }
}

/** In a soak: what its report says. */
function report(what: string, figures: object): void {
  if (runs >= longRuns) process.stdout.write(`${what}: ${JSON.stringify(figures)}\n`);
}

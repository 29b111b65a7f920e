// The connection to PostgreSQL fails under requests over HTTP: an answered write is stored once, an error means that it is not stored,
// and a repeated request has the answer that the first one should have had.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPostgresStore } from '../../adapters/stores/postgres/event-store.ts';
import { limitsDefault } from '../../adapters/stores/postgres/limits.ts';
import type { EventStore } from '../../core/index.ts';
import { seededRandom } from '../support/arbitraries/seeded-random.ts';
import { describePostgres, testServer } from '../support/postgres/databases.ts';
import { startProxy, type Mischief, type Proxy } from '../support/postgres/proxy.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { sendRequest, type ServerAddress } from '../support/server/load.ts';
import { waitUntil } from '../support/server/requests.ts';
import { startServer, token, type TestServer } from '../support/server/server.ts';
import {
  createWalletSetLoad,
  isDone,
  tallyOf,
  type WalletSetLoad,
} from '../support/server/wallet-set-load.ts';
import { manualHost } from '../support/session-requests/session.ts';
import { journalsOf } from '../support/store/journals.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

/** An answer that takes longer is taken for lost; the server gives up a silent client before that. */
const limits = {
  ...limitsDefault,
  answerMsMax: 400,
  silentMsMax: 200,
  awayMsMax: 600,
  settleMsMax: 1_000,
};

/** A world that is unused for so long may sleep. */
const unusedMs = 60_000;

const append = /INSERT INTO reprise_inputs/;
const claim = /SET owner = \$2, released = false/;
const sleep = /SET wake_after = \$4, sleep/;
/** `late` loses the statement for a while: the server has answered by then. */
const mischiefs: readonly Mischief[] = ['cut-before', 'cut-after', 'swallow', 'late'];

describePostgres('a request whose connection to PostgreSQL fails', () => {
  const { server, newUrl } = testServer(['fsync=off']);
  let proxy: Proxy;
  let observer: EventStore;
  let reprise: TestServer;
  let place: ServerAddress;
  let load: WalletSetLoad;
  let host: ReturnType<typeof manualHost>;

  beforeEach(async () => {
    proxy = await startProxy(server().port);
    const url = await newUrl();
    observer = await openPostgresStore({ url });
    const store = await openPostgresStore(
      { url: url.replace(`:${server().port}/`, `:${proxy.port}/`) },
      limits,
    );
    host = manualHost();
    reprise = await startServer({ store, host, worldsOnDemand: true, sleepAfterMs: unusedMs - 1 });
    place = { url: reprise.url, token };
    load = createWalletSetLoad(['one'], seededRandom(7));
    for (const world of ['one', 'two']) await load.send(place, world);
  });

  afterEach(async () => {
    await reprise.close();
    await observer.close();
    await proxy.close();
  });

  /** What was answered is stored once, what was refused is not, and the server goes on. */
  async function expectStoredOnce(): Promise<void> {
    const tally = tallyOf(load.sent, await journalsOf(observer));
    const none = { lost: 0, twice: 0, refusedStored: 0, unknown: 0, unanswered: 0 };
    expect(tally).toMatchObject(none);
  }

  /** Requests succeed when they are repeated, and answered ones have their answer again. */
  async function expectRepeated(): Promise<void> {
    for (const one of load.sent) {
      let again = one.answer;
      await waitUntil('its world is read from the store again', async () => {
        again = await sendRequest(place, one);
        return again.status < 300;
      });
      if (isDone(one)) expect(again?.body).toEqual(one.answer?.body);
      if (again !== undefined) one.answer = again;
    }
    await expectStoredOnce();
  }

  it.each(mischiefs)('is stored once, or refused and not stored: %s', async (mischief) => {
    proxy.next(append, mischief);
    const one = await load.send(place, 'one');
    await proxy.happened();
    await expectStoredOnce();
    if (isDone(one)) expect(one.answer?.status).toBe(201);
    else {
      expect(one.answer).toMatchObject({
        status: 503,
        body: { message: expect.stringMatching(/^The store cannot be reached\. .* try again\.?$/) },
      });
    }
    const isCertain = mischief === 'cut-after' || mischief === 'swallow';
    if (isCertain) expect(isDone(one)).toBe(true); // it was carried out
    if (mischief === 'cut-before') expect(isDone(one)).toBe(false);
    if (mischief === 'late') {
      await proxy.release();
      await expectStoredOnce();
    }
    expect(isDone(await load.send(place, 'two'))).toBe(true);
    await expectRepeated();
  });

  it.each(mischiefs)('is one of many in several worlds: %s', async (mischief) => {
    proxy.next(append, mischief);
    const worlds = ['one', 'two', 'three', 'one', 'two', 'one'];
    await Promise.all(worlds.map(async (world) => load.send(place, world)));
    await proxy.happened();
    if (mischief === 'late') await proxy.release();
    await expectStoredOnce();
    await expectRepeated();
  });

  it.each(mischiefs)(
    'is answered after the sleep of its world has failed: %s',
    async (mischief) => {
      const { engine } = reprise.reprise;
      host.pass(unusedMs);
      proxy.next(sleep, mischief);
      await engine.sleepIdle();
      await proxy.happened();
      for (const world of ['one', 'two']) expect(isDone(await load.send(place, world))).toBe(true);
      if (mischief === 'late') await proxy.release();
      for (const world of ['one', 'two']) expect(isDone(await load.send(place, world))).toBe(true);
      await expectRepeated();
    },
  );

  it.each(mischiefs)('wakes its world, though the wake has failed first: %s', async (mischief) => {
    const { engine } = reprise.reprise;
    host.pass(unusedMs);
    await engine.sleepIdle();
    expect(engine.worlds()).toEqual([]);
    proxy.next(claim, mischief);
    const first = await load.send(place, 'one');
    await proxy.happened();
    if (mischief === 'late') await proxy.release();
    // After a claim that arrives late, the world has to be claimed once more.
    if (mischief !== 'late') expect(isDone(first)).toBe(true);
    await expectStoredOnce();
    await expectRepeated();
  });

  it('is refused with a sentence while PostgreSQL is away, and answered once it is back', async () => {
    await server().stop();
    const away = await load.send(place, 'one');
    expect(away.answer).toMatchObject({
      status: 503,
      body: { message: expect.stringMatching(/^The store cannot be reached\. .* try again\.?$/) },
    });
    const listed = await reprise.control('GET', '/worlds');
    expect(listed).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect((await reprise.control('GET', '/health')).status).toBe(200);
    await server().start();
    await waitUntil('it answers again', async () => isDone(await load.send(place, 'two')));
    await expectStoredOnce();
    await expectRepeated();
  });

  it('is not answered if PostgreSQL is away before it is certain', async () => {
    proxy.next(append, 'swallow');
    const sending = load.send(place, 'one');
    await proxy.happened();
    await server().stop();
    expect((await sending).lostBy).toContain('ECONNRESET');
    await server().start();
    await expectRepeated();
  });
});

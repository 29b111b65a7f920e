// Control route of the journal: its pages, their bounds, and what a reset does to a page under way.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { journalPage, journalPages } from '../../../adapters/control/journal-pages.ts';
import { pageCharsMax } from '../../../adapters/protocol/limits.ts';
import { openReprise, type Reprise } from '../../../adapters/reprise.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Envelope, EventStore, JournalEntry, World } from '../../../core/index.ts';
import { token } from '../../support/server/server.ts';
import { expectControlError, serverForEach } from '../../support/server/requests.ts';

const here = '/worlds/default';

describe('the journal of a world', () => {
  const server = serverForEach();
  const journal = (query = '') => server().control('GET', `${here}/journal${query}`);
  const change = () =>
    server().control('PATCH', `${here}/wallet/chains/ETH-SEPOLIA`, { congestion: 2 });

  it('is the same in pages of any length', async () => {
    for (let time = 0; time < 60; time += 1) await change();
    const whole = (await journal()).body;
    expect(whole.next).toBeNull();
    expect(whole.entries).toHaveLength(60);
    for (const limit of [1, 7, 50, 51, 59, 60, 61]) {
      const entries: unknown[] = [];
      for (let from: number | null = 1; from !== null;) {
        const { body } = await journal(`?from=${from}&limit=${limit}`);
        expect(body.world).toEqual(whole.world);
        expect(body.entries.length).toBeLessThanOrEqual(limit);
        entries.push(...body.entries);
        from = body.next;
      }
      expect(entries).toEqual(whole.entries);
    }
  });

  it('has no page of inputs that are not there yet', async () => {
    await change();
    expect((await journal('?from=2')).body).toMatchObject({ entries: [], next: null });
    expectControlError(await journal('?limit=0'), 400);
  });
});

describe('a page of a journal', () => {
  let reprise: Reprise;
  let world: World;
  let reads: number[];
  let beforeRead: () => Promise<unknown>;
  let entries: readonly JournalEntry[] | undefined;

  beforeEach(async () => {
    reads = [];
    entries = undefined;
    beforeRead = async () => undefined;
    const inMemory = createMemoryStore();
    const store: EventStore = {
      ...inMemory,
      async read(name, from, limit) {
        reads.push(limit);
        await beforeRead();
        return entries === undefined
          ? inMemory.read(name, from, limit)
          : entries.slice(from - 1, from - 1 + limit);
      },
    };
    reprise = await openReprise({ store, token });
    world = reprise.engine.world('default') as World;
    for (let time = 0; time < 3; time += 1) await change();
  });
  afterEach(() => reprise.close());

  async function change() {
    const change = { congestion: '2' } as const;
    const command = { type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', ...change } as const;
    await world.send({ domain: 'wallet', prepare: () => ({ command }), respond: () => undefined });
  }

  const store = () => reprise.engine.store;

  it('is read in short pieces, and bounded by the length of what it prints', async () => {
    const text = JSON.stringify('x'.repeat(pageCharsMax / 100));
    entries = Array.from({ length: 200 }, (_, index) => ({
      input: { n: index + 1, atMs: 0, kind: 'time' },
      events: [{ position: index + 1, text, event: { type: 'X' } } as unknown as Envelope],
      digest: '',
    }));
    const page = await journalPage(store(), world, 1, 1_000);
    expect(page.entries).toHaveLength(100);
    expect(page.isLast).toBe(false);
    expect(Math.max(...reads)).toBeLessThanOrEqual(50);
    const rest = await journalPage(store(), world, 101, 1_000);
    expect(rest.entries[0]?.n).toBe(101);
    expect(await journalPage(store(), world, 201, 1_000)).toEqual({ entries: [], isLast: true });
  });

  it('never has entries of the world that a reset begins', async () => {
    const { signal } = new AbortController();
    const pages = journalPages(store(), world, 1, signal);
    beforeRead = () => reprise.engine.reset('default');
    expect(await pages.next()).toEqual({ done: true, value: undefined });

    let isReset = false;
    beforeRead = async () => {
      if (isReset) return;
      isReset = true;
      await reprise.engine.reset('default');
    };
    const response = await reprise.app.handle({
      method: 'GET',
      url: `/__reprise${here}/journal`,
      headers: { host: 'localhost', authorization: `Bearer ${token}` },
      body: Buffer.alloc(0),
      origin: 'http://localhost',
    });
    expect({ ...response, isReset }).toMatchObject({ status: 503, isReset: true });
  });
});

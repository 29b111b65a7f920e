// The list of worlds: how it is read from the store, and what it says about a world that is just being removed.

import { expect, it, onTestFinished } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { StoreError, type EventStore } from '../../../core/index.ts';
import { recordOf } from '../../contract/event-store.contract.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { addTenant } from '../../support/server/tenants.ts';

async function serverWith(store: EventStore): Promise<TestServer> {
  const server = await startServer({ store });
  onTestFinished(() => server.close());
  return server;
}

it('is read from the store in small pages', async () => {
  const store = createMemoryStore();
  const names = Array.from({ length: 120 }, (_, index) => `w${1_000 + index}`);
  for (const name of names) await store.create(recordOf(name));
  const limits: number[] = [];
  const { control } = await serverWith({
    ...store,
    worlds: async (page) => {
      limits.push(page.limit);
      return store.worlds(page);
    },
  });
  limits.length = 0;
  const listed = async (query: string) => {
    const { worlds, next } = (await control('GET', `/worlds?${query}`)).body;
    return [worlds.map(({ name }: { name: string }) => name), next];
  };
  expect(await listed('after=default&limit=1000')).toEqual([names, null]);
  expect(Math.max(...limits)).toBeLessThan(100);
  expect(await listed('after=default&limit=120')).toEqual([names, null]);
  expect(await listed('after=default&limit=119')).toEqual([names.slice(0, 119), names[118]]);
  expect(await listed('after=default&limit=50')).toEqual([names.slice(0, 50), names[49]]);
  expect(await listed('after=w1119&limit=50')).toEqual([[], null]);
});

it('names the other node that serves a world, to the operator only', async () => {
  const store = createMemoryStore();
  for (const name of ['acme.a', 'acme.b']) await store.create(recordOf(name));
  const node = 'http://10.0.0.5:4600';
  const server = await serverWith({
    ...store,
    worlds: async (page) =>
      (await store.worlds(page)).map((listing) =>
        listing.name === 'acme.b' ? listing : { ...listing, node },
      ),
  });
  const { control } = await addTenant(server, 'acme');
  const listed = async (call: TestServer['control']) =>
    (await call('GET', '/worlds')).body.worlds.map((world: Record<string, unknown>) => [
      world['name'],
      world['isLoaded'],
      world['node'],
    ]);
  expect(await listed(server.control)).toEqual([
    ['acme.a', false, node],
    ['acme.b', false, undefined],
    ['default', undefined, undefined], // it is awake here
  ]);
  expect(await listed(control)).toEqual([
    ['acme.a', false, undefined],
    ['acme.b', false, undefined],
  ]);
});

it('has a world that is being removed as it is stored, and leaves it out once it is gone', async () => {
  const store = createMemoryStore();
  const lists: unknown[] = [];
  let before: Awaited<ReturnType<EventStore['worlds']>> | undefined;
  const server: TestServer = await serverWith({
    ...store,
    worlds: async (page) => before ?? store.worlds(page),
    async remove(world) {
      lists.push(await server.control('GET', '/worlds'));
      before = await store.worlds({ limit: 9 });
      await store.remove(world);
      lists.push(await server.control('GET', '/worlds'));
      before = undefined;
    },
  });
  await server.control('POST', '/worlds', { name: 'other' });
  expect((await server.control('DELETE', '/worlds/default')).status).toBe(204);
  const other = { name: 'other', position: 0 };
  expect(lists).toMatchObject([
    { status: 200, body: { worlds: [{ name: 'default', isLoaded: false }, other] } },
    { status: 200, body: { worlds: [other] } },
  ]);
});

it('is refused if the store is away while a world is being removed', async () => {
  const store = createMemoryStore();
  const statuses: number[] = [];
  let isAway = false;
  const server: TestServer = await serverWith({
    ...store,
    async find(world) {
      if (isAway) throw new StoreError('unavailable', 'No answer.');
      return store.find(world);
    },
    async remove(world) {
      isAway = true;
      statuses.push((await server.control('GET', '/worlds')).status);
      isAway = false;
      await store.remove(world);
    },
  });
  await server.control('DELETE', '/worlds/default');
  expect(statuses).toEqual([503]);
});

// The history of a running world: pushed, and read on demand. The law is in test/properties/history-readers.property.test.ts.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import type { Engine } from '../../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../../core/engine/engine.ts';
import { eventsPerRead } from '../../../../core/engine/world/history-reader.ts';
import type { World } from '../../../../core/engine/world/world-contract.ts';
import type { EventQuery, EventStore } from '../../../../core/ports/event-store.ts';
import { host, recordOf, send } from '../../../support/engine/reopened-store.ts';
import { drainEventLoop } from '../../../support/engine/running-world.ts';
import { createWalletSet } from '../../../support/wallet/commands.ts';

let engine: Engine;
let world: World;
let queries: EventQuery[];
let readEvents: EventStore['events'];
let log: (number | string)[];

beforeEach(async () => {
  queries = [];
  log = [];
  const inner = createMemoryStore();
  readEvents = inner.events;
  const store: EventStore = {
    ...inner,
    events(name, query) {
      queries.push(query);
      return readEvents(name, query);
    },
  };
  engine = await openEngine({ store, host });
  world = await engine.create(recordOf('w'));
});
afterEach(() => engine.close());

async function happen(times = 1): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => send(world, createWalletSet())));
}

const follow = (from?: number, to?: number) =>
  world.history$({ from, to }).subscribe({
    next: ({ position }) => log.push(position),
    error: (error: unknown) => log.push(String(error)),
    complete: () => log.push('end'),
  });

const upTo = (position: number) => Array.from({ length: position }, (_, index) => index + 1);

describe('a history', () => {
  it('has past events, then new ones', async () => {
    await happen(); // with the event that adopts the entity secret
    follow();
    await happen();
    await drainEventLoop();
    expect(log).toEqual([1, 2, 3]);
  });

  it('waits for a future position', async () => {
    follow(4);
    await happen(4);
    await drainEventLoop();
    expect(log).toEqual([4, 5]);
  });

  it('is complete if it is longer than a page', async () => {
    await happen(3 * eventsPerRead);
    follow();
    await drainEventLoop();
    expect(log).toEqual(upTo(3 * eventsPerRead + 1));
    expect(queries).toHaveLength(4);
  });

  it.each([
    ['of the past', 1, 3, 4],
    ['in the future', 1, 3, 1],
    ['inside a commit', 1, 2, 0],
    ['at the present one', 3, 3, 2],
    ['before the first', 4, 3, 4],
  ])('completes after a last position %s', async (_which, from, to, before) => {
    await happen(before);
    follow(from, to);
    await happen(4);
    await drainEventLoop();
    expect(log).toEqual([...upTo(to).slice(from - 1), 'end']);
  });

  it('completes after a last position that its filter excludes', async () => {
    await happen(2);
    const query = { type: 'TransactionStuck', to: 4 } as const;
    world.history$(query).subscribe({ complete: () => log.push('end') });
    await drainEventLoop();
    expect(log).toEqual([]);
    await happen();
    await drainEventLoop();
    expect(log).toEqual(['end']);
    for await (const page of world.historyPages(query)) expect(page).toEqual([]);
    expect(queries.at(-1)).toMatchObject({ type: 'TransactionStuck' });
  });

  it('with a last position fails if the world ends before', async () => {
    follow(1, 9);
    await happen();
    await engine.remove('w');
    expect(log).toEqual([1, 2, "StoreError: World 'w' was removed or reset."]);
  });

  it('does not read the store again for new events', async () => {
    follow();
    for (let time = 0; time < 5; time += 1) await happen();
    expect(log).toEqual(upTo(6));
    expect(queries).toEqual([]);
  });

  it('is complete for a subscription from an observer, in the middle of a commit', async () => {
    const subscription = world.events$.subscribe(({ position }) => {
      if (position === 2) follow();
    });
    await happen(3);
    await drainEventLoop();
    subscription.unsubscribe();
    expect(log).toEqual([1, 2, 3, 4]);
  });

  it.each([
    ['removed', () => engine.remove('w')],
    ['reset', () => engine.reset('w')],
  ])('ends when the world is %s', async (_how, end) => {
    await happen();
    follow();
    await drainEventLoop();
    await end();
    follow();
    expect(log).toEqual([1, 2, 'end', 'end']);
  });

  it('has no events of the next world of that name', async () => {
    await happen();
    const read = readEvents;
    readEvents = async (name, query) => {
      await engine.reset('w');
      await send(engine.world('w') as World, createWalletSet());
      return read(name, query);
    };
    follow();
    await drainEventLoop();
    expect(log).toEqual(['end']);
  });

  it('fails if the store cannot be read', async () => {
    await happen();
    readEvents = () => Promise.reject(new Error('The disk is gone.'));
    follow();
    await drainEventLoop();
    expect(log).toEqual(['Error: The disk is gone.']);
  });

  it('of a fork begins with the past of its parent', async () => {
    await happen();
    world = await engine.fork('w', { name: 'fork' });
    await happen();
    follow();
    await drainEventLoop();
    expect(log).toEqual([1, 2, 3]);
  });
});

describe('the pages of a history', () => {
  const positionsOf = (page: IteratorResult<readonly { readonly position: number }[]>) =>
    page.done === true ? 'end' : page.value.map(({ position }) => position);

  it('are read on request, regardless of commits in between', async () => {
    await happen(2 * eventsPerRead);
    const pages = world.historyPages();
    expect(positionsOf(await pages.next())).toEqual(upTo(eventsPerRead));
    await happen(3);
    await drainEventLoop();
    expect(queries).toHaveLength(1);
    const rest = [positionsOf(await pages.next()), positionsOf(await pages.next())].flat();
    expect(rest).toEqual(upTo(2 * eventsPerRead + 4).slice(eventsPerRead));
    expect(queries).toHaveLength(3);
    await pages.return?.();
  });

  it('wait for the next commit, and have all of it', async () => {
    const pages = world.historyPages();
    const next = pages.next();
    await happen(2);
    expect(positionsOf(await next)).toEqual([1, 2, 3]);
    await pages.return?.();
  });

  it('answer requests in their order', async () => {
    const pages = world.historyPages();
    const nexts = [pages.next(), pages.next()];
    await happen();
    await happen();
    expect((await Promise.all(nexts)).map(positionsOf)).toEqual([[1, 2], [3]]);
    await pages.return?.();
  });

  it('end while a request waits', async () => {
    const pages = world.historyPages();
    const next = pages.next();
    await pages.return?.();
    expect([positionsOf(await next), positionsOf(await pages.next())]).toEqual(['end', 'end']);
    await happen();
    expect(queries).toEqual([]);
  });

  it('can be walked to the end of the world', async () => {
    await happen(2);
    setImmediate(() => void engine.remove('w'));
    for await (const page of world.historyPages())
      log.push(...page.map(({ position }) => position));
    expect(log).toEqual([1, 2, 3]);
  });

  it('fail once if the store cannot be read, then end', async () => {
    await happen();
    readEvents = () => Promise.reject(new Error('The disk is gone.'));
    const pages = world.historyPages();
    await expect(pages.next()).rejects.toThrow('The disk is gone.');
    expect(positionsOf(await pages.next())).toBe('end');
  });
});

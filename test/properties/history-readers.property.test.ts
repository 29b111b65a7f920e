// Readers of a world's history start, are cancelled and resume at any time, in any mode, with any filter, while commits fail:
// each reader receives its events once, in store order, in pages of bounded size, and ends with the world.

import fc from 'fast-check';
import { take } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import type { EventType } from '../../core/engine/registry.ts';
import { eventsPerRead } from '../../core/engine/world/history-reader.ts';
import type { HistoryQuery, World } from '../../core/engine/world/world-contract.ts';
import type { Envelope } from '../../core/kernel/message.ts';
import { StoreError, type EventStore } from '../../core/ports/event-store.ts';
import type { Action } from '../support/arbitraries/actions.ts';
import { actionArbitrary, sessionOf, startSession } from '../support/arbitraries/session.ts';
import { createVenue } from '../support/calendar/commands.ts';
import { feed } from '../support/engine/engine-session.ts';
import { storeJournal, sessionRecord } from '../support/engine/stored-snapshots.ts';
import { load, runWorld } from '../support/engine/stored-world.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import { createWalletSet } from '../support/wallet/commands.ts';

vi.setConfig({ testTimeout: longMs });

const readerCount = 3;
const reader = fc.nat(readerCount - 1);

/** Reads `count` events with `push`, or pages with `pull`; a slow reader rests for `rest` turns after each page. */
const read = fc.record({
  do: fc.constantFrom('push' as const, 'pull' as const, 'pull' as const),
  reader,
  count: fc.constantFrom(3, 150, 10_000),
  rest: fc.constantFrom(0, 0, 10),
  /** Selects the filter and the position. */
  some: fc.nat(1_000),
  from: fc.constantFrom('resumed' as const, 'resumed' as const, 'any' as const, 'later' as const),
});

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('feed' as const), count: fc.constantFrom(1, 2, 6) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('burst' as const), count: fc.constantFrom(5, 150) }),
  },
  { weight: 4, arbitrary: read },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel' as const), reader }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      how: fc.constantFrom('lose' as const, 'seem lost' as const),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('turn' as const), count: fc.constantFrom(1, 5) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

type Read = Extract<Step, { do: 'push' | 'pull' }>;

/** A reader from its start until it is cancelled, has read its events or pages, or ends with the world. */
interface Reading {
  readonly query: HistoryQuery;
  readonly positions: number[];
  readonly over: AbortController;
  hasEnded: boolean;
}

const isOver = ({ over }: Reading) => over.signal.aborted;

const loopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await loopTurn();
};

function push(world: World, reading: Reading, { count }: Read): void {
  const { query, positions, over } = reading;
  const subscription = world
    .history$(query)
    .pipe(take(count))
    .subscribe({
      next: ({ position }) => positions.push(position),
      complete: () => (positions.length === count ? over.abort() : (reading.hasEnded = true)),
    });
  over.signal.addEventListener('abort', () => subscription.unsubscribe());
}

async function pull(world: World, reading: Reading, { count, rest }: Read): Promise<void> {
  const { query, positions, over } = reading;
  const pages = world.historyPages(query);
  over.signal.addEventListener('abort', () => void pages.return?.());
  for (let page = 0; page < count && !isOver(reading); page += 1) {
    const { done, value = [] } = await pages.next();
    if (isOver(reading)) return;
    if (done === true) return void (reading.hasEnded = true);
    expect(value.length).toBeGreaterThan(0);
    expect(value.length).toBeLessThanOrEqual(eventsPerRead);
    positions.push(...value.map(({ position }) => position));
    await turns(rest);
  }
  over.abort();
}

/** A store that fails commits, before or after it has stored them, and that lets other commits in during its reads. */
function failingStore() {
  const inner = createMemoryStore();
  const failing = { lose: 0, 'seem lost': 0 };
  const stored: Envelope[] = [];
  const fail = (kind: keyof typeof failing) => {
    if (failing[kind] === 0) return;
    failing[kind] -= 1;
    throw new StoreError('unavailable', 'busy');
  };
  const store: EventStore = {
    ...inner,
    async append(batch) {
      fail('lose');
      const refused = await inner.append(batch);
      stored.push(...batch.flatMap(({ entries }) => entries.flatMap(({ events }) => events)));
      fail('seem lost');
      return refused;
    },
    async events(name, query) {
      const page = await inner.events(name, query);
      await loopTurn();
      return page;
    },
  };
  return { store, failing, stored };
}

/** A filter for one of the events: none, by type, by stream, or by both. */
function filterOf(some: number, events: readonly Envelope[]): HistoryQuery {
  const { stream, event } = events[Math.floor(some / 4) % events.length] as Envelope;
  const type = event.type as EventType;
  return [{}, { type }, { stream }, { type, stream }][some % 4] ?? {};
}

const fits = ({ from = 1, type, stream }: HistoryQuery, envelope: Envelope) =>
  envelope.position >= from &&
  (type === undefined || envelope.event.type === type) &&
  (stream === undefined || envelope.stream === stream);

const record = sessionRecord('law');

async function play(actions: readonly Action[], steps: readonly Step[]): Promise<void> {
  const { store, failing, stored } = failingStore();
  const past = startSession().entries;
  const inputs = sessionOf(actions).entries.slice(past.length);
  await storeJournal(store, record, past);
  const world = runWorld(store, record, { loaded: await load(store, record) });
  const readings: Reading[] = [];
  const current: Reading[] = [];
  const running: Promise<unknown>[] = [];
  let created = 0;

  function begin(one: Read): void {
    const former = current[one.reader];
    former?.over.abort();
    const last = former?.positions.at(-1) ?? (former?.query.from ?? 1) - 1;
    const from = { resumed: last, any: one.some % stored.length, later: stored.length + 2 };
    const query = { ...filterOf(one.some, stored), from: from[one.from] + 1 };
    const reading = { query, positions: [], over: new AbortController(), hasEnded: false };
    readings.push(reading);
    current[one.reader] = reading;
    if (one.do === 'push') push(world, reading, one);
    else running.push(pull(world, reading, one));
  }

  const attempt = (task: Promise<unknown>) => running.push(task.catch(() => undefined));
  function create(): void {
    created += 1;
    const [domain, command] =
      created % 3 === 0
        ? (['calendar', createVenue({ name: `Hall ${created}` })] as const)
        : (['wallet', createWalletSet({ idempotencyKey: `set ${created}` })] as const);
    attempt(world.send({ domain, prepare: () => ({ command }), respond: () => undefined }));
  }

  for (const one of steps) {
    switch (one.do) {
      case 'push':
      case 'pull':
        begin(one);
        break;
      case 'feed':
        for (const { input } of inputs.splice(0, one.count)) attempt(feed(world, input));
        break;
      case 'burst':
        for (let time = 0; time < one.count; time += 1) create();
        break;
      case 'cancel':
        current[one.reader]?.over.abort();
        break;
      case 'fail':
        failing[one.how] += 1;
        create();
        break;
      case 'turn':
        await turns(one.count);
    }
  }
  failing.lose = 0;
  failing['seem lost'] = 0;
  await turns(10); // failed commits are read again
  create();
  const expectedOf = ({ query }: Reading) =>
    stored.filter((envelope) => fits(query, envelope)).map(({ position }) => position);
  const isBehind = (reading: Reading) =>
    !isOver(reading) && reading.positions.length < expectedOf(reading).length;
  for (let turn = 0; turn < 2_000 && (turn < 10 || readings.some(isBehind)); turn += 1)
    await loopTurn();
  await world.stop(() => undefined);
  await Promise.all(running);

  const all = await store.events('law', { from: 1, limit: Number.MAX_SAFE_INTEGER });
  expect(all.map(({ position }) => position)).toEqual(stored.map(({ position }) => position));
  for (const reading of readings) {
    const expected = expectedOf(reading);
    const { positions, hasEnded } = reading;
    if (isOver(reading)) expected.splice(positions.length);
    expect({ positions, hasEnded }).toEqual({ positions: expected, hasEnded: !isOver(reading) });
  }
}

it('each reader receives each event once, in the order of the store', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(actionArbitrary, { maxLength: 25, size: 'max' }),
      fc.array(step, { maxLength: 40, size: 'max' }),
      play,
    ),
    runs(40),
  );
});

// Requirements for every event store.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Append, EventStore, JournalEntry, WorldRecord } from '../../core/index.ts';
import { toEnvelope, type Event } from '../../core/kernel/message.ts';
import { epochMs, hash } from '../support/engine/pure-world.ts';
import { allWorlds } from '../support/store/all-worlds.ts';

/** A world that was claimed, without its former owner and the number of the claim. */
export async function claimed(store: EventStore, world: string) {
  const { owner: _owner, claims: _claims, ...rest } = (await store.claim(world)) ?? {};
  return rest;
}

export const recordOf = (name: string): WorldRecord => ({
  name,
  seed: `seed of ${name}`,
  epochMs,
  ids: 'ordinal',
  clock: { mode: 'real', rate: 0.5 },
  config: { keys: ['ключ', { nested: null }], port: 4600 },
});

export interface EventSpec {
  readonly type: string;
  readonly stream: string;
  readonly aside?: Readonly<Record<string, string>>;
}

/** Entries with these events, numbered as the next ones of the world. */
export function entriesOf(
  specs: readonly (readonly EventSpec[])[],
  { inputs = 0, position = 0 } = {},
): JournalEntry[] {
  let last = position;
  return specs.map((events, index) => ({
    input: inputOf(inputs + index + 1),
    events: events.map(({ type, stream, aside }) => {
      last += 1;
      const event: Event = aside === undefined ? { type } : { type, aside };
      const data = { ...event, note: `number ${last}`, list: [1, null, { deep: 'é\u{1F600}' }] };
      const place = { position: last, stream, version: last, atMs: epochMs + last, event: data };
      return toEnvelope(last % 2 === 0 ? { ...place, cause: 1 } : place);
    }),
    digest: hash(`${inputs + index + 1} ${last}`),
  }));
}

function inputOf(n: number): JournalEntry['input'] {
  const stamp = { n, atMs: epochMs + n };
  if (n % 3 === 0) return { ...stamp, kind: 'time' };
  if (n % 3 === 1) return { ...stamp, kind: 'clock', clock: { mode: 'skip', rate: 1 } };
  const command = { type: 'CreateThing', name: `thing ${n}` };
  return { ...stamp, kind: 'command', domain: 'wallet', command, nonce: `nonce ${n}` };
}

const made = (stream: string): EventSpec => ({ type: 'ThingMade', stream });
const sold = (stream: string): EventSpec => ({ type: 'ThingSold', stream });

const append = (world: string, expectedInput: number, entries: Append['entries']): Append => ({
  world,
  expectedInput,
  entries,
});

const all = 1_000_000;

let many: readonly JournalEntry[] | undefined;

/** One input with 150,000 events: they take longer to print than to store. */
const manyEvents = () => (many ??= entriesOf([Array.from({ length: 150_000 }, () => made('s'))]));

/** Describes the suite for new, empty stores from `open`. */
export function describeEventStore(
  name: string,
  open: () => EventStore | Promise<EventStore>,
): void {
  describe(`the ${name} event store`, () => {
    let store: EventStore;

    beforeEach(async () => {
      store = await open();
    });

    afterEach(async () => {
      await store.close();
    });

    /** The worlds of which nothing was stored, and why. */
    const refused = async (batch: readonly Append[]) =>
      (await store.append(batch)).map(({ world, error }) => [world, error.code]);

    const isRefused = (doing: Promise<unknown>, code: string) =>
      expect(doing).rejects.toMatchObject({ name: 'StoreError', code });

    it('lists complete records of worlds, in the order of their names, in pages', async () => {
      expect(await allWorlds(store)).toEqual([]);
      for (const world of ['b', 'B', 'c', 'a-1', 'a']) await store.create(recordOf(world));
      const names = ['B', 'a', 'a-1', 'b', 'c'];
      expect(await allWorlds(store)).toEqual(names.map(recordOf));
      const named = (name: string) => ({ name, record: recordOf(name) });
      expect(await store.worlds({ limit: 2 })).toEqual(['B', 'a'].map(named));
      expect(await store.worlds({ after: 'a', limit: 2 })).toEqual(['a-1', 'b'].map(named));
      expect(await store.worlds({ after: 'a0', limit: 9 })).toEqual(['b', 'c'].map(named));
      expect(await store.worlds({ after: 'c', limit: 9 })).toEqual([]);
      expect(await store.worlds({ limit: 0 })).toEqual([]);
    });

    it('finds and claims worlds by name', async () => {
      await store.create(recordOf('a'));
      expect(await store.find('a')).toEqual(recordOf('a'));
      expect(await claimed(store, 'a')).toEqual({ record: recordOf('a') });
      for (const none of ['b', 'A', '']) {
        expect([await store.find(none), await store.claim(none)]).toEqual([undefined, undefined]);
      }
    });

    it('stores what a world goes on with when it is woken', async () => {
      await store.create(recordOf('a'));
      await store.append([append('a', 0, entriesOf([[], []]))]);
      const sleep = { inputs: 2, wakeAfterMs: null, state: '{"clock":1}' };
      await isRefused(store.sleep('a', { ...sleep, inputs: 1 }), 'conflict');
      await isRefused(store.sleep('b', sleep), 'unknown-world');
      expect(await claimed(store, 'a')).toEqual({ record: recordOf('a') });
      await store.sleep('a', sleep);
      expect(await claimed(store, 'a')).toEqual({ record: recordOf('a'), sleep: '{"clock":1}' });
      await store.append([append('a', 2, entriesOf([[]], { inputs: 2 }))]);
      await store.sleep('a', { inputs: 3, wakeAfterMs: 5, state: '{"clock":2}' });
      expect(await claimed(store, 'a')).toEqual({ record: recordOf('a'), sleep: '{"clock":2}' });
      await store.reset(recordOf('a'));
      expect(await claimed(store, 'a')).toEqual({ record: recordOf('a') });
    });

    it('stores what comes after a sleep: the world may have been used meanwhile', async () => {
      await store.create(recordOf('a'));
      await store.sleep('a', { inputs: 0, wakeAfterMs: null, state: '{"clock":1}' });
      expect(await store.append([append('a', 0, entriesOf([[]]))])).toEqual([]);
      await store.sleep('a', { inputs: 1, wakeAfterMs: null, state: '{"clock":2}' });
      await store.sleep('a', { inputs: 1, wakeAfterMs: 4, state: '{"clock":3}' });
      expect(await claimed(store, 'a')).toEqual({ record: recordOf('a'), sleep: '{"clock":3}' });
    });

    it('lists when worlds have something to do, as of their last write', async () => {
      const wakes = async () =>
        (await store.wakes({ limit: all })).map(({ world, afterMs }) => [world, afterMs]);
      await store.create(recordOf('never'));
      await store.create(recordOf('soon'), undefined, entriesOf([[]]), 0);
      await store.create(recordOf('later'), undefined, [], 8_000_000_000_000);
      expect(await wakes()).toEqual([
        ['later', 8_000_000_000_000],
        ['soon', 0],
      ]);
      expect(await store.wakes({ after: 'later', limit: 9 })).toHaveLength(1);
      expect(await store.wakes({ limit: 1 })).toHaveLength(1);
      await store.append([{ ...append('never', 0, entriesOf([[]])), wakeAfterMs: 7 }]);
      await store.append([append('soon', 1, entriesOf([[]], { inputs: 1 }))]);
      expect(await wakes()).toEqual([
        ['later', 8_000_000_000_000],
        ['never', 7],
      ]);
      await store.sleep('never', { inputs: 1, wakeAfterMs: null, state: '' });
      await store.reset(recordOf('later'), [], 3);
      expect(await wakes()).toEqual([['later', 3]]);
      await store.remove('later');
      expect(await wakes()).toEqual([]);
    });

    it('finds nothing wrong with itself', async () => {
      await store.create(recordOf('a'), undefined, entriesOf([[made('s')], []]));
      await store.create(recordOf('b'), { world: 'a', inputs: 1, position: 1 });
      await store.remove('a');
      expect(await store.defects()).toEqual([]);
    });

    it('refuses a taken name and leaves that world unchanged', async () => {
      await store.create(recordOf('a'));
      await isRefused(store.create({ ...recordOf('a'), seed: 'other' }), 'name-taken');
      expect(await allWorlds(store)).toEqual([recordOf('a')]);
    });

    it('distinguishes names by every character', async () => {
      const names = ['A', 'a', 'a ', "a'; --", 'á'];
      for (const world of names) await store.create(recordOf(world));
      expect((await allWorlds(store)).map((record) => record.name)).toEqual(names);
      for (const world of names) expect(await store.find(world)).toEqual(recordOf(world));
    });

    it('reads entries back exactly as appended', async () => {
      await store.create(recordOf('a'));
      const aside = { idempotencyKey: 'key "1"' };
      const entries = entriesOf([
        [made('s/1'), { ...made('s/2'), aside }],
        [],
        [],
        [sold('s/1')],
        [{ ...sold('s/2'), aside: {} }],
        [],
      ]);
      await store.append([append('a', 0, entries.slice(0, 2))]);
      await store.append([append('a', 2, entries.slice(2))]);
      expect(await store.read('a', 1, all)).toEqual(entries);
      expect(await store.events('a', { from: 1, limit: all })).toEqual(
        entries.flatMap(({ events }) => events),
      );
    });

    it('separates the journals of worlds', async () => {
      for (const world of ['a', 'b']) await store.create(recordOf(world));
      const [ofA, ofB] = [entriesOf([[made('s/1')], []]), entriesOf([[], [sold('s/1')]])];
      await store.append([append('b', 0, ofB), append('a', 0, ofA)]);
      expect(await store.read('a', 1, all)).toEqual(ofA);
      expect(await store.read('b', 1, all)).toEqual(ofB);
      expect(await store.events('a', { from: 1, limit: all })).toEqual(ofA[0]?.events);
    });

    it('refuses entries that do not follow the last one, and stays unchanged', async () => {
      await store.create(recordOf('a'));
      const entries = entriesOf([[made('s/1')], [sold('s/1')]]);
      await store.append([append('a', 0, entries.slice(0, 1))]);
      expect(await refused([append('a', 0, entries.slice(0, 1))])).toEqual([['a', 'conflict']]);
      const later = append('a', 2, entriesOf([[]], { inputs: 2 }));
      expect(await refused([later])).toEqual([['a', 'conflict']]);
      expect(await store.read('a', 1, all)).toEqual(entries.slice(0, 1));
      await store.append([append('a', 1, entries.slice(1))]);
      expect(await store.read('a', 1, all)).toEqual(entries);
    });

    it('stores all or nothing of each world of a batch, and says of which nothing', async () => {
      for (const world of ['a', 'b', 'c']) await store.create(recordOf(world));
      const entries = entriesOf([[made('s/1')], [], [sold('s/1')]]);
      const late = entriesOf([[made('s/1')]], { inputs: 7 });
      const batch = [append('a', 0, entries), append('x', 0, entries), append('b', 7, late)];
      const stored = [
        ['x', 'unknown-world'],
        ['b', 'conflict'],
      ];
      expect(await refused([...batch, append('c', 0, entries)])).toEqual(
        expect.arrayContaining(stored),
      );
      for (const world of ['a', 'c']) expect(await store.read(world, 1, all)).toEqual(entries);
      expect(await store.read('b', 1, all)).toEqual([]);
      expect(await store.events('b', { from: 1, limit: all })).toEqual([]);
      expect(await refused([append('b', 0, entries)])).toEqual([]);
      expect(await store.read('b', 1, all)).toEqual(entries);
    });

    it('refuses unknown worlds', async () => {
      expect(await refused([append('x', 0, entriesOf([[]]))])).toEqual([['x', 'unknown-world']]);
      await isRefused(store.read('x', 1, 1), 'unknown-world');
      await isRefused(store.events('x', { from: 1, limit: 1 }), 'unknown-world');
    });

    it('stores an input with more events than a call can have arguments', async () => {
      await store.create(recordOf('a'));
      await store.append([append('a', 0, manyEvents())]);
      const last = await store.events('a', { from: 149_999, limit: 10 });
      expect(last.map(({ position }) => position)).toEqual([149_999, 150_000]);
    });

    it('reads in pages, from any input on, and nothing after the end', async () => {
      await store.create(recordOf('a'));
      const specs = Array.from({ length: 7 }, (_, n) =>
        Array.from({ length: n % 3 }, () => made('s')),
      );
      const entries = entriesOf(specs);
      await store.append([append('a', 0, entries)]);
      for (let from = 1; from <= 9; from += 1) {
        for (const limit of [0, 1, 2, 3, 7, 8]) {
          expect(await store.read('a', from, limit)).toEqual(
            entries.slice(from - 1, from - 1 + limit),
          );
        }
      }
    });

    it('finds events by position, type and stream', async () => {
      await store.create(recordOf('a'));
      await store.create(recordOf('b'));
      const entries = entriesOf([
        [made('s/1'), made('s/2')],
        [sold('s/1')],
        [],
        [made('s/3'), sold('s/3'), sold('s/2')],
      ]);
      const other = entriesOf([[made('s/1'), sold('s/1')]]);
      await store.append([append('a', 0, entries), append('b', 0, other)]);
      const found = async (query: object) =>
        (await store.events('a', { from: 1, limit: all, ...query })).map((it) => it.position);
      expect(await found({})).toEqual([1, 2, 3, 4, 5, 6]);
      expect(await found({ from: 4 })).toEqual([4, 5, 6]);
      expect(await found({ from: 2, limit: 2 })).toEqual([2, 3]);
      expect(await found({ from: 7 })).toEqual([]);
      expect(await found({ limit: 0 })).toEqual([]);
      expect(await found({ type: 'ThingSold' })).toEqual([3, 5, 6]);
      expect(await found({ type: 'ThingSold', from: 4, limit: 1 })).toEqual([5]);
      expect(await found({ stream: 's/2' })).toEqual([2, 6]);
      expect(await found({ stream: 's/2', type: 'ThingMade' })).toEqual([2]);
      expect(await found({ stream: 's' })).toEqual([]);
      expect(await found({ type: 'Thing%' })).toEqual([]);
      expect(await found({ type: undefined, stream: undefined, from: 6 })).toEqual([6]);
    });
  });
}

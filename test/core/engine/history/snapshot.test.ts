// Snapshots are valid or ignored: an unchanged one is read back equal, an edited one is ignored.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { emptyBaseline } from '../../../../core/engine/history/journal.ts';
import { instantOf, readSnapshot } from '../../../../core/engine/history/snapshot.ts';
import { foldEntry } from '../../../../core/engine/step.ts';
import { forkWorld, initialWorld } from '../../../../core/engine/world-state.ts';
import { sessionArbitrary, sessionOf, startSession } from '../../../support/arbitraries/session.ts';
import { firstCases, runs } from '../../../support/runner/runs.ts';
import { isSoak } from '../../../support/runner/soak.ts';
import { epochMs, pureWorld, rules } from '../../../support/engine/pure-world.ts';
import { snapshotOf } from '../../../support/engine/whole-state.ts';
import {
  initialSessionState,
  yieldToLoop,
  storeJournal,
  writeSnapshot,
  sessionRecord,
  toStoredSnapshot,
  loadSnapshot,
  withSnapshots,
  type LoadedSnapshot,
} from '../../../support/engine/stored-snapshots.ts';
import { load } from '../../../support/engine/stored-world.ts';
import { createWallets, createWalletSet, firstEventOf } from '../../../support/wallet/commands.ts';
import { accept } from '../../../support/wallet/pure-worlds.ts';

vi.setConfig({ testTimeout: 120_000 }); // for large FC_RUNS and busy machines

const record = sessionRecord('harbour');

const read = (snapshot: LoadedSnapshot) =>
  readSnapshot(toStoredSnapshot(snapshot), initialSessionState(), yieldToLoop);

/** A session, and the snapshot of its last state. */
async function taken(session = sessionOf(someActions)) {
  const store = createMemoryStore();
  await storeJournal(store, record, session.entries);
  await writeSnapshot(await store.snapshot(record.name, session.state.inputs), session.state);
  const [stored] = await store.snapshots(record.name);
  if (stored === undefined) throw new Error('A snapshot is expected.');
  return { store, session, snapshot: await loadSnapshot(stored) };
}

const someActions = [
  { do: 'transfer', from: 0, to: 1, isNative: true, amount: 3, fee: 1 },
  { do: 'burst', from: 3, count: 3 },
  { do: 'pass', ms: 2_000 },
  { do: 'accelerate', transaction: 1 },
  { do: 'transfer', from: 6, to: 9, isNative: false, amount: 9, fee: 3 },
  { do: 'pass', ms: 30_000 },
] as const;

/** A session with a few hundred wallets, so that tables have several pages. */
function bigSession() {
  const session = startSession();
  const { walletSetId } = firstEventOf(accept(session, createWalletSet()), 'WalletSetCreated');
  for (let round = 0; round < 4; round += 1) {
    accept(session, createWallets(walletSetId, { count: 50 }));
  }
  return session;
}

describe('a snapshot', () => {
  it('of any session is read back to an equal world', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, async (actions) => {
        const { session, snapshot } = await taken(sessionOf(actions));
        const again = await read(snapshot);
        expect(again && snapshotOf(again.world)).toBe(snapshotOf(session.state));
        expect(instantOf(toStoredSnapshot(snapshot))).toBe(session.state.nowMs);
      }),
      runs(25),
    );
  });

  it('taken in the middle of a journal continues to an equal world', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, cut) => {
        const { entries, state } = sessionOf(actions);
        const part = pureWorld('session').state;
        const at = cut % (entries.length + 1);
        for (const entry of entries.slice(0, at)) foldEntry(part, entry);
        const store = createMemoryStore();
        await storeJournal(store, record, entries);
        await writeSnapshot(await store.snapshot(record.name, at), part);
        const [stored] = await store.snapshots(record.name);
        const again = stored && (await readSnapshot(stored, initialSessionState(), yieldToLoop));
        for (const entry of entries.slice(at)) {
          expect(again && foldEntry(again.world, entry)).toMatchObject({ ok: true });
        }
        expect(again && snapshotOf(again.world)).toBe(snapshotOf(state));
      }),
      runs(25),
    );
  });

  it('of an empty world is read back too', async () => {
    const { snapshot, session } = await taken(pureWorld('session') as never);
    expect(instantOf(toStoredSnapshot(snapshot))).toBe(epochMs);
    const again = await read(snapshot);
    expect(again && snapshotOf(again.world)).toBe(snapshotOf(session.state));
  });

  it('of a version with fewer domains is read back: their tables are empty', async () => {
    const { faults: _new, ...olderDomains } = rules.domains;
    const older = initialWorld(sessionRecord('any'), { ...rules, domains: olderDomains });
    const { entries, state } = sessionOf(someActions);
    for (const entry of entries) foldEntry(older, entry);
    const { snapshot } = await taken({ entries, state: older } as never);
    expect(snapshot.head).not.toContain('faults');
    const again = await read(snapshot);
    expect(again && snapshotOf(again.world)).toBe(snapshotOf(state));
    expect(again?.hashes.get('faults/faults')).toEqual([]);
  });

  it('is equal for equal worlds', async () => {
    expect((await taken()).snapshot).toEqual((await taken()).snapshot);
  });
});

/** Ways to damage a stored page, or the list of pages. */
const pageDamage: fc.Arbitrary<(snapshot: LoadedSnapshot) => LoadedSnapshot> = fc
  .record({
    kind: fc.constantFrom(
      'text',
      'text',
      'text',
      'json',
      'drop',
      'double',
      'swap',
      'trade',
      'place',
    ),
    page: fc.nat(),
    other: fc.nat(),
    at: fc.nat(),
    text: fc.oneof(fc.constantFrom('', '0', '9', 'a', '~', '"', ',', '[', '}'), fc.string()),
    json: fc.constantFrom('[]', '[null]', '{}', 'null', '1', '[[]]', '[{}]', '[1]', '["a"]', ''),
    collection: fc.constantFrom('dues', 'nonces', 'versions', 'wallet/wallets', 'wallet/none', ''),
  })
  .map(({ kind, page, other, at, text, json, collection }) => (snapshot) => {
    const { pages } = snapshot;
    const [place, second] = [page % pages.length, other % pages.length];
    const [one, two] = [pages[place], pages[second]];
    if (one === undefined || two === undefined) return snapshot;
    const cut = at % (one.text.length + 1);
    const edited = one.text.slice(0, cut) + text + one.text.slice(cut + (at % 2));
    const changed = {
      text: () => pages.with(place, { ...one, text: edited }),
      json: () => pages.with(place, { ...one, text: json }),
      drop: () => pages.toSpliced(place, 1),
      double: () => pages.toSpliced(place, 0, one),
      swap: () => pages.with(place, two).with(second, one),
      trade: () =>
        pages.with(place, { ...one, text: two.text }).with(second, { ...two, text: one.text }),
      place: () => pages.with(place, { ...one, collection, page: at % 3 }),
    }[kind]();
    return { ...snapshot, pages: changed };
  });

describe('an edited snapshot', () => {
  it('is ignored, or read to an equal world, after any damage to its pages', async () => {
    const { session, snapshot } = await taken();
    const whole = snapshotOf(session.state);
    const seen = { passedOver: 0 };
    await fc.assert(
      fc.asyncProperty(pageDamage, async (damage) => {
        const again = await read(damage(snapshot));
        if (again === undefined) seen.passedOver += 1;
        else expect(snapshotOf(again.world)).toBe(whole);
      }),
      runs(200, firstCases({ seed: 1, count: 1 }, pageDamage)),
    );
    expect(seen.passedOver).toBeGreaterThan(0);
  });

  it('is ignored if pages of a big world are missing, duplicated or swapped', async () => {
    const { snapshot } = await taken(bigSession());
    const { pages } = snapshot;
    const last = pages.findLastIndex(({ collection }) => collection === 'wallet/wallets');
    expect(pages[last]?.page).toBeGreaterThan(2);
    for (const place of [0, last - 1, last]) {
      const page = pages[place];
      if (page === undefined) throw new Error('A page is expected.');
      expect(await read({ ...snapshot, pages: pages.toSpliced(place, 1) })).toBeUndefined();
      expect(await read({ ...snapshot, pages: pages.toSpliced(place, 0, page) })).toBeUndefined();
    }
    const [one, two] = [pages[last - 1], pages[last - 2]];
    if (one === undefined || two === undefined) throw new Error('Pages are expected.');
    const traded = pages.with(last - 1, { ...one, text: two.text });
    expect(await read({ ...snapshot, pages: traded })).toBeUndefined();
  });

  it('is read in turns of a bounded number of characters', async () => {
    const { snapshot } = await taken(bigSession());
    const chars = snapshot.pages.reduce((sum, { text }) => sum + text.length, 0);
    let turns = 0;
    const world = await readSnapshot(
      toStoredSnapshot(snapshot),
      initialSessionState(),
      async () => {
        turns += 1;
      },
    );
    expect(world).toBeDefined();
    expect(turns).toBeGreaterThanOrEqual(Math.floor(chars / 140_000));
    expect(chars).toBeGreaterThan(140_000);
  });

  it('is ignored if its seal, inputs or position were edited', async () => {
    const { snapshot } = await taken();
    const { seal, inputs, position } = snapshot;
    for (const edit of [
      { seal: '' },
      { seal: seal.slice(1) },
      { seal: seal.toUpperCase() },
      { inputs: inputs - 1 },
      { inputs: inputs + 1 },
      { position: position + 1 },
      { position: 0 },
    ]) {
      expect(await read({ ...snapshot, ...edit })).toBeUndefined();
    }
  });

  it.each(['', 'null', '[]', '1', '"head"', '{}', '{"form":3}', '{"form":"1"}'])(
    'is ignored if its head is %j',
    async (head) => {
      const { snapshot } = await taken();
      expect(await read({ ...snapshot, head })).toBeUndefined();
      expect(instantOf(toStoredSnapshot({ ...snapshot, head }))).toBeUndefined();
    },
  );

  it('is ignored if any character of its head was edited', async () => {
    const { snapshot } = await taken(sessionOf([])); // a small world: its head is as long as any
    const { head } = snapshot;
    for (let at = 0; at < head.length; at += isSoak ? 1 : 3) {
      const edited = `${head.slice(0, at)}${head[at] === 'x' ? 'y' : 'x'}${head.slice(at + 1)}`;
      expect(await read({ ...snapshot, head: edited })).toBeUndefined();
    }
  });

  it('is ignored if its head lacks members', async () => {
    const { snapshot } = await taken();
    for (const head of ['{"form":2}', '{"form":2,"pages":null}', '{"form":2,"pages":{}}']) {
      expect(await read({ ...snapshot, head })).toBeUndefined();
    }
  });
});

describe('snapshots taken one after another', () => {
  it('write changed pages only, and are equal to a complete one', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, fc.integer({ min: 1, max: 9 }), async (actions, every) => {
        const session = startSession();
        const store = createMemoryStore();
        await store.create(record);
        let saved = emptyBaseline;
        for (const [index, action] of actions.entries()) {
          session.act(action);
          if (index % every !== 0) continue;
          const { state } = session;
          const stored = await writeSnapshot(
            await store.snapshot(record.name, state.inputs),
            state,
            saved,
          );
          saved = stored;
          const whole = createMemoryStore();
          await whole.create(record);
          await writeSnapshot(await whole.snapshot(record.name, state.inputs), forkWorld(state));
          const [ours] = await store.snapshots(record.name);
          const [theirs] = await whole.snapshots(record.name);
          if (ours === undefined || theirs === undefined) throw new Error('Both are expected.');
          expect(await loadSnapshot(ours)).toEqual(await loadSnapshot(theirs));
          const again = await readSnapshot(ours, initialSessionState(), yieldToLoop);
          expect(again && snapshotOf(again.world)).toBe(snapshotOf(state));
          expect(again?.hashes).toEqual(stored.hashes);
        }
      }),
      runs(15),
    );
  });

  it('write nothing if nothing has changed, and few pages if little has', async () => {
    const session = bigSession();
    const store = createMemoryStore();
    await store.create(record);
    const { state } = session;
    const writer = () => store.snapshot(record.name, state.inputs);
    const first = await writeSnapshot(await writer(), state);
    const second = await writeSnapshot(await writer(), state, first);
    expect(second.written).toBe(0);
    expect(second.seal).toBe(first.seal);
    accept(session, createWalletSet());
    const third = await writeSnapshot(await writer(), state, second);
    expect(third.written).toBeGreaterThan(0);
    expect(third.written).toBeLessThan(first.written / 4);
  });

  it('have the state at their start, while the world continues', async () => {
    const session = startSession();
    const store = createMemoryStore();
    await store.create(record);
    const frozen = forkWorld(session.state);
    const before = snapshotOf(frozen);
    for (const action of someActions) session.act(action);
    await writeSnapshot(await store.snapshot(record.name, frozen.inputs), frozen);
    const [stored] = await store.snapshots(record.name);
    const again = stored && (await readSnapshot(stored, initialSessionState(), yieldToLoop));
    expect(again && snapshotOf(again.world)).toBe(before);
  });
});

describe('a snapshot with fewer pages than the one before it', () => {
  it('is read without the obsolete pages that the store still has', async () => {
    const { state } = sessionOf(someActions);
    const store = createMemoryStore();
    await store.create(record);
    await writeSnapshot(await store.snapshot(record.name, state.inputs), state);
    const [stored] = await store.snapshots(record.name);
    if (stored === undefined) throw new Error('There is no snapshot.');
    const left = [
      { collection: 'gone', page: 0, text: '[]' },
      { collection: 'versions', page: 1_000, text: '["old"]' },
    ];
    const pages = [...(await loadSnapshot(stored)).pages, ...left];
    const padded = {
      ...stored,
      pages: async (offset: number, limit: number) => pages.slice(offset, offset + limit),
    };
    const again = await readSnapshot(padded, initialSessionState(), yieldToLoop);
    expect(again && snapshotOf(again.world)).toBe(snapshotOf(state));
  });
});

describe('a world that is loaded', () => {
  /** A session's journal with snapshots after one and two thirds of its inputs. */
  async function withTwo() {
    const session = sessionOf(someActions);
    const store = createMemoryStore();
    await storeJournal(store, record, session.entries);
    const part = pureWorld('session').state;
    const third = Math.floor(session.entries.length / 3);
    let saved = emptyBaseline;
    for (const entry of session.entries.slice(0, 2 * third)) {
      foldEntry(part, entry);
      if (part.inputs % third !== 0) continue;
      saved = await writeSnapshot(await store.snapshot(record.name, part.inputs), part, saved);
    }
    return { session, store, third };
  }

  /** The snapshot with one digit changed. */
  function spoil(snapshot: LoadedSnapshot): LoadedSnapshot {
    const spoilt = snapshot.pages.find(({ text }) => text.includes('0'));
    return {
      ...snapshot,
      pages: snapshot.pages.map((page) =>
        page === spoilt ? { ...page, text: page.text.replace('0', '1') } : page,
      ),
    };
  }

  it.each([
    ['the newest snapshot', [] as number[], 2],
    ['the older one if the newest is damaged', [0], 1],
    ['the beginning if both are damaged', [0, 1], 0],
  ])('is folded from %s on, and is equal each time', async (_from, spoilt, thirds) => {
    const { session, store, third } = await withTwo();
    const watched = withSnapshots(store, (snapshots) => {
      expect(snapshots.map(({ inputs }) => inputs)).toEqual([2 * third, third]);
      return snapshots.map((it, index) => (spoilt.includes(index) ? spoil(it) : it));
    });
    const { world, baseline } = await load(watched, record);
    expect(snapshotOf(world)).toBe(snapshotOf(session.state));
    expect(watched.readsFrom.at(-1)).toBe(thirds * third + 1);
    expect(baseline.hashes.size === 0).toBe(thirds === 0);
  });

  it('is folded from the beginning if a valid snapshot belongs to another log', async () => {
    const { session, store } = await withTwo();
    const other = await taken(sessionOf([{ do: 'pass', ms: 5 }, ...someActions]));
    const watched = withSnapshots(store, () => [other.snapshot]);
    const { world } = await load(watched, record);
    expect(snapshotOf(world)).toBe(snapshotOf(session.state));
    expect(watched.readsFrom.at(-1)).toBe(1);
  });

  it('is folded from the beginning if a snapshot is beyond the end of the log', async () => {
    const { session, snapshot } = await taken();
    const cut = createMemoryStore();
    const entries = session.entries.slice(0, -2);
    await storeJournal(cut, record, entries);
    const { world } = await load(
      withSnapshots(cut, () => [snapshot]),
      record,
    );
    const expected = pureWorld('session').state;
    for (const entry of entries) foldEntry(expected, entry);
    expect(snapshotOf(world)).toBe(snapshotOf(expected));
  });

  it('writes only the pages that changed since the snapshot it was loaded from', async () => {
    const { session, store } = await withTwo();
    const { world, baseline } = await load(store, record);
    const writer = await store.snapshot(record.name, world.inputs);
    const { seal } = await writeSnapshot(writer, world, baseline);
    const whole = createMemoryStore();
    await whole.create(record);
    const full = await writeSnapshot(await whole.snapshot(record.name, world.inputs), world);
    expect(seal).toBe(full.seal);
    const again = await load(store, record);
    expect(snapshotOf(again.world)).toBe(snapshotOf(session.state));
    expect(again.baseline.position).toBe(session.state.position);
  });
});

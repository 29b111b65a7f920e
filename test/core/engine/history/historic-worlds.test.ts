// Historic worlds: at every position and at many instants of random sessions, also in the middle of long time inputs.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import {
  emptyBaseline,
  worldAt,
  type Moment,
  type HistoricWorld,
} from '../../../../core/engine/history/journal.ts';
import { foldEntry, step } from '../../../../core/engine/step.ts';
import { initialWorld, type WorldState } from '../../../../core/engine/world-state.ts';
import type { JournalEntry } from '../../../../core/kernel/input.ts';
import { toEnvelope } from '../../../../core/kernel/message.ts';
import type { EventStore } from '../../../../core/ports/event-store.ts';
import { eventsOf, sessionArbitrary, sessionOf } from '../../../support/arbitraries/session.ts';
import { runs } from '../../../support/collections/forks.ts';
import { epochMs, rules } from '../../../support/engine/pure-world.ts';
import { snapshotOf } from '../../../support/engine/whole-state.ts';
import { isSoak } from '../../../support/runner/soak.ts';
import {
  storeJournal,
  writeSnapshot,
  sessionRecord,
} from '../../../support/engine/stored-snapshots.ts';
import { sourceOf } from '../../../support/engine/stored-world.ts';

vi.setConfig({ testTimeout: 120_000 }); // for large FC_RUNS and busy machines

const record = sessionRecord('harbour');

const at = (store: EventStore, moment: Moment) => worldAt(sourceOf(store, record), moment);

async function stored(entries: readonly JournalEntry[]): Promise<EventStore> {
  const store = createMemoryStore();
  await storeJournal(store, record, entries);
  return store;
}

function folded(entries: readonly JournalEntry[]): WorldState {
  const world = initialWorld(record, rules);
  expect(entries.findIndex((entry) => !foldEntry(world, entry).ok)).toBe(-1);
  return world;
}

/** The state without its number of inputs: a cut world has one more. */
const textOf = (world: WorldState) => snapshotOf({ ...world, inputs: 0 });

const ends = new WeakMap<readonly JournalEntry[], string>();

/** The state after all entries, folded once. */
function endOf(entries: readonly JournalEntry[]): string {
  const end = ends.get(entries) ?? textOf(folded(entries));
  ends.set(entries, end);
  return end;
}

const prefixes = new WeakMap<readonly JournalEntry[], Map<string, string>>();

/** The state after the first `inputs` entries and the partial one, folded once. */
function prefixOf(
  entries: readonly JournalEntry[],
  { inputs, partialEntry }: HistoricWorld,
): string {
  const texts = prefixes.get(entries) ?? new Map<string, string>();
  prefixes.set(entries, texts);
  const key = JSON.stringify([inputs, partialEntry?.input, partialEntry?.events.length]);
  const cut = partialEntry === undefined ? [] : [partialEntry];
  const text = texts.get(key) ?? snapshotOf(folded([...entries.slice(0, inputs), ...cut]));
  texts.set(key, text);
  return text;
}

/** Checks that a historic world has exactly the events, the state and the digest of the journal up to its position. */
function checkPast(past: HistoricWorld, entries: readonly JournalEntry[]): void {
  const { world, inputs, position, partialEntry } = past;
  const shared = entries.slice(0, inputs);
  expect(eventsOf(shared).length).toBe(position);
  const own = partialEntry === undefined ? shared : [...shared, partialEntry];
  expect(snapshotOf(world)).toBe(prefixOf(entries, past));
  expect(eventsOf(own).map(({ text }) => text)).toEqual(
    eventsOf(entries)
      .slice(0, world.position)
      .map(({ text }) => text),
  );
  expect(world.digest).toBe(own.at(-1)?.digest ?? world.digest);
}

/** Steps a historic world through the rest of the journal: the same events follow, also after a partly applied input. */
function checkContinuation(
  { world, inputs, partialEntry }: HistoricWorld,
  entries: readonly JournalEntry[],
): void {
  const shift = partialEntry === undefined ? 0 : 1;
  const begun = partialEntry?.events.length ?? 0;
  for (const { input, events } of entries.slice(inputs)) {
    const { entry } = step(world, { ...input, n: input.n + shift });
    const left = input.n === inputs + 1 ? events.slice(begun) : events;
    expect(entry.events.map(({ text }) => text)).toEqual(left.map(({ text }) => text));
  }
  expect(textOf(world)).toBe(endOf(entries));
}

/** A long session's journal with two snapshots in it. */
async function storedWithSnapshots(entries: readonly JournalEntry[]): Promise<EventStore> {
  const store = await stored(entries);
  const world = initialWorld(record, rules);
  const third = Math.max(1, Math.floor(entries.length / 3));
  let saved = emptyBaseline;
  for (const entry of entries) {
    foldEntry(world, entry);
    if (world.inputs % third !== 0) continue;
    saved = await writeSnapshot(await store.snapshot(record.name, world.inputs), world, saved);
  }
  return store;
}

describe('worldAt a position', () => {
  it('returns the world at a position, and never half a decision', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, fc.nat(), async (actions, some) => {
        const { entries, state } = sessionOf(actions);
        const store = await stored(entries);
        const events = eventsOf(entries);
        // Positions near a random one, the first and the last ones: all of them would take long.
        const length = isSoak ? 20 : 8;
        const near = Array.from({ length }, (_, index) => (some + index) % (state.position + 1));
        const gone = new Set<number>(); // positions inside one decision share one world
        for (const position of new Set([0, 1, ...near, state.position - 1, state.position])) {
          const past = await at(store, { position });
          checkPast(past, entries);
          expect(past.world.position).toBeGreaterThanOrEqual(position);
          // Events beyond the position belong to the same decision: same instant, same cause.
          const last = events[position - 1];
          for (const event of events.slice(position, past.world.position)) {
            expect([event.atMs, event.cause]).toEqual([last?.atMs, last?.cause]);
          }
          if (gone.has(past.world.position)) continue;
          gone.add(past.world.position);
          checkContinuation(past, entries);
        }
      }),
      runs(12),
    );
  });

  it('returns the world at every position of one session', async () => {
    const { entries, state } = sessionOf([
      { do: 'burst', from: 0, count: isSoak ? 4 : 2 },
      { do: 'transfer', from: 3, to: 1, isNative: true, amount: 3, fee: 1 },
      { do: 'pass', ms: 400_000 },
      { do: 'transfer', from: 6, to: 0, isNative: false, amount: 9, fee: 3 },
      { do: 'pass', ms: 60_000 },
    ]);
    const store = await stored(entries);
    let cuts = 0;
    const gone = new Set<number>(); // positions inside one decision share one world
    for (let position = 0; position <= state.position; position += 1) {
      const past = await at(store, { position });
      if (past.partialEntry !== undefined) cuts += 1;
      checkPast(past, entries);
      if (gone.has(past.world.position)) continue;
      gone.add(past.world.position);
      if (isSoak || gone.size % 4 === 0) checkContinuation(past, entries); // slow: each steps to the end of the journal
    }
    expect(cuts).toBeGreaterThan(10);
  });

  it('returns the end of a decision for a position inside it', async () => {
    const { entries } = sessionOf([]);
    const inside = entries.findIndex(({ events }) => events.length > 1);
    const [first, , last = first] = entries[inside]?.events ?? [];
    if (first === undefined || last === undefined) throw new Error('Several events are expected.');
    const end = entries[inside]?.events.at(-1)?.position ?? 0;
    const { world, partialEntry, inputs } = await at(await stored(entries), {
      position: first.position,
    });
    expect([world.position, inputs, partialEntry]).toEqual([end, inside + 1, undefined]);
  });

  it('includes inputs without events up to the next event', async () => {
    const { entries } = sessionOf([
      { do: 'pass', ms: 5 },
      { do: 'pass', ms: 7 },
      { do: 'fund', wallet: 0, amount: 1 },
    ]);
    const position = eventsOf(entries.slice(0, -1)).length;
    const { world, inputs, partialEntry } = await at(await stored(entries), { position });
    expect([world.nowMs, inputs, partialEntry]).toEqual([
      epochMs + 12,
      entries.length - 1,
      undefined,
    ]);
  });

  it('does not depend on stored snapshots', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(fc.nat(), { maxLength: 8 }),
        async (actions, some) => {
          const { entries, state } = sessionOf(actions);
          const [without, having] = [await stored(entries), await storedWithSnapshots(entries)];
          for (const place of some) {
            const moments: Moment[] = [
              { position: place % (state.position + 1) },
              { atMs: epochMs + (place % (state.nowMs - epochMs + 2)) },
            ];
            for (const moment of moments) {
              const [one, two] = [await at(without, moment), await at(having, moment)];
              expect(snapshotOf(two.world)).toBe(snapshotOf(one.world));
              expect({ ...two, world: 0 }).toEqual({ ...one, world: 0 });
            }
          }
        },
      ),
      runs(15),
    );
  });
});

describe('worldAt an instant', () => {
  it('includes all events up to an instant, and none later', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(fc.nat(), { maxLength: 6 }),
        async (actions, some) => {
          const { entries, state } = sessionOf(actions);
          const store = await stored(entries);
          const events = eventsOf(entries);
          const instants = some.flatMap((place) => {
            const eventMs = events[place % events.length]?.atMs ?? epochMs;
            const inputMs = entries[place % entries.length]?.input.atMs ?? epochMs;
            return [eventMs, eventMs - 1, eventMs + 1, inputMs, inputMs - 1, inputMs + 1];
          });
          for (const atMs of new Set([epochMs, ...instants, state.nowMs, state.nowMs + 5])) {
            if (atMs < epochMs) continue;
            const past = await at(store, { atMs });
            checkPast(past, entries);
            expect(past.world.position).toBe(events.filter((event) => event.atMs <= atMs).length);
            expect(past.world.nowMs).toBe(Math.min(atMs, state.nowMs));
            checkContinuation(past, entries);
          }
        },
      ),
      runs(12),
    );
  });

  it('returns the world after the last of several inputs at the same instant', async () => {
    const { entries } = sessionOf([{ do: 'pass', ms: 10 }]);
    const { world, inputs } = await at(await stored(entries), { atMs: epochMs });
    expect(inputs).toBe(entries.length - 1);
    expect(world.nowMs).toBe(epochMs);
  });

  it('ignores inputs after a given one', async () => {
    const { entries } = sessionOf([
      { do: 'pass', ms: 10 },
      { do: 'pass', ms: 10 },
    ]);
    const store = await stored(entries);
    const last = entries.length - 1;
    const { position } = await at(store, { atMs: epochMs + 20 });
    for (const moment of [{ position }, { atMs: epochMs + 20 }]) {
      const { world, inputs } = await worldAt(sourceOf(store, record), moment, last);
      expect([inputs, world.nowMs]).toEqual([last, epochMs + 10]);
    }
  });

  it('stops time between two events, without an entry if nothing happens', async () => {
    const { entries } = sessionOf([
      { do: 'transfer', from: 0, to: 1, isNative: true, amount: 1, fee: 1 },
      { do: 'pass', ms: 60_000 },
    ]);
    const store = await stored(entries);
    const before = await at(store, { atMs: epochMs + 1 });
    expect(before.partialEntry).toMatchObject({
      input: { kind: 'time', atMs: epochMs + 1 },
      events: [],
    });
    const between = await at(store, { atMs: epochMs + 30_000 });
    expect(between.partialEntry?.events.length).toBeGreaterThan(0);
    expect(between.world.nowMs).toBe(epochMs + 30_000);
  });

  it('returns the initial world at its epoch if the first input came later', async () => {
    const { entries } = sessionOf([]);
    const later = entries.map(({ input, ...entry }) => ({
      ...entry,
      input: { ...input, atMs: input.atMs + 50 },
      events: entry.events.map(({ text: _text, ...place }) =>
        toEnvelope({ ...place, atMs: place.atMs + 50 }),
      ),
    }));
    const past = await at(await stored(later), { atMs: epochMs });
    expect([past.inputs, past.position, past.partialEntry]).toEqual([0, 0, undefined]);
  });
});

describe('a moment in a journal that was edited', () => {
  it('is refused as damaged, with the name of the world and the position', async () => {
    const { entries } = sessionOf([
      { do: 'transfer', from: 0, to: 1, isNative: true, amount: 1, fee: 1 },
      { do: 'pass', ms: 60_000 },
    ]);
    const last = entries.at(-1);
    const [first] = last?.events ?? [];
    if (last === undefined || first === undefined) throw new Error('Events are expected.');
    const { text: _text, ...place } = first;
    const edited = toEnvelope({ ...place, event: { ...place.event, type: 'SomethingElse' } });
    const events = [edited, ...last.events.slice(1)];
    const store = await stored([...entries.slice(0, -1), { ...last, events }]);
    await expect(at(store, { position: first.position })).rejects.toMatchObject({
      code: 'damaged',
      message: `World 'harbour': re-execution gives another event at position ${first.position} than the log has.`,
    });
  });
});

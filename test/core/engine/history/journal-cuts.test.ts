// Worlds that were cut between two dues, in a domain that sets dues for the present and for past instants.

import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { loadWorld, worldAt, type WorldSource } from '../../../../core/engine/history/journal.ts';
import type { AnyDomain } from '../../../../core/engine/registry.ts';
import { createOracleCache } from '../../../../core/engine/oracle-cache.ts';
import { step } from '../../../../core/engine/step.ts';
import { initialWorld, type Rules } from '../../../../core/engine/world-state.ts';
import type { JournalEntry } from '../../../../core/kernel/input.ts';
import { ok } from '../../../../core/kernel/result.ts';
import { epochMs, hash } from '../../../support/engine/pure-world.ts';
import { snapshotOf } from '../../../support/engine/whole-state.ts';
import {
  yieldToLoop,
  storeJournal,
  sessionRecord,
} from '../../../support/engine/stored-snapshots.ts';
import { appendAll } from '../../../support/store/append-all.ts';

interface Ring {
  readonly type: 'Ring';
  /** The delay of each ring after the one before it, in milliseconds. */
  readonly delays: readonly number[];
}

/** Rings once for each delay: each ring sets the due of the next. A delay of `silence` leads to no event. */
const bell: AnyDomain = {
  name: 'bell',
  eventTypes: {},
  decider: {
    initialState: () => ({}),
    decide: (command) => {
      const { delays } = command as Ring;
      return ok(delays[0] === silence ? [] : [{ type: 'Rang', delays } as { type: string }]);
    },
    evolve: () => undefined,
  },
  react: (event, _state, atMs) => {
    const [delay, ...delays] = (event as unknown as Ring).delays;
    if (delay === undefined) return [];
    const name = `ring ${delays.length}`;
    const command = { type: 'Ring', delays };
    return [
      { change: 'set', subject: 'bell', name, class: 'progress', dueMs: atMs + delay, command },
    ];
  },
  streamOf: () => 'bell',
};

const silence = -1_000_000;
const rules: Rules = { domains: { bell }, hash, oracles: createOracleCache({}), reactions: [] };
const record = sessionRecord('bell');
const atMs = epochMs + 100;

/** The state of a ringing world at each position: once re-executed, once loaded from the journal of a fork. */
async function pasts(delays: readonly number[]) {
  const world = initialWorld(record, rules);
  const entries: JournalEntry[] = [];
  const command: Ring = { type: 'Ring', delays };
  entries.push(
    step(world, { n: 1, atMs: epochMs, kind: 'command', domain: 'bell', command }).entry,
  );
  entries.push(step(world, { n: 2, atMs, kind: 'time' }).entry);
  const store = createMemoryStore();
  await storeJournal(store, record, entries);
  const source: WorldSource = { store, record, rules, yieldToLoop };
  const found = [];
  for (let position = 0; position <= world.position; position += 1) {
    const past = await worldAt(source, { position });
    const name = `at ${position}`;
    const { inputs, partialEntry } = past;
    const base = { world: record.name, inputs, position: past.position };
    await store.create({ ...record, name }, base);
    if (partialEntry !== undefined) {
      await appendAll(store, [{ world: name, expectedInput: inputs, entries: [partialEntry] }]);
    }
    const forked = await loadWorld({ ...source, record: { ...record, name } });
    found.push({ position, stopped: snapshotOf(past.world), forked: snapshotOf(forked.world) });
  }
  return { found, rings: world.position };
}

describe('a world that was cut between dues', () => {
  it.each([
    ['one after another', [10, 10, 10]],
    ['of the same instant', [10, 0, 0, 0]],
    ['of the same instant, some later', [10, 0, 5, 0, 0]],
    ['some of which lead to nothing', [10, 0, 0, silence]],
  ])('equals the world loaded from its journal, with dues %s', async (_dues, delays) => {
    const { found, rings } = await pasts(delays);
    expect(rings).toBeGreaterThan(2);
    for (const { position, stopped, forked } of found) {
      expect({ position, world: forked }).toEqual({ position, world: stopped });
    }
  });

  it('equals the world loaded from its journal, with a due for a past instant', async () => {
    const { found } = await pasts([10, -5, 10]);
    for (const { position, stopped, forked } of found) {
      expect({ position, world: forked }).toEqual({ position, world: stopped });
    }
  });
});

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { emptyBaseline } from '../../core/engine/history/journal.ts';
import { readSnapshot } from '../../core/engine/history/snapshot.ts';
import { foldEntry } from '../../core/engine/step.ts';
import { initialWorld } from '../../core/engine/world-state.ts';
import { sessionArbitrary, sessionOf } from '../support/arbitraries/session.ts';
import { runs } from '../support/collections/forks.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { rules } from '../support/engine/pure-world.ts';
import { snapshotOf } from '../support/engine/whole-state.ts';
import {
  initialSessionState,
  yieldToLoop,
  storeJournal,
  writeSnapshot,
  sessionRecord,
} from '../support/engine/stored-snapshots.ts';
import { load } from '../support/engine/stored-world.ts';

vi.setConfig({ testTimeout: 2 * longMs });

const record = sessionRecord('law');

it.each([
  ['memory', createMemoryStore],
  ['sqlite', () => openSqliteStore({ file: ':memory:' })],
] as const)(
  'any snapshot and the entries after it fold to the same world as the whole journal, in %s',
  async (_name, open) => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, async (actions) => {
        const { entries, state } = sessionOf(actions);
        const whole = snapshotOf(state);
        const store = open();
        await storeJournal(store, record, entries);
        const running = initialWorld(record, rules);
        let saved = emptyBaseline;
        for (const [index, entry] of entries.entries()) {
          foldEntry(running, entry);
          saved = await writeSnapshot(await store.snapshot('law', index + 1), running, saved);
          const [newest] = await store.snapshots('law');
          const again = newest && (await readSnapshot(newest, initialSessionState(), yieldToLoop));
          expect(again && snapshotOf(again.world)).toBe(snapshotOf(running));
          if (again === undefined) continue;
          for (const later of entries.slice(index + 1)) foldEntry(again.world, later);
          expect(snapshotOf(again.world)).toBe(whole);
        }
        expect(snapshotOf((await load(store, record)).world)).toBe(whole);
        expect(await store.snapshots('law')).toHaveLength(2);
        await store.close();
      }),
      runs(4),
    );
  },
);

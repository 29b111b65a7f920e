// The past of a world in memory: what it shows of any moment is what a world shows that is folded from its store.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { worldAt, type Moment } from '../../../../core/engine/history/journal.ts';
import { WorldPast } from '../../../../core/engine/history/past.ts';
import { stateView } from '../../../../core/engine/history/state-view.ts';
import { digestAfter, emptyDigest, extendDigest } from '../../../../core/kernel/digest.ts';
import type { JournalEntry } from '../../../../core/kernel/input.ts';
import { toEnvelope } from '../../../../core/kernel/message.ts';
import { sessionArbitrary, sessionOf } from '../../../support/arbitraries/session.ts';
import { hash } from '../../../support/engine/pure-world.ts';
import {
  sessionRecord,
  storeJournal,
  yieldToLoop,
} from '../../../support/engine/stored-snapshots.ts';
import { sourceOf } from '../../../support/engine/stored-world.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { runs } from '../../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

const record = sessionRecord('harbour');
const query = { limit: 1_000 };

async function pastOf(entries: readonly JournalEntry[]): Promise<WorldPast> {
  const past = new WorldPast({ record, hash, yieldToLoop });
  await past.extend(entries);
  return past;
}

/** The journal with a member more in one event, and digests that fit. */
function withNote(entries: readonly JournalEntry[], noted: number | undefined): JournalEntry[] {
  let digest = emptyDigest;
  return entries.map((entry) => {
    const events = entry.events.map((envelope) => {
      const { text: _text, ...place } = envelope;
      const event = { ...place.event, note: 'edited' };
      return place.position === noted ? toEnvelope({ ...place, event }) : envelope;
    });
    for (const { text } of events) digest = extendDigest(hash, digest, text);
    return { ...entry, events, digest };
  });
}

describe('the past of a world', () => {
  it('is at any moment as the store has it, in any order of looking', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(fc.nat(), { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (actions, picks, isByInstant) => {
          const { entries, state } = sessionOf(actions);
          const store = createMemoryStore();
          await storeJournal(store, record, entries);
          const past = await pastOf(entries);
          expect(past.digest).toBe(state.digest);
          for (const pick of picks) {
            const moment: Moment = isByInstant
              ? { atMs: record.epochMs + (pick % (state.nowMs - record.epochMs + 1)) }
              : { position: pick % (state.position + 1) };
            const stored = await worldAt(sourceOf(store, record), moment);
            const shown = await (await past.at(moment)).view(query);
            expect(shown).toEqual(await stateView(stored.world, query, yieldToLoop));
          }
        },
      ),
      runs(30),
    );
  });

  it('is the same where many positions are looked at in one fold', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        fc.array(fc.nat(), { maxLength: 8 }),
        async (actions, picks) => {
          const { entries, state } = sessionOf(actions);
          const past = await pastOf(entries);
          const positions = picks
            .map((pick) => pick % (state.position + 1))
            .toSorted((one, other) => one - other);
          const digests: string[] = [];
          for await (const moment of past.each(positions)) {
            const alone = await past.at({ position: positions[digests.length] ?? 0 });
            expect(await moment.view(query)).toEqual(await alone.view(query));
            digests.push(moment.digest);
          }
          expect(digests).toHaveLength(positions.length);
          expect(past.digest).toBe(state.digest);
        },
      ),
      runs(20),
    );
  });

  it('shows moments inside an entry by its events alone where it decides otherwise', async () => {
    const { entries } = sessionOf([
      { do: 'transfer', from: 0, to: 1, isNative: true, amount: 3, fee: 1 },
      { do: 'pass', ms: 90_000 },
    ]);
    const all = entries.flatMap(({ events }) => events);
    const edited = withNote(entries, all.findLast(({ cause }) => cause !== undefined)?.position);
    const store = createMemoryStore();
    await storeJournal(store, record, edited);
    const inside = { position: all.length - 1 };
    await expect(worldAt(sourceOf(store, record), inside)).rejects.toThrow('re-execution gives');
    const past = await pastOf(edited);
    let digest = emptyDigest;
    for (const { position, text, cause } of edited.flatMap(({ events }) => events)) {
      digest = extendDigest(hash, digest, text);
      const moment = await past.at({ position });
      expect(moment.position).toBeGreaterThanOrEqual(position);
      // Events that one decision made belong together.
      if (cause !== undefined) expect(moment.digest).toBe(digest);
    }
  });

  it('shows the state before an entry of which only a part could be applied', async () => {
    const { entries } = sessionOf([
      { do: 'transfer', from: 0, to: 1, isNative: true, amount: 3, fee: 1 },
      { do: 'pass', ms: 90_000 },
    ]);
    const index = entries.findLastIndex(({ events }) => events.length > 1);
    const { events, ...long } = entries[index]!;
    const { text: _text, ...place } = events.at(-1)!;
    const unknown = toEnvelope({ ...place, event: { type: 'NeverHeardOf' } });
    const edited = [...events.slice(0, -1), unknown];
    const past = await pastOf(entries.slice(0, index));
    const { digest: before } = past;
    const digest = digestAfter(hash, before, edited);
    await expect(past.extend([{ ...long, events: edited, digest }])).rejects.toThrow(
      'NeverHeardOf',
    );
    const shown = await past.at({ position: place.position });
    const whole = await pastOf(entries.slice(0, index));
    const end = await whole.at({ position: whole.position });
    expect(await shown.view(query)).toEqual(await end.view(query));
  });

  it('refuses an entry that does not fit, and keeps those before it', async () => {
    const { entries } = sessionOf([]);
    const [first, second, ...rest] = entries;
    if (first === undefined || second === undefined) throw new Error('too few entries');
    const past = new WorldPast({ record, hash, yieldToLoop });
    const damaged = { ...second, digest: hash('another') };
    await expect(past.extend([first, damaged, ...rest])).rejects.toMatchObject({
      code: 'damaged',
      message: expect.stringContaining('input 2'),
    });
    expect(past.entries).toEqual([first]);
    await past.extend([second, ...rest]);
    expect(past.entries).toHaveLength(entries.length);
  });
});

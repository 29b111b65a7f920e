// The comparison of two journals finds the first event that differs, wherever their inputs part, and what led to it on both sides.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import {
  compareJournals,
  differingFieldsMax,
  journalInMemory,
} from '../../../core/engine/journal-comparison.ts';
import { replayJournal, type Cause } from '../../../core/engine/replay.ts';
import { emptyDigest, extendDigest } from '../../../core/kernel/digest.ts';
import type { JournalEntry } from '../../../core/kernel/input.ts';
import { toEnvelope, type Envelope } from '../../../core/kernel/message.ts';
import { eventsOf, sessionArbitrary, sessionOf } from '../../support/arbitraries/session.ts';
import { hash } from '../../support/engine/pure-world.ts';
import { sessionRecord, storeJournal, yieldToLoop } from '../../support/engine/stored-snapshots.ts';
import { sourceOf } from '../../support/engine/stored-world.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { runs } from '../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

const record = sessionRecord('harbour');

const compared = (left: readonly JournalEntry[], right: readonly JournalEntry[]) =>
  compareJournals(journalInMemory('left', left), journalInMemory('right', right), { yieldToLoop });

/** The causes of an event, from the journal alone. */
function causesOf(entries: readonly JournalEntry[], event: Envelope): readonly Cause[] {
  const all = eventsOf(entries);
  const causes: Cause[] = [];
  let last = event;
  while (last.cause !== undefined) {
    last = all[last.cause - 1]!;
    const { stream, atMs, position } = last;
    causes.push({ position, type: last.event.type, stream, atMs });
  }
  const entry = entries.find(({ events }) => events.includes(last))!;
  return [...causes, { input: entry.input }];
}

/** The journal with one event edited, and digests that fit. */
function withEvent(
  entries: readonly JournalEntry[],
  position: number,
  edit: (event: Envelope['event']) => Envelope['event'],
): JournalEntry[] {
  let digest = emptyDigest;
  return entries.map((entry) => {
    const events = entry.events.map((envelope) => {
      const { text: _text, ...place } = envelope;
      return envelope.position === position
        ? toEnvelope({ ...place, event: edit(place.event) })
        : envelope;
    });
    for (const { text } of events) digest = extendDigest(hash, digest, text);
    return { ...entry, events, digest };
  });
}

describe('the comparison of journals', () => {
  it('finds the first event that differs after a shared beginning, with its causes', async () => {
    await fc.assert(
      fc.asyncProperty(
        sessionArbitrary,
        sessionArbitrary,
        sessionArbitrary,
        async (shared, one, other) => {
          const [left, right] = [one, other].map(
            (rest) => sessionOf([...shared, ...rest]).entries,
          ) as [readonly JournalEntry[], readonly JournalEntry[]];
          const [lefts, rights] = [eventsOf(left), eventsOf(right)];
          const longer = lefts.length > rights.length ? lefts : rights;
          const index = longer.findIndex((_event, at) => lefts[at]?.text !== rights[at]?.text);
          const { position, difference } = await compared(left, right);
          if (index === -1) {
            expect(difference).toBeUndefined();
            expect(position).toBe(longer.length);
            return;
          }
          expect({ position, first: difference?.position }).toEqual({
            position: index,
            first: index + 1,
          });
          for (const [side, entries, events] of [
            [0, left, lefts],
            [1, right, rights],
          ] as const) {
            const event = events[index];
            const found = difference?.sides[side];
            expect(found?.envelope).toBe(event);
            if (event === undefined) continue;
            expect(found?.causes).toEqual(causesOf(entries, event));
            expect(left.concat(right).map(({ input }) => input)).toContain(found?.input);
          }
        },
      ),
      runs(60),
    );
  });

  it('finds what a replay of the edited journal names', async () => {
    const { entries } = sessionOf([
      { do: 'transfer', from: 0, to: 1, isNative: true, amount: 3, fee: 1 },
      { do: 'burst', from: 3, count: 3 },
      { do: 'pass', ms: 90_000 },
    ]);
    const count = eventsOf(entries).length;
    for (let position = 1; position <= count; position += 1) {
      const edited = withEvent(entries, position, (event) => ({ ...event, note: 'edited' }));
      const store = createMemoryStore();
      await storeJournal(store, record, edited);
      const { divergence } = await replayJournal(sourceOf(store, record));
      const { difference } = await compared(edited, entries);
      expect(difference?.position).toBe(divergence?.position);
      expect(difference?.fields).toEqual([
        { path: 'data.note', expected: 'edited', actual: undefined },
      ]);
      expect(difference?.sides[0]?.causes).toEqual(divergence?.causes);
    }
  });

  it('reads journals from stores as from memory', async () => {
    const shared = [{ do: 'burst', from: 3, count: 3 }] as const;
    const left = sessionOf([...shared, { do: 'pass', ms: 5_000 }]).entries;
    const right = sessionOf([...shared, { do: 'pass', ms: 90_000 }]).entries;
    const journals = await Promise.all(
      [left, right].map(async (entries) => {
        const store = createMemoryStore();
        await storeJournal(store, record, entries);
        return { store, record };
      }),
    );
    const options = { yieldToLoop };
    const stored = await compareJournals(journals[0]!, journals[1]!, options);
    const { difference } = await compared(left, right);
    expect(stored.difference?.position).toBe(difference?.position);
    expect(stored.difference?.sides.map((side) => side?.causes)).toEqual(
      difference?.sides.map((side) => side?.causes),
    );
  });

  it('has no difference between equal and empty journals', async () => {
    const { entries } = sessionOf([{ do: 'pass', ms: 90_000 }]);
    expect(await compared(entries, entries)).toEqual({ position: eventsOf(entries).length });
    expect(await compared([], [])).toEqual({ position: 0 });
    const { difference } = await compared([], entries);
    expect(difference).toMatchObject({ position: 1, fields: [], sides: [undefined, {}] });
  });

  it('lists a limited number of fields', async () => {
    const { entries } = sessionOf([]);
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_one, index) => [`field-${index}`, index]),
    );
    const { difference } = await compared(
      entries,
      withEvent(entries, 1, (event) => ({ ...event, ...many })),
    );
    expect(difference?.fields).toHaveLength(differingFieldsMax);
  });
});

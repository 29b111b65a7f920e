// The search finds what is there, whatever arrives while it runs.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../../../core/index.ts';
import { EventSearch } from '../../../../../adapters/studio/page/model/event-search.ts';
import { queryOf } from '../../../../../adapters/studio/page/model/search-query.ts';
import { envelopeOf, walletEvents } from '../../../../support/studio/envelopes.ts';
import { runs } from '../../../../support/runner/runs.ts';

const found = (events: readonly Envelope[], query: string) => {
  const test = queryOf(query);
  return events.filter((event) => test?.(event) === true).map(({ position }) => position);
};

describe('a query', () => {
  const events = [
    envelopeOf(1, 'wallet/transaction/4ac1', 'TransferInitiated', { note: 'Two Words' }),
    envelopeOf(2, 'wallet/transaction/4ac1', 'TransactionStuck', {}),
    envelopeOf(
      3,
      'calendar/event/7',
      'EventCreated',
      { title: 'stuck in the mud' },
      { key: 'K-9' },
    ),
  ];

  it.each([
    ['stuck', [2, 3]],
    ['STUCK', [2, 3]],
    ['type:stuck', [2]],
    ['id:4AC1', [1, 2]],
    ['id:4ac1 stuck', [2]],
    ['"two words"', [1]],
    ['"two words', [1]],
    ['two words', [1]],
    ['#2', [2]],
    ['#', []],
    ['k-9', [3]],
    ['mud stuck', [3]],
    ['(', []],
    ['type:', []],
    ['', []],
    ['   ', []],
  ])('%j finds %j', (query, positions) => {
    expect(found(events, query)).toEqual(positions);
  });

  it('is undefined without words', () => {
    expect([queryOf(''), queryOf('  '), queryOf('""')]).toEqual([undefined, undefined, undefined]);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (query) => void found(events, query)),
      runs(500),
    );
  });
});

describe('a search', () => {
  it('finds the same as a look at each event, also of those that arrive meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(
        walletEvents,
        fc.nat(400),
        fc.constantFrom('sent', 'type:stuck', 'id:a', '#3', 'a b'),
        async (events, cut, query) => {
          const growing = events.slice(0, cut);
          const search = new EventSearch(query);
          const first = search.extend(growing);
          growing.push(...events.slice(cut));
          await first;
          await search.extend(growing);
          expect(search.matches).toEqual(found(events, query));
          expect(search.count.value).toBe(search.matches.length);
          expect(search.searched.value).toBe(events.length);
          expect(search.instants).toEqual(
            search.matches.map((position) => events[position - 1]?.atMs),
          );
        },
      ),
      runs(100),
    );
  });

  it('goes from match to match, and around', async () => {
    const search = new EventSearch('type:stuck');
    const types = ['A', 'TransactionStuck', 'B', 'TransactionStuck', 'C'];
    await search.extend(
      types.map((type, index) => envelopeOf(index + 1, 'wallet/transaction/a', type, {})),
    );
    expect(search.matches).toEqual([2, 4]);
    expect([search.next(0, 1), search.next(2, 1), search.next(4, 1)]).toEqual([2, 4, 2]);
    expect([search.next(5, -1), search.next(4, -1), search.next(2, -1)]).toEqual([4, 2, 4]);
    expect([search.ordinalOf(2), search.ordinalOf(4)]).toEqual([1, 2]);
    expect(new EventSearch('').next(1, 1)).toBeUndefined();
  });

  it('ends when it is stopped', async () => {
    const events = Array.from({ length: 5_000 }, (_, index) =>
      envelopeOf(index + 1, 'wallet/transaction/a', 'TransactionStuck', {}),
    );
    const search = new EventSearch('stuck');
    const searching = search.extend(events);
    search.stop();
    await searching;
    expect(search.searched.value).toBeLessThan(events.length);
  });
});

// The history of a world in the page: where the world stands while it is read, and after an entry that does not fit.

import { describe, expect, it } from 'vitest';
import { WorldHistory } from '../../../../../adapters/studio/page/model/world-history.ts';
import { sessionOf } from '../../../../support/arbitraries/session.ts';
import { sessionRecord } from '../../../../support/engine/stored-snapshots.ts';

const record = sessionRecord('session');
const { entries, state } = sessionOf([
  { do: 'transfer', from: 0, to: 1, isNative: true, amount: 3, fee: 1 },
  { do: 'pass', ms: 90_000 },
]);
const counts = {
  fromMs: record.epochMs,
  toMs: state.nowMs,
  position: state.position,
  lanes: { transactions: [state.position] },
};
const end = { position: state.position, nowMs: state.nowMs };

describe('the history of a world', () => {
  it('ends where the world stands, from the first count of its events on', async () => {
    const history = new WorldHistory(record);
    expect(history.end.value).toEqual({ position: 0, nowMs: record.epochMs });
    history.report({ kind: 'loading', counts });
    for (const entry of entries) {
      expect(history.end.value).toEqual(end);
      expect(history.counts.value).toBe(counts);
      await history.extend([entry]);
    }
    history.report({ kind: 'following' });
    expect(history.end.value).toEqual(end);
    expect(history.counts.value).toBeUndefined();
  });

  it('is as long as its entries, if more were added since they were counted', async () => {
    const history = new WorldHistory(record);
    history.report({ kind: 'loading', counts: { ...counts, position: 1 } });
    await history.extend(entries);
    expect(history.end.value).toEqual(end);
  });

  it('has the entries before the one that does not fit', async () => {
    const history = new WorldHistory(record);
    const damaged = [...entries.slice(0, -1), { ...entries.at(-1)!, digest: 'f'.repeat(64) }];
    await expect(history.extend(damaged)).rejects.toMatchObject({ code: 'damaged' });
    const fitting = entries.slice(0, -1).flatMap(({ events }) => events);
    expect(history.position.value).toBe(fitting.length);
    expect(history.events).toEqual(fitting);
    expect(history.inputs.value).toBe(entries.length - 1);
  });
});

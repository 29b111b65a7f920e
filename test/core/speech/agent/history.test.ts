import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { historyCharsMax } from '../../../../core/speech/agent/endings.ts';
import { lastItems, withItem } from '../../../../core/speech/agent/history.ts';
import type { HistoryItem } from '../../../../core/speech/agent/settings.ts';

const said = (content: string): HistoryItem => ({ role: 'user', content });

const call = { id: 'fc_1', name: 'weather', isClientSide: true, arguments: '{}', response: 'rain' };

describe('a history', () => {
  it('has an item for each text, and none for an empty one', () => {
    const one = withItem([], said('Hello.'));
    expect(withItem(one, said(''))).toBe(one);
    expect(withItem(one, { role: 'functions', calls: [call] })).toHaveLength(2);
  });

  it('is bounded: the oldest items are dropped', () => {
    const long = 'x'.repeat(historyCharsMax);
    expect(withItem([said('old'), said('older')], said(long))).toEqual([said(long)]);
    expect(withItem([said('old')], said('new'))).toHaveLength(2);
  });

  it('is cut to the last items that fit, and the last one in any case', () => {
    const item = fc.string({ minLength: 1, maxLength: 20 }).map(said);
    fc.assert(
      fc.property(fc.array(item, { minLength: 1 }), fc.nat(100), (history, most) => {
        const last = lastItems(history, most);
        expect(history.slice(-last.length)).toEqual(last);
        const characters = (items: readonly HistoryItem[]) =>
          items.reduce((sum, each) => sum + ('content' in each ? each.content.length : 0), 0);
        expect(last.length === 1 || characters(last) <= most).toBe(true);
        const more = history.slice(-last.length - 1);
        expect(more.length === last.length || characters(more) > most).toBe(true);
      }),
    );
  });
});

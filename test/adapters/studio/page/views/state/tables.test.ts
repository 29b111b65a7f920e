// The tables of the state: all rows of the control plane, filtered and sorted, with exact money and instants in a zone.

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  parseQuery,
  rowsOf,
  sortedBy,
  tablesOf,
  type ShownTable,
} from '../../../../../../adapters/studio/page/views/state/tables.ts';
import {
  flatValues,
  printValue,
  valueChanges,
} from '../../../../../../adapters/studio/page/views/state/values.ts';
import { rowView, type Json } from '../../../../../../core/index.ts';
import { sessionArbitrary, startSession } from '../../../../../support/arbitraries/session.ts';
import { historyOf, lastMoment, sessionHistory } from '../../../../../support/studio/histories.ts';
import { usdcId } from '../../../../../support/wallet/commands.ts';
import { longMs } from '../../../../../support/runner/timeouts.ts';
import { runs } from '../../../../../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

const tableOf = (rows: readonly (object | undefined)[]): ShownTable => ({
  name: 'test/rows',
  size: rows.filter((row) => row !== undefined).length,
  insertedCount: rows.length,
  at: (rowId) => rows[rowId],
});

describe('the tables of a moment', () => {
  it('are those of the control plane, with the same rows', async () => {
    await fc.assert(
      fc.asyncProperty(sessionArbitrary, async (actions) => {
        const { past } = await sessionHistory(actions);
        const moment = await lastMoment(past);
        const view = await moment.view({ limit: 10_000 });
        const tables = tablesOf(moment.states);
        expect(tables.map(({ name }) => name)).toEqual(Object.keys(view.tables));
        for (const table of tables) {
          const { rowIds } = rowsOf(table, { words: [] });
          const rows = rowIds.map((rowId) => rowView(table.at(rowId)));
          expect({ rows, count: table.size }).toEqual({
            rows: view.tables[table.name]?.rows,
            count: view.tables[table.name]?.count,
          });
        }
      }),
      runs(15),
    );
  });

  it('leave out removed rows, and those that lack a word', () => {
    const table = tableOf([{ id: 'one', units: 5n }, undefined, { id: 'Two', memo: 'one' }]);
    expect(rowsOf(table, parseQuery(''))).toEqual({
      rowIds: [0, 2],
      keys: ['id', 'units', 'memo'],
      isCut: false,
    });
    expect(rowsOf(table, parseQuery('ONE two')).rowIds).toEqual([2]);
  });

  it('are sorted by value: absent first, integers exactly, texts by character', () => {
    const big = 10n ** 30n;
    const table = tableOf([{ units: big + 1n }, { units: 2n }, {}, { units: big }, { units: 10n }]);
    expect(rowsOf(table, parseQuery('sort:units')).rowIds).toEqual([2, 1, 4, 3, 0]);
    expect(rowsOf(table, parseQuery('sort:-units')).rowIds).toEqual([0, 3, 4, 1, 2]);
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.integer(), fc.bigInt())), (values) => {
        const rows = tableOf(values.map((value) => ({ value })));
        const { rowIds } = rowsOf(rows, parseQuery('sort:value'));
        expect(rowIds.toSorted((one, other) => one - other)).toEqual(values.map((_, id) => id));
      }),
      runs(50),
    );
  });

  it('are sorted up, down, and not at all by one button', () => {
    const first = sortedBy('word', 'units');
    expect(first).toBe('word sort:units');
    expect(sortedBy(first, 'units')).toBe('word sort:-units');
    expect(sortedBy('word sort:-units', 'units')).toBe('word');
    expect(sortedBy('word sort:-units', 'id')).toBe('word sort:id');
  });
});

describe('the values of rows', () => {
  it('are money with its unit beside the exact units, and instants in a zone', async () => {
    const session = startSession();
    const { states } = await lastMoment((await historyOf(session)).past);
    const printer = { state: states.wallet, zone: 'Europe/Berlin' };
    const usdc = { tokenId: usdcId };
    expect(printValue(printer, 'units', '1250000', usdc)).toBe('1.25 USDC (1250000)');
    expect(printValue(printer, 'reserved', '0', usdc)).toBe('0 USDC (0)');
    expect(printValue(printer, 'version', '1250000', usdc)).toBe('1250000');
    const chain = { blockchain: 'ETH-SEPOLIA' } as const;
    expect(printValue(printer, 'maxFee', '10990000000', chain)).toBe('10.99 gwei (10990000000)');
    expect(printValue(printer, 'createdMs', Date.parse('2026-07-01T10:00:00Z'), {})).toMatch(
      /^2026-07-01 12:00:00/,
    );
    expect(printValue(printer, 'blockTimeMs', 12_000, {})).toBe('12000');
    const seconds = Date.parse('2026-07-01T10:00:00Z') / 1_000;
    expect(printValue(printer, 'modifiedUtcSeconds', seconds, {})).toMatch(
      /^2026-07-01 12:00:00 \S+ \(1782900000\)$/,
    );
    expect(printValue(printer, 'modifiedSeconds', seconds, {})).toBe(
      '2026-07-01 10:00:00 local time (1782900000)',
    );
    expect(printValue(printer, 'timeoutSeconds', 30, {})).toBe('30');
    for (const key of ['endMs', 'endUtcSeconds', 'endSeconds'])
      expect(printValue(printer, key, Number.MAX_SAFE_INTEGER, {})).toBe('9007199254740991');
    const row: Json = {
      blockchain: 'ETH-SEPOLIA',
      movements: [{ ...usdc, units: '5' }],
      empty: [],
    };
    expect([...flatValues(printer, 'wallet/transactions', row)]).toEqual([
      ['blockchain', 'ETH-SEPOLIA'],
      ['movements.0.tokenId', usdcId],
      ['movements.0.units', '0.000005 USDC (5)'],
      ['empty', '[]'],
    ]);
  });

  it('that a step changed are those that differ', () => {
    const before = new Map([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
    ]);
    const after = new Map([
      ['a', '1'],
      ['b', '3'],
      ['d', '4'],
    ]);
    expect(valueChanges(before, after)).toEqual([
      { path: 'b', before: '2', after: '3' },
      { path: 'c', before: '3', after: undefined },
      { path: 'd', before: undefined, after: '4' },
    ]);
  });
});

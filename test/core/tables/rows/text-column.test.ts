// A column of texts against a plain array.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnLayout } from '../../../../core/tables/rows/columns.ts';
import { recordsPerPage } from '../../../../core/tables/rows/pages.ts';
import { textColumn } from '../../../../core/tables/rows/text-column.ts';

interface Row {
  readonly text?: string;
  readonly other?: string;
}

const newPage = columnLayout<Row>({ text: textColumn, other: textColumn });

const hexish = fc.string({
  unit: fc.constantFrom(...'0123456789abcdefABx'.split('')),
  maxLength: 70,
});

/** Texts of every encoding of the column, and texts that are barely outside one. */
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom('a', 'é', 'ÿ', '\u0100', '\ud800', '\udc00', '日') }),
  hexish,
  hexish.map((digits) => `0x${digits}`),
  fc.constantFrom('', '0', '0x', '0x0', '00', '0xAb', '0X00', '0xg0', 'f'.repeat(64)),
);

const writes = fc.array(
  fc.record({
    slot: fc.nat(recordsPerPage - 1),
    row: fc.option(fc.record({ text, other: text }, { requiredKeys: [], noNullPrototype: true }), {
      nil: undefined,
    }),
  }),
  { maxLength: 300, size: 'max' },
);

describe('a column of texts', () => {
  it('returns every text, after any writes and replacements of others', () => {
    fc.assert(
      fc.property(writes, writes, (before, after) => {
        const page = newPage();
        const rows: (Row | undefined)[] = Array.from({ length: recordsPerPage });
        for (const { slot, row } of before) {
          page.set(slot, row);
          rows[slot] = row;
        }
        const copy = page.copy();
        for (const { slot, row } of after) copy.set(slot, row);
        for (const [slot, row] of rows.entries()) expect(page.get(slot)).toStrictEqual(row);
        for (const { slot, row } of after) rows[slot] = row;
        for (const [slot, row] of rows.entries()) expect(copy.get(slot)).toStrictEqual(row);
      }),
    );
  });

  it('returns long texts', () => {
    const page = newPage();
    for (let slot = 0; slot < recordsPerPage; slot += 1) {
      page.set(slot, { text: `${'x'.repeat(5_000)}${slot}` });
    }
    for (let slot = 0; slot < recordsPerPage; slot += 1) {
      expect(page.get(slot)?.text).toBe(`${'x'.repeat(5_000)}${slot}`);
    }
  });
});

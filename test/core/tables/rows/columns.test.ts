// Columns against an array of the records themselves.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choiceColumn,
  columnLayout,
  integerColumn,
  mappedColumn,
  uuidColumn,
  type Column,
} from '../../../../core/tables/rows/columns.ts';
import { textColumn } from '../../../../core/tables/rows/text-column.ts';
import { InvariantError } from '../../../../core/kernel/invariant.ts';
import { recordsPerPage } from '../../../../core/tables/rows/pages.ts';
import {
  parcelData,
  parcelId,
  parcelLayout,
  type Parcel,
} from '../../../support/collections/column-records.ts';
import { runs } from '../../../support/runner/runs.ts';

const slot = fc.nat(recordsPerPage - 1);
const parcel: fc.Arbitrary<Parcel> = fc
  .tuple(fc.nat(60), parcelData)
  .map(([number, data]) => ({ id: parcelId(number), ...data }));
const writes = fc.array(fc.tuple(slot, fc.option(parcel, { nil: undefined, freq: 4 })), {
  maxLength: 100,
  size: 'max',
});

describe('a page of columns', () => {
  it('returns each record as it was written, with the same members', () => {
    fc.assert(
      fc.property(writes, (sequence) => {
        const page = parcelLayout();
        const model: (Parcel | undefined)[] = Array.from({ length: recordsPerPage });
        for (const [at, record] of sequence) {
          page.set(at, record);
          model[at] = record;
        }
        for (const [at, record] of model.entries()) expect(page.get(at)).toStrictEqual(record);
      }),
    );
  });

  it('is independent of its copy', () => {
    fc.assert(
      fc.property(writes, writes, writes, (before, ofPage, ofCopy) => {
        const page = parcelLayout();
        for (const [at, record] of before) page.set(at, record);
        const copy = page.copy();
        const models = [new Map(before), new Map(before)];
        for (const [at, record] of ofPage) {
          page.set(at, record);
          models[0]?.set(at, record);
        }
        for (const [at, record] of ofCopy) {
          copy.set(at, record);
          models[1]?.set(at, record);
        }
        for (let at = 0; at < recordsPerPage; at += 1) {
          expect(page.get(at)).toStrictEqual(models[0]?.get(at));
          expect(copy.get(at)).toStrictEqual(models[1]?.get(at));
        }
      }),
    );
  });

  it('distinguishes an empty slot from a record without members', () => {
    const page = columnLayout<{ readonly weight?: number }>({ weight: integerColumn })();
    page.set(1, {});
    expect([page.get(0), page.get(1)]).toEqual([undefined, {}]);
    page.set(1, undefined);
    expect(page.get(1)).toBeUndefined();
  });
});

/** The value that a column returns after it has overwritten another one. */
function storedOver<T>(column: Column<T>, before: T, value: T | undefined): T | undefined {
  const page = columnLayout<{ value?: T }>({ value: column as Column<Exclude<T, undefined>> })();
  page.set(4, { value: before });
  page.set(5, { value: before });
  page.set(5, value === undefined ? {} : { value });
  expect(page.get(4)?.value).toBe(before);
  return page.copy().get(5)?.value;
}

describe('a column of ids', () => {
  const uuid = '01234567-89ab-4cde-8f01-23456789abcd';

  it('returns any text, a UUID or not', () => {
    const text = fc.oneof(fc.string(), fc.uuid());
    fc.assert(
      fc.property(text, text, (before, value) => {
        expect(storedOver(uuidColumn, before, value)).toBe(value);
        expect(storedOver(uuidColumn, uuid, value)).toBe(value);
        expect(storedOver(uuidColumn, value, undefined)).toBeUndefined();
      }),
      runs(300),
    );
  });

  it.each([
    [uuid, 'in lower case'],
    [uuid.toUpperCase(), 'in upper case'],
    [`${uuid}\n`, 'with a line break'],
    [uuid.slice(1), 'too short'],
    [uuid.replaceAll('-', ''), 'without dashes'],
    [uuid.replaceAll('-', '_'), 'with other dashes'],
    [uuid.replace('d', 'g'), 'with an invalid digit'],
    ['', 'that is empty'],
  ])('returns %j, a UUID %s', (text) => {
    expect(storedOver(uuidColumn, 'x', text)).toBe(text);
  });
});

describe('a mapped column', () => {
  const column = mappedColumn<readonly [string, number], string>(
    textColumn,
    ([name, count]) => `${count} ${name}`,
    (text) => {
      const [count = '', name = ''] = text.split(' ');
      return [name, Number(count)];
    },
  );

  it('returns the values before their mapping', () => {
    const page = columnLayout<{ value: readonly [string, number] }>({ value: column })();
    page.set(0, { value: ['nails', 7] });
    expect(page.get(0)).toEqual({ value: ['nails', 7] });
    expect(page.get(1)).toBeUndefined();
  });
});

describe('an integer column', () => {
  it('returns every safe integer, and distinguishes 0 from an absent value', () => {
    const integer = fc.oneof(fc.maxSafeInteger(), fc.constantFrom(0, 2 ** 53 - 1, -(2 ** 53) + 1));
    fc.assert(
      fc.property(integer, (value) => {
        expect(storedOver(integerColumn, 1, value)).toBe(value);
        expect(storedOver(integerColumn, value, undefined)).toBeUndefined();
      }),
    );
  });
});

describe('a choice column', () => {
  const choices = Array.from({ length: 255 }, (_, number) => `choice ${number}`);

  it('returns each of its choices', () => {
    const column = choiceColumn(choices);
    for (const choice of choices) {
      expect(storedOver(column, 'choice 7', choice)).toBe(choice);
      expect(storedOver(column, choice, undefined)).toBeUndefined();
    }
  });

  it('refuses other values, and more than 255 choices', () => {
    const page = columnLayout<{ size: 'a' }>({ size: choiceColumn(['a']) })();
    const refused = (value: unknown, message: string) =>
      expect(() => page.set(0, { size: value as 'a' })).toThrow(
        new InvariantError(`Invariant broken: ${message}.`),
      );
    refused('b', '"b" is one of a');
    refused([], '[] is one of a');
    expect(() => choiceColumn([...choices, 'one more'])).toThrow(InvariantError);
  });
});

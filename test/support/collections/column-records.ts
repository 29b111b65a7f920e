// Records with every kind of column, for tests of columnar tables.

import fc from 'fast-check';
import {
  anyColumn,
  choiceColumn,
  columnLayout,
  integerColumn,
  textColumn,
  uuidColumn,
} from '../../../core/tables/index.ts';

export interface Parcel {
  readonly id: string;
  readonly owner: string;
  readonly size?: 'small' | 'big';
  readonly weight?: number;
  readonly note?: string;
  readonly parts?: readonly bigint[];
}

/** The columns of a parcel. Some owners are addresses, some are not, and not every id is a UUID. */
export const parcelColumns = {
  id: uuidColumn,
  owner: textColumn,
  size: choiceColumn(['small', 'big']),
  weight: integerColumn,
  note: textColumn,
  parts: anyColumn<readonly bigint[]>(),
};

export const parcelLayout = columnLayout<Parcel>(parcelColumns);

/** The id for a number; one in five is not a UUID: in upper case, of the wrong length, or other text. */
export function parcelId(number: number): string {
  const digits = (number * 0x9e37_79b9).toString(16).padStart(12, '0').slice(-12);
  const uuid = `0000abcd-${digits.slice(0, 4)}-4000-8000-${digits}`;
  switch (number % 25) {
    case 3:
      return uuid.toUpperCase();
    case 8:
      return `${uuid}\n`;
    case 13:
      return `parcel ${number}`;
    case 18:
      return uuid.replaceAll('-', '');
    case 23:
      return number === 23 ? '' : ` ${uuid}`;
    default:
      return uuid;
  }
}

export const owners = [
  '0x00000000000000000000000000000000000000aa',
  '0xffffffffffffffffffffffffffffffffffffffff',
  '0xFFffffffffffffffffffffffffffffffffffffff',
  '0x',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  '~1',
];

/** The fields of a parcel without its id. */
export const parcelData: fc.Arbitrary<Omit<Parcel, 'id'>> = fc.record(
  {
    owner: fc.constantFrom(...owners),
    size: fc.constantFrom('small' as const, 'big' as const),
    weight: fc.constantFrom(0, -1, 1_767_225_600_000, 2 ** 53 - 1, -(2 ** 53) + 1),
    note: fc.constantFrom('', 'fragile', '~', '~~7', 'größer', '荷物 📦', '\ud83d'),
    parts: fc.array(fc.bigInt(), { maxLength: 2 }),
  },
  { requiredKeys: ['owner'] },
);

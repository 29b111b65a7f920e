// Records kept as columns: for tables with millions of rows, where objects would cost several times what their data need.
// A record that is read is put together anew, member by member in the order of its columns.

import { invariant } from './invariant.ts';
import { recordsPerPage, type Layout, type Page } from './pages.ts';

/** One member of all records of a page. An absent member is undefined. */
export interface Cells<T> {
  readonly get: (slot: number) => T | undefined;
  readonly set: (slot: number, value: T | undefined) => void;
  readonly copy: () => Cells<T>;
}

export type Column<T> = () => Cells<T>;

/** A column for each member that a record may have. */
export type Columns<R> = { readonly [K in keyof R]-?: Column<Exclude<R[K], undefined>> };

/** The layout of pages with these columns. */
export function columnLayout<R extends object>(columns: Columns<R>): Layout<R> {
  const names = Object.keys(columns) as (keyof R)[];
  return () =>
    pageOf<R>(
      names,
      names.map((name) => (columns[name] as Column<unknown>)()),
      new Uint8Array(recordsPerPage),
    );
}

function pageOf<R extends object>(
  names: readonly (keyof R)[],
  cells: readonly Cells<unknown>[],
  isFilled: Uint8Array,
): Page<R> {
  return {
    get(slot) {
      if (isFilled[slot] !== 1) return undefined;
      const record: Partial<Record<keyof R, unknown>> = {};
      for (const [index, name] of names.entries()) {
        const value = cells[index]?.get(slot);
        if (value !== undefined) record[name] = value;
      }
      return record as R;
    },
    set(slot, record) {
      isFilled[slot] = record === undefined ? 0 : 1;
      for (const [index, name] of names.entries()) cells[index]?.set(slot, record?.[name]);
    },
    copy: () =>
      pageOf(
        names,
        cells.map((column) => column.copy()),
        isFilled.slice(),
      ),
  };
}

/** Any values, as they are: texts that many rows share, members that few rows have. */
export function anyColumn<T>(): Column<T> {
  const cellsOf = (values: (T | undefined)[]): Cells<T> => ({
    get: (slot) => values[slot],
    set: (slot, value) => {
      if (value !== undefined || slot < values.length) values[slot] = value;
    },
    copy: () => cellsOf([...values]),
  });
  return () => cellsOf([]);
}

/** Safe integers, such as instants: 8 bytes each. */
export const integerColumn: Column<number> = () => {
  const cellsOf = (values: Float64Array): Cells<number> => ({
    get: (slot) => {
      const value = values[slot];
      return value === undefined || Number.isNaN(value) ? undefined : value;
    },
    set: (slot, value) => {
      values[slot] = value ?? Number.NaN;
    },
    copy: () => cellsOf(values.slice()),
  });
  return cellsOf(new Float64Array(recordsPerPage).fill(Number.NaN));
};

/** One of at most 255 values: a byte each. */
export function choiceColumn<T extends string>(choices: readonly T[]): Column<T> {
  const numbers = new Map(choices.map((choice, index) => [choice, index + 1]));
  invariant(choices.length < 256, 'a choice fits a byte');
  const cellsOf = (values: Uint8Array): Cells<T> => ({
    get: (slot) => choices[(values[slot] ?? 0) - 1],
    set: (slot, value) => {
      const number = value === undefined ? 0 : numbers.get(value);
      invariant(number !== undefined, `${String(value)} is one of the choices`);
      values[slot] = number;
    },
    copy: () => cellsOf(values.slice()),
  });
  return () => cellsOf(new Uint8Array(recordsPerPage));
}

const byteTexts = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Texts of `count` bytes in lower-case hex behind a prefix, cut by dashes behind these bytes: ids, addresses. Others stay texts. */
export function hexColumn(
  count: number,
  prefix: string,
  dashesBehind: readonly number[] = [],
): Column<string> {
  const pattern = new RegExp(
    `^${prefix}${Array.from({ length: count }, (_, index) => `[0-9a-f]{2}${dashesBehind.includes(index) ? '-' : ''}`).join('')}$`,
  );
  const isDashed = Array.from({ length: count }, (_, index) => dashesBehind.includes(index));

  function print(bytes: Uint8Array, from: number): string {
    let text = prefix;
    for (let index = 0; index < count; index += 1) {
      text += byteTexts[bytes[from + index] ?? 0];
      if (isDashed[index] === true) text += '-';
    }
    return text;
  }

  function keep(bytes: Uint8Array, from: number, text: string): void {
    let place = prefix.length;
    for (let index = 0; index < count; index += 1) {
      bytes[from + index] = digitOf(text, place) * 16 + digitOf(text, place + 1);
      place += isDashed[index] === true ? 3 : 2;
    }
  }

  const cellsOf = (bytes: Uint8Array, isHex: Uint8Array, texts: Cells<string>): Cells<string> => ({
    get: (slot) => (isHex[slot] === 1 ? print(bytes, slot * count) : texts.get(slot)),
    set: (slot, value) => {
      const fits = value !== undefined && pattern.test(value);
      isHex[slot] = fits ? 1 : 0;
      if (fits) keep(bytes, slot * count, value);
      texts.set(slot, fits ? undefined : value);
    },
    copy: () => cellsOf(bytes.slice(), isHex.slice(), texts.copy()),
  });
  return () =>
    cellsOf(
      new Uint8Array(count * recordsPerPage),
      new Uint8Array(recordsPerPage),
      anyColumn<string>()(),
    );
}

/** UUIDs in lower case: 16 bytes each. */
export const uuidColumn = hexColumn(16, '', [3, 5, 7, 9]);

function digitOf(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code <= 57 ? code - 48 : code - 87;
}

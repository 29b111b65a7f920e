// Column layout for tables with millions of rows, where objects would take several times the memory. A page is one array of
// bytes, column after column, plus overflow storage for values without a fixed size. `get` builds a new record, its members in
// the order of the columns.

import { invariant, InvariantError } from '../../kernel/invariant.ts';
import { recordsPerPage, type Layout, type RecordPage } from './pages.ts';

export interface PageData {
  readonly view: DataView;
  /** By column: values that are not in the bytes. */
  readonly overflow: (OverflowStorage | undefined)[];
}

export interface OverflowStorage {
  copy(): OverflowStorage;
}

/** Reads and writes one member of the records of any page. An absent member is undefined. */
export interface ColumnAccessor<T> {
  read(page: PageData, slot: number): T | undefined;
  write(page: PageData, slot: number, value: T | undefined): void;
}

/** The encoding of a member. */
export interface Column<T> {
  /** Bytes per record. */
  readonly width: number;
  /** The accessor of the column at this offset in the page's bytes and with this number. */
  readonly at: (start: number, number: number) => ColumnAccessor<T>;
}

/** A column for each member that a record may have. */
export type Columns<R> = { readonly [K in keyof R]-?: Column<Exclude<R[K], undefined>> };

/** The layout of pages with these columns. `id` names the column that has the record's id, if there is one. */
export function columnLayout<R extends object>(columns: Columns<R>, id?: keyof R): Layout<R> {
  const names = Object.keys(columns) as (keyof R)[];
  let byteLength = recordsPerPage; // the first byte of each record: whether its slot is filled
  const accessors = names.map((name, number) => {
    const column = columns[name] as Column<unknown>;
    const accessor = column.at(byteLength, number);
    byteLength += column.width * recordsPerPage;
    return accessor;
  });
  const idAccessor =
    id === undefined ? undefined : (accessors[names.indexOf(id)] as ColumnAccessor<string>);
  const members = { names, accessors, idAccessor };
  return () =>
    new ColumnPage<R>(members, { view: viewOf(new ArrayBuffer(byteLength)), overflow: [] });
}

interface Members<R> {
  readonly names: readonly (keyof R)[];
  readonly accessors: readonly ColumnAccessor<unknown>[];
  readonly idAccessor: ColumnAccessor<string> | undefined;
}

class ColumnPage<R extends object> implements RecordPage<R> {
  readonly #members: Members<R>;
  readonly #data: PageData;

  constructor(members: Members<R>, data: PageData) {
    this.#members = members;
    this.#data = data;
  }

  get(slot: number): R | undefined {
    if (!this.#isFilled(slot)) return undefined;
    const { names, accessors } = this.#members;
    const record: Partial<Record<keyof R, unknown>> = {};
    for (let number = 0; number < names.length; number += 1) {
      const value = (accessors[number] as ColumnAccessor<unknown>).read(this.#data, slot);
      if (value !== undefined) record[names[number] as keyof R] = value;
    }
    return record as R;
  }

  idOf(slot: number): string | undefined {
    return this.#isFilled(slot) ? this.#members.idAccessor?.read(this.#data, slot) : undefined;
  }

  set(slot: number, record: R | undefined): void {
    this.#data.view.setUint8(slot, record === undefined ? 0 : 1);
    const { names, accessors } = this.#members;
    for (let number = 0; number < names.length; number += 1) {
      const value = record?.[names[number] as keyof R];
      (accessors[number] as ColumnAccessor<unknown>).write(this.#data, slot, value);
    }
  }

  copy(): RecordPage<R> {
    const { view, overflow } = this.#data;
    const bytes = view.buffer.slice(0);
    return new ColumnPage(this.#members, {
      view: viewOf(bytes),
      overflow: overflow.map((storage) => storage?.copy()),
    });
  }

  #isFilled(slot: number): boolean {
    return this.#data.view.getUint8(slot) === 1;
  }
}

function viewOf(bytes: ArrayBufferLike): DataView {
  return new DataView(bytes);
}

class Values<T> implements OverflowStorage {
  readonly bySlot: (T | undefined)[];

  constructor(bySlot: (T | undefined)[] = []) {
    this.bySlot = bySlot;
  }

  copy(): Values<T> {
    return new Values([...this.bySlot]);
  }
}

/** Any values, in overflow storage: for members that few records have. */
export function anyColumn<T>(): Column<T> {
  return {
    width: 0,
    at: (_start, number) => ({
      read: ({ overflow }, slot) => (overflow[number] as Values<T> | undefined)?.bySlot[slot],
      write({ overflow }, slot, value) {
        if (value === undefined && overflow[number] === undefined) return;
        const values = (overflow[number] as Values<T> | undefined) ?? new Values<T>();
        values.bySlot[slot] = value;
        overflow[number] = values;
      },
    }),
  };
}

/** Stores values as those of another column. `print` and `parse` are inverse to each other. */
export function mappedColumn<T, Stored>(
  { width, at }: Column<Stored>,
  print: (value: T) => Stored,
  parse: (stored: Stored) => T,
): Column<T> {
  return {
    width,
    at(start, number) {
      const accessor = at(start, number);
      return {
        read(page, slot) {
          const stored = accessor.read(page, slot);
          return stored === undefined ? undefined : parse(stored);
        },
        write(page, slot, value) {
          accessor.write(page, slot, value === undefined ? undefined : print(value));
        },
      };
    },
  };
}

/** Integers such as instants, 8 bytes each. */
export const integerColumn: Column<number> = {
  width: 8,
  at: (start) => ({
    // A new page is all zeros, so 0 stands for an absent value, and -0 for the number 0.
    read({ view }, slot) {
      const stored = view.getFloat64(start + slot * 8);
      return Object.is(stored, 0) ? undefined : Object.is(stored, -0) ? 0 : stored;
    },
    write({ view }, slot, value) {
      view.setFloat64(start + slot * 8, value === undefined ? 0 : value === 0 ? -0 : value);
    },
  }),
};

/** One of at most 255 values, a byte each. */
export function choiceColumn<T extends string>(choices: readonly T[]): Column<T> {
  invariant(choices.length < 256, 'a choice fits a byte');
  return {
    width: 1,
    at: (start) => ({
      read: ({ view }, slot) => choices[view.getUint8(start + slot) - 1],
      write({ view }, slot, value) {
        const number = value === undefined ? 0 : choices.indexOf(value) + 1;
        if (value !== undefined && number === 0) throw unknownChoice(value, choices);
        view.setUint8(start + slot, number);
      },
    }),
  };
}

function unknownChoice(value: unknown, choices: readonly string[]): InvariantError {
  return new InvariantError(
    `Invariant broken: ${JSON.stringify(value)} is one of ${choices.join(', ')}.`,
  );
}

const uuidLength = 36;
const dashPlaces = [8, 13, 18, 23];
const uuidBytes = 16;

/** Ids. UUIDs in lower case take 17 bytes each; others are in overflow storage. */
export const uuidColumn: Column<string> = {
  width: uuidBytes + 1,
  at(start, number) {
    const others = anyColumn<string>().at(start, number);
    const width = uuidBytes + 1;
    return {
      read(page, slot) {
        const first = start + slot * width;
        if (page.view.getUint8(first) === 0) return others.read(page, slot);
        return readUuid(page.view, first + 1);
      },
      write(page, slot, value) {
        const first = start + slot * width;
        const isUuid = value !== undefined && writeUuid(page.view, first + 1, value);
        page.view.setUint8(first, isUuid ? 1 : 0);
        others.write(page, slot, isUuid ? undefined : value);
      },
    };
  },
};

const digitCodes = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0));
const dash = '-'.charCodeAt(0);
const uuidCodes = Array.from({ length: uuidLength }, () => dash);

function readUuid(view: DataView, first: number): string {
  let at = 0;
  for (let index = 0; index < uuidBytes; index += 1) {
    const byte = view.getUint8(first + index);
    uuidCodes[at] = digitCodes[byte >> 4] ?? 0;
    uuidCodes[at + 1] = digitCodes[byte & 15] ?? 0;
    at += index === 3 || index === 5 || index === 7 || index === 9 ? 3 : 2;
  }
  return String.fromCharCode(...uuidCodes);
}

/** Writes a UUID in lower case; returns false for any other text, of which it may write a part. */
function writeUuid(view: DataView, first: number, text: string): boolean {
  if (text.length !== uuidLength) return false;
  if (dashPlaces.some((at) => text.charCodeAt(at) !== dash)) return false;
  let at = 0;
  for (let index = 0; index < uuidBytes; index += 1) {
    const byte = hexByteAt(text, at);
    if (byte === -1) return false;
    view.setUint8(first + index, byte);
    at += index === 3 || index === 5 || index === 7 || index === 9 ? 3 : 2;
  }
  return true;
}

/** The byte of two lower-case hex digits; -1 if they are not. */
export function hexByteAt(text: string, at: number): number {
  const high = digitAt(text, at);
  const low = digitAt(text, at + 1);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 48 && code <= 57) return code - 48;
  return code >= 97 && code <= 102 ? code - 87 : -1;
}

// Records kept as columns: for tables with millions of rows, where objects would cost several times what their data need.
// A page is one run of bytes, column after column; what has no fixed size stands beside them, by column. A record that is
// read is put together anew, member by member in the order of its columns.

import { invariant, InvariantError } from '../../kernel/invariant.ts';
import { recordsPerPage, type Layout, type Page } from './pages.ts';

/** What a page keeps. */
export interface PageData {
  readonly view: DataView;
  /** By column: what is not in the bytes, where there is any. */
  readonly beside: (Beside | undefined)[];
}

export interface Beside {
  copy(): Beside;
}

/** One member of the records of any page. An absent member is undefined. */
export interface Cells<T> {
  read(page: PageData, slot: number): T | undefined;
  write(page: PageData, slot: number, value: T | undefined): void;
}

/** How a member is kept. */
export interface Column<T> {
  /** The bytes of each record. */
  readonly width: number;
  /** The cells that begin at a byte of the page and are so many columns behind the first. */
  readonly at: (start: number, place: number) => Cells<T>;
}

/** A column for each member that a record may have. */
export type Columns<R> = { readonly [K in keyof R]-?: Column<Exclude<R[K], undefined>> };

/** The layout of pages with these columns. `id` names the one that holds what the table takes for the id, if one does. */
export function columnLayout<R extends object>(columns: Columns<R>, id?: keyof R): Layout<R> {
  const names = Object.keys(columns) as (keyof R)[];
  let byteLength = recordsPerPage; // of a page: a byte a record says that there is one
  const cells = names.map((name, place) => {
    const column = columns[name] as Column<unknown>;
    const made = column.at(byteLength, place);
    byteLength += column.width * recordsPerPage;
    return made;
  });
  const idCells = id === undefined ? undefined : (cells[names.indexOf(id)] as Cells<string>);
  const form = { names, cells, idCells };
  return () => new ColumnPage<R>(form, { view: viewOf(new ArrayBuffer(byteLength)), beside: [] });
}

interface Form<R> {
  readonly names: readonly (keyof R)[];
  readonly cells: readonly Cells<unknown>[];
  /** Where the ids are, if anywhere. */
  readonly idCells: Cells<string> | undefined;
}

class ColumnPage<R extends object> implements Page<R> {
  readonly #form: Form<R>;
  readonly #data: PageData;

  constructor(form: Form<R>, data: PageData) {
    this.#form = form;
    this.#data = data;
  }

  get(slot: number): R | undefined {
    if (!this.#isFilled(slot)) return undefined;
    const { names, cells } = this.#form;
    const record: Partial<Record<keyof R, unknown>> = {};
    for (let place = 0; place < names.length; place += 1) {
      const value = (cells[place] as Cells<unknown>).read(this.#data, slot);
      if (value !== undefined) record[names[place] as keyof R] = value;
    }
    return record as R;
  }

  idOf(slot: number): string | undefined {
    return this.#isFilled(slot) ? this.#form.idCells?.read(this.#data, slot) : undefined;
  }

  set(slot: number, record: R | undefined): void {
    this.#data.view.setUint8(slot, record === undefined ? 0 : 1);
    const { names, cells } = this.#form;
    for (let place = 0; place < names.length; place += 1) {
      (cells[place] as Cells<unknown>).write(this.#data, slot, record?.[names[place] as keyof R]);
    }
  }

  copy(): Page<R> {
    const { view, beside } = this.#data;
    const bytes = view.buffer.slice(0);
    return new ColumnPage(this.#form, {
      view: viewOf(bytes),
      beside: beside.map((kept) => kept?.copy()),
    });
  }

  #isFilled(slot: number): boolean {
    return this.#data.view.getUint8(slot) === 1;
  }
}

function viewOf(bytes: ArrayBufferLike): DataView {
  return new DataView(bytes);
}

class Values<T> implements Beside {
  readonly bySlot: (T | undefined)[];

  constructor(bySlot: (T | undefined)[] = []) {
    this.bySlot = bySlot;
  }

  copy(): Values<T> {
    return new Values([...this.bySlot]);
  }
}

/** Any values, as they are: for members that few records have. */
export function anyColumn<T>(): Column<T> {
  return {
    width: 0,
    at: (_start, place) => ({
      read: ({ beside }, slot) => (beside[place] as Values<T> | undefined)?.bySlot[slot],
      write({ beside }, slot, value) {
        if (value === undefined && beside[place] === undefined) return;
        const values = (beside[place] as Values<T> | undefined) ?? new Values<T>();
        values.bySlot[slot] = value;
        beside[place] = values;
      },
    }),
  };
}

/** The values of another column, written as something else. `print` and `parse` are each other's inverse. */
export function mappedColumn<T, Kept>(
  { width, at }: Column<Kept>,
  print: (value: T) => Kept,
  parse: (kept: Kept) => T,
): Column<T> {
  return {
    width,
    at(start, place) {
      const cells = at(start, place);
      return {
        read(page, slot) {
          const kept = cells.read(page, slot);
          return kept === undefined ? undefined : parse(kept);
        },
        write(page, slot, value) {
          cells.write(page, slot, value === undefined ? undefined : print(value));
        },
      };
    },
  };
}

/** Numbers such as instants: 8 bytes each. */
export const integerColumn: Column<number> = {
  width: 8,
  at: (start) => ({
    // Nothing is the one number that no record has: a page begins as zeros, and -0 is none of them.
    read({ view }, slot) {
      const kept = view.getFloat64(start + slot * 8);
      return Object.is(kept, 0) ? undefined : Object.is(kept, -0) ? 0 : kept;
    },
    write({ view }, slot, value) {
      view.setFloat64(start + slot * 8, value === undefined ? 0 : value === 0 ? -0 : value);
    },
  }),
};

/** One of at most 255 values: a byte each. */
export function choiceColumn<T extends string>(choices: readonly T[]): Column<T> {
  invariant(choices.length < 256, 'a choice fits a byte');
  return {
    width: 1,
    at: (start) => ({
      read: ({ view }, slot) => choices[view.getUint8(start + slot) - 1],
      write({ view }, slot, value) {
        const number = value === undefined ? 0 : choices.indexOf(value) + 1;
        if (value !== undefined && number === 0) throw new InvariantError(notOf(value, choices));
        view.setUint8(start + slot, number);
      },
    }),
  };
}

const notOf = (value: unknown, choices: readonly string[]) =>
  `Invariant broken: ${JSON.stringify(value)} is one of ${choices.join(', ')}.`;

const uuidLength = 36;
const dashPlaces = [8, 13, 18, 23];
const uuidBytes = 16;

/** Ids. UUIDs in lower case take 17 bytes each; what is of another form stays as it is. */
export const uuidColumn: Column<string> = {
  width: uuidBytes + 1,
  at(start, place) {
    const others = anyColumn<string>().at(start, place);
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

/** Whether the text is a UUID in lower case, which is then written. */
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

/** The byte that two lower-case hex digits write, or -1 where they are none. */
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

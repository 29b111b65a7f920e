// Records kept as columns: for tables with millions of rows, where objects would cost several times what their data need.
// A record that is read is put together anew, member by member in the order of its columns.

import { invariant } from './invariant.ts';
import { recordsPerPage, type Layout, type Page } from './pages.ts';

/** One member of all records of a page. An absent member is undefined. */
export interface Cells<T> {
  get(slot: number): T | undefined;
  set(slot: number, value: T | undefined): void;
  copy(): Cells<T>;
}

/** Makes the cells of a new page. */
export type Column<T> = () => Cells<T>;

/** A column for each member that a record may have. */
export type Columns<R> = { readonly [K in keyof R]-?: Column<Exclude<R[K], undefined>> };

/** The layout of pages with these columns. `id` names the one that holds what the table takes for the id, if one does. */
export function columnLayout<R extends object>(columns: Columns<R>, id?: keyof R): Layout<R> {
  const names = Object.keys(columns) as (keyof R)[];
  const made = names.map((name) => columns[name] as Column<unknown>);
  const form = { names, idPlace: id === undefined ? -1 : names.indexOf(id) };
  return () =>
    new ColumnPage<R>(
      form,
      made.map((column) => column()),
      new Uint8Array(recordsPerPage),
    );
}

interface Form<R> {
  readonly names: readonly (keyof R)[];
  /** Where the ids are among the columns; -1 if nowhere. */
  readonly idPlace: number;
}

class ColumnPage<R extends object> implements Page<R> {
  readonly #form: Form<R>;
  readonly #cells: readonly Cells<unknown>[];
  readonly #isFilled: Uint8Array;

  constructor(form: Form<R>, cells: readonly Cells<unknown>[], isFilled: Uint8Array) {
    this.#form = form;
    this.#cells = cells;
    this.#isFilled = isFilled;
  }

  get(slot: number): R | undefined {
    if (this.#isFilled[slot] !== 1) return undefined;
    const { names } = this.#form;
    const record: Partial<Record<keyof R, unknown>> = {};
    for (let index = 0; index < names.length; index += 1) {
      const value = (this.#cells[index] as Cells<unknown>).get(slot);
      if (value !== undefined) record[names[index] as keyof R] = value;
    }
    return record as R;
  }

  idOf(slot: number): string | undefined {
    if (this.#isFilled[slot] !== 1) return undefined;
    return this.#cells[this.#form.idPlace]?.get(slot) as string | undefined;
  }

  set(slot: number, record: R | undefined): void {
    this.#isFilled[slot] = record === undefined ? 0 : 1;
    for (const [index, name] of this.#form.names.entries()) {
      this.#cells[index]?.set(slot, record?.[name]);
    }
  }

  copy(): Page<R> {
    const copies = this.#cells.map((cells) => cells.copy());
    return new ColumnPage(this.#form, copies, this.#isFilled.slice());
  }
}

class AnyCells<T> implements Cells<T> {
  readonly #values: (T | undefined)[];

  constructor(values: (T | undefined)[] = []) {
    this.#values = values;
  }

  get(slot: number): T | undefined {
    return this.#values[slot];
  }

  set(slot: number, value: T | undefined): void {
    if (value !== undefined || slot < this.#values.length) this.#values[slot] = value;
  }

  copy(): Cells<T> {
    return new AnyCells([...this.#values]);
  }
}

/** Any values, as they are: texts that many rows share, members that few rows have. */
export function anyColumn<T>(): Column<T> {
  return () => new AnyCells<T>();
}

class IntegerCells implements Cells<number> {
  readonly #values: Float64Array;

  constructor(values = new Float64Array(recordsPerPage).fill(Number.NaN)) {
    this.#values = values;
  }

  get(slot: number): number | undefined {
    const value = this.#values[slot];
    return value === undefined || Number.isNaN(value) ? undefined : value;
  }

  set(slot: number, value: number | undefined): void {
    this.#values[slot] = value ?? Number.NaN;
  }

  copy(): Cells<number> {
    return new IntegerCells(this.#values.slice());
  }
}

/** Numbers such as instants: 8 bytes each. */
export const integerColumn: Column<number> = () => new IntegerCells();

class ChoiceCells<T extends string> implements Cells<T> {
  readonly #choices: readonly T[];
  readonly #numbers: Uint8Array;

  constructor(choices: readonly T[], numbers = new Uint8Array(recordsPerPage)) {
    this.#choices = choices;
    this.#numbers = numbers;
  }

  get(slot: number): T | undefined {
    return this.#choices[(this.#numbers[slot] ?? 0) - 1];
  }

  set(slot: number, value: T | undefined): void {
    const number = value === undefined ? 0 : this.#choices.indexOf(value) + 1;
    invariant(value === undefined || number > 0, `${String(value)} is one of the choices`);
    this.#numbers[slot] = number;
  }

  copy(): Cells<T> {
    return new ChoiceCells(this.#choices, this.#numbers.slice());
  }
}

/** One of at most 255 values: a byte each. */
export function choiceColumn<T extends string>(choices: readonly T[]): Column<T> {
  invariant(choices.length < 256, 'a choice fits a byte');
  return () => new ChoiceCells(choices);
}

const byteTexts = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** How the bytes of a hex text are written: behind a prefix, with dashes behind some of them. */
interface HexForm {
  readonly count: number;
  readonly prefix: string;
  readonly isDashed: readonly boolean[];
  readonly pattern: RegExp;
}

class HexCells implements Cells<string> {
  readonly #form: HexForm;
  readonly #bytes: Uint8Array;
  readonly #isHex: Uint8Array;
  readonly #texts: Cells<string>;

  constructor(
    form: HexForm,
    bytes = new Uint8Array(form.count * recordsPerPage),
    isHex = new Uint8Array(recordsPerPage),
    texts: Cells<string> = new AnyCells<string>(),
  ) {
    this.#form = form;
    this.#bytes = bytes;
    this.#isHex = isHex;
    this.#texts = texts;
  }

  get(slot: number): string | undefined {
    if (this.#isHex[slot] !== 1) return this.#texts.get(slot);
    const { count, prefix, isDashed } = this.#form;
    let text = prefix;
    for (let index = 0; index < count; index += 1) {
      text += byteTexts[this.#bytes[slot * count + index] ?? 0];
      if (isDashed[index] === true) text += '-';
    }
    return text;
  }

  set(slot: number, value: string | undefined): void {
    const { count, prefix, isDashed, pattern } = this.#form;
    const isHex = value !== undefined && pattern.test(value);
    this.#isHex[slot] = isHex ? 1 : 0;
    this.#texts.set(slot, isHex ? undefined : value);
    if (!isHex) return;
    let place = prefix.length;
    for (let index = 0; index < count; index += 1) {
      this.#bytes[slot * count + index] = digitOf(value, place) * 16 + digitOf(value, place + 1);
      place += isDashed[index] === true ? 3 : 2;
    }
  }

  copy(): Cells<string> {
    const [bytes, isHex] = [this.#bytes.slice(), this.#isHex.slice()];
    return new HexCells(this.#form, bytes, isHex, this.#texts.copy());
  }
}

/**
 * Texts of `count` bytes in lower-case hex behind a prefix, cut by dashes behind these bytes: ids, addresses. What is of
 * another form stays a text.
 */
export function hexColumn(
  count: number,
  prefix: string,
  dashesBehind: readonly number[] = [],
): Column<string> {
  const isDashed = Array.from({ length: count }, (_, index) => dashesBehind.includes(index));
  const digits = isDashed.map((hasDash) => (hasDash ? '[0-9a-f]{2}-' : '[0-9a-f]{2}'));
  const form = { count, prefix, isDashed, pattern: new RegExp(`^${prefix}${digits.join('')}$`) };
  return () => new HexCells(form);
}

/** UUIDs in lower case: 16 bytes each. */
export const uuidColumn = hexColumn(16, '', [3, 5, 7, 9]);

function digitOf(text: string, place: number): number {
  const code = text.charCodeAt(place);
  return code <= 57 ? code - 48 : code - 87;
}

// Venues and organizers as an event names them: by id, or with the fields of new ones (reference/calendar.md section 5.1).

import type { Kind } from './kinds.ts';
import { tried } from './read.ts';
import type { Table, Values } from './table.ts';
import { fieldsIn, isNothing, itemsIn, positiveIntegerIn, type Fields } from './values.ts';

/** One that is there already, or the fields of one to be made. */
export type Linked<P extends Table> =
  { readonly id: number } | { readonly id?: never; readonly fields: Values<P> };

/** What an event is linked to, in order; an empty list for nothing. Its new ones are read by their own table. */
export function linked<P extends Table>(table: P): Kind<readonly Linked<P>[]> {
  return {
    form: { type: 'array', items: { type: 'integer' } },
    isValid: (value) => allOf(table, value) !== undefined,
    read: (value) => allOf(table, value),
  };
}

function allOf<P extends Table>(table: P, value: unknown): readonly Linked<P>[] | undefined {
  const all = namedIn(value)?.map((item) => oneOf(table, item));
  return all?.every((one) => one !== undefined) === true ? all : undefined;
}

function namedIn(value: unknown): readonly unknown[] | undefined {
  if (isNothing(value)) return [];
  if (fieldsIn(value) !== undefined) return [value];
  return itemsIn(value)?.filter((item) => !isNothing(item));
}

function oneOf<P extends Table>(table: P, item: unknown): Linked<P> | undefined {
  const fields = fieldsIn(item);
  if (fields === undefined) return linkedId(item);
  const id = own(fields, 'id');
  if (!isNothing(id)) return linkedId(id);
  const read = tried(table, (name) => own(fields, name), pages);
  return 'values' in read ? { fields: read.values } : undefined;
}

function linkedId(value: unknown): { readonly id: number } | undefined {
  const id = positiveIntegerIn(value);
  return id === undefined ? undefined : { id };
}

/** A member that the client sent, not one that every object has. */
function own(fields: Fields, name: string): unknown {
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** Records that are made have no pages. */
const pages = { perPage: 1, perPageMax: 1 };

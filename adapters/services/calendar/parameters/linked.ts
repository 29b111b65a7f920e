// Venues and organizers as an event names them: by id, or with the fields of new ones (reference/calendar.md section 5.1).

import { invalid, Refused, type Kind } from './kinds.ts';
import { invalidReason, tried } from './read.ts';
import type { Table, Values } from './table.ts';
import { fieldsIn, isNothing, itemsIn, own, positiveIntegerIn } from './values.ts';

/** One that is there already, or the fields of one to be made. */
export type Linked<P extends Table> =
  { readonly id: number } | { readonly id?: never; readonly fields: Values<P> };

/** What an event is linked to, in order; an empty list for nothing. Its new ones are read by their own table. */
export function linked<P extends Table>(table: P): Kind<readonly Linked<P>[]> {
  return {
    form: { type: 'array', items: { type: 'integer' } },
    read: (value) => allOf(table, value) ?? invalid,
  };
}

function allOf<P extends Table>(
  table: P,
  value: unknown,
): readonly Linked<P>[] | Refused | undefined {
  const single = linkedId(value);
  if (single !== undefined) return [single];
  const named = namedIn(value);
  if (named === undefined) return undefined;
  const all: Linked<P>[] = [];
  for (const item of named) {
    const one = oneOf(table, item);
    if (one === undefined || one instanceof Refused) return one;
    all.push(one);
  }
  return all;
}

function namedIn(value: unknown): readonly unknown[] | undefined {
  if (isNothing(value)) return [];
  if (fieldsIn(value) !== undefined) return [value];
  return itemsIn(value)?.filter((item) => !isNothing(item));
}

function oneOf<P extends Table>(table: P, item: unknown): Linked<P> | Refused | undefined {
  const fields = fieldsIn(item);
  if (fields === undefined) return linkedId(item);
  const id = own(fields, 'id');
  if (!isNothing(id)) return linkedId(id);
  const read = tried(table, fields, pages);
  if ('values' in read) return { fields: read.values };
  if (read.problem.kind !== 'invalid') return undefined;
  const told = Object.entries(read.problem.reasons).find(([, reason]) => reason !== invalidReason);
  return told === undefined ? undefined : new Refused(`${told[0]} ${told[1]}`);
}

function linkedId(value: unknown): { readonly id: number } | undefined {
  const id = positiveIntegerIn(value);
  return id === undefined ? undefined : { id };
}

/** Records that are made have no pages. */
const pages = { perPage: 1, perPageMax: 1 };

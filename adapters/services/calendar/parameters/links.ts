// The venue and organizers of an event: existing ones by id, or the fields of new ones (reference/calendar.md section 5.1).

import { invalid, Refused, type Kind } from './kinds.ts';
import { invalidReason, parseParameters } from './read.ts';
import type { ParameterTable, ParameterValues } from './table.ts';
import { fieldsIn, isEmpty, itemsIn, own, positiveIntegerIn } from './values.ts';

/** An existing record, or the fields of one to create. */
export type SentLink<P extends ParameterTable> =
  { readonly id: number } | { readonly id?: never; readonly fields: ParameterValues<P> };

/** The links of an event, in order; empty values are an empty list. The fields of new records are parsed by their table. */
export function links<P extends ParameterTable>(table: P): Kind<readonly SentLink<P>[]> {
  return {
    form: { type: 'array', items: { type: 'integer' } },
    read: (value) => parseLinks(table, value) ?? invalid,
  };
}

function parseLinks<P extends ParameterTable>(
  table: P,
  value: unknown,
): readonly SentLink<P>[] | Refused | undefined {
  const single = linkById(value);
  if (single !== undefined) return [single];
  const items = linkItems(value);
  if (items === undefined) return undefined;
  const links: SentLink<P>[] = [];
  for (const item of items) {
    const link = parseLink(table, item);
    if (link === undefined || link instanceof Refused) return link;
    links.push(link);
  }
  return links;
}

function linkItems(value: unknown): readonly unknown[] | undefined {
  if (isEmpty(value)) return [];
  if (fieldsIn(value) !== undefined) return [value];
  return itemsIn(value)?.filter((item) => !isEmpty(item));
}

function parseLink<P extends ParameterTable>(
  table: P,
  item: unknown,
): SentLink<P> | Refused | undefined {
  const fields = fieldsIn(item);
  if (fields === undefined) return linkById(item);
  const id = own(fields, 'id');
  if (!isEmpty(id)) return linkById(id);
  const result = parseParameters(table, fields, noPages);
  if ('values' in result) return { fields: result.values };
  if (result.problem.kind !== 'invalid') return undefined;
  const reasons = Object.entries(result.problem.reasons);
  const [name, reason] = reasons.find(([, text]) => text !== invalidReason) ?? [];
  return reason === undefined ? undefined : new Refused(`${name} ${reason}`);
}

function linkById(value: unknown): { readonly id: number } | undefined {
  const id = positiveIntegerIn(value);
  return id === undefined ? undefined : { id };
}

/** Tables of new records have no page parameters. */
const noPages = { perPage: 1, perPageMax: 1 };

// Lists in their envelope, with links to the pages before and behind (reference/calendar.md section 4).

import type { HttpResponse } from '../../http/messages.ts';
import { pageCharsMax, urlCharsMax } from '../../http/limits.ts';
import { contentType, plainFailure } from './errors.ts';
import type { Links } from './links.ts';
import type { PageSettings, Table, Values } from './parameters/table.ts';

/** What a list was asked for, as its links say it: names and texts in order. */
export type Filters = readonly (readonly [name: string, value: string])[];

export interface CollectionParts {
  /** The name of the list in the envelope and in the path: `events`. */
  readonly key: string;
  /** As JSON each. */
  readonly items: readonly string[];
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** With the page among them. */
  readonly filters: Filters;
  readonly links: Links;
}

/** What page numbers take of a link, and something to spare. */
const pageNumberCharsMax = 30;
const longestLink = urlCharsMax - pageNumberCharsMax;
const linksTooLong = `The links of this list are longer than ${urlCharsMax} characters: they could not be followed.`;

/** The refusal of a list one of whose pages would have links that are too long to be followed. */
export function refusedLinks(
  key: string,
  filters: Filters,
  links: Links,
): HttpResponse | undefined {
  const others = filters.filter(([name]) => name !== 'page');
  const isTooLong = addressOf(links.to(`/${key}/`), others).length > longestLink;
  return isTooLong ? plainFailure(414, linksTooLong) : undefined;
}

/** Items of a page that are printed at one go: some milliseconds of work. */
export const itemsAtOnce = 50;

/** How a list of some form is printed. */
interface ListForm {
  /** Items that are printed at one go. */
  readonly atOnce: number;
  /** The refusal of a list that is too long. */
  readonly tooLong: string;
}

const longest = pageCharsMax.toLocaleString('en-US');
const pageForm: ListForm = {
  atOnce: itemsAtOnce,
  tooLong: `The page is longer than ${longest} characters: ask for fewer items with per_page.`,
};
export const feedForm: ListForm = {
  atOnce: 10,
  tooLong: `The feed is longer than ${longest} characters: ask for fewer events with start_date and end_date.`,
};

/**
 * The printed items of a page or a feed, or the refusal of one that is too long. A single item is always given. Yields now
 * and then, so that others go on while a long list is printed.
 */
export function* printedItems<Item>(
  items: readonly (() => Item)[],
  print: (item: Item) => string,
  { atOnce, tooLong }: ListForm = pageForm,
): Generator<undefined, readonly string[] | HttpResponse, void> {
  const printed: string[] = [];
  let length = 0;
  for (const shown of items) {
    if (printed.length > 0 && printed.length % atOnce === 0) yield;
    const one = print(shown());
    length += one.length;
    if (length > pageCharsMax && items.length > 1) return plainFailure(400, tooLong);
    printed.push(one);
  }
  return printed;
}

/** One page of a list. */
export function collection(parts: CollectionParts): HttpResponse {
  const { key, items, total, page, perPage, filters, links } = parts;
  const totalPages = Math.ceil(total / perPage);
  const base = links.to(`/${key}/`);
  const others = filters.filter(([name]) => name !== 'page');
  const paged = (number: number): Filters => [...others, ['page', String(number)]];
  const before = page === 2 ? others : paged(page - 1);
  const around = {
    rest_url: addressOf(base, filters),
    ...(page < totalPages ? { next_rest_url: addressOf(base, paged(page + 1)) } : {}),
    ...(page > 1 ? { previous_rest_url: addressOf(base, before) } : {}),
    total,
    total_pages: totalPages,
  };
  return {
    status: 200,
    headers: {
      'Content-Type': contentType,
      'X-TEC-Total': String(total),
      'X-TEC-TotalPages': String(totalPages),
    },
    body: `{"${key}":[${items.join(',')}],${JSON.stringify(around).slice(1)}`,
  };
}

/**
 * What was read by a table, as its links repeat it: whatever differs from its default, and the page and its size always.
 * Read again it gives the same values. A password is no filter, and nothing to be written into addresses.
 */
export function filtersOf<P extends Table>(
  table: P,
  values: Values<P>,
  settings: PageSettings,
): Filters {
  const read: Readonly<Record<string, unknown>> = values;
  return Object.entries(table).flatMap(([name, parameter]) => {
    const value = read[name];
    const isAlways = name === 'page' || name === 'per_page';
    if (name === 'password') return [];
    const isSaid = value !== undefined && (isAlways || value !== parameter.defaultIn(settings));
    return isSaid ? printed(name, value) : [];
  });
}

function printed(name: string, value: unknown): Filters {
  if (!Array.isArray(value)) return [[name, String(value)]];
  const items = value.map(String);
  // A comma within an item, as only lists with brackets can have it, must not part it.
  const isPlain = items.every((item) => !item.includes(','));
  return isPlain ? [[name, items.join(',')]] : items.map((item) => [`${name}[]`, item] as const);
}

export function addressOf(base: string, filters: Filters): string {
  const query = filters.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return query === '' ? base : `${base}?${query}`;
}

/** Blanks become `%20`; what may stand in a query as it is does. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2C|5B|5D|2F)/g, decodeURIComponent);
}

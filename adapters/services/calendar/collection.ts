// Pages of lists in their envelope, with links to the previous and the next page (reference/calendar.md section 4).

import type { InPieces } from '../../../core/index.ts';
import type { HttpResponse } from '../../protocol/messages.ts';
import { pageCharsMax, urlCharsMax } from '../../protocol/limits.ts';
import { contentType, plainFailure } from './errors.ts';
import {
  printSelected,
  select,
  selectionOf,
  type FilteredResponse,
  type Selection,
} from './field-filter.ts';
import type { Links } from './links.ts';
import type { PageSettings, ParameterTable, ParameterValues } from './parameters/table.ts';

/** The filters of a list as its links repeat them, in order. */
export type Filters = readonly (readonly [name: string, value: string])[];

export interface CollectionParts {
  /** The name of the list in the envelope and in the path: `events`. */
  readonly key: string;
  /** Printed as JSON: the selected fields of the selected items. */
  readonly items: readonly PrintedItem[];
  readonly selection: Selection;
  readonly total: number;
  readonly page: number;
  readonly perPage: number;
  /** Including the page. */
  readonly filters: Filters;
  readonly links: Links;
}

/** Characters reserved for the page number of a link. */
const pageNumberCharsMax = 30;
const longestLink = urlCharsMax - pageNumberCharsMax;
const linksTooLong = `The links of this list would exceed ${urlCharsMax} characters: send fewer or shorter filters.`;

/** The refusal of a list whose links would exceed the length limit of URLs. */
export function refusedLinks(
  key: string,
  filters: Filters,
  links: Links,
): HttpResponse | undefined {
  const others = filters.filter(([name]) => name !== 'page');
  const isTooLong = addressOf(links.to(`/${key}/`), others).length > longestLink;
  return isTooLong ? plainFailure(414, linksTooLong) : undefined;
}

/** With commas; `toLocaleString` would load the host's locale data at every start. */
const longest = String(pageCharsMax).replaceAll(/\B(?=(\d{3})+$)/g, ',');
const pageTooLong = `The page is longer than ${longest} characters: request fewer items with per_page.`;
export const feedTooLong = `The feed is longer than ${longest} characters: request fewer events with start_date and end_date.`;

/** An item by its index in the page. */
export type PrintedItem = readonly [index: string, text: string];

/**
 * Prints the items of a page or a feed, or the error if the text is too long; a single item is never too long. Yields
 * between items, so that other requests are served while a long list is printed.
 */
export function* printedItems<Item>(
  items: readonly (() => InPieces<Item>)[],
  print: (item: Item) => InPieces<string>,
  { selection = true, tooLong = pageTooLong }: ItemOptions = {},
): InPieces<readonly PrintedItem[] | HttpResponse> {
  const printed: PrintedItem[] = [];
  let length = 0;
  for (const [index, render] of items.entries()) {
    const selected = selectionOf(selection, String(index));
    if (selected === undefined) continue;
    const whole = yield* print(yield* render());
    const text = selected === true ? whole : JSON.stringify(select(JSON.parse(whole), selected));
    yield;
    length += text.length;
    if (length > pageCharsMax && items.length > 1) return plainFailure(400, tooLong);
    printed.push([String(index), text]);
  }
  return printed;
}

interface ItemOptions {
  /** Of the list; default: all items. */
  readonly selection?: Selection;
  /** The error message for lists that are too long. */
  readonly tooLong?: string;
}

/** One page of a list. */
export function collection(parts: CollectionParts): FilteredResponse {
  const { key, items, selection, total, page, perPage, filters, links } = parts;
  const totalPages = Math.ceil(total / perPage);
  const base = links.to(`/${key}/`);
  const others = filters.filter(([name]) => name !== 'page');
  const paged = (number: number): Filters => [...others, ['page', String(number)]];
  const before = page === 2 ? others : paged(page - 1);
  const around = {
    rest_url: addressOf(base, filters),
    next_rest_url: page < totalPages ? addressOf(base, paged(page + 1)) : undefined,
    previous_rest_url: page > 1 ? addressOf(base, before) : undefined,
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
    body: bodyOf(key, items, around, selection),
    isFiltered: true,
  };
}

function bodyOf(
  key: string,
  items: readonly PrintedItem[],
  around: object,
  selection: Selection,
): string {
  const isListed = selectionOf(selection, key) !== undefined;
  const members = Object.entries(around).flatMap(([name, value]): PrintedItem[] => {
    const isSelected = value !== undefined && selectionOf(selection, name) !== undefined;
    return isSelected ? [[name, JSON.stringify(value)]] : [];
  });
  const list: readonly PrintedItem[] = isListed ? [[key, printSelected(items, true)]] : [];
  return printSelected([...list, ...members], false);
}

/**
 * The filters that links repeat: values that differ from their defaults, and always the page and its size. Parsing them
 * again yields the same values. Passwords are omitted: links must not contain secrets.
 */
export function filtersOf<P extends ParameterTable>(
  table: P,
  values: ParameterValues<P>,
  settings: PageSettings,
): Filters {
  const read: Readonly<Record<string, unknown>> = values;
  return Object.entries(table).flatMap(([name, parameter]) => {
    const value = read[name];
    const isAlways = name === 'page' || name === 'per_page';
    if (name === 'password') return [];
    const isRepeated = value !== undefined && (isAlways || value !== parameter.defaultIn(settings));
    return isRepeated ? printed(name, value) : [];
  });
}

function printed(name: string, value: unknown): Filters {
  if (!Array.isArray(value)) return [[name, String(value)]];
  const items = value.map(String);
  // Items that contain a comma, which only bracket lists can have, must not be split.
  const isPlain = items.every((item) => !item.includes(','));
  return isPlain ? [[name, items.join(',')]] : items.map((item) => [`${name}[]`, item] as const);
}

export function addressOf(base: string, filters: Filters): string {
  const query = filters.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return query === '' ? base : `${base}?${query}`;
}

/** Percent-encoded, except for characters that are allowed in a query. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(/%(?:3A|2C|5B|5D|2F)/g, decodeURIComponent);
}

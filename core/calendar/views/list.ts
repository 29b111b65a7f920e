// The common parts of the lists of events, venues and organizers: pages and visible statuses (reference/calendar.md sections
// 2.1, 4 and 5.5).

import { atOnce, type InPieces } from '../../kernel/pieces.ts';
import { err, ok, type Result } from '../../kernel/result.ts';
import type { SelectResult } from '../../tables/index.ts';
import type { Caller } from '../commands.ts';
import { seesUnpublished } from '../permissions.ts';
import { invalidStatus, type Problems } from '../problems.ts';
import { isStatus, statuses, type Status } from '../records/post.ts';
import type { CalendarRejection, PlainCalendarRejection } from '../rejections.ts';

/** A page of a list, from 1. */
export interface NumberedPage {
  readonly page: number;
  readonly perPage: number;
}

/** One page of a list, and the number of items on all pages. */
export interface ListView<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** Offset and limit of a page. */
export function rangeOf({ page, perPage }: NumberedPage): { offset: number; limit: number } {
  return { offset: (page - 1) * perPage, limit: perPage };
}

/** One page of a list with items rendered on demand: long pages in pieces, at the same state. */
export interface ListPage<Item> {
  readonly items: readonly (() => InPieces<Item>)[];
  readonly total: number;
}

/** A page with all its items rendered. */
export function withRenderedItems<Item, Page extends ListPage<Item>>(
  page: Result<Page, CalendarRejection>,
): Result<Omit<Page, 'items'> & ListView<Item>, CalendarRejection> {
  if (!page.ok) return page;
  return ok({ ...page.value, items: page.value.items.map((render) => atOnce(render())) });
}

/** A page of a selection. The first page always exists; pages behind the last are rejected. */
export function listPage<Record, Item>(
  { total, records }: SelectResult<Record>,
  { page }: NumberedPage,
  pageNotFound: PlainCalendarRejection['code'],
  render: (record: Record) => InPieces<Item>,
): Result<ListPage<Item>, CalendarRejection> {
  if (records.length === 0 && page > 1) return err({ code: pageNotFound });
  return ok({ items: records.map((record) => () => render(record)), total });
}

const allButTrash = statuses.filter((status) => status !== 'trash');

/** The statuses of a list: the requested ones, or all that the caller may see. */
export function visibleStatuses(
  caller: Caller,
  requested: readonly string[] | undefined,
  problems: Problems,
): readonly Status[] {
  if (requested === undefined) return seesUnpublished(caller) ? allButTrash : ['publish'];
  const known = requested.filter(isStatus);
  const isAllowed = seesUnpublished(caller) || known.every((status) => status === 'publish');
  if (known.length < requested.length) problems['status'] = invalidStatus;
  else if (!isAllowed)
    problems['status'] = 'must be publish: the caller may not list unpublished posts';
  return known;
}

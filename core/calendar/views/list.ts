// What the lists of events, venues and organizers have in common: pages, and whose statuses they show
// (reference/calendar.md sections 2.1, 4 and 5.5).

import { err, ok, type Result } from '../../kernel/result.ts';
import type { Selection } from '../../tables/index.ts';
import type { Caller, Status } from '../commands.ts';
import { seesAll } from '../decide/rights.ts';
import { isStatus, statuses } from '../records/post.ts';
import type { CalendarRejection, RejectionCode } from '../rejections.ts';

/** Which page of a list, from 1. */
export interface PageQuery {
  readonly page: number;
  readonly perPage: number;
}

/** One page of a list, and how many items all pages have. */
export interface ListView<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** What is wrong with the parameters of a list, by their names on the wire. */
export type Problems = Record<string, string>;

/** The refusal for the parameters that are wrong, if any are. */
export function refusalOf(problems: Problems): Result<never, CalendarRejection> | undefined {
  if (Object.keys(problems).length === 0) return undefined;
  return err({ code: 'PARAMETERS_INVALID', problems });
}

/** The places of a page in its list. */
export function placesOf({ page, perPage }: PageQuery): { offset: number; limit: number } {
  return { offset: (page - 1) * perPage, limit: perPage };
}

/** One page of a list with items that are rendered on demand: long pages in pieces, at the same state. */
export interface ListPage<Item> {
  readonly items: readonly (() => Item)[];
  readonly total: number;
}

/** A page with all its items rendered. */
export function rendered<Item, Page extends ListPage<Item>>(
  page: Result<Page, CalendarRejection>,
): Result<Omit<Page, 'items'> & ListView<Item>, CalendarRejection> {
  if (!page.ok) return page;
  return ok({ ...page.value, items: page.value.items.map((shown) => shown()) });
}

/** A page to be rendered. There is always a first page, and none behind the last. */
export function listPage<Record, Item>(
  { total, records }: Selection<Record>,
  { page }: PageQuery,
  behindTheLast: RejectionCode,
  shown: (record: Record) => Item,
): Result<ListPage<Item>, CalendarRejection> {
  if (records.length === 0 && page > 1) return err({ code: behindTheLast });
  return ok({ items: records.map((record) => () => shown(record)), total });
}

const allButTrash = statuses.filter((status) => status !== 'trash');

/** The statuses that a list shows: what was asked for, if the caller may ask for that, or what the caller sees anyway. */
export function statusesShown(
  caller: Caller,
  asked: readonly string[] | undefined,
  problems: Problems,
): readonly Status[] {
  if (asked === undefined) return seesAll(caller) ? allButTrash : ['publish'];
  const known = asked.filter(isStatus);
  const isAllowed = seesAll(caller) || known.every((status) => status === 'publish');
  if (known.length < asked.length) problems['status'] = 'is no status of a post';
  else if (!isAllowed) problems['status'] = 'may not be asked for';
  return known;
}

// Pages on the wire: the query, and the Link header that leads to the others (reference/wallet.md section 2, "Pagination").

import type { wallet } from '../../../core/index.ts';
import { ParseError } from '../../protocol/parse.ts';
import type { HttpRequest, HttpResponse } from '../../protocol/messages.ts';
import { failure, wireErrors } from './errors.ts';
import { isUuid } from './wire.ts';

/** A larger page is reduced to this. */
const pageSizeMax = 50;

export interface PageFields {
  readonly from?: number;
  readonly to?: number;
  readonly pageSize: number;
  readonly pageAfter?: string;
  readonly pageBefore?: string;
  readonly order: 'ASC' | 'DESC';
}

/** The query of a page, or the response to an invalid cursor. */
export function pageQuery(fields: PageFields): wallet.PageQuery | HttpResponse {
  const { from, to, pageAfter, pageBefore, pageSize, order } = fields;
  if (pageAfter !== undefined && pageBefore !== undefined) {
    const message = 'excludes pageBefore';
    throw new ParseError([{ message, location: 'query.pageAfter', value: pageAfter }]);
  }
  const cursor = pageAfter ?? pageBefore;
  if (cursor !== undefined && !isUuid(cursor)) return failure(wireErrors.cursorInvalid);
  return {
    fromMs: from,
    toMs: to === undefined ? undefined : lastOfSecond(to),
    order,
    pageSize: Math.min(pageSize, pageSizeMax),
    pageAfter: pageAfter?.toLowerCase(),
    pageBefore: pageBefore?.toLowerCase(),
  };
}

/** Dates are shown in whole seconds, so a range includes the whole of its last second. */
function lastOfSecond(atMs: number): number {
  return Math.floor(atMs / 1_000) * 1_000 + 999;
}

/** Links to this page, the first, and its neighbours. */
export function linkHeader(
  request: HttpRequest,
  page: wallet.Page<{ readonly id: string }>,
): string {
  const { items, hasNext, hasPrevious } = page;
  const [first, last] = [items[0], items.at(-1)];
  const links = [
    link(request, 'self', {}),
    link(request, 'first', { pageAfter: undefined, pageBefore: undefined }),
  ];
  if (hasPrevious && first !== undefined) {
    links.push(link(request, 'prev', { pageAfter: undefined, pageBefore: first.id }));
  }
  if (hasNext && last !== undefined) {
    links.push(link(request, 'next', { pageAfter: last.id, pageBefore: undefined }));
  }
  return links.join(', ');
}

function link(
  { baseUrl, path, query }: HttpRequest,
  relation: string,
  change: Readonly<Record<string, string | undefined>>,
): string {
  const changed = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) changed.delete(name);
    else changed.set(name, value);
  }
  const search = changed.toString();
  return `<${baseUrl}${path}${search === '' ? '' : `?${search}`}>; rel="${relation}"`;
}

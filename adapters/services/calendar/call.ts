// What the routes of the calendar service are made of and work with.

import type { calendar, World } from '../../../core/index.ts';
import type { CalendarSite } from './config.ts';
import type { HttpRequest, HttpResponse } from '../../http/messages.ts';
import type { Method, Params } from '../../http/router.ts';
import type { Links } from './links.ts';
import { readParameters } from './parameters/read.ts';
import type { Table, Values } from './parameters/table.ts';
import type { Fields } from './parameters/values.ts';

/** What a route works with. */
export interface Call {
  readonly request: HttpRequest;
  readonly world: World;
  /** The settings of the site when the request came. */
  readonly site: CalendarSite;
  readonly caller: calendar.Caller;
  readonly links: Links;
  /** What the client sent, as it came. */
  readonly sent: Fields;
  /** All routes of the service, for those that tell what there is. */
  readonly routes: readonly CalendarRoute[];
}

/** What can be answered, for the description: the schema of the body by its name, or of a list of them by its key. */
export interface AnswerForm {
  readonly description: string;
  readonly schema?: string;
  readonly list?: { readonly key: string; readonly schema: string };
}

/** One thing that can be done at a path, by one method or several. */
export interface CalendarRoute {
  readonly methods: readonly Method[];
  /** Below the namespace; `:id` is a number and `:slug` a text. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: Table;
  readonly answers: Readonly<Record<number, AnswerForm>>;
  readonly handle: (call: Call, params: Params) => Promise<HttpResponse> | HttpResponse;
}

/** The same with a handler that is given the values of its own table. */
export function route<P extends Table>(
  form: Omit<CalendarRoute, 'parameters' | 'handle'> & {
    readonly parameters: P;
    readonly handle: (
      call: Call,
      values: Values<P>,
      params: Params,
    ) => Promise<HttpResponse> | HttpResponse;
  },
): CalendarRoute {
  const { parameters, handle } = form;
  return {
    ...form,
    handle: (call, params) =>
      handle(call, readParameters(parameters, call.sent, call.site), params),
  };
}

/** The id in a path. Those too great to be exact are nobody's. */
export function idIn({ id = '' }: Params): number {
  return Math.min(Number(id), Number.MAX_SAFE_INTEGER);
}

/** The slug in a path, decoded. */
export function slugIn({ slug = '' }: Params): string {
  return slug;
}

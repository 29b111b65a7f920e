// Routes of the calendar service, and the context of a request that they are called with.

import type { calendar, World } from '../../../core/index.ts';
import type { CalendarSite } from './config.ts';
import type { HttpRequest, HttpResponse } from '../../http/messages.ts';
import type { Method, Params } from '../../http/routes/route.ts';
import type { Links } from './links.ts';
import { readParameters } from './parameters/read.ts';
import type { Table, Values } from './parameters/table.ts';
import type { Fields } from './parameters/values.ts';

export interface RouteContext {
  readonly request: HttpRequest;
  readonly world: World;
  /** The settings of the site when the request came. */
  readonly site: CalendarSite;
  readonly caller: calendar.Caller;
  readonly links: Links;
  /** Fields of the query and the body, before validation. */
  readonly sent: Fields;
  /** All routes of the service, for those that describe it. */
  readonly routes: readonly CalendarRoute[];
}

/** A response in the OpenAPI description: the schema of its body, or of the items of a list below a key. */
export interface AnswerForm {
  readonly description: string;
  readonly schema?: string;
  readonly list?: { readonly key: string; readonly schema: string };
}

/** An operation at a path, by one method or several. */
export interface CalendarRoute {
  readonly methods: readonly Method[];
  /** Below the namespace; `:id` is a number and `:slug` a text. */
  readonly path: string;
  readonly summary: string;
  readonly parameters: Table;
  readonly answers: Readonly<Record<number, AnswerForm>>;
  readonly handle: (context: RouteContext, params: Params) => Promise<HttpResponse> | HttpResponse;
}

/** A route whose handler receives the parsed values of its parameters. */
export function route<P extends Table>(
  form: Omit<CalendarRoute, 'parameters' | 'handle'> & {
    readonly parameters: P;
    readonly handle: (
      context: RouteContext,
      values: Values<P>,
      params: Params,
    ) => Promise<HttpResponse> | HttpResponse;
  },
): CalendarRoute {
  const { parameters, handle } = form;
  return {
    ...form,
    handle: (context, params) =>
      handle(context, readParameters(parameters, context.sent, context.site), params),
  };
}

/** The id in a path. No record has an id above the largest safe integer. */
export function idIn({ id = '' }: Params): number {
  return Math.min(Number(id), Number.MAX_SAFE_INTEGER);
}

/** The slug in a path, decoded. */
export function slugIn({ slug = '' }: Params): string {
  return slug;
}

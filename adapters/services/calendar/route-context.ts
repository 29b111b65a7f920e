// The types of calendar routes and of the request context that handlers receive.

import type { calendar, World } from '../../../core/index.ts';
import type { CalendarSite } from './config.ts';
import type { HttpRequest } from '../../protocol/messages.ts';
import type { Params, Route } from '../../protocol/routes/route.ts';
import type { Links } from './links.ts';
import type { TableInput, TableReader } from './parameters/table-reader.ts';
import type { PageSettings, ParameterTable } from './parameters/table.ts';
import type { SentFields } from './parameters/values.ts';

export interface CalendarRouteContext {
  readonly request: HttpRequest;
  readonly world: World;
  /** The settings of the site when the request arrived. */
  readonly site: CalendarSite;
  readonly caller: calendar.Caller;
  readonly links: Links;
  /** Fields of the query and the body, before validation. */
  readonly sent: SentFields;
  /** All routes of the service, for its own descriptions. */
  readonly routes: readonly CalendarRoute[];
}

/** Below the namespace. In its path `:id` is a number and `:slug` a text. */
export interface CalendarRoute<P extends ParameterTable = ParameterTable> extends Route<
  CalendarRouteContext,
  TableInput<P>,
  PageSettings
> {
  readonly reads?: TableReader<P>;
}

export function route<P extends ParameterTable>(form: CalendarRoute<P>): CalendarRoute {
  return form;
}

/** Ids match digits only (reference/calendar.md section 1.1). */
export const pathShapes = { id: 'digits', path: 'rest' } as const;

/** The id in a path. No record has an id above the largest safe integer. */
export function idIn({ id = '' }: Params): number {
  return Math.min(Number(id), Number.MAX_SAFE_INTEGER);
}

/** The slug in a path, decoded. */
export function slugIn({ slug = '' }: Params): string {
  return slug;
}

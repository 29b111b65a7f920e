// Routes of the wallet service, and the context of a request that they are called with.

import type { z } from 'zod';
import type { wallet, World } from '../../../core/index.ts';
import type { HttpRequest } from '../../protocol/messages.ts';
import type { Params, Route } from '../../protocol/routes/route.ts';
import {
  bySchemas as byPlainSchemas,
  type Parsed,
  type SchemaReader,
  type Schemas,
} from '../../protocol/routes/schema-reader.ts';
import { jsonBody } from '../../protocol/parse.ts';
import type { EntityKey } from './entity-keys.ts';
import type { RequestTasks } from './request-id.ts';

export interface WalletRouteContext {
  readonly request: HttpRequest;
  readonly world: Pick<World, 'record' | 'settings' | 'nowMs' | 'peek'>;
  /** The tasks in the world, which draw the id of the response. */
  readonly tasks: RequestTasks;
  /** The networks of the caller's key. */
  readonly network: wallet.Network;
  readonly key: EntityKey;
}

/** The path parameter `:id` is a UUID, checked before the request is read. */
export interface WalletRoute<Body = unknown, Query = unknown> extends Route<
  WalletRouteContext,
  Parsed<Body, Query>
> {
  readonly reads?: SchemaReader<Body, Query, unknown>;
}

export function route<Body, Query>(form: WalletRoute<Body, Query>): WalletRoute {
  return form;
}

/** The input of a handler whose route reads a body by a schema. */
export type WithBody<Schema extends z.ZodType> = Parsed<z.infer<Schema>>;

/** The input of a handler whose route reads a query by a schema. */
export type WithQuery<Schema extends z.ZodType> = Parsed<unknown, z.infer<Schema>>;

/** Reads requests by schemas. A member of a body that is null counts as absent. */
export function bySchemas<Body, Query>(
  schemas: Omit<Schemas<Body, Query, unknown>, 'headers'>,
): SchemaReader<Body, Query, unknown> {
  return byPlainSchemas(schemas, { decode: (body) => withoutNulls(jsonBody(body)) });
}

/** The deepest objects with optional members in bodies: metadata is a list of them. */
const memberDepthMax = 3;

/** In objects and lists of objects; lists keep their nulls. */
function withoutNulls(value: unknown, depth = 1): unknown {
  if (depth > memberDepthMax || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((element) => withoutNulls(element, depth + 1));
  const present = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(
    present.map(([name, member]) => [name, withoutNulls(member, depth + 1)]),
  );
}

/** The id in a path. */
export function idIn({ id = '' }: Params): string {
  return id.toLowerCase();
}

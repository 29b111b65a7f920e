// The routes of the control plane: their context is a ControlCall; some need no token, some are not recorded.

import { z } from 'zod';
import type { World } from '../../core/index.ts';
import type { HttpResponse } from '../protocol/messages.ts';
import { plainProblem } from '../protocol/plain-problems.ts';
import { bodyBytesPerTurn } from '../protocol/limits.ts';
import { handleBy, handleInTurns, type Params, type Route } from '../protocol/routes/route.ts';
import {
  bySchemas as bySchemasOf,
  type Parsed,
  type Reading,
  type SchemaReader,
  type Schemas,
} from '../protocol/routes/schema-reader.ts';
import { unknownWorld, type ControlCall } from './control-call.ts';

/** The path prefix of all routes. */
export const controlPrefix = '/__reprise';

/** The body of routes without input: an empty object. */
export const emptyBody = z.strictObject({});

/** The path parameter `:w` is a world, which is awake when the handler is called, unless the route takes its name only. */
export interface ControlRoute<Body = unknown, Query = unknown, Headers = unknown> extends Route<
  ControlCall,
  Parsed<Body, Query, Headers>
> {
  readonly reads?: SchemaReader<Body, Query, Headers>;
  /** Set if the route needs no token. */
  readonly isOpen?: true;
  /** Set if the route ends the world, controls the recording, or lists what a person looks for: it is not recorded. */
  readonly isUnrecorded?: true;
  /** Set if the token of a tenant suffices, though the route is not about one world; it shows nothing of others. */
  readonly isForTenants?: true;
  /** Set if the route takes the name of a world that may sleep, be damaged, or not exist. */
  readonly takesName?: true;
}

export function controlRoute<Body, Query, Headers>(
  route: ControlRoute<Body, Query, Headers>,
): ControlRoute {
  return route;
}

/** Reads requests by schemas, whose problems are reported in words for operators. `neededBody`: refuses an absent body in these words. */
export function bySchemas<Body, Query, Headers>(
  schemas: Schemas<Body, Query, Headers>,
  reading: Omit<Reading<Body>, 'decode' | 'wording'> = {},
): SchemaReader<Body, Query, Headers> {
  return bySchemasOf(schemas, { wording: plainProblem, ...reading });
}

/** Whether requests to a route create their world, where worlds are created on demand. A request that removes something creates none. */
export function mayCreate({ methods, takesName }: ControlRoute): boolean {
  return takesName !== true && !methods.includes('DELETE');
}

function named(
  name: string,
  route: ControlRoute,
  { options }: ControlCall,
): World | undefined | Promise<World | undefined> {
  return mayCreate(route) ? options.worldNamed(name) : options.engine.open(name);
}

/** Finds the world of a request, reads the request and handles it. Rejects with ControlError if there is no such world. */
export function answerBy(
  route: ControlRoute,
  call: ControlCall,
  params: Params,
): Promise<HttpResponse> | HttpResponse {
  const answer = () => {
    const isLong = call.request.body.length > bodyBytesPerTurn;
    return (isLong ? handleInTurns : handleBy)(route, call, params);
  };
  const { w: name } = params;
  if (name === undefined || route.takesName === true) return answer();
  const answerIn = async (world: World | undefined) => {
    if (world === undefined) throw await unknownWorld(call, name);
    const release = call.options.engine.keepAwake(world);
    try {
      return await answer();
    } finally {
      release();
    }
  };
  const { observedWorld } = call;
  if (observedWorld?.record.name === name) return answer();
  const world = named(name, route, call);
  return world instanceof Promise ? world.then(answerIn) : answerIn(world);
}

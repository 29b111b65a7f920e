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
import { worldOf, type ControlCall } from './control-call.ts';

/** The path prefix of all routes. */
export const controlPrefix = '/__reprise';

/** The body of routes without input: an empty object. */
export const emptyBody = z.strictObject({});

/** The path parameter `:w` is a world, which exists when the handler is called. */
export interface ControlRoute<Body = unknown, Query = unknown, Headers = unknown> extends Route<
  ControlCall,
  Parsed<Body, Query, Headers>
> {
  readonly reads?: SchemaReader<Body, Query, Headers>;
  /** Set if the route needs no token. */
  readonly isOpen?: true;
  /** Set if the route ends the world, controls the recording, or lists what a person looks for: it is not recorded. */
  readonly isUnrecorded?: true;
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

/** No world is created to remove something from it. */
function named(
  name: string,
  { methods }: ControlRoute,
  { options }: ControlCall,
): World | undefined | Promise<World | undefined> {
  return methods.includes('DELETE') ? options.engine.open(name) : options.worldNamed(name);
}

/** Finds the world of a request, reads the request and handles it. */
export function answerBy(
  route: ControlRoute,
  call: ControlCall,
  params: Params,
): Promise<HttpResponse> | HttpResponse {
  const answer = () => {
    if (params['w'] !== undefined) worldOf(call, params);
    const isLong = call.request.body.length > bodyBytesPerTurn;
    return (isLong ? handleInTurns : handleBy)(route, call, params);
  };
  const { w: name } = params;
  const world = name === undefined ? undefined : (call.observedWorld ?? named(name, route, call));
  return world instanceof Promise ? world.then(answer) : answer();
}

// A control route as data: the schemas by which a request is read are those by which the route is described.

import type { z } from 'zod';
import { jsonBody, parse, queryObject } from '../http/parse.ts';
import type { HttpResponse } from '../http/messages.ts';
import type { Method, Params, Route } from '../http/router.ts';
import { worldOf, type ControlCall } from './call.ts';

/** What the paths of all routes are below. */
export const controlPrefix = '/__reprise';

/** What a route answers under a status, in words and as a schema; without a schema it is the error form. */
export interface Answer {
  readonly description: string;
  readonly body?: z.ZodType;
  /** What the same answer is under other media types, as a schema of the text. */
  readonly other?: Readonly<Record<string, z.ZodType>>;
}

/** What was parsed of a request. */
export interface Given<Body, Query, Headers> {
  readonly body: Body;
  readonly query: Query;
  readonly headers: Headers;
}

interface RouteOf<Body, Query, Headers> {
  readonly method: Method;
  /** Segments; one that starts with a colon is a parameter. `:w` is the world, and is there when the route is asked. */
  readonly path: string;
  readonly summary: string;
  /** Asked without the token. */
  readonly isOpen?: true;
  /** It ends the world, or is about the recording itself: no recording has it. */
  readonly isUnrecorded?: true;
  /** What parameters may be. Describes only: a route looks them up itself, since what there is not is no bad request. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /** Lower-case names; reads those that it knows. */
  readonly headers?: z.ZodType<Headers>;
  /** By status. What every route may answer (401, 403, 404, 503) need not be said again. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** A method, so that routes of different bodies fit into one list. */
  handle(
    call: ControlCall,
    params: Params,
    given: Given<Body, Query, Headers>,
  ): Promise<HttpResponse> | HttpResponse;
}

/** One of the list: what its body and query are is known to itself alone. */
export type ControlRoute = RouteOf<unknown, unknown, unknown>;

/** A route whose `handle` is given what its schemas make of a request. */
export function controlRoute<Body, Query, Headers>(
  route: RouteOf<Body, Query, Headers>,
): ControlRoute {
  return route;
}

/** The route for the router: finds the world, parses, then lets it answer. */
export function readingRoute(route: ControlRoute): Route<ControlCall> {
  const { method, path, body, query, headers } = route;
  return {
    method,
    path,
    handle(call, params) {
      const answer = () => {
        if (params['w'] !== undefined) worldOf(call, params);
        const { request } = call;
        return route.handle(call, params, {
          headers: headers === undefined ? undefined : parse(headers, request.headers, 'headers'),
          query:
            query === undefined ? undefined : parse(query, queryObject(request.query), 'query'),
          body: body === undefined ? undefined : parse(body, jsonBody(request.body), 'body'),
        });
      };
      const world = call.followed ?? call.options.engine.open(params['w'] ?? '');
      return world instanceof Promise ? world.then(answer) : answer();
    },
  };
}

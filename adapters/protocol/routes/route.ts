// Routes as data: path, input, handler, answers. The router and the OpenAPI document are derived from them.

import type { z } from 'zod';
import { nextLoopTurn } from '../../host-timers.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { HttpResponse } from '../messages.ts';
import type { MemberPath } from '../unknown-members.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The response of a route: at once, or later. */
export type RouteAnswer = Promise<HttpResponse> | HttpResponse;

export type Params = Readonly<Record<string, string>>;

/** An operation at a path, by one method or several. `Settings` is the input of parameter defaults. */
export interface Route<Context, Input extends PathInput = PathInput, Settings = unknown> {
  readonly methods: readonly Method[];
  /** Segments; one that starts with a colon is a parameter. */
  readonly path: string;
  /** The name of the operation, unique in its list: its operationId. */
  readonly name: string;
  readonly summary: string;
  /** The group of the operation in documents; see `tagged`. */
  readonly tag?: string;
  /** Schemas of path parameters, for documents only: handlers look values up, as an unknown one is 404 and not 400. */
  readonly params?: Readonly<Record<string, z.ZodType>>;
  /** Absent: the route reads its path only. */
  readonly reads?: Reader<Context, Input, Settings>;
  /** By status, without those that every route of the list may have. */
  readonly answers: Readonly<Record<number, AnswerDescription>>;
  /** Declared as a method, so that one list accepts routes with different inputs. */
  handle(context: Context, input: Input): RouteAnswer;
}

/** The input of every handler; readers add members. */
export interface PathInput {
  readonly params: Params;
}

/** Reads the input of a handler from a request, and describes it for documents. */
export interface Reader<Context, Input extends PathInput, Settings = unknown> {
  /** Throws if the request is invalid. */
  read(context: Context, params: Params): Input;
  /** As `read`, for a long body: in several turns of the event loop. */
  readInTurns?(context: Context, params: Params): Promise<Input>;
  /** Members of a valid request that the route does not know. */
  unknown?(context: Context): readonly MemberPath[];
  describe(method: Method, settings: Settings): InputDescription;
}

/** The input of an operation besides its path, in terms of OpenAPI. */
export interface InputDescription {
  readonly parameters: readonly ParameterDescription[];
  readonly body?: BodyDescription;
}

export interface ParameterDescription {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required: boolean;
  readonly description?: string;
  /** The serialization of a list. */
  readonly style?: 'form';
  readonly explode?: boolean;
  readonly schema: JsonSchema;
}

export interface BodyDescription {
  readonly isRequired: boolean;
  readonly mediaTypes: readonly string[];
  readonly schema: JsonSchema;
}

/** A description of a response. A schema with an id (`.meta({ id })`) is a named component of the document. */
export interface AnswerDescription {
  readonly description: string;
  /** The schema of the JSON body. Absent: no body, or for a status of 400 or more the error form of the list. */
  readonly body?: z.ZodType;
  /** The same answer under other media types, as a schema of the text. */
  readonly other?: Readonly<Record<string, z.ZodType>>;
}

/** The routes as a group of operations in documents. */
export function tagged<R extends Route<never, PathInput, never>>(
  tag: string,
  routes: readonly R[],
): readonly R[] {
  return routes.map((route) => ({ ...route, tag }));
}

/** Reads a request and lets its route handle it. */
export function handleBy<Context>(
  route: Pick<Route<Context>, 'reads' | 'handle'>,
  context: Context,
  params: Params,
): RouteAnswer {
  return route.handle(context, route.reads?.read(context, params) ?? { params });
}

/** As `handleBy`, for a request with a long body. */
export async function handleInTurns<Context>(
  route: Pick<Route<Context>, 'reads' | 'handle'>,
  context: Context,
  params: Params,
): Promise<HttpResponse> {
  const { reads } = route;
  const input = (await reads?.readInTurns?.(context, params)) ??
    reads?.read(context, params) ?? { params };
  await nextLoopTurn();
  return route.handle(context, input);
}

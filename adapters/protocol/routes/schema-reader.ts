// Reads requests by zod schemas: headers, then the query, then the JSON body.

import { z } from 'zod';
import type { InPieces } from '../../../core/index.ts';
import { nextLoopTurn } from '../../host-timers.ts';
import { toJsonSchema, type JsonSchema } from '../json-schema.ts';
import type { HttpRequest } from '../messages.ts';
import { jsonBody, parse, ParseError, queryObject } from '../parse.ts';
import { inSlices } from '../slices.ts';
import { unknownMembers } from '../unknown-members.ts';
import type { ParameterDescription, PathInput, Reader } from './route.ts';

export interface Schemas<Body, Query, Headers> {
  readonly body?: z.ZodType<Body>;
  readonly query?: z.ZodType<Query>;
  /** Lower-case names; others are ignored. */
  readonly headers?: z.ZodType<Headers>;
}

/** The parsed parts of a request; those without a schema are undefined. */
export interface Parsed<Body, Query = unknown, Headers = unknown> extends PathInput {
  readonly body: Body;
  readonly query: Query;
  readonly headers: Headers;
}

export interface SchemaReader<Body, Query, Headers> extends Reader<
  { readonly request: HttpRequest },
  Parsed<Body, Query, Headers>
> {
  readonly schemas: Schemas<Body, Query, Headers>;
}

export interface Reading<Body> {
  /** Decodes a body to the value that its schema parses. */
  readonly decode?: (body: Buffer) => unknown;
  /** The words for problems of which the schema has none of its own. */
  readonly wording?: z.core.$ZodErrorMap;
  /** Refuses an absent body, for which the schema would accept an empty object: the words for what is expected. */
  readonly neededBody?: string;
  /** Parses the value of a long body as its schema does; undefined if the schema refuses it, which then reports its problems. */
  readonly inPieces?: (value: unknown) => InPieces<Body | undefined>;
}

export function bySchemas<Body, Query, Headers>(
  schemas: Schemas<Body, Query, Headers>,
  { decode = jsonBody, wording, neededBody, inPieces }: Reading<Body> = {},
): SchemaReader<Body, Query, Headers> {
  const { headers, query, body } = schemas;
  /** Undefined without a schema, in which case the route declares the part as unknown. */
  const parsed = <T>(
    schema: z.ZodType<T> | undefined,
    value: () => unknown,
    part: 'body' | 'query' | 'headers',
  ): T => (schema === undefined ? (undefined as T) : parse(schema, value(), part, wording));
  const withoutBody = (request: HttpRequest) => ({
    headers: parsed(headers, () => request.headers, 'headers'),
    query: parsed(query, () => queryObject(request.query), 'query'),
  });
  const decoded = (request: HttpRequest) => {
    if (neededBody !== undefined && request.body.length === 0) throw missingBody(neededBody);
    return decode(request.body);
  };
  return {
    schemas,
    read: ({ request }, params) => ({
      params,
      ...withoutBody(request),
      body: parsed(body, () => decoded(request), 'body'),
    }),
    async readInTurns({ request }, params) {
      const front = withoutBody(request);
      const value = body === undefined ? undefined : decoded(request);
      await nextLoopTurn();
      const valid = inPieces === undefined ? undefined : await inSlices(inPieces(value));
      return { params, ...front, body: valid ?? parsed(body, () => value, 'body') };
    },
    unknown: ({ request }) => [
      ...unknownMembers(query ?? noMembers, queryObject(request.query)),
      ...(body === undefined ? [] : unknownMembers(body, decode(request.body))),
    ],
    describe: () => ({
      parameters: [
        ...(headers === undefined ? [] : membersOf('header', toJsonSchema(headers))),
        ...(query === undefined ? [] : membersOf('query', toJsonSchema(query))),
      ],
      ...(body === undefined ? {} : { body: bodyOf(toJsonSchema(body), neededBody !== undefined) }),
    }),
  };
}

/** Of a part that a route does not read. */
const noMembers = z.object({});

function missingBody(expected: string): ParseError {
  return new ParseError([
    { message: `is missing; ${expected}`, location: 'body', value: undefined },
  ]);
}

/** An absent body counts as an empty object, so it is required only if a member is, or if it is needed itself. */
function bodyOf(schema: JsonSchema, isNeeded: boolean) {
  const isRequired = isNeeded || named(schema)['required'] !== undefined;
  return { isRequired, mediaTypes: ['application/json'], schema };
}

/** The definition that a schema refers to, or the schema itself. */
function named(schema: JsonSchema): JsonSchema {
  const { $ref, definitions } = schema as {
    readonly $ref?: string;
    readonly definitions?: Readonly<Record<string, JsonSchema>>;
  };
  return definitions?.[$ref?.split('/').at(-1) ?? ''] ?? schema;
}

/** The parameters of a query or headers schema: one for each property. */
function membersOf(
  part: 'query' | 'header',
  { properties = {}, required = [], definitions }: JsonSchema,
): readonly ParameterDescription[] {
  const isRequired = (name: string) => (required as readonly string[]).includes(name);
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: part,
      required: isRequired(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: definitions === undefined ? schema : { ...schema, definitions },
    }),
  );
}

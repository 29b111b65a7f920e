// The control plane as an OpenAPI document, generated from the list by which requests are read.

import type { z } from 'zod';
import { toJsonSchema, type JsonSchema } from '../http/json-schema.ts';
import type { Answer, ControlRoute } from './route.ts';
import { errorAnswer } from './wire/error.ts';

export interface DocumentPlace {
  readonly version: string;
  /** Where the paths are below. */
  readonly baseUrl: string;
}

/** The document of these routes and of nothing else. */
export function describeRoutes(
  routes: readonly ControlRoute[],
  { version, baseUrl }: DocumentPlace,
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const operations = (paths[route.path.replace(/:(\w+)/g, '{$1}')] ??= {});
    operations[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Reprise control plane',
      version,
      description: 'Makes worlds, moves their time, shows their events and steers their services.',
    },
    servers: [{ url: baseUrl }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'The token printed at start.' },
      },
      schemas: { Error: toJsonSchema(errorAnswer) },
    },
  };
}

const errorForm = { $ref: '#/components/schemas/Error' };

function operationOf(route: ControlRoute): JsonSchema {
  const { summary, body, isOpen } = route;
  return {
    summary,
    ...(isOpen === true ? { security: [] } : {}),
    parameters: parametersOf(route),
    ...(body === undefined ? {} : { requestBody: requestBodyOf(toJsonSchema(body)) }),
    responses: responsesOf(route),
  };
}

/** No body counts as an empty object, so that one is needed only where a field is. */
function requestBodyOf(form: JsonSchema): JsonSchema {
  return { required: form['required'] !== undefined, content: jsonOf(form) };
}

function parametersOf({ path, params, headers, query }: ControlRoute): readonly JsonSchema[] {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '');
  return [
    ...names.map((name) => parameter('path', name, formIn(params, name), true)),
    ...(headers === undefined ? [] : fieldParameters('header', toJsonSchema(headers))),
    ...(query === undefined ? [] : fieldParameters('query', toJsonSchema(query))),
  ];
}

function formIn(
  schemas: Readonly<Record<string, z.ZodType>> | undefined,
  name: string,
): JsonSchema {
  const schema = schemas?.[name];
  return schema === undefined ? { type: 'string' } : toJsonSchema(schema);
}

/** Queries and headers are objects of texts, so that each of their properties is a parameter. */
function fieldParameters(
  place: 'query' | 'header',
  { properties = {}, required = [] }: JsonSchema,
): readonly JsonSchema[] {
  const isRequired = (name: string) => (required as readonly string[]).includes(name);
  return Object.entries(properties as Readonly<Record<string, JsonSchema>>).map(([name, form]) =>
    parameter(place, name, form, isRequired(name)),
  );
}

/** The description belongs to the parameter rather than to its schema. */
function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  { description = described[name], ...schema }: JsonSchema,
  required = false,
): JsonSchema {
  return {
    name,
    in: place,
    required,
    ...(description === undefined ? {} : { description }),
    schema,
  };
}

/** What the same parameter is everywhere. */
const described: Readonly<Record<string, string>> = {
  w: 'The name of a world.',
  id: 'The id that the service gave.',
};

function responsesOf(route: ControlRoute): JsonSchema {
  const { answers, body, query, isOpen, path } = route;
  const takesInput = body !== undefined || query !== undefined;
  const common: Record<number, string> = {
    ...(takesInput ? { 400: 'The request is not of this form.' } : {}),
    ...(isOpen === true ? {} : { 401: 'The token is missing or wrong.' }),
    403: 'Host or Origin is not allowed here.',
    ...(path.includes(':') ? { 404: 'There is nothing of this name.' } : {}),
    503: 'Nothing was done; try again.',
  };
  const refusals = Object.entries(common).map(([status, description]) => [
    status,
    response({ description }),
  ]);
  const declared = Object.entries(answers).map(([status, answer]) => [status, response(answer)]);
  return { ...Object.fromEntries(refusals), ...Object.fromEntries(declared) };
}

function response({ description, body, other = {} }: Answer): JsonSchema {
  const others = Object.entries(other).map(([type, schema]) => [
    type,
    { schema: toJsonSchema(schema) },
  ]);
  const form = body === undefined ? errorForm : toJsonSchema(body);
  return { description, content: { ...jsonOf(form), ...Object.fromEntries(others) } };
}

function jsonOf(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

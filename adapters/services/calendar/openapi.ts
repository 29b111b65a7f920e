// The interface as an OpenAPI document, from the routes, the tables by which they read and the schemas of what they answer
// (reference/calendar.md section 9).

import { z } from 'zod';
import type { JsonSchema } from '../../http/json-schema.ts';
import type { AnswerForm, CalendarRoute } from './route-context.ts';
import { pathParameters } from './interface-index.ts';
import type { Links } from './links.ts';
import type { PageSettings, Parameter } from './parameters/table.ts';
import { schemas } from './wire/schemas.ts';

/** The document of these routes, as seen from where it was asked for. */
export function describedInterface(
  routes: readonly CalendarRoute[],
  links: Links,
  settings: PageSettings,
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const operations = (paths[route.path.replaceAll(/:(\w+)/g, '{$1}') || '/'] ??= {});
    for (const method of route.methods) {
      operations[method.toLowerCase()] = operationOf(route, method, settings);
    }
  }
  return {
    openapi: '3.0.0',
    info: {
      version: '1.0.0',
      title: 'The calendar of events',
      description: 'Events with their venues, organizers, categories and tags.',
    },
    servers: [{ url: links.to('/') }],
    components: { schemas: componentForms() },
    paths,
  };
}

/** The schemas by name, each referring to the others. */
function componentForms(): JsonSchema {
  const registry = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(schemas)) registry.add(schema, { id: name });
  const { schemas: forms } = z.toJSONSchema(registry, {
    target: 'openapi-3.0',
    uri: referenceTo,
  });
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => [name, withoutIdentity(form)]),
  );
}

/** What says which schema it is, is said by its name here. */
function withoutIdentity(form: object): JsonSchema {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !/^\$(id|schema)$/.test(name)));
}

function referenceTo(name: string): string {
  return `#/components/schemas/${name}`;
}

function operationOf(
  { path, parameters, summary, answers }: CalendarRoute,
  method: string,
  settings: PageSettings,
): JsonSchema {
  const isRead = method === 'GET' || method === 'DELETE';
  const sent = Object.entries(parameters);
  const inQuery = isRead ? sent.map(([name, one]) => queryParameter(name, one, settings)) : [];
  return {
    summary,
    parameters: [...pathParametersOf(path), ...inQuery],
    ...(isRead ? {} : { requestBody: bodyOf(sent, settings) }),
    responses: responsesOf(answers, path, method),
  };
}

function pathParametersOf(path: string): readonly JsonSchema[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    description: pathParameters[name],
    schema: name === 'id' ? { type: 'integer', minimum: 0 } : { type: 'string' },
  }));
}

type Entry = readonly [name: string, parameter: Parameter];

function queryParameter(name: string, parameter: Parameter, settings: PageSettings): JsonSchema {
  const isList = parameter.form['type'] === 'array';
  return {
    name,
    in: 'query',
    required: parameter.isRequired,
    description: parameter.description,
    ...(isList ? { style: 'form', explode: false } : {}),
    schema: formOf(parameter, settings),
  };
}

function bodyOf(sent: readonly Entry[], settings: PageSettings): JsonSchema {
  const required = sent.filter(([, { isRequired }]) => isRequired).map(([name]) => name);
  const properties = sent.map(([name, parameter]) => {
    return [name, { description: parameter.description, ...formOf(parameter, settings) }] as const;
  });
  const schema = {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(properties),
  };
  const types = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}

function formOf({ form, defaultIn }: Parameter, settings: PageSettings): JsonSchema {
  const value = defaultIn(settings);
  return value === undefined ? form : { ...form, default: value };
}

function responsesOf(answers: CalendarRoute['answers'], path: string, method: string): JsonSchema {
  const refusals: Record<number, string> = {
    400: 'A parameter is missing or has a bad value.',
    ...(method === 'GET'
      ? { 403: 'The record is not for everybody.' }
      : {
          401: 'Nobody may do that without credentials.',
          403: 'The user is not allowed to do that.',
        }),
    ...(path.includes('/events') || method === 'GET' ? { 404: 'There is no such thing.' } : {}),
    ...(method === 'DELETE' ? { 410: 'The record is in the trash already.' } : {}),
  };
  const described = Object.entries(refusals).map(([status, description]) => [
    status,
    { description },
  ]);
  const declared = Object.entries(answers).map(([status, answer]) => [status, answerOf(answer)]);
  return { ...Object.fromEntries(described), ...Object.fromEntries(declared) };
}

function answerOf({ description, schema, list }: AnswerForm): JsonSchema {
  const form = list === undefined ? itemOf(schema) : envelopeOf(list.key, list.schema);
  return form === undefined
    ? { description }
    : { description, content: { 'application/json': { schema: form } } };
}

function itemOf(schema: string | undefined): JsonSchema | undefined {
  return schema === undefined ? undefined : { $ref: referenceTo(schema) };
}

function envelopeOf(key: string, schema: string): JsonSchema {
  const address = { type: 'string', format: 'uri' };
  const count = { type: 'integer', minimum: 0 };
  return {
    type: 'object',
    required: [key, 'rest_url', 'total', 'total_pages'],
    properties: {
      [key]: { type: 'array', items: { $ref: referenceTo(schema) } },
      rest_url: address,
      next_rest_url: address,
      previous_rest_url: address,
      total: count,
      total_pages: count,
    },
  };
}

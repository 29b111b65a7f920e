// Prints a list of routes as an OpenAPI 3.0 document.

import type { z } from 'zod';
import type { JsonSchema } from '../json-schema.ts';
import { SchemaComponents } from '../schema-components.ts';
import type {
  AnswerDescription,
  BodyDescription,
  InputDescription,
  Method,
  ParameterDescription,
  PathInput,
  Route,
} from './route.ts';

/** The parts of a document that its routes share. */
export interface DocumentFrame<R> {
  readonly openapi: `3.0.${number}`;
  readonly info: Readonly<Record<'title' | 'version' | 'description', string>> & {
    readonly license?: { readonly name: string; readonly url: string };
  };
  readonly servers: readonly JsonSchema[];
  /** The authentication that every operation needs, unless `operation` overrides it. */
  readonly security?: { readonly name: string; readonly scheme: JsonSchema };
  /** Path parameters that are the same in all paths, by their names. */
  readonly params: Readonly<Record<string, Partial<PathParameter>>>;
  /** Answers that every route may have without declaring them, by status. */
  readonly commonAnswers: (route: R, method: Method) => Readonly<Record<number, AnswerDescription>>;
  /** The body of answers of 400 and more that declare none. */
  readonly error?: z.ZodType;
  /** More members of an operation. */
  readonly operation?: (route: R) => JsonSchema;
}

/** The version and the base URL of a document. */
export interface DocumentPlace {
  readonly version: string;
  /** The prefix of all paths. */
  readonly baseUrl: string;
}

type PathParameter = Pick<ParameterDescription, 'description' | 'schema'>;

/** `settings` is the input of parameter defaults. */
export function openApiDocument<Settings, R extends Route<never, PathInput, Settings>>(
  routes: readonly R[],
  frame: DocumentFrame<R>,
  settings: Settings,
): JsonSchema {
  const { openapi, info, servers, security } = frame;
  const components = new SchemaComponents();
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const operations = (paths[route.path.replaceAll(/:(\w+)/g, '{$1}') || '/'] ??= {});
    for (const method of route.methods) {
      operations[method.toLowerCase()] = operationOf(route, method, frame, settings, components);
    }
  }
  const schemes = security && { securitySchemes: { [security.name]: security.scheme } };
  return {
    openapi,
    info,
    servers,
    ...(security === undefined ? {} : { security: [{ [security.name]: [] }] }),
    paths,
    components: { ...schemes, schemas: components.schemas() },
  };
}

function operationOf<Settings, R extends Route<never, PathInput, Settings>>(
  route: R,
  method: Method,
  frame: DocumentFrame<R>,
  settings: Settings,
  components: SchemaComponents,
): JsonSchema {
  const { summary, tag, reads, answers } = route;
  const { parameters, body } = reads?.describe(method, settings) ?? noInput;
  const responses = { ...frame.commonAnswers(route, method), ...answers };
  return {
    operationId: operationIdOf(route, method),
    summary,
    ...(tag === undefined ? {} : { tags: [tag] }),
    ...frame.operation?.(route),
    parameters: [
      ...pathParametersOf(route, frame.params, components),
      ...parameters.map((one) => ({ ...one, schema: components.collect(one.schema) })),
    ],
    ...(body === undefined ? {} : { requestBody: requestBodyOf(body, components) }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => [
        status,
        responseOf(answer, Number(status) < 400 ? undefined : frame.error, components),
      ]),
    ),
  };
}

const noInput: InputDescription = { parameters: [] };

/** The name of the route; with the method if it is not the first one. */
function operationIdOf({ name, methods }: Route<never, PathInput, never>, method: Method): string {
  if (method === methods[0]) return name;
  return `${name}With${method.charAt(0)}${method.slice(1).toLowerCase()}`;
}

function pathParametersOf(
  { path, params = {} }: Route<never, PathInput, never>,
  common: Readonly<Record<string, Partial<PathParameter>>>,
  components: SchemaComponents,
): readonly ParameterDescription[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => {
    const own = params[name];
    const { description, ...schema } = own === undefined ? {} : components.convert(own);
    const text = description ?? common[name]?.description;
    return {
      name,
      in: 'path',
      required: true,
      ...(typeof text === 'string' ? { description: text } : {}),
      schema: own === undefined ? (common[name]?.schema ?? { type: 'string' }) : schema,
    };
  });
}

function requestBodyOf(
  { isRequired, mediaTypes, schema }: BodyDescription,
  components: SchemaComponents,
): JsonSchema {
  const content = { schema: components.collect(schema) };
  return {
    required: isRequired,
    content: Object.fromEntries(mediaTypes.map((type) => [type, content])),
  };
}

function responseOf(
  { description, body, other = {} }: AnswerDescription,
  error: z.ZodType | undefined,
  components: SchemaComponents,
): JsonSchema {
  const json = body ?? (Object.keys(other).length === 0 ? error : undefined);
  const schemas = { ...(json === undefined ? {} : { 'application/json': json }), ...other };
  const content = Object.entries(schemas).map(
    ([type, schema]) => [type, { schema: components.convert(schema) }] as const,
  );
  return content.length === 0
    ? { description }
    : { description, content: Object.fromEntries(content) };
}

// Compares real answers with an OpenAPI document: the operation, the status and the schema of the body.

import { Ajv, type ValidateFunction } from 'ajv';
import { expect } from 'vitest';
import type { JsonBody } from '../server/server.ts';

export interface AnswerCheck {
  /** Whether the document has an operation for a request. */
  readonly has: (method: string, path: string) => boolean;
  /** Fails unless the document has the answer; returns the id of the operation. */
  readonly expectDocumented: (
    method: string,
    path: string,
    answer: { readonly status: number; readonly body: unknown },
  ) => string;
  /** The ids of all operations. */
  readonly operations: readonly string[];
  /** The members of named schemas that no checked answer has contained, as `Wallet.name`. */
  readonly membersMissing: () => readonly string[];
}

export function createAnswerCheck(document: JsonBody): AnswerCheck {
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(inDraft7(document), 'document');
  const paths = Object.keys(document.paths).map((path) => ({ path, pattern: patternOf(path) }));
  /** Paths without parameters have precedence. */
  function pathOf(url: string): string {
    const [pathname = ''] = url.split('?');
    const fits = paths.filter(({ pattern }) => pattern.test(pathname));
    return fits.toSorted((one, other) => bracesIn(one) - bracesIn(other))[0]?.path ?? '';
  }

  const seen = new Set<string>();
  const schemas = Object.entries<JsonBody>(document.components.schemas);

  /** Records the members of named schemas that a value has. */
  function note(schema: JsonBody, value: JsonBody): void {
    for (const part of schema.allOf ?? schema.anyOf ?? []) note(part, value);
    if (Array.isArray(value)) for (const item of value) note(schema.items ?? {}, item);
    const name = schema.$ref?.split('/').at(-1);
    const { properties = {} } = name === undefined ? schema : document.components.schemas[name];
    if (value === null || typeof value !== 'object') return;
    for (const [member, form] of Object.entries(properties)) {
      if (!Object.hasOwn(value, member)) continue;
      if (name !== undefined) seen.add(`${name}.${member}`);
      note(form, value[member]);
    }
  }

  return {
    has: (method, url) => document.paths[pathOf(url)]?.[method.toLowerCase()] !== undefined,
    expectDocumented(method, url, { status, body }) {
      const path = pathOf(url);
      const name = method.toLowerCase();
      const operation = document.paths[path]?.[name];
      const place = `${method} ${url} ${status}`;
      expect(operation?.responses[status], `${place} is documented`).toBeDefined();
      const { content } = operation.responses[status];
      if (content === undefined) expect(body, place).toBeUndefined();
      else {
        const pointer = ['paths', path, name, 'responses', status, 'content', 'application/json'];
        const validate = validatorAt(ajv, [...pointer, 'schema']);
        const isValid = validate(body);
        expect({ place, body, problems: isValid ? [] : validate.errors }).toEqual({
          place,
          body,
          problems: [],
        });
        note(content['application/json'].schema, body);
      }
      return operation.operationId as string;
    },
    membersMissing: () =>
      schemas
        .flatMap(([name, { properties = {} }]) =>
          Object.keys(properties).map((member) => `${name}.${member}`),
        )
        .filter((member) => !seen.has(member)),
    operations: Object.values<JsonBody>(document.paths).flatMap((methods) =>
      Object.values<JsonBody>(methods).map(({ operationId }): string => operationId),
    ),
  };
}

/** In OpenAPI 3.0 an exclusive bound is a flag beside the bound. */
function inDraft7(document: JsonBody): JsonBody {
  return JSON.parse(JSON.stringify(document), (_name, value: JsonBody) => {
    if (value?.exclusiveMinimum !== true) return value;
    const { minimum, ...rest } = value;
    return { ...rest, exclusiveMinimum: minimum };
  });
}

function validatorAt(ajv: Ajv, pointer: readonly (string | number)[]): ValidateFunction {
  const segments = pointer.map((segment) =>
    encodeURIComponent(String(segment).replaceAll('~', '~0').replaceAll('/', '~1')),
  );
  const validate = ajv.getSchema(`document#/${segments.join('/')}`);
  if (validate === undefined) throw new Error(`There is no schema at ${pointer.join(' ')}`);
  return validate;
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`);
}

function bracesIn({ path }: { readonly path: string }): number {
  return path.split('{').length;
}

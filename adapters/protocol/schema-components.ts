// The named schemas of an OpenAPI or AsyncAPI document.

import type { z } from 'zod';
import { toJsonSchema, type JsonSchema, type SchemaDialect } from './json-schema.ts';

/** The named schemas of a document: each is printed once and referred to elsewhere. */
export class SchemaComponents {
  readonly #dialect: SchemaDialect;
  readonly #schemas = new Map<string, JsonSchema>();

  constructor(dialect: SchemaDialect = 'openapi-3.0') {
    this.#dialect = dialect;
  }

  /** The JSON Schema, or a reference to it if it has an id. */
  convert(schema: z.ZodType): JsonSchema {
    return this.collect(toJsonSchema(schema, this.#dialect));
  }

  /** Moves the definitions of a schema to the components. */
  collect({ definitions = {}, ...schema }: JsonSchema): JsonSchema {
    for (const [id, definition] of Object.entries(definitions as Record<string, JsonSchema>)) {
      this.#schemas.set(id, withComponentRefs(definition));
    }
    return withComponentRefs(schema);
  }

  schemas(): JsonSchema {
    return Object.fromEntries([...this.#schemas].sort(([one], [other]) => (one < other ? -1 : 1)));
  }
}

function withComponentRefs(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  return JSON.parse(
    text.replaceAll('"$ref":"#/definitions/', '"$ref":"#/components/schemas/'),
    (_name, value: unknown) => simplified(value),
  ) as JsonSchema;
}

/** Compositions that zod prints, in the shortest form: of one schema, of equal ones, of objects that a member tells apart. */
function simplified(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const { allOf, anyOf, oneOf, ...rest } = value as Readonly<Record<string, unknown>>;
  if (isList(allOf) && allOf.length === 1 && Object.keys(rest).length === 0) return allOf[0];
  if (isList(anyOf)) {
    const texts = anyOf.map((each) => JSON.stringify(each));
    const different = anyOf.filter((_each, index) => texts.indexOf(texts[index] ?? '') === index);
    if (different.length === 1) return { ...rest, ...(different[0] as object) };
  }
  if (isList(oneOf) && oneOf.every((each) => Object.hasOwn(each as object, 'properties'))) {
    return { ...rest, anyOf: oneOf };
  }
  return value;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

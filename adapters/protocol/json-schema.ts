// Converts zod schemas to JSON Schema, by default in the dialect of OpenAPI 3.0.

import { z } from 'zod';

/** A schema object of OpenAPI. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** AsyncAPI has draft-07. */
export type SchemaDialect = 'openapi-3.0' | 'draft-07';

/** Of the schemas that were converted: a document names most of them several times. */
const converted: Readonly<Record<SchemaDialect, WeakMap<z.ZodType, JsonSchema>>> = {
  'openapi-3.0': new WeakMap(),
  'draft-07': new WeakMap(),
};

/**
 * The JSON Schema of a schema's input. Schemas that zod cannot express (durations, decimals) declare a simpler one by
 * `.meta()`.
 */
export function toJsonSchema(schema: z.ZodType, target: SchemaDialect = 'openapi-3.0'): JsonSchema {
  const known = converted[target].get(schema);
  if (known !== undefined) return known;
  const { $schema: _, ...printed } = z.toJSONSchema(schema, { target, io: 'input' });
  const json = hoisted(printed);
  converted[target].set(schema, json);
  return json;
}

/** Metadata for a schema that zod cannot express: a union in its place, converted once a document is printed. */
export function describedAs(description: string, union: z.ZodUnion) {
  return {
    description,
    get anyOf(): unknown {
      return toJsonSchema(union)['anyOf'];
    },
    get [nestedDefinitions](): unknown {
      return toJsonSchema(union)['definitions'];
    },
  };
}

/** The named schemas of a union that metadata declares, until they are moved to the top of the whole schema. */
const nestedDefinitions = 'x-definitions';

/** The schema with all definitions at its top. */
function hoisted(schema: JsonSchema): JsonSchema {
  const text = JSON.stringify(schema);
  if (!text.includes(nestedDefinitions)) return schema;
  const found: Record<string, unknown> = {};
  const rest = JSON.parse(text, (name, value: unknown) => {
    if (name !== nestedDefinitions) return value;
    Object.assign(found, value);
    return undefined;
  }) as JsonSchema;
  if (Object.keys(found).length === 0) return rest;
  return { ...rest, definitions: { ...(rest['definitions'] as object | undefined), ...found } };
}

// Converts zod schemas to the JSON Schema dialect of OpenAPI 3.0.

import { z } from 'zod';

/** A schema object of OpenAPI. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a schema's input. Schemas that zod cannot express (durations, decimals) declare a simpler one by
 * `.meta()`.
 */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  return { ...z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' }) };
}

/** Metadata for a schema that zod cannot express: a union in its place, converted once a document is printed. */
export function describedAs(description: string, union: z.ZodUnion) {
  return {
    description,
    get anyOf(): unknown {
      return toJsonSchema(union)['anyOf'];
    },
  };
}

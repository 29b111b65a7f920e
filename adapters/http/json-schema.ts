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

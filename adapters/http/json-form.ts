// What zod knows of a schema, as the JSON Schema that OpenAPI 3.0 understands.

import { z } from 'zod';

/** A schema as OpenAPI writes it. */
export type JsonForm = Readonly<Record<string, unknown>>;

/**
 * The form of what a schema takes in. A schema that reads more than zod can tell (durations, decimals) says it by `.meta()`,
 * with the form of a plainer schema.
 */
export function formOf(schema: z.ZodType): JsonForm {
  return { ...z.toJSONSchema(schema, { target: 'openapi-3.0', io: 'input' }) };
}

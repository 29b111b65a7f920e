// Parses values by schemas, with bounded work for what is wrong in them.

import type { z } from 'zod';

/** Of a value with more members and items than this, only the first problem is reported: each of them costs up to 10 µs. */
export const reportedValuesMax = 2_000;

/** As `safeParse` of the schema, in the words of `wording` or else of zod. */
export function boundedParse<T>(
  schema: z.ZodType<T>,
  value: unknown,
  wording?: z.core.$ZodErrorMap,
): z.ZodSafeParseResult<T> {
  // The types of zod have `abortEarly` for its own calls only.
  const context: z.core.ParseContext<z.core.$ZodIssue> & { readonly abortEarly?: boolean } = {
    ...(wording === undefined ? {} : { error: wording }),
    ...(hasValuesUpTo(reportedValuesMax, value) ? {} : { abortEarly: true }),
  };
  return schema.safeParse(value, context);
}

/** Whether a value has at most so many values in it, at all levels. */
export function hasValuesUpTo(valuesMax: number, value: unknown): boolean {
  const waiting = [value];
  let count = 0;
  for (let next = waiting.pop(); waiting.length > 0 || next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    for (const name in next) {
      count += 1;
      if (count > valuesMax) return false;
      waiting.push((next as Readonly<Record<string, unknown>>)[name]);
    }
  }
  return true;
}

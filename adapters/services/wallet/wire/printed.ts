// Schemas that printed records share. Each print function returns the type of its schema, so that neither changes alone.

import { z } from 'zod';
import type { AnswerDescription } from '../../../protocol/routes/route.ts';

/** The type of a schema, as a print function may return it. */
export type PrintedBy<Schema extends z.ZodType> = Fixed<z.infer<Schema>>;

type Fixed<T> = T extends readonly (infer Item)[]
  ? readonly Fixed<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: Fixed<T[Name]> }
    : T;

export const printedUuid = z
  .string()
  .regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  .meta({ format: 'uuid' });

/** ISO-8601 in UTC with seconds precision. */
export const printedInstant = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/)
  .meta({ format: 'date-time' });

export const printedDecimal = z.string().regex(/^-?\d+(\.\d+)?$/);

export const printedDates = { createDate: printedInstant, updateDate: printedInstant };

export const printedReference = { refId: z.string().exactOptional() };

/** Of wallets. */
export const printedMetadata = { name: z.string().exactOptional(), ...printedReference };

/** The end user is named if one controls the record. */
export const printedCustody = {
  custodyType: z.enum(['DEVELOPER', 'ENDUSER']),
  userId: z.string().exactOptional(),
};

type Content = z.ZodType | z.ZodRawShape;

/** An answer whose body has its content as the member `data`. */
export function dataAnswer(description: string, content: Content): AnswerDescription {
  const data = content instanceof z.ZodType ? content : z.strictObject(content);
  return { description, body: z.strictObject({ data }) };
}

/** The answers to a request with an idempotency key: 201 the first time, 200 afterwards. */
export function createdAnswers(noun: string, content: Content) {
  return {
    200: dataAnswer(`The ${noun} that this idempotency key created before.`, content),
    201: dataAnswer(`The ${noun}.`, content),
  };
}

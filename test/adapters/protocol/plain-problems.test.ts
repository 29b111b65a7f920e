import { expect, it } from 'vitest';
import { z } from 'zod';
import { plainProblem } from '../../../adapters/protocol/plain-problems.ts';

const mode = z.enum(['real', 'frozen']);
const kinds = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('a') }),
  z.strictObject({ kind: z.literal('b') }),
]);

it.each<[z.ZodType, unknown, string]>([
  [z.string(), 3, 'must be a text'],
  [z.string(), ['a'], 'must be a text, not a list'],
  [z.string(), {}, 'must be a text, not an object'],
  [z.string(), undefined, 'is missing; it must be a text'],
  [z.int(), 1.5, 'must be an integer'],
  [z.array(z.string()), 'a', 'must be a list'],
  [z.record(z.string(), z.string()), null, 'must be an object'],
  [z.date(), 'a', 'must be of type date'],
  [mode, 'fast', 'must be one of real, frozen'],
  [mode, undefined, 'is missing; it must be one of real, frozen'],
  [z.literal('ok'), 'no', "must be 'ok'"],
  [z.literal(1), 2, 'must be 1'],
  [z.number().min(1), 0, 'must be at least 1'],
  [z.number().positive(), 0, 'must be above 0'],
  [z.number().max(9), 10, 'must be at most 9'],
  [z.number().negative(), 0, 'must be below 0'],
  [z.string().min(1), '', 'must not be empty'],
  [z.string().min(5), 'a', 'must have at least 5 characters'],
  [z.array(z.string()).max(1), ['a', 'b'], 'must have at most 1 items'],
  [z.strictObject({ a: z.string() }), { a: '', b: 1 }, 'must not have "b"; allowed: a'],
  [z.strictObject({}), { b: 1 }, 'must not have "b"; allowed: none'],
  [z.union([z.boolean(), z.int()]), 'a', 'must be true or false or a number'],
  [z.union([z.boolean(), z.int()]), undefined, 'is missing'],
  [kinds, { kind: 'c' }, 'must be one of a, b'],
  [kinds, {}, 'is missing; it must be one of a, b'],
  [z.string().regex(/^a$/, 'must be a'), 'b', 'must be a'],
  [z.string().regex(/^a$/), 'b', 'Invalid string: must match pattern /^a$/'],
])('names the allowed values (%#)', (schema, value, message) => {
  const { error } = schema.safeParse(value, { error: plainProblem });
  expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
});

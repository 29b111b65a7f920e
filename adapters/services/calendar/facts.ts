// The forms of the facts that requests of the calendar record (recordings/README.md, "Facts").

import { z } from 'zod';
import { calendar } from '../../../core/index.ts';
import { unknownMembersFact } from '../unknown-members.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

export const calendarFacts: Readonly<Record<string, z.ZodType>> = {
  cors: z.boolean(),
  unknownMembers: unknownMembersFact,
  caller: z.union([
    z.enum(['anonymous', 'invalid_username', 'incorrect_password']),
    z.strictObject({ userId: z.int().min(1), role: z.enum(calendar.roles) }),
  ]),
  site: z.looseObject({
    zone: z.string(),
    userIds: z.array(z.int()),
    perPage: z.int().min(1),
    perPageMax: z.int().min(1),
    currency: z.strictObject({
      symbol: z.string(),
      position: z.enum(['prefix', 'postfix']),
      decimalMark: z.enum(['.', ',']),
    }),
    namespaces: z.array(z.string()),
    extensions: z.strictObject({ geolocation: z.boolean(), tickets: z.boolean() }),
    geolocationMiles: z.number().positive(),
    updates: z.enum(['keep', 'reset']),
    taxonomies: z.strictObject({ category: z.string(), tag: z.string() }),
    titles: z.literal('texturized').exactOptional(),
  }),
  password: sha256.nullable(),
};

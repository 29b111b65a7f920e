// The forms of the facts that services look for (recordings/README.md, "Facts"). A service believes a fact, so that a recording
// in which one has another form cannot be replayed.

import { z } from 'zod';
import { calendar } from '../../../core/index.ts';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const perSecond = z.int().min(1).exactOptional();

const walletFacts: Readonly<Record<string, z.ZodType>> = {
  key: z.enum(['test', 'main', 'malformed', 'not-known', 'prefix-unknown']),
  ciphertext: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('undecryptable') }),
    z.strictObject({
      kind: z.literal('opened'),
      fingerprint: sha256,
      nonce: z.string().regex(/^[0-9a-f]{32}$/),
    }),
  ]),
  limits: z.strictObject({ get: perSecond, post: perSecond, sign: perSecond }).nullable(),
  walletRefusal: z.int().nullable(),
  cors: z.boolean(),
};

const calendarFacts: Readonly<Record<string, z.ZodType>> = {
  cors: z.boolean(),
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

/** By service and name. */
const factSchemas = new Map(
  Object.entries({
    wallet: walletFacts,
    calendar: calendarFacts,
    control: { refusal: z.string().nullable(), fingerprints: z.boolean() },
  }).map(([service, facts]) => [service, new Map(Object.entries(facts))]),
);

/** The first fact that has not its form, as `facts.site.zone`; undefined if all have. Facts of other services may be anything. */
export function invalidFact(
  service: string,
  facts: Readonly<Record<string, unknown>>,
): string | undefined {
  for (const [name, fact] of Object.entries(facts)) {
    const result = factSchemas.get(service)?.get(name)?.safeParse(fact);
    const [issue] = result?.error?.issues ?? [];
    if (issue !== undefined) return ['facts', name, ...issue.path.map(String)].join('.');
  }
  return undefined;
}

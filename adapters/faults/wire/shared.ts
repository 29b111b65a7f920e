// The members that all faults share: which requests they are for, and when they strike.

import { z } from 'zod';
import type { Json } from '../../../core/index.ts';
import { instantMs } from '../../protocol/instant.ts';
import { timeTextCharsMax } from '../../protocol/limits.ts';
import { pathPatternRule } from '../../protocol/path-pattern.ts';
import { services } from '../../services/index.ts';

/** The most characters of a route, a path in `json`, or a message. */
export const faultTextCharsMax = 500;
/** The most members of `json`. */
export const faultMembersMax = 20;
/** The most characters of the values of `json`, as JSON: each request is compared with all of them. */
export const faultValuesCharsMax = 10_000;
/** The highest `count`, `after` and `every`. */
export const faultCountMax = 1_000_000_000;

/** Not converted: a stored fixture is parsed again. */
const instantText = z
  .string()
  .max(timeTextCharsMax)
  .refine(
    (value) => instantMs(value) !== undefined,
    'must be an ISO-8601 instant such as "2026-01-01T00:00:00Z"',
  );

export const text = z.string().min(1).max(faultTextCharsMax);
export const count = z.int().max(faultCountMax);

const faultId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/, 'must have 1 to 64 letters, digits, . _ -')
  .meta({ description: 'Its name; by default a UUID that derives from the seed.' });

/** Any JSON value. */
const jsonValue: z.ZodType<Json> = z
  .lazy(() =>
    z.union([
      z.string(),
      z.number(),
      z.boolean(),
      z.null(),
      z.array(jsonValue),
      z.record(z.string(), jsonValue),
    ]),
  )
  .meta({ id: 'Json' });

/** Records of zod drop a member `__proto__`, so one is refused before. */
const bodyValues = z.preprocess(
  (given, context) => {
    if (hasPrototypeMember(given)) {
      context.issues.push({ code: 'custom', message: 'must not have "__proto__"', input: given });
    }
    return given;
  },
  z
    .record(z.string(), jsonValue)
    .refine(
      (members) => Object.keys(members).length <= faultMembersMax,
      `must have at most ${faultMembersMax} members`,
    )
    .refine(
      (members) => Object.keys(members).every(isPath),
      `must have paths of 1 to ${faultTextCharsMax} characters, such as "refId" or "amounts.0"`,
    )
    .refine(
      (members) => JSON.stringify(Object.values(members)).length <= faultValuesCharsMax,
      `must have values of at most ${faultValuesCharsMax} characters of JSON`,
    ),
);

function isPath(path: string): boolean {
  return path !== '' && path.length <= faultTextCharsMax;
}

/** At any depth. */
function hasPrototypeMember(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeMember);
}

const when = z
  .strictObject({
    count: count.min(1).exactOptional().meta({ description: 'Strikes so often at most.' }),
    after: count
      .min(0)
      .exactOptional()
      .meta({ description: 'Lets so many matching requests pass first.' }),
    every: count
      .min(1)
      .exactOptional()
      .meta({ description: 'Strikes each n-th of those that follow.' }),
    chance: z
      .number()
      .min(0)
      .max(1)
      .exactOptional()
      .meta({ description: 'The probability of a strike, drawn from the seed.' }),
    between: z
      .tuple([instantText, instantText])
      .refine(
        ([from, until]) => (instantMs(from) ?? 0) < (instantMs(until) ?? 0),
        'must be an instant and a later one',
      )
      .exactOptional()
      .meta({ description: 'From one virtual instant on, until another.' }),
    json: bodyValues.exactOptional().meta({
      description:
        'Values in the body (JSON or a form) by path, such as "feeLevel" or "amounts.0".',
    }),
  })
  .meta({
    id: 'FaultCondition',
    description: 'Which of the matching requests it strikes; all members must agree.',
  });

const routePattern = /^([A-Z]+ )?\/\S*$/;

/** The members of all faults. */
export const shared = {
  id: faultId.exactOptional(),
  service: z
    .enum(services.map(({ name }) => name) as [string])
    .exactOptional()
    .meta({ description: 'The service of the requests; default: each.' }),
  route: text
    .regex(
      routePattern,
      `must be ${pathPatternRule}, optionally after a method: POST /v1/w3s/wallets/*`,
    )
    .exactOptional()
    .meta({
      description:
        'A path without query and world, `*` for any one segment, `**` at the end for any number of them, optionally after a method.',
    }),
  when: when.exactOptional(),
};

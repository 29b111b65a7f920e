// The wire form of faults: one flat object, for the control plane, fixtures and profiles.

import { z } from 'zod';
import { faults, omitUndefined, wallet, type Json } from '../../core/index.ts';
import { duration } from '../http/duration.ts';
import { instantMs } from '../http/instant.ts';
import { timeTextCharsMax } from '../http/limits.ts';
import { services } from '../services/index.ts';

/** The most characters of a route, a path in `json`, or a message. */
export const faultTextCharsMax = 500;
/** How long a swapped webhook waits for the next one by default. */
const swapDelayMs = 600_000;
/** The most members of `json`. */
export const faultMembersMax = 20;
/** The highest `count`, `after` and `every`. */
export const faultCountMax = 1_000_000_000;
export const faultStatusMax = 599;
export const retryAfterSecondsMax = 86_400;

/** Not converted: a stored fixture is parsed again. */
const instantText = z
  .string()
  .max(timeTextCharsMax)
  .refine(
    (value) => instantMs(value) !== undefined,
    'must be an ISO-8601 instant such as "2026-01-01T00:00:00Z"',
  );

const text = z.string().min(1).max(faultTextCharsMax);
const count = z.int().max(faultCountMax);

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
    json: z
      .record(text, jsonValue)
      .refine(
        (members) => Object.keys(members).length <= faultMembersMax,
        `must have at most ${faultMembersMax} members`,
      )
      .exactOptional()
      .meta({
        description:
          'Values in the body (JSON or a form) by path, such as "fee.config.feeLevel" or "amounts.0".',
      }),
  })
  .meta({
    id: 'FaultCondition',
    description: 'Which of the matching requests it strikes; all members must agree.',
  });

const routePattern = /^([A-Z]+ )?\/\S*$/;

const shared = {
  id: faultId.exactOptional(),
  service: z
    .enum(services.map(({ name }) => name) as [string])
    .exactOptional()
    .meta({ description: 'The service of the requests; default: each.' }),
  route: text
    .regex(
      routePattern,
      'must be a path, with * for one segment, optionally after a method: POST /v1/w3s/wallets',
    )
    .exactOptional()
    .meta({
      description:
        'A path without query and world, `*` for any one segment, optionally after a method.',
    }),
  when: when.exactOptional(),
};

const refuse = z.strictObject({
  ...shared,
  kind: z.literal('refuse').meta({ description: 'Answers with an error of the service.' }),
  status: z
    .int()
    .min(400)
    .max(faultStatusMax)
    .default(503)
    .meta({ description: 'The HTTP status.' }),
  code: z
    .union([z.int(), text])
    .exactOptional()
    .meta({ description: "The service's own code; default: that of the status." }),
  message: text.exactOptional().meta({ description: 'Default: it names the fault.' }),
  retryAfter: z
    .int()
    .min(0)
    .max(retryAfterSecondsMax)
    .exactOptional()
    .meta({ description: 'The header Retry-After, in seconds.' }),
});

const plain = z.strictObject({
  ...shared,
  kind: z
    .enum(['lose-request', 'lose-answer', 'repeat', 'cut', 'malformed', 'hang'])
    .meta({ description: 'See adapters/faults/README.md.' }),
});

const slow = z.strictObject({
  ...shared,
  kind: z.literal('slow').meta({ description: 'Answers after a virtual latency.' }),
  delay: duration,
  jitter: duration.exactOptional(),
});

const plannedAction = z.strictObject({
  ...shared,
  service: z.literal('wallet').exactOptional(),
  kind: z.enum(['stick', 'drop']).meta({
    description:
      'The transaction that the request initiates is stuck, or dropped, once it is SENT.',
  }),
});

const plannedFailure = z.strictObject({
  ...shared,
  service: z.literal('wallet').exactOptional(),
  kind: z.enum(['fail', 'deny']).meta({
    description: 'The transaction that the request initiates fails, or is denied at screening.',
  }),
  reason: z
    .enum(wallet.failureReasons)
    .exactOptional()
    .meta({ description: 'The errorReason for clients.' }),
});

const plainWebhook = z.strictObject({
  ...shared,
  kind: z.enum(['lose-webhook', 'double-webhook']).meta({
    description: 'A webhook does not arrive and gets no answer, or arrives twice.',
  }),
});

const lateWebhook = z.strictObject({
  ...shared,
  kind: z.literal('late-webhook').meta({ description: 'A webhook arrives later.' }),
  delay: duration,
  jitter: duration.exactOptional(),
});

const swappedWebhooks = z.strictObject({
  ...shared,
  kind: z.literal('swap-webhooks').meta({
    description:
      'A webhook arrives behind the next one of its subscription, or alone after the delay.',
  }),
  delay: duration.default(swapDelayMs),
  jitter: duration.exactOptional(),
});

/** A fault as it is added. */
export const faultBody = z
  .discriminatedUnion('kind', [
    refuse,
    plain,
    slow,
    plannedAction,
    plannedFailure,
    plainWebhook,
    lateWebhook,
    swappedWebhooks,
  ])
  .meta({ id: 'NewFault' });

type FaultBody = z.infer<typeof faultBody>;

/** The command that adds a fault. */
export function addFaultOf({ id, service, route, when: given, ...effect }: FaultBody) {
  const { between, ...rest } = given ?? {};
  const [fromMs, untilMs] = (between ?? []).map(instantMs);
  const rule: faults.FaultRule = {
    ...omitUndefined({ service, route }),
    when: { ...(rest as faults.FaultCondition), ...omitUndefined({ fromMs, untilMs }) },
    effect: effectOf(effect),
  };
  return { type: 'AddFault', ...omitUndefined({ id }), rule } as const;
}

type EffectBody = FaultBody extends infer Body
  ? Body extends FaultBody
    ? Omit<Body, keyof typeof shared>
    : never
  : never;

function effectOf(effect: EffectBody): faults.FaultEffect {
  if (!('delay' in effect)) return effect;
  const { kind, delay: delayMs, jitter: jitterMs } = effect;
  return { kind, delayMs, ...omitUndefined({ jitterMs }) };
}

const counts = {
  id: z.string(),
  tried: z.int().min(0).meta({ description: 'How many matching requests it was tried on.' }),
  struck: z.int().min(0).meta({ description: 'How many of them it struck.' }),
};

/** A fault as it is shown: as it was added, with durations in milliseconds, and its counts. */
export const faultAnswer = z
  .looseObject({
    ...counts,
    kind: z.enum(faults.faultKinds),
    service: z.string().exactOptional(),
    route: z.string().exactOptional(),
    when: z
      .looseObject({ between: z.tuple([z.string(), z.string()]).exactOptional() })
      .exactOptional(),
  })
  .meta({ id: 'Fault' });

export const faultsAnswer = z.strictObject({ faults: z.array(faultAnswer) });

export function printFault({
  id,
  service,
  route,
  when: stored,
  effect,
  tried,
  struck,
}: faults.Fault) {
  const { fromMs, untilMs, ...rest } = stored;
  const instants = fromMs === undefined || untilMs === undefined ? [] : [fromMs, untilMs];
  const between =
    instants.length === 0 ? undefined : instants.map((atMs) => new Date(atMs).toISOString());
  const condition: Readonly<Record<string, Json | undefined>> = omitUndefined({ ...rest, between });
  return {
    id,
    ...omitUndefined({ service, route }),
    ...(Object.keys(condition).length === 0 ? {} : { when: condition }),
    ...printEffect(effect),
    tried,
    struck,
  };
}

function printEffect(effect: faults.FaultEffect): object {
  if (!('delayMs' in effect)) return effect;
  const { kind, delayMs: delay, jitterMs: jitter } = effect;
  return { kind, delay, ...omitUndefined({ jitter }) };
}

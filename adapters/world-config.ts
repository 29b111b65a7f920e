// The settings of a world that concern its adapters: kept with the world, one schema for everybody who sets them.

import { z } from 'zod';
import { wallet, type Settings, type World } from '../core/index.ts';
import {
  calendarConfigSchema,
  calendarConfigWith,
  type CalendarConfig,
  type CalendarWish,
} from './calendar-config.ts';
import {
  countedChars,
  fingerprintChars,
  publishedKeys,
  storedKey,
  storedPassword,
  walletKeyCharsMax,
  walletKeyPattern,
} from './fingerprints.ts';
import { present } from './http/present.ts';
import { errorCodes } from './services/wallet/errors.ts';
import { walletOperations } from './services/wallet/operations.ts';
import { requestsPerSecondMax, walletKeysMax, walletRefusalsMax } from './settings-limits.ts';

const perSecond = z.int().min(1).max(requestsPerSecondMax);

export const worldConfigSchema = z.strictObject({
  walletKeys: z
    .array(
      z
        .string()
        .max(walletKeyCharsMax + fingerprintChars)
        .regex(walletKeyPattern, 'is of the form PREFIX:ID:SECRET')
        .refine(
          (key) => countedChars(key) <= walletKeyCharsMax,
          `has at most ${walletKeyCharsMax} characters`,
        ),
    )
    .min(1)
    .max(walletKeysMax)
    .exactOptional()
    .meta({
      description:
        'The API keys of the wallet, `PREFIX:ID:SECRET`. Stored and shown with a fingerprint of the secret, `PREFIX:ID:sha256.<hex>`, which is accepted in its place.',
    }),
  ids: z
    .enum(['ordinal', 'idempotency-key'])
    .exactOptional()
    .meta({ description: 'What ids come from: the order of making, or idempotency keys.' }),
  entitySecret: z.enum(['first', 'registered']).exactOptional().meta({
    description:
      'The secret of the entity: that of the first ciphertext (`first`, the default), or none before one is registered (`registered`).',
  }),
  rateLimits: z
    .union([
      z.boolean(),
      z.strictObject({
        get: perSecond.exactOptional(),
        sign: perSecond.exactOptional(),
        post: perSecond.exactOptional(),
      }),
    ])
    .exactOptional()
    .meta({
      description:
        'Wallet requests in a virtual second: of reads (`get`, 20 unless said), of creating and deriving wallets, signing and estimates (`sign`, 10), of others (`post`, 5). `true`: those; `false`, the default: no limits.',
    }),
  walletCors: z.boolean().exactOptional().meta({
    description:
      'Whether pages of other origins may call the wallet (CORS, without cookies); `false` by default.',
  }),
  walletRefusals: z
    .array(
      z.strictObject({
        operation: z.enum(walletOperations).exactOptional(),
        code: z
          .int()
          .refine((code) => errorCodes.includes(code), 'is no code of the wallet service'),
      }),
    )
    .max(walletRefusalsMax)
    .exactOptional()
    .meta({
      description:
        'Wallet requests that are refused with a code of choice, before anything else of them is looked at: those of an `operation`, such as `POST /v1/w3s/developer/wallets`, or all. The first that fits counts; an empty list ends it.',
    }),
  walletLimits: z
    .strictObject({
      pendingTransactions: z.int().min(1).max(wallet.openTransactionsMax).exactOptional(),
      walletsPerSet: z.int().min(1).max(wallet.walletsPerSetMax).exactOptional(),
    })
    .exactOptional()
    .meta({
      description:
        'Smaller limits than the service has: transactions of a sender that no block has taken (beyond them 155264), and wallets in a set (155502).',
    }),
  calendar: calendarConfigSchema
    .exactOptional()
    .meta({ description: 'The calendar service; what is not said of it stays as it is.' }),
});

/** What the limits of the service are where nothing else is said (reference/wallet.md section 2, "Limits"). */
const rateLimitsDefault: RateLimits = { get: 20, sign: 10, post: 5 };

/** What is wished of a world's settings; what is not said stays as it is, or is the default. */
export type ConfigWish = z.infer<typeof worldConfigSchema>;

export interface WorldConfig {
  /** In their stored form. */
  readonly walletKeys: readonly string[];
  /** Whether the entity's secret is that of the first ciphertext, or none before one is registered. */
  readonly entitySecret?: 'first' | 'registered';
  /** Absent where requests are not limited. */
  readonly rateLimits?: RateLimits;
  /** Whether pages of other origins may call the wallet. */
  readonly walletCors: boolean;
  readonly walletRefusals?: readonly WalletRefusal[];
  readonly walletLimits?: wallet.WalletLimits;
  readonly calendar: CalendarConfig;
}

/** Requests of an operation, or all, that are refused with a code. */
export type WalletRefusal = NonNullable<ConfigWish['walletRefusals']>[number];

/** How many requests of a kind there may be in a virtual second. */
export type RateLimits = Readonly<Record<wallet.RequestKind, number>>;

/** The settings after a change, with fingerprints of secrets. The source of ids is the core's, the rest the adapters'. */
export function changedSettings(settings: Settings, wish: ConfigWish): Settings {
  const { ids, config } = changedPlainSettings(settings, wish);
  return { ids, config: withFingerprints(config) };
}

/** The same with secrets as they are given: how earlier versions stored them, which replays of their recordings repeat. */
export function changedPlainSettings(
  { ids, config }: Settings,
  { ids: source, calendar, ...rest }: ConfigWish,
): { readonly ids: Settings['ids']; readonly config: Omit<ConfigWish, 'ids'> } {
  const before = worldConfigSchema.catch({}).parse(config);
  const changed = calendar === undefined ? {} : { calendar: { ...before.calendar, ...calendar } };
  return { ids: source ?? ids, config: { ...before, ...rest, ...changed } };
}

function withFingerprints(config: Omit<ConfigWish, 'ids'>): Omit<ConfigWish, 'ids'> {
  const { walletKeys, calendar } = config;
  const users = calendar?.users?.map((user) => ({
    ...user,
    password: storedPassword(user.password),
  }));
  return {
    ...config,
    ...(walletKeys === undefined ? {} : { walletKeys: walletKeys.map(storedKey) }),
    ...(users === undefined ? {} : { calendar: { ...calendar, users } }),
  };
}

/** What a first run has (design section 4): one entity, a key for each kind of network. */
export const defaultConfig: Pick<WorldConfig, 'walletKeys'> = { walletKeys: publishedKeys };

/** The wallet keys that a stated configuration gives, or the default ones. */
export function walletKeysOf(config: unknown): readonly string[] {
  return worldConfigSchema.catch({}).parse(config).walletKeys ?? defaultConfig.walletKeys;
}

/** The limits that a stated configuration gives; none by default. */
function rateLimitsOf(config: unknown): RateLimits | undefined {
  const { rateLimits = false } = worldConfigSchema.catch({}).parse(config);
  if (rateLimits === false) return undefined;
  return rateLimits === true ? rateLimitsDefault : { ...rateLimitsDefault, ...rateLimits };
}

/** What a stated configuration says of the calendar; nothing by default. */
export function calendarWishOf(config: unknown): CalendarWish {
  return worldConfigSchema.catch({}).parse(config).calendar ?? {};
}

/** The settings of a world at present, with the defaults for what it does not say. */
export function configOf(world: Pick<World, 'settings'>): WorldConfig {
  const settings = world.settings();
  let config = configs.get(settings);
  if (config === undefined) {
    const rateLimits = rateLimitsOf(settings.config);
    const stated = worldConfigSchema.catch({}).parse(settings.config);
    const { entitySecret, walletRefusals, walletLimits, walletCors = false } = stated;
    config = {
      ...present({ entitySecret, walletRefusals, walletLimits }),
      walletKeys: walletKeysOf(settings.config),
      ...(rateLimits === undefined ? {} : { rateLimits }),
      walletCors,
      calendar: calendarConfigWith(calendarWishOf(settings.config)),
    };
    configs.set(settings, config);
  }
  return config;
}

const configs = new WeakMap<Settings, WorldConfig>();

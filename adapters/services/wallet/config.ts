// The settings of a world's wallet: its keys, its limits, and refusals on demand.

import { z } from 'zod';
import { wallet, type Settings, type World, omitUndefined } from '../../../core/index.ts';
import {
  countedChars,
  fingerprintChars,
  publishedKeys,
  storedKey,
  walletKeyCharsMax,
  walletKeyPattern,
} from '../../fingerprints.ts';
import { requestsPerSecondMax, walletKeysMax, walletRefusalsMax } from '../../settings-limits.ts';
import { errorCodes, nearestCodes } from './errors.ts';
import { walletOperations } from './operations.ts';

const perSecond = z.int().min(1).max(requestsPerSecondMax);

/** Members of a world's configuration. */
export const walletSettings = {
  walletKeys: z
    .array(
      z
        .string()
        .max(walletKeyCharsMax + fingerprintChars)
        .regex(walletKeyPattern, 'must have the form PREFIX:ID:SECRET')
        .refine(
          (key) => countedChars(key) <= walletKeyCharsMax,
          `must have at most ${walletKeyCharsMax} characters`,
        ),
    )
    .min(1)
    .max(walletKeysMax)
    .exactOptional()
    .meta({
      description:
        'The API keys of the wallet, `PREFIX:ID:SECRET`. Stored and shown with a fingerprint of the secret, `PREFIX:ID:sha256.<hex>`, which is accepted in its place.',
    }),
  entitySecret: z.enum(['first', 'registered']).exactOptional().meta({
    description:
      'The secret of the entity: that of the first ciphertext (`first`, the default), or none before one is registered (`registered`).',
  }),
  rateLimits: z
    .union([
      z.boolean(),
      z
        .strictObject({
          get: perSecond.exactOptional(),
          sign: perSecond.exactOptional(),
          post: perSecond.exactOptional(),
        })
        .meta({ id: 'WalletRateLimits' }),
    ])
    .exactOptional()
    .meta({
      description:
        'Limits of wallet requests in a virtual second: reads (`get`, default 20), creating and deriving wallets, signing and estimates (`sign`, default 10), others (`post`, default 5). `true`: the defaults; `false`, the default: no limits.',
    }),
  walletCors: z.boolean().exactOptional().meta({
    description:
      'Whether pages of other origins may call the wallet (CORS, without cookies); `false` by default.',
  }),
  walletRefusals: z
    .array(
      z
        .strictObject({
          operation: z.enum(walletOperations).exactOptional(),
          code: z.int().refine((code) => errorCodes.includes(code), {
            error: ({ input }) =>
              `must be a code of the wallet service (nearest: ${nearestCodes(Number(input)).join(', ')})`,
          }),
        })
        .meta({ id: 'WalletRefusal' }),
    )
    .max(walletRefusalsMax)
    .exactOptional()
    .meta({
      description:
        'Refuses wallet requests with any documented code, before the rest of the request is read: those of an `operation`, such as `POST /v1/w3s/developer/wallets`, or all. The first match counts; an empty list refuses none.',
    }),
  walletLimits: z
    .strictObject({
      pendingTransactions: z.int().min(1).max(wallet.openTransactionsMax).exactOptional(),
      walletsPerSet: z.int().min(1).max(wallet.walletsPerSetMax).exactOptional(),
    })
    .exactOptional()
    .meta({
      description:
        'Smaller limits than those of the service: transactions of a sender that no block has included (155264 beyond it), and wallets in a set (155502).',
    }),
} satisfies z.ZodRawShape;

const schema = z.object(walletSettings);

/** Settings of the wallet in a request; omitted members keep their values. */
export type WalletSettings = z.infer<typeof schema>;

/** The settings of the wallet with their defaults. */
export interface WalletConfig {
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
}

/** A code with which requests of an operation, or all, are refused. */
export type WalletRefusal = NonNullable<WalletSettings['walletRefusals']>[number];

/** Requests of each kind allowed in a virtual second. */
export type RateLimits = Readonly<Record<wallet.RequestKind, number>>;

/** The limits of the service (reference/wallet.md section 2, "Limits"). */
const rateLimitsDefault: RateLimits = { get: 20, sign: 10, post: 5 };

/** The keys of a first run (design section 4): one entity, a key for each kind of network. */
export const walletKeysDefault: readonly string[] = publishedKeys;

/** The wallet's part of a configuration; empty where it has none. */
export function walletSettingsIn(config: unknown): WalletSettings {
  return schema.catch({}).parse(config);
}

/** The settings with fingerprints of the keys, as worlds store them. */
export function storedWalletSettings(settings: WalletSettings): WalletSettings {
  const { walletKeys } = settings;
  return walletKeys === undefined
    ? settings
    : { ...settings, walletKeys: walletKeys.map(storedKey) };
}

/** The present settings of a world's wallet. */
export function walletConfigOf(world: Pick<World, 'settings'>): WalletConfig {
  const settings = world.settings();
  let config = configs.get(settings);
  if (config === undefined) {
    config = walletConfig(walletSettingsIn(settings.config));
    configs.set(settings, config);
  }
  return config;
}

function walletConfig(settings: WalletSettings): WalletConfig {
  const { entitySecret, walletRefusals, walletLimits } = settings;
  const { walletKeys = walletKeysDefault, walletCors = false, rateLimits = false } = settings;
  const limits = rateLimits === true ? {} : rateLimits;
  return {
    ...omitUndefined({ entitySecret, walletRefusals, walletLimits }),
    walletKeys,
    walletCors,
    ...(limits === false ? {} : { rateLimits: { ...rateLimitsDefault, ...limits } }),
  };
}

/** Read once for each version of a world's settings. */
const configs = new WeakMap<Settings, WalletConfig>();

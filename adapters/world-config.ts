// The settings of a world that concern its adapters: kept with the world, one schema for everybody who sets them.

import { z } from 'zod';
import type { Settings, World } from '../core/index.ts';

/** A wallet API key: prefix, identifier and secret. */
export const walletKeyPattern = /^[^:\s]+:[^:\s]+:[^:\s]+$/;

export const worldConfigSchema = z.strictObject({
  walletKeys: z
    .array(z.string().max(500).regex(walletKeyPattern, 'is of the form PREFIX:ID:SECRET'))
    .min(1)
    .max(100)
    .exactOptional(),
  ids: z
    .enum(['ordinal', 'idempotency-key'])
    .exactOptional()
    .meta({ description: 'What ids come from: the order of making, or idempotency keys.' }),
});

/** What is wished of a world's settings; what is not said stays as it is, or is the default. */
export type ConfigWish = z.infer<typeof worldConfigSchema>;

export interface WorldConfig {
  readonly walletKeys: readonly string[];
}

/** The settings after a change. The source of ids is the core's, the rest is kept for the adapters. */
export function changedSettings(
  { ids, config }: Settings,
  { ids: source, ...rest }: ConfigWish,
): Settings {
  const before = worldConfigSchema.catch({}).parse(config);
  return { ids: source ?? ids, config: { ...before, ...rest } };
}

/** What a first run has (design section 4): one entity, a key for each kind of network. */
export const defaultConfig: WorldConfig = {
  walletKeys: ['TEST_API_KEY:reprise:demo', 'LIVE_API_KEY:reprise:demo'],
};

/** The wallet keys that a stated configuration gives, or the default ones. */
export function walletKeysOf(config: unknown): readonly string[] {
  return worldConfigSchema.catch({}).parse(config).walletKeys ?? defaultConfig.walletKeys;
}

/** The settings of a world at present, with the defaults for what it does not say. */
export function configOf(world: Pick<World, 'settings'>): WorldConfig {
  const settings = world.settings();
  let config = configs.get(settings);
  if (config === undefined) {
    config = { walletKeys: walletKeysOf(settings.config) };
    configs.set(settings, config);
  }
  return config;
}

const configs = new WeakMap<Settings, WorldConfig>();

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
});

export interface WorldConfig {
  readonly walletKeys: readonly string[];
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

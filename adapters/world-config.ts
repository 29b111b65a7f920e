// The configuration of a world: the source of ids and the settings of each service. Stored with the world.

import { z } from 'zod';
import type { Settings } from '../core/index.ts';
import type { ServiceModule } from './services/module.ts';
import type { Config, ConfigChange } from './contracts/world-spec.ts';
import { services } from './services/index.ts';
import { unknownMembersIn, unknownMembersSettings } from './services/unknown-members.ts';

const ownSettings = {
  ids: z
    .enum(['ordinal', 'idempotency-key'])
    .exactOptional()
    .meta({ description: 'The source of ids: the order of creation, or idempotency keys.' }),
} satisfies z.ZodRawShape;

const members: z.ZodRawShape = Object.assign(
  {},
  ...services.map(({ settings }) => settings),
  unknownMembersSettings,
  ownSettings,
);
const schema = z.strictObject(members);

/** The schema of configurations: the members of all services. */
export const worldConfigSchema = schema.meta({
  id: 'WorldConfig',
}) as unknown as z.ZodType<ConfigChange>;

/** The settings after a change, with fingerprints in place of secrets. */
export function changedSettings(settings: Settings, change: ConfigChange): Settings {
  const { config, ...own } = changedPlainSettings(settings, change);
  const shared = unknownMembersIn(config);
  return { ...own, config: { ...merged(({ stored }) => stored(config)), ...shared } };
}

/** The settings after a change, with secrets in plain text as earlier versions stored them: their recordings need it. */
export function changedPlainSettings(
  { ids, config, ...own }: Settings,
  { ids: source, ...change }: ConfigChange,
): Omit<Settings, 'config'> & { readonly config: Config } {
  const before = config as Config;
  const shared = { ...unknownMembersIn(before), ...unknownMembersIn(change) };
  const all = { ...merged(({ changed }) => changed(before, change)), ...shared };
  return { ...own, ids: source ?? ids, config: all };
}

/** The configuration as the control plane shows it. */
export function shownConfig({ ids, config }: Settings): Config {
  return { ids, ...merged(({ shown }) => shown(config as Config)), ...unknownMembersIn(config) };
}

/** The schema of {@link shownConfig}: members with a default are always present. */
export const shownConfigSchema = schema
  .required(
    Object.fromEntries(
      Object.keys(shownConfig({ ids: 'ordinal', config: {} })).map((name) => [name, true]),
    ),
  )
  .meta({ id: 'ShownConfig' }) as unknown as z.ZodType<Config>;

function merged(part: (module: ServiceModule) => Config): Config {
  return Object.assign({}, ...services.map(part));
}

/** The configuration of a first run. */
export const defaultConfig: Config = merged(({ initial }) => initial);

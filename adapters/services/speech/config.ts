// The settings of a world's speech service: its keys, further models, and the limits of sessions.

import { z } from 'zod';
import { omitUndefined, speech, type Settings, type World } from '../../../core/index.ts';
import {
  agentLatencyMsMax,
  agentPaceMax,
  charactersPerMinuteMax,
  sessionIdleMsMax,
  speechKeyCharsMax,
  speechKeysMax,
  speechModelCharsMax,
  speechModelsMax,
} from '../../settings-limits.ts';
import { publishedSpeechKey, speechKeyPattern, storedSpeechKey } from './keys.ts';

const ms = z.int().min(0).max(agentLatencyMsMax);

const latencyMs = z.union([
  ms,
  z.tuple([ms, ms]).refine(([from, to]) => from <= to, 'must be a range [from, to]'),
]);

/** The members of a world's configuration. */
export const speechSettings = {
  speechKeys: z
    .array(
      z
        .string()
        .max(speechKeyCharsMax)
        .regex(speechKeyPattern, 'must be ASCII characters without spaces'),
    )
    .min(1)
    .max(speechKeysMax)
    .exactOptional()
    .meta({
      description:
        'The API keys of the speech service, `reprise-demo` by default. Stored and shown as fingerprints, `sha256.<hex>`, which are accepted in their place.',
    }),
  speech: z
    .strictObject({
      idleMs: z
        .union([z.int().min(1).max(sessionIdleMsMax), z.literal(false)])
        .exactOptional()
        .meta({
          description:
            'After how much virtual time without a frame of the client a session ends, in milliseconds; by default 60000 on /v1/speak, 10000 on /v1/listen, 30000 on /v2/listen, 15000 on /v1/agent/converse. `false`: never.',
        }),
      models: z
        .array(z.string().min(1).max(speechModelCharsMax))
        .max(speechModelsMax)
        .exactOptional()
        .meta({ description: 'Names of models that are accepted besides those of the service.' }),
      agent: z
        .strictObject({
          pace: z
            .number()
            .min(1)
            .max(agentPaceMax)
            .exactOptional()
            .meta({
              description: `How many times faster than real time replies are sent; ${speech.agentPaceDefault} by default.`,
            }),
          latency: z
            .strictObject({ think: latencyMs.exactOptional(), speak: latencyMs.exactOptional() })
            .exactOptional()
            .meta({
              description:
                'How long agents think (200 to 600 by default) and prepare their voice (100 to 250), in virtual milliseconds: a number, or a range from which the seed draws.',
            }),
        })
        .exactOptional()
        .meta({ description: 'Agents of /v1/agent/converse.' }),
      limits: z
        .strictObject({
          charactersPerMinute: z
            .union([z.int().min(1).max(charactersPerMinuteMax), z.literal(false)])
            .exactOptional()
            .meta({
              description:
                'Characters of text that a session may send in a virtual minute: 2400 in the original. More end the session with 1008 `DATA-0001`. `false`, the default: any number.',
            }),
        })
        .exactOptional()
        .meta({ description: 'Limits of the original that are off by default.' }),
    })
    .meta({ id: 'SpeechSessionSettings' })
    .exactOptional()
    .meta({ description: 'Sessions and models of the speech service.' }),
} satisfies z.ZodRawShape;

const schema = z.object(speechSettings);

/** Settings of the speech service in a request; omitted members keep their values. */
export type SpeechSettings = z.infer<typeof schema>;

/** The settings of the speech service with their defaults. */
export interface SpeechConfig {
  /** In their stored form. */
  readonly speechKeys: readonly string[];
  /** Further names of models. */
  readonly models: readonly string[];
  /** Undefined: the default of the channel. Null: no limit. */
  readonly idleMs: number | null | undefined;
  readonly charactersPerMinute: number | null;
  readonly agent: speech.AgentParameters;
}

/** The key of a first run (design section 4). */
export const speechKeysDefault: readonly string[] = [publishedSpeechKey];

/** The speech service's members of a configuration. */
export function speechSettingsIn(config: unknown): SpeechSettings {
  return schema.catch({}).parse(config);
}

/** The settings as worlds store them: with fingerprints in place of keys. */
export function storedSpeechSettings(settings: SpeechSettings): SpeechSettings {
  return {
    ...settings,
    ...omitUndefined({ speechKeys: settings.speechKeys?.map(storedSpeechKey) }),
  };
}

/** The present settings of a world's speech service. */
export function speechConfigOf(world: Pick<World, 'settings'>): SpeechConfig {
  const settings = world.settings();
  let config = configs.get(settings);
  if (config === undefined) {
    config = speechConfig(speechSettingsIn(settings.config));
    configs.set(settings, config);
  }
  return config;
}

/** The limits of a new session. */
export function sessionLimits(
  world: Pick<World, 'settings'>,
  path: speech.SessionParameters['path'],
): speech.SessionLimits {
  const { idleMs = idleMsDefaults[path], charactersPerMinute } = speechConfigOf(world);
  return { idleMs, charactersPerMinute };
}

const idleMsDefaults = {
  '/v1/speak': speech.idleMsDefault,
  '/v1/listen': speech.listenIdleMsDefault,
  '/v2/listen': speech.turnIdleMsDefault,
  '/v1/agent/converse': speech.agentIdleMsDefault,
};

function speechConfig({ speechKeys, speech: members = {} }: SpeechSettings): SpeechConfig {
  const { idleMs, models = [], agent = {}, limits: { charactersPerMinute = false } = {} } = members;
  return {
    speechKeys: speechKeys ?? speechKeysDefault,
    models,
    idleMs: idleMs === false ? null : idleMs,
    charactersPerMinute: charactersPerMinute === false ? null : charactersPerMinute,
    agent: agentParameters(agent),
  };
}

type AgentSettings = NonNullable<NonNullable<SpeechSettings['speech']>['agent']>;

function agentParameters({
  pace = speech.agentPaceDefault,
  latency: { think, speak } = {},
}: AgentSettings): speech.AgentParameters {
  const { think: thinkDefault, speak: speakDefault } = speech.agentLatencyDefault;
  const latency = { think: rangeOf(think ?? thinkDefault), speak: rangeOf(speak ?? speakDefault) };
  return { pace, latency };
}

function rangeOf(latencyMs: number | speech.MsRange): speech.MsRange {
  return typeof latencyMs === 'number' ? [latencyMs, latencyMs] : latencyMs;
}

/** Cached for each version of a world's settings. */
const configs = new WeakMap<Settings, SpeechConfig>();

// Think settings of the voice agent (spec/speech.md, "Think settings"; reference/speech.md section 6).

import { z } from 'zod';
import { omitUndefined, type speech } from '../../../../core/index.ts';
import { checkCredentials, thinkCredentials } from './credentials.ts';
import { endpointOf, providerEndpoint } from './endpoint.ts';
import { functionSchema, functionsOf } from './function.ts';
import { contextLengthMax, fallbacksMax, functionsMax, temperatureMax } from './limits.ts';
import { anyName, checkName } from './names.ts';
import { invalid } from './problem.ts';
import type { AgentReading } from './rules.ts';
import { thinkPlace } from './secrets.ts';

const thinkModels = {
  open_ai: [
    'gpt-5',
    'gpt-5-mini',
    'gpt-5-nano',
    'gpt-4.1',
    'gpt-4.1-mini',
    'gpt-4.1-nano',
    'gpt-4o',
    'gpt-4o-mini',
  ],
  aws_bedrock: [
    'anthropic/claude-3-5-sonnet-20240620-v1:0',
    'anthropic/claude-3-5-haiku-20240307-v1:0',
  ],
  anthropic: ['claude-3-5-haiku-latest', 'claude-sonnet-4-20250514'],
  google: ['gemini-2.0-flash', 'gemini-2.0-flash-lite', 'gemini-2.5-flash'],
  groq: ['openai/gpt-oss-20b'],
} as const;

function kind<const Type extends keyof typeof thinkModels, Shape extends z.ZodRawShape>(
  type: Type,
  hottest: number,
  more: Shape,
) {
  const bounds = `must be a number from 0 to ${hottest}`;
  return z.strictObject({
    type: z.literal(type),
    model: anyName,
    temperature: z
      .number()
      .min(0, bounds)
      .max(hottest, bounds)
      .exactOptional()
      .meta({ description: 'Of the model; passed on to an endpoint.' }),
    ...more,
  });
}

function version<const Version extends string>(name: Version) {
  return z.literal(name).exactOptional();
}

const reasoning = z
  .enum(['none', 'minimal', 'low', 'medium', 'high'])
  .exactOptional()
  .meta({ description: 'Passed on to an endpoint as `reasoning_effort`.' });

const provider = z.discriminatedUnion('type', [
  kind('open_ai', temperatureMax, { version: version('v1'), reasoning_mode: reasoning }),
  kind('aws_bedrock', temperatureMax, { credentials: thinkCredentials.exactOptional() }),
  kind('anthropic', 1, { version: version('v1') }),
  kind('google', temperatureMax, {
    version: z.enum(['ai-studio-v1beta', 'gemini-enterprise-agent-v1', 'v1beta']).exactOptional(),
  }),
  kind('groq', temperatureMax, { version: version('v1'), reasoning_mode: reasoning }),
]);

const contextBounds = `must be 'max' or an integer from 2 to ${contextLengthMax}`;

const thinkEntry = z
  .strictObject({
    provider,
    endpoint: providerEndpoint.exactOptional(),
    functions: z.array(functionSchema).max(functionsMax).exactOptional(),
    prompt: z.string().exactOptional(),
    context_length: z
      .union([z.literal('max', contextBounds), z.number(contextBounds)])
      .exactOptional()
      .meta({ description: 'Characters of history; only with an endpoint.' }),
  })
  .meta({
    id: 'AgentThinker',
    description: 'A thinker: who answers, with which prompt and functions.',
  });

type ThinkEntry = z.infer<typeof thinkEntry>;

/** One setting, or a list of fallbacks. */
export const thinkSchema = z.union([thinkEntry, z.array(thinkEntry).min(1).max(fallbacksMax)]);

/** `place`: the path of the settings in the message. */
export function thinkOf(
  given: z.infer<typeof thinkSchema>,
  place: string,
  reading: AgentReading,
): readonly speech.ThinkSettings[] {
  return Array.isArray(given)
    ? given.map((each, entry) => entryOf(each, `${place}.${entry}`, entry, reading))
    : [entryOf(given, place, 0, reading)];
}

/** The thinker of Settings without one. */
export const thinkDefault: readonly speech.ThinkSettings[] = [
  {
    provider: 'open_ai',
    model: 'gpt-4o-mini',
    temperature: null,
    endpoint: null,
    functions: [],
    prompt: '',
    contextLength: null,
  },
];

function entryOf(
  given: ThinkEntry,
  place: string,
  entry: number,
  reading: AgentReading,
): speech.ThinkSettings {
  const { provider: by, endpoint, functions = [], prompt = '', context_length: length } = given;
  checkName(
    by.model,
    `${place}.provider.model`,
    { names: thinkModels[by.type], isOpen: true, hasEndpoint: endpoint !== undefined },
    reading,
  );
  if (by.type === 'aws_bedrock' && by.credentials !== undefined) {
    checkCredentials(by.credentials, `${place}.provider.credentials`);
  }
  checkContextLength(length, `${place}.context_length`, endpoint !== undefined);
  return {
    provider: by.type,
    model: by.model,
    temperature: by.temperature ?? null,
    endpoint:
      endpoint === undefined
        ? null
        : endpointOf(endpoint, `${place}.endpoint`, thinkPlace(entry), reading),
    functions: functionsOf(functions, `${place}.functions`, entry, reading),
    prompt,
    contextLength: length ?? null,
    ...omitUndefined({ reasoning: 'reasoning_mode' in by ? by.reasoning_mode : undefined }),
  };
}

function checkContextLength(
  length: ThinkEntry['context_length'],
  place: string,
  hasEndpoint: boolean,
): void {
  if (length === undefined) return;
  if (!hasEndpoint) throw invalid(place, 'must not be given without an endpoint');
  if (length === 'max') return;
  if (!Number.isInteger(length) || length < 2 || length > contextLengthMax) {
    throw invalid(place, contextBounds);
  }
}

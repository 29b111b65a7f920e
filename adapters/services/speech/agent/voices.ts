// Speak settings of the voice agent (spec/speech.md, "Speak settings"; reference/speech.md section 6).

import { z } from 'zod';
import { speech } from '../../../../core/index.ts';
import { checkCredentials, voiceCredentials } from './credentials.ts';
import { checkVoiceEndpoint, providerEndpoint } from './endpoint.ts';
import { fallbacksMax } from './limits.ts';
import { anyName, checkName } from './names.ts';
import { invalid } from './problem.ts';
import type { AgentRules } from './rules.ts';

/** `custom` stands for a model of the client's own (spec/speech.md, "/v1/listen"). */
export const ownModels = [
  ...speech.speakModels,
  ...speech.fluxVoices.women,
  ...speech.fluxVoices.men,
  'custom',
];
const elevenModels = ['eleven_turbo_v2_5', 'eleven_monolingual_v1', 'eleven_multilingual_v2'];
const cartesiaModels = ['sonic-2', 'sonic-multilingual'];
const openAiModels = ['tts-1', 'tts-1-hd'];

function version<const Version extends string>(name: Version) {
  return z.literal(name).exactOptional();
}

function bounded(least: number, most: number) {
  const words = `must be a number from ${least} to ${most}`;
  return z.number(words).min(least, words).max(most, words);
}

const provider = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['deepgram', 'native']),
    version: z.enum(['v1', 'v2']).exactOptional(),
    model: anyName,
    speed: bounded(0.5, 1.5)
      .exactOptional()
      .meta({ description: 'A multiple of the pace of the voice; from 0.7 with an Aura model.' }),
    expressivity: z.int().min(-2).max(2).exactOptional().meta({ description: 'Without effect.' }),
  }),
  z.strictObject({
    type: z.literal('eleven_labs'),
    version: version('v1'),
    model_id: anyName,
    language: anyName.exactOptional(),
    language_code: anyName.exactOptional().meta({ description: 'Deprecated.' }),
  }),
  z.strictObject({
    type: z.literal('cartesia'),
    version: version('2025-03-17'),
    model_id: anyName,
    voice: z.strictObject({ mode: anyName, id: anyName }),
    language: anyName.exactOptional(),
    volume: bounded(0.5, 2).exactOptional().meta({ description: 'Without effect.' }),
  }),
  z.strictObject({
    type: z.literal('open_ai'),
    version: version('v1'),
    model: anyName,
    voice: z.enum(['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer']),
  }),
  z.strictObject({
    type: z.literal('aws_polly'),
    voice: z.enum(['Matthew', 'Joanna', 'Amy', 'Emma', 'Brian', 'Arthur', 'Aria', 'Ayanda']),
    language: anyName,
    language_code: anyName.exactOptional().meta({ description: 'Deprecated.' }),
    engine: z.enum(['generative', 'long-form', 'standard', 'neural']),
    credentials: voiceCredentials,
  }),
]);

type Provider = z.infer<typeof provider>;

const voiceEntry = z.strictObject({ provider, endpoint: providerEndpoint.exactOptional() }).meta({
  id: 'AgentVoice',
  description: 'A voice. Those of other providers are spoken by built-in ones.',
});

type VoiceEntry = z.infer<typeof voiceEntry>;

/** One setting, or a list of fallbacks. */
export const speakSchema = z.union([voiceEntry, z.array(voiceEntry).min(1).max(fallbacksMax)]);

/** `place`: the path of the settings in the message. */
export function voicesOf(
  given: z.infer<typeof speakSchema>,
  place: string,
  rules: AgentRules,
): readonly speech.VoiceSettings[] {
  return Array.isArray(given)
    ? given.map((each, entry) => voiceOf(each, `${place}.${entry}`, rules))
    : [voiceOf(given, place, rules)];
}

/** The voice of Settings without one. */
export const voicesDefault: readonly speech.VoiceSettings[] = [
  { provider: 'deepgram', name: speech.speakModelDefault },
];

function voiceOf(
  { provider: by, endpoint }: VoiceEntry,
  place: string,
  rules: AgentRules,
): speech.VoiceSettings {
  checkModel(by, `${place}.provider`, endpoint !== undefined, rules);
  if (by.type === 'aws_polly') checkCredentials(by.credentials, `${place}.provider.credentials`);
  const kind = by.type === 'native' ? 'deepgram' : by.type;
  if (endpoint !== undefined) checkVoiceEndpoint(endpoint, `${place}.endpoint`, kind, rules);
  else if (kind !== 'deepgram') {
    throw invalid(`${place}.endpoint`, `must be given for the provider ${kind}`);
  }
  return { provider: kind, name: nameOf(by), ...mannerOf(by, `${place}.provider`, rules) };
}

/** The speed of a voice, if its provider has one. */
function mannerOf(
  by: Provider,
  place: string,
  { onNote }: AgentRules,
): Pick<speech.VoiceSettings, 'speed'> {
  if (by.type === 'cartesia' && by.volume !== undefined) {
    onNote?.(`${place}.volume`, 'built-in voices have one volume');
  }
  if (by.type !== 'deepgram' && by.type !== 'native') return {};
  const { speed, expressivity, version: given, model } = by;
  if (expressivity !== undefined && expressivity !== 0) {
    onNote?.(`${place}.expressivity`, 'built-in voices have one register');
  }
  if (speed === undefined) return {};
  const isFlux = given === 'v2' || model.startsWith('flux-');
  if (!isFlux && speed < auraSpeedMin) {
    throw invalid(`${place}.speed`, `must be a number from ${auraSpeedMin} to 1.5 for ${model}`);
  }
  return speed === 1 ? {} : { speed };
}

const auraSpeedMin = 0.7;

/** Throws MessageProblem for an unknown model. Only endpoints of the service's own provider may have others: it may be self-hosted. */
function checkModel(by: Provider, place: string, hasEndpoint: boolean, rules: AgentRules): void {
  const check = (member: string, model: string, names: readonly string[], isOpen = false) =>
    checkName(model, `${place}.${member}`, { names, isOpen, hasEndpoint }, rules);
  switch (by.type) {
    case 'deepgram':
    case 'native':
      return check('model', by.model, ownModels, true);
    case 'eleven_labs':
      return check('model_id', by.model_id, elevenModels);
    case 'cartesia':
      return check('model_id', by.model_id, cartesiaModels);
    case 'open_ai':
      return check('model', by.model, openAiModels);
    case 'aws_polly':
  }
}

/** The name that selects a built-in voice: the voice's, or the model's without one. */
function nameOf(by: Provider): string {
  switch (by.type) {
    case 'deepgram':
    case 'native':
      return by.model;
    case 'eleven_labs':
      return by.model_id;
    case 'cartesia':
      return by.voice.id;
    case 'open_ai':
    case 'aws_polly':
      return by.voice;
  }
}

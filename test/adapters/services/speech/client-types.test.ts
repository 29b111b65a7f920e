// Every member and value that the types of the newest real client have is accepted, on every channel. New ones fail here by name.

import { describe, expect, it } from 'vitest';
import { agentCommandOf } from '../../../../adapters/services/speech/agent/messages.ts';
import { commandOf } from '../../../../adapters/services/speech/frames/speak.ts';
import { turnCommandOf } from '../../../../adapters/services/speech/frames/turns.ts';
import { readListenParameters } from '../../../../adapters/services/speech/parameters/listen.ts';
import { readSpeakParameters } from '../../../../adapters/services/speech/parameters/speak.ts';
import { readTurnParameters } from '../../../../adapters/services/speech/parameters/turns.ts';
import {
  ClientTypes,
  clientVersion,
  declarationFiles,
  type ClientType,
} from '../../../support/speech/client-declarations.ts';
import type { JsonBody } from '../../../support/server/server.ts';
import { samplesOf, type KnownValues } from '../../../support/speech/client-samples.ts';

/** What the documentation of the client says about members whose type allows more. */
const known: KnownValues = {
  // settings
  bitrate: 48_000,
  context_length: 2_000,
  eager_eot_threshold: 0.4,
  eot_threshold: 0.8,
  eot_timeout_ms: 3_000,
  expressivity: 2,
  language: 'en-US',
  language_hint: 'es',
  language_hints: 'es',
  sample_rate: 24_000,
  speed: 1.1,
  temperature: 0.5,
  url: 'https://thinker.test/v1',
  version: 'v2',
  method: 'POST',
  volume: 0.5,
  model: 'flux-general-multi',
  // queries
  callback: 'https://receiver.test/',
  channels: 2,
  endpointing: 300,
  extra: 'key:value',
  keywords: 'word:1',
  mip_opt_out: 'true',
  replace: 'word:other',
  utterance_end_ms: 1_000,
};

/** What the documentation of the client demands besides the types: what is sent is the sample with it. */
function complete(message: JsonBody, about: string): JsonBody {
  const { think = [], speak = [], listen } = message.agent ?? message;
  for (const entry of [think].flat()) completeThinker(entry, about);
  for (const entry of [speak].flat()) completeVoice(entry, about);
  if (listen?.provider?.version === 'v1') listen.provider.model = 'nova-3';
  const input = message.audio?.input ?? {};
  if (input.encoding === 'amr-nb') input.sample_rate = 8_000;
  if (input.encoding === 'amr-wb') input.sample_rate = 16_000;
  // "Required for client responses: should match the id from the corresponding FunctionCallRequest."
  if (message.type === 'FunctionCallResponse') message.id ??= 'fc_1';
  return message;
}

/** "When present, must include url field and headers object." */
const wholeEndpoint = (given: object = {}) => ({ url: known['url'], headers: {}, ...given });

function completeThinker(entry: JsonBody, about: string): void {
  // "This setting is only configurable when a custom think endpoint is used."
  const needsEndpoint = entry.endpoint !== undefined || about.includes('context_length');
  if (needsEndpoint) entry.endpoint = wholeEndpoint(entry.endpoint);
  for (const each of entry.functions ?? []) {
    each.name ??= 'look_up';
    if (each.endpoint !== undefined) each.endpoint = wholeEndpoint(each.endpoint);
  }
  completeCredentials(entry.provider.credentials, about);
}

function completeVoice(entry: JsonBody, about: string): void {
  // "Required for non-Deepgram TTS providers."
  const needsEndpoint = entry.endpoint !== undefined || entry.provider.type !== 'deepgram';
  if (needsEndpoint) entry.endpoint = wholeEndpoint(entry.endpoint);
  completeCredentials(entry.provider.credentials, about);
}

/** The session token is "required for STS only". */
function completeCredentials(credentials: JsonBody, about: string): void {
  if (credentials === undefined) return;
  if (about.includes('session_token')) credentials.type = 'sts';
  if (credentials.type === 'sts') credentials.session_token = 'token';
}

const isAny = () => true;

/** What is refused of the messages of a channel. */
function refusedMessages(
  types: ClientTypes,
  channel: string,
  refusal: (text: string) => string | undefined,
): readonly string[] {
  return types.messagesOf(channel).flatMap((type) =>
    samplesOf(type, known).flatMap(({ value, about }) => {
      const message = complete(structuredClone(value), about);
      const reason = refusal(JSON.stringify(message));
      return reason === undefined ? [] : [`${message.type} ${about}: ${reason}`];
    }),
  );
}

function agentRefusal(text: string): string | undefined {
  const { command } = agentCommandOf(text, { isConfigured: () => false, isAllowed: isAny });
  return command.type === 'RejectMessage' ? command.description : undefined;
}

function turnRefusal(text: string): string | undefined {
  const command = turnCommandOf(text);
  const isRefused = command?.type === 'RejectFrame' || command?.type === 'RejectConfigure';
  return isRefused ? command.description : undefined;
}

/** Of the connection itself, which the client does not send. */
const ownArguments =
  'Authorization protocols queryParams headers debug reconnectAttempts connectionTimeoutInSeconds abortSignal shouldReconnect'.split(
    ' ',
  );

/** What is refused of the query of a channel. */
function refusedParameters(
  types: ClientTypes,
  name: string,
  others: Readonly<Record<string, (about: string) => object>>,
  read: (query: URLSearchParams) => object,
): readonly string[] {
  const type = types.named(name) as Extract<ClientType, { readonly kind: 'object' }>;
  const members = Object.entries(type.members).filter(([member]) => !ownArguments.includes(member));
  const query: ClientType = { kind: 'object', members: Object.fromEntries(members) };
  return samplesOf(query, known).flatMap(({ value, about }) => {
    const [member = ''] = about.split(' ');
    const sent = { ...(value as object), ...others[member]?.(about) } as Record<string, unknown>;
    const given = new URLSearchParams(
      Object.entries(sent).flatMap(([key, each]) => [each].flat().map((one) => [key, String(one)])),
    );
    const answer = read(given) as { message?: string };
    return answer.message === undefined ? [] : [`${about}: ${answer.message}`];
  });
}

/** All that is refused, by channel. */
function refusals(files: ReadonlyMap<string, string>) {
  const types = new ClientTypes(files);
  const raw = () => ({ encoding: 'linear16', sample_rate: 16_000 });
  return {
    agent: refusedMessages(types, 'agent/resources/v1', agentRefusal),
    speak: [
      ...refusedMessages(types, 'speak/resources/v1', (text) => {
        const command = commandOf({ kind: 'text', text });
        return command?.type === 'RejectFrame' ? command.description : undefined;
      }),
      ...refusedParameters(types, 'speak/resources/v1:V1Client.ConnectArgs', {}, (query) =>
        readSpeakParameters(query, () => false),
      ),
    ],
    listen: refusedParameters(
      types,
      'listen/resources/v1:V1Client.ConnectArgs',
      {
        encoding: (about) => ({ sample_rate: about.includes('amr-nb') ? 8_000 : 16_000 }),
        keywords: () => ({ model: 'nova-2' }),
        utterance_end_ms: () => ({ interim_results: 'true' }),
      },
      (query) => readListenParameters(query, { isConfigured: () => false, isAllowed: isAny }),
    ),
    turns: [
      ...refusedMessages(types, 'listen/resources/v2', turnRefusal),
      ...refusedParameters(
        types,
        'listen/resources/v2:V2Client.ConnectArgs',
        { encoding: raw, sample_rate: raw, language_hint: () => ({ model: 'flux-general-multi' }) },
        (query) => readTurnParameters(query, () => false),
      ),
    ],
  };
}

const nothing = { agent: [], speak: [], listen: [], turns: [] };

describe(`the types of the client ${clientVersion}`, () => {
  it('have no member and no value that is refused', () => {
    expect(refusals(declarationFiles())).toEqual({
      ...nothing,
      // "This model was never served by the API and returns 400."
      speak: [expect.stringMatching(/^model = "aura-2-perseo-it": /)],
    });
  });

  it('are read from the files: a new member, value or message is noticed', () => {
    const changed = new Map(declarationFiles());
    const change = (path: string, from: string, to: string) => {
      const text = changed.get(path) ?? expect.unreachable(path);
      expect(text).toContain(from);
      changed.set(path, text.replace(from, to));
    };
    const agent = 'resources/agent/resources/v1';
    change(
      `${agent}/types/AgentV1UpdatePrompt.d.ts`,
      'prompt: string;',
      'prompt: string; mood?: string;',
    );
    change('types/OpenAiThinkProvider.d.ts', 'readonly None: "none";', 'readonly Vast: "vast";');
    change(
      `${agent}/client/Socket.d.ts`,
      'sendForceEndTurn(message: Deepgram.agent.AgentV1ForceEndTurn)',
      'sendHush(message: Deepgram.agent.AgentV1SettingsApplied)',
    );
    change('types/SpeakV1Encoding.d.ts', 'readonly Alaw: "alaw";', 'readonly Opus: "opus";');
    const { agent: ofAgent, speak } = refusals(changed);
    expect(ofAgent.map((each) => each.split(':')[0])).toEqual([
      'Settings agent.think.provider.reasoning_mode = "vast"',
      'UpdateThink think.provider.reasoning_mode = "vast"',
      'UpdatePrompt mood = "text"',
      'SettingsApplied  = what is required',
      'SettingsApplied type = "SettingsApplied"',
    ]);
    expect(speak).toEqual([
      expect.stringMatching(/^encoding = "opus": /),
      expect.stringMatching(/^model = "aura-2-perseo-it": /),
    ]);
  });
});

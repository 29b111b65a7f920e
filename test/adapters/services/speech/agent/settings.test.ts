// Invalid Settings, and the messages about them.

import { describe, it } from 'vitest';
import {
  byDescription,
  expectRefused,
  openAi,
  settingsCommand,
  type RefusedRow,
} from '../../../../support/speech/agent-frames.ts';

const point = { url: 'https://model.example/v1', headers: {} };
const voicePoint = { url: 'https://voice.example', headers: {} };
const iam = { type: 'iam', region: 'eu', access_key_id: 'id', secret_access_key: 'key' };
const eleven = { type: 'eleven_labs', model_id: 'eleven_turbo_v2_5' };
const cartesia = { type: 'cartesia', model_id: 'sonic-2', voice: { mode: 'id', id: 'v' } };
const openVoice = { type: 'open_ai', model: 'tts-1', voice: 'alloy' };
const polly = {
  type: 'aws_polly',
  voice: 'Matthew',
  language: 'en-US',
  engine: 'neural',
  credentials: iam,
};

const wrongSettings: readonly RefusedRow[] = [
  [{ more: 1 }, 'Settings must not have "more"'],
  [{ agent: 1 }, 'agent must be an object or a text.'],
  [{ agent: { more: 1 } }, 'agent must not have "more"'],
  [{ audio: { input: {} } }, 'audio.input.encoding is missing'],
  [{ audio: { input: { encoding: 'linear16' } } }, 'audio.input.sample_rate is missing'],
  [{ audio: { input: { sample_rate: 8000 } } }, 'audio.input.encoding is missing'],
  [{ audio: { output: { more: 1 } } }, 'audio.output must not have "more"'],
  [{ tags: 'a' }, 'tags must be a list.'],
  [{ experimental: 1 }, 'experimental must be true or false.'],
  [{ flags: { more: true } }, 'flags must not have "more"'],
  [{ mip_opt_out: 'true' }, 'mip_opt_out must be true or false.'],
  [{ x: { deep: [[]] }, y: 1 }, 'Settings must not have "x", "y"'],
];

const wrongShapes: readonly RefusedRow[] = [
  [{ greeting: 1 }, 'agent.greeting must be a text.'],
  [{ context: { more: 1 } }, 'agent.context must not have "more"'],
  [{ context: { messages: {} } }, 'agent.context.messages must be a list'],
  [
    { context: { messages: [{ role: 'user', content: '' }] } },
    'agent.context.messages.0.type is missing',
  ],
  [
    { context: { messages: [{ type: 'History', role: 'user' }] } },
    'agent.context.messages.0.content is missing',
  ],
  [
    { context: { messages: [{ type: 'History', function_calls: [{ id: '1' }] }] } },
    'agent.context.messages.0.function_calls.0.name is missing',
  ],
  [{ listen: { provider: {} } }, 'agent.listen.provider.type is missing'],
  [
    { listen: { provider: { type: 'deepgram', version: 'v2' } } },
    'agent.listen.provider.model is missing',
  ],
  [
    {
      listen: {
        provider: { type: 'deepgram', version: 'v2', model: 'flux-general-en', language: 'en' },
      },
    },
    'agent.listen.provider must not have "language"',
  ],
  [{ think: {} }, 'agent.think.provider is missing'],
  [{ think: { provider: {} } }, 'agent.think.provider.type is missing'],
  [
    { think: { provider: { type: 'open_ai' }, endpoint: point } },
    'agent.think.provider.model is missing',
  ],
  [
    { think: { provider: { ...openAi, endpoint: point } } },
    'agent.think.provider must not have "endpoint"',
  ],
  [
    { think: { provider: { ...openAi, credentials: iam } } },
    'agent.think.provider must not have "credentials"',
  ],
  [{ think: { provider: openAi, timeout: 1 } }, 'agent.think must not have "timeout"'],
  [
    { think: { provider: openAi, endpoint: { url: 'https://a' } } },
    'agent.think.endpoint.headers is missing',
  ],
  [
    { think: { provider: openAi, endpoint: { headers: {} } } },
    'agent.think.endpoint.url is missing',
  ],
  [
    { think: { provider: openAi, endpoint: { ...point, headers: { a: 1 } } } },
    'agent.think.endpoint.headers.a must be a text.',
  ],
  [{ think: { provider: openAi, functions: [{}] } }, 'agent.think.functions.0.name is missing'],
  [
    { think: { provider: openAi, functions: [{ name: 'f', client_side: true }] } },
    'agent.think.functions.0 must not have "client_side"; allowed: name, description, parameters, defer_until_eot, endpoint.',
  ],
  [
    { think: { provider: openAi, functions: [{ name: 'f', parameters: [] }] } },
    'agent.think.functions.0.parameters must be an object',
  ],
  [
    { think: { provider: openAi, functions: [{ name: 'f', endpoint: {} }] } },
    'agent.think.functions.0.endpoint.url is missing',
  ],
  [
    { think: [{ provider: openAi }, { provider: openAi, prompt: 1 }] },
    'agent.think.1.prompt must be a text.',
  ],
  [{ speak: {} }, 'agent.speak.provider is missing'],
  [{ speak: { provider: { type: 'deepgram' } } }, 'agent.speak.provider.model is missing'],
  [
    { speak: { provider: { type: 'deepgram', model: 'aura-2-thalia-en', language: 'en' } } },
    'agent.speak.provider must not have "language"',
  ],
  [
    { speak: { provider: { ...cartesia, voice: { id: 'v' } }, endpoint: voicePoint } },
    'agent.speak.provider.voice.mode is missing',
  ],
  [
    { speak: { provider: { ...polly, credentials: { type: 'iam' } }, endpoint: voicePoint } },
    'agent.speak.provider.credentials.region is missing',
  ],
];

const wrongValues: readonly RefusedRow[] = [
  [
    { think: { provider: openAi, endpoint: { ...point, headers: { Authorization: '***' } } } },
    'agent.think.endpoint.headers must have the secret itself, not ***, which is shown in its place.',
  ],
  [
    { think: { provider: openAi, endpoint: { ...point, url: `${point.url}?key=***` } } },
    'agent.think.endpoint.url must have the secret itself',
  ],
  [
    { speak: { provider: eleven, endpoint: { ...voicePoint, headers: { 'X-Key': '***' } } } },
    'agent.speak.endpoint.headers must have the secret itself',
  ],
  ['not-a-uuid', 'agent must be an object, or the UUID of an agent.'],
  [{ language: 'English' }, 'agent.language must be a BCP-47 tag'],
  [{ greeting: 'a'.repeat(10_001) }, 'agent.greeting must have at most 10000 characters.'],
  [
    { context: { messages: [{ type: 'History', role: 'system', content: '' }] } },
    'agent.context.messages.0.role must be one of user, assistant.',
  ],
  [
    { context: { messages: [{ type: 'Past', role: 'user', content: '' }] } },
    "agent.context.messages.0.type must be 'History'.",
  ],
  [
    { listen: { provider: { type: 'other' } } },
    'agent.listen.provider.type must be one of deepgram, native.',
  ],
  [
    { listen: { provider: { type: 'deepgram', version: 'v3' } } },
    'agent.listen.provider.version must be v1 or v2.',
  ],
  [
    { listen: { provider: { type: 'deepgram', model: 'nova-9' } } },
    'agent.listen.provider.model must be',
  ],
  [
    { listen: { provider: { type: 'deepgram', version: 'v2', model: 'nova-3' } } },
    'agent.listen.provider.model must be one of flux-general-en, flux-general-multi, or a name in the setting speech.models.',
  ],
  [
    { listen: { provider: { type: 'deepgram', language: '?' } } },
    'agent.listen.provider.language must be a BCP-47 tag',
  ],
  [
    { listen: { provider: { type: 'deepgram', keyterms: [''] } } },
    'agent.listen.provider.keyterms.0 must not be empty.',
  ],
  [{ think: [] }, 'agent.think must not be empty.'],
  [
    { think: Array.from({ length: 11 }, () => ({ provider: openAi })) },
    'agent.think must have at most 10 items.',
  ],
  [
    { think: { provider: { type: 'other', model: 'm' } } },
    'agent.think.provider.type must be one of open_ai, aws_bedrock, anthropic, google, groq.',
  ],
  [
    { think: { provider: { type: 'open_ai', model: 'gpt-9' } } },
    'agent.think.provider.model must be one of gpt-5,',
  ],
  [
    { think: { provider: { type: 'groq', model: '' }, endpoint: point } },
    'agent.think.provider.model must not be empty.',
  ],
  [
    { think: { provider: { ...openAi, version: 'v2' } } },
    "agent.think.provider.version must be 'v1'.",
  ],
  [
    { think: { provider: { type: 'google', model: 'gemini-2.5-flash', version: 'v1' } } },
    'agent.think.provider.version must be one of ai-studio-v1beta, gemini-enterprise-agent-v1, v1beta.',
  ],
  [
    { think: { provider: { ...openAi, temperature: -0.1 } } },
    'agent.think.provider.temperature must be a number from 0 to 2.',
  ],
  [
    { think: { provider: { ...openAi, temperature: 2.1 } } },
    'agent.think.provider.temperature must be a number from 0 to 2.',
  ],
  [
    {
      think: {
        provider: { type: 'anthropic', model: 'claude-3-5-haiku-latest', temperature: 1.1 },
      },
    },
    'agent.think.provider.temperature must be a number from 0 to 1.',
  ],
  [
    {
      think: { provider: { type: 'aws_bedrock', model: 'my-model', credentials: { type: 'sts' } } },
    },
    "agent.think.provider.credentials.session_token must be given if type is 'sts'.",
  ],
  [
    {
      think: {
        provider: {
          type: 'aws_bedrock',
          model: 'my-model',
          credentials: { ...iam, session_token: 's' },
        },
      },
    },
    "agent.think.provider.credentials.session_token must not be given if type is 'iam'.",
  ],
  [
    {
      think: { provider: { type: 'aws_bedrock', model: 'my-model', credentials: { type: 'key' } } },
    },
    'agent.think.provider.credentials.type must be one of sts, iam.',
  ],
  [
    { think: { provider: openAi, context_length: 'max' } },
    'agent.think.context_length must not be given without an endpoint.',
  ],
  [
    { think: { provider: openAi, endpoint: point, context_length: 1 } },
    "agent.think.context_length must be 'max' or an integer from 2 to 1000000000.",
  ],
  [
    { think: { provider: openAi, endpoint: point, context_length: 2.5 } },
    "agent.think.context_length must be 'max' or",
  ],
  [
    { think: { provider: openAi, endpoint: point, context_length: 'all' } },
    "agent.think.context_length must be 'max' or",
  ],
  [
    { think: { provider: openAi, functions: [{ name: '' }] } },
    'agent.think.functions.0.name must not be empty.',
  ],
  [
    { think: { provider: openAi, functions: [{ name: 'f' }, { name: 'f' }] } },
    'agent.think.functions.1.name must not be that of an earlier function.',
  ],
  [
    {
      think: {
        provider: openAi,
        functions: Array.from({ length: 201 }, (_, n) => ({ name: `f${n}` })),
      },
    },
    'agent.think.functions must have at most 200 items.',
  ],
  [
    {
      think: {
        provider: openAi,
        functions: [{ name: 'f', parameters: { a: 'a'.repeat(50_000) } }],
      },
    },
    'agent.think.functions.0.parameters must have at most 50000 characters of JSON.',
  ],
  [
    {
      think: {
        provider: openAi,
        functions: [{ name: 'f', endpoint: { url: 'https://a', method: 'TRACE' } }],
      },
    },
    'agent.think.functions.0.endpoint.method must be one of GET, POST, PUT, PATCH, DELETE.',
  ],
  [
    { think: { provider: openAi, functions: [{ name: 'f', endpoint: { url: 'ftp://a' } }] } },
    'agent.think.functions.0.endpoint.url must be an https URL',
  ],
  [{ speak: [] }, 'agent.speak must not be empty.'],
  [
    { speak: { provider: { type: 'other', model: 'm' } } },
    'agent.speak.provider.type must be one of deepgram, native, eleven_labs, cartesia, open_ai, aws_polly.',
  ],
  [
    { speak: { provider: { type: 'deepgram', model: 'aura-9' } } },
    'agent.speak.provider.model must be one of 140 values',
  ],
  [
    { speak: { provider: { type: 'native', version: 'v3', model: 'aura-asteria-en' } } },
    'agent.speak.provider.version must be one of v1, v2.',
  ],
  [
    { speak: { provider: eleven } },
    'agent.speak.endpoint must be given for the provider eleven_labs.',
  ],
  [
    { speak: { provider: cartesia } },
    'agent.speak.endpoint must be given for the provider cartesia.',
  ],
  [
    { speak: { provider: openVoice } },
    'agent.speak.endpoint must be given for the provider open_ai.',
  ],
  [
    { speak: { provider: polly } },
    'agent.speak.endpoint must be given for the provider aws_polly.',
  ],
  [
    { speak: { provider: { ...eleven, model_id: 'other' }, endpoint: voicePoint } },
    'agent.speak.provider.model_id must be one of eleven_turbo_v2_5,',
  ],
  [
    { speak: { provider: { ...cartesia, model_id: 'other' }, endpoint: voicePoint } },
    'agent.speak.provider.model_id must be one of sonic-2,',
  ],
  [
    { speak: { provider: { ...cartesia, version: 'v1' }, endpoint: voicePoint } },
    "agent.speak.provider.version must be '2025-03-17'.",
  ],
  [
    { speak: { provider: { ...openVoice, model: 'tts-2' }, endpoint: voicePoint } },
    'agent.speak.provider.model must be one of tts-1, tts-1-hd,',
  ],
  [
    { speak: { provider: { ...openVoice, voice: 'other' }, endpoint: voicePoint } },
    'agent.speak.provider.voice must be one of alloy,',
  ],
  [
    { speak: { provider: { ...polly, voice: 'Other' }, endpoint: voicePoint } },
    'agent.speak.provider.voice must be one of Matthew,',
  ],
  [
    { speak: { provider: { ...polly, engine: 'other' }, endpoint: voicePoint } },
    'agent.speak.provider.engine must be one of generative, long-form, standard, neural.',
  ],
  [
    {
      speak: { provider: { ...polly, credentials: { ...iam, type: 'sts' } }, endpoint: voicePoint },
    },
    "agent.speak.provider.credentials.session_token must be given if type is 'sts'.",
  ],
  [
    { speak: { provider: openVoice, endpoint: { url: 'http://voice.example', headers: {} } } },
    'agent.speak.endpoint.url must be an https URL.',
  ],
  [
    { speak: { provider: openVoice, endpoint: { url: 'wss://voice.example', headers: {} } } },
    'agent.speak.endpoint.url must be an https URL.',
  ],
  [
    { speak: { provider: eleven, endpoint: { url: 'ws://voice.example', headers: {} } } },
    'agent.speak.endpoint.url must be an https or wss URL.',
  ],
  [
    {
      speak: { provider: eleven, endpoint: { url: 'wss://a/?a=1&output_format=mp3', headers: {} } },
    },
    'agent.speak.endpoint.url must not have the query parameter output_format.',
  ],
  [
    { speak: [{ provider: eleven, endpoint: { url: 'https://a/?model%5Fid=1', headers: {} } }] },
    'agent.speak.0.endpoint.url must not have the query parameter model_id.',
  ],
];

const wrongAudio: readonly RefusedRow[] = [
  [
    { input: { encoding: 'mp3', sample_rate: 8000 } },
    'audio.input.encoding must be one of linear16,',
  ],
  [
    { input: { encoding: 'linear16', sample_rate: 3999 } },
    'audio.input.sample_rate must be an integer from 4000 to 192000.',
  ],
  [
    { input: { encoding: 'linear16', sample_rate: 8000.5 } },
    'audio.input.sample_rate must be an integer',
  ],
  [
    { input: { encoding: 'amr-nb', sample_rate: 24_000 } },
    'audio.input.sample_rate must be 8000 for amr-nb.',
  ],
  [
    { input: { encoding: 'amr-wb', sample_rate: 8_000 } },
    'audio.input.sample_rate must be 16000 for amr-wb.',
  ],
  [
    { output: { encoding: 'g729' } },
    'audio.output.encoding must be one of linear16, mulaw, alaw, mp3, opus, flac, aac.',
  ],
  [
    { output: { sample_rate: 11025 } },
    'audio.output.sample_rate must be one of 8000, 16000, 24000, 32000, 48000 for linear16.',
  ],
  [
    { output: { encoding: 'mulaw', sample_rate: 24000 } },
    'audio.output.sample_rate must be one of 8000, 16000 for mulaw.',
  ],
  [{ output: { container: 'mkv' } }, 'audio.output.container must be one of none, wav, ogg.'],
  [{ output: { bitrate: 0 } }, 'audio.output.bitrate must be an integer from 1 to 10000000.'],
];

describe('settings of another shape are not parsed', () => {
  const code = 'UNPARSABLE_CLIENT_MESSAGE';
  it.each(byDescription(wrongSettings))('%s', (description, more) => {
    expectRefused(settingsCommand({}, more as object), code, description);
  });
  it.each(byDescription(wrongShapes))('%s', (description, agent) => {
    expectRefused(settingsCommand(agent), code, description);
  });
});

describe('settings with other values are invalid', () => {
  const code = 'INVALID_SETTINGS';
  it.each(byDescription(wrongValues))('%s', (description, agent) => {
    expectRefused(settingsCommand(agent), code, description);
  });
  it.each(byDescription(wrongAudio))('%s', (description, audio) => {
    expectRefused(settingsCommand({}, { audio }), code, description);
  });
  it('tags that are too long or too many', () => {
    const many = Array.from({ length: 101 }, () => 'a');
    expectRefused(settingsCommand({}, { tags: many }), code, 'tags must have at most 100 items.');
    expectRefused(
      settingsCommand({}, { tags: ['a'.repeat(1_001)] }),
      code,
      'tags.0 must have at most 1000 characters.',
    );
  });
});

// Valid Settings: defaults for omitted members, and secrets removed.

import { describe, expect, it } from 'vitest';
import {
  openAi,
  readAgentFrame,
  settingsCommand,
} from '../../../../support/speech/agent-frames.ts';

const endpoint = {
  url: 'https://user:pw-of-url@model.example/v1?key=key-of-url#part',
  headers: { Authorization: 'Bearer value-of-header', 'X-B': 'b' },
};

describe('settings', () => {
  it('have defaults', () => {
    expect(settingsCommand({})).toEqual({
      type: 'ApplySettings',
      settings: {
        audio: {
          input: { encoding: 'linear16', sampleRate: 24_000 },
          output: { encoding: 'linear16', sampleRate: 24_000, container: 'none' },
        },
        agent: {
          listen: { version: 'v1', language: 'en-US', keyterms: [], smartFormat: false },
          think: [
            {
              provider: 'open_ai',
              model: 'gpt-4o-mini',
              temperature: null,
              endpoint: null,
              functions: [],
              prompt: '',
              contextLength: null,
            },
          ],
          speak: [{ provider: 'deepgram', name: 'aura-asteria-en' }],
          greeting: null,
          history: [],
        },
        isExperimental: false,
        tags: [],
      },
    });
  });

  it('are read as a whole', () => {
    const agent = {
      language: 'es',
      context: {
        messages: [
          { type: 'History', role: 'user', content: 'Hi.' },
          {
            type: 'History',
            function_calls: [
              { id: '1', name: 'f', client_side: true, arguments: '{}', response: 'ok' },
            ],
          },
          { type: 'History', function_calls: [] },
        ],
      },
      listen: {
        provider: { type: 'native', model: 'nova-3', keyterms: ['Acme'], smart_format: true },
      },
      think: {
        provider: { ...openAi, version: 'v1', temperature: 2 },
        endpoint,
        context_length: 'max',
        prompt: 'Be brief.',
        functions: [
          { name: 'ask', description: 'Asks.', parameters: { type: 'object', password: 'string' } },
          { name: 'call', endpoint: { url: 'http://127.0.0.1:8080/f', method: 'put' } },
        ],
      },
      speak: {
        provider: { type: 'cartesia', model_id: 'sonic-2', voice: { mode: 'id', id: 'v-1' } },
        endpoint: { url: 'https://voice.example/', headers: { key: 'value-of-voice' } },
      },
      greeting: 'Hello.',
    };
    const audio = {
      input: { encoding: 'opus', sample_rate: 48_000 },
      output: { encoding: 'mulaw', sample_rate: 16_000, bitrate: 48_000, container: 'wav' },
    };
    const more = {
      audio,
      experimental: true,
      tags: ['a'],
      mip_opt_out: true,
      flags: { history: false },
    };
    expect(settingsCommand(agent, more)).toEqual({
      type: 'ApplySettings',
      settings: {
        audio: {
          input: { encoding: 'opus', sampleRate: 48_000 },
          output: { encoding: 'mulaw', sampleRate: 16_000, container: 'wav', bitrate: 48_000 },
        },
        agent: {
          listen: { version: 'v1', language: 'es', keyterms: ['Acme'], smartFormat: true },
          think: [
            {
              provider: 'open_ai',
              model: 'gpt-4o',
              temperature: 2,
              endpoint: {
                url: 'https://user:***@model.example/v1?key=***',
                headers: ['authorization', 'x-b'],
                isAllowed: false,
              },
              functions: [
                {
                  name: 'ask',
                  description: 'Asks.',
                  parameters: { type: 'object', password: 'string' },
                  endpoint: null,
                },
                {
                  name: 'call',
                  description: '',
                  parameters: { type: 'object', properties: {} },
                  endpoint: {
                    url: 'http://127.0.0.1:8080/f',
                    headers: [],
                    isAllowed: false,
                    method: 'PUT',
                  },
                },
              ],
              prompt: 'Be brief.',
              contextLength: 'max',
            },
          ],
          speak: [{ provider: 'cartesia', name: 'v-1' }],
          greeting: 'Hello.',
          history: [
            { role: 'user', content: 'Hi.' },
            {
              role: 'functions',
              calls: [{ id: '1', name: 'f', isClientSide: true, arguments: '{}', response: 'ok' }],
            },
          ],
        },
        isExperimental: true,
        tags: ['a'],
        mipOptOut: true,
        history: false,
      },
    });
  });

  it.each([
    ['aws_bedrock', 'anthropic/claude-3-5-haiku-20240307-v1:0'],
    ['anthropic', 'claude-sonnet-4-20250514'],
    ['google', 'gemini-2.0-flash-lite'],
    ['groq', 'openai/gpt-oss-20b'],
    ['groq', 'my-model'],
  ])('may have the thinker %s with the model %s', (type, model) => {
    expect(settingsCommand({ think: { provider: { type, model } } })).toMatchObject({
      settings: { agent: { think: [{ provider: type, model }] } },
    });
  });

  it('may name any model with an endpoint, except of foreign voices', () => {
    const headers = {};
    const own = { url: 'https://allowed.example', headers };
    expect(
      settingsCommand({ think: { provider: { type: 'groq', model: 'any' }, endpoint: own } }),
    ).toMatchObject({
      settings: { agent: { think: [{ model: 'any', endpoint: { isAllowed: true } }] } },
    });
    expect(
      settingsCommand({ speak: { provider: { type: 'deepgram', model: 'any' }, endpoint: own } }),
    ).toMatchObject({
      settings: { agent: { speak: [{ provider: 'deepgram', name: 'any' }] } },
    });
  });

  it.each([
    ['http://allowed.example', 'ApplySettings'],
    ['http://localhost:1/', 'ApplySettings'],
    ['http://other.example', 'RejectMessage'],
    ['https://other.example', 'ApplySettings'],
    ['wss://allowed.example', 'RejectMessage'],
    ['https:allowed.example', 'RejectMessage'],
    ['https:/\\user:password@allowed.example', 'RejectMessage'],
    ['https://user:a@b:password@allowed.example', 'RejectMessage'],
    ['https://allowed.example/a b', 'RejectMessage'],
    ['https://', 'RejectMessage'],
  ])('with the endpoint %s are %s', (url, type) => {
    const think = { provider: openAi, endpoint: { url, headers: {} } };
    expect(settingsCommand({ think }).type).toBe(type);
  });

  it.each([
    [
      'eleven_labs',
      { model_id: 'eleven_multilingual_v2', language: 'en' },
      'eleven_multilingual_v2',
      'wss',
    ],
    ['open_ai', { model: 'tts-1-hd', voice: 'nova' }, 'nova', 'https'],
    [
      'aws_polly',
      {
        voice: 'Amy',
        language: 'en-GB',
        engine: 'long-form',
        credentials: {
          type: 'sts',
          region: 'r',
          access_key_id: 'i',
          secret_access_key: 's',
          session_token: 't',
        },
      },
      'Amy',
      'https',
    ],
  ])('may have the voice %s', (type, members, name, scheme) => {
    const speak = {
      provider: { type, ...members },
      endpoint: { url: `${scheme}://v.example/`, headers: {} },
    };
    expect(settingsCommand({ speak })).toMatchObject({
      settings: { agent: { speak: [{ provider: type, name }] } },
    });
  });

  it('may name a registered agent, in any letter case', () => {
    expect(settingsCommand('6F1C0B5E-0000-4000-8000-00000000000A')).toMatchObject({
      settings: { agent: '6f1c0b5e-0000-4000-8000-00000000000a' },
    });
  });
});

describe('secrets of settings', () => {
  const functions = [
    {
      name: 'f',
      endpoint: { url: 'https://f.example/?t=token-of-f', headers: { A: 'value-of-f' } },
    },
  ];
  const credentials = {
    type: 'sts',
    access_key_id: 'id-of-aws',
    secret_access_key: 'key-of-aws',
    session_token: 'token-of-aws',
  };
  const think = [
    { provider: openAi, endpoint },
    { provider: { type: 'aws_bedrock', model: 'my-model', credentials }, functions },
  ];
  const speak = {
    provider: { type: 'eleven_labs', model_id: 'eleven_turbo_v2_5' },
    endpoint: {
      url: 'https://user:pw-of-voice@v.example/?k=key-of-voice',
      headers: { k: 'value-of-voice' },
    },
  };
  const secrets = ['pw-of', 'key-of', 'value-of', 'id-of', 'token-of'];

  it.each([
    ['Settings', { type: 'Settings', audio: {}, agent: { think, speak } }],
    ['UpdateThink', { type: 'UpdateThink', think }],
  ])('are in no command, and stand beside that of %s', (_type, message) => {
    const { command, secrets: found } = readAgentFrame(JSON.stringify(message));
    expect(command.type).not.toBe('RejectMessage');
    for (const secret of secrets) expect(JSON.stringify(command)).not.toContain(secret);
    expect(Object.fromEntries(found ?? [])).toEqual({
      'think.0': {
        url: endpoint.url,
        headers: { authorization: 'Bearer value-of-header', 'x-b': 'b' },
      },
      'think.1.functions.f': {
        url: 'https://f.example/?t=token-of-f',
        headers: { a: 'value-of-f' },
      },
    });
  });

  it.each(['more', 'headers', 'url'])('are in no error: a wrong member %s', (name) => {
    const message = {
      type: 'Settings',
      audio: {},
      agent: { think: { ...think[0], [name]: endpoint }, speak },
    };
    const { command } = readAgentFrame(JSON.stringify(message));
    expect(command.type).toBe('RejectMessage');
    for (const secret of secrets) expect(JSON.stringify(command)).not.toContain(secret);
  });
});

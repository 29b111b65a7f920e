// The command of each message to the voice agent, and the answer to invalid messages.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonical } from '../../../../../core/index.ts';
import { agentCommandOf } from '../../../../../adapters/services/speech/agent/messages.ts';
import {
  agentCommand,
  byDescription,
  expectRefused,
  openAi,
  readAgentFrame,
  type RefusedRow,
} from '../../../../support/speech/agent-frames.ts';

describe('a message', () => {
  it.each([
    [
      { type: 'UpdatePrompt', prompt: 'Be brief.' },
      { type: 'UpdatePrompt', prompt: 'Be brief.' },
    ],
    [
      { type: 'InjectUserMessage', content: 'Hi.' },
      { type: 'InjectUserMessage', content: 'Hi.' },
    ],
    [
      { type: 'InjectAgentMessage', message: 'Hi.' },
      { type: 'InjectAgentMessage', message: 'Hi.' },
    ],
    [
      { type: 'InjectAgentMessage', content: 'As older clients.' },
      { type: 'InjectAgentMessage', message: 'As older clients.' },
    ],
    [
      { type: 'FunctionCallResponse', id: 'fc_1', name: 'f', content: '{}' },
      { type: 'AnswerFunction', callId: 'fc_1', name: 'f', content: '{}' },
    ],
    [{ type: 'KeepAlive' }, { type: 'KeepAlive' }],
    [
      { type: 'UpdateSpeak', speak: { provider: { type: 'native', model: 'aura-2-thalia-en' } } },
      { type: 'UpdateSpeak', speak: [{ provider: 'deepgram', name: 'aura-2-thalia-en' }] },
    ],
    [
      { type: 'UpdateThink', think: [{ provider: openAi, prompt: 'Hi.' }] },
      {
        type: 'UpdateThink',
        think: [
          {
            provider: 'open_ai',
            model: 'gpt-4o',
            temperature: null,
            endpoint: null,
            functions: [],
            prompt: 'Hi.',
            contextLength: null,
          },
        ],
      },
    ],
  ])('%j is a command', (message, command) => {
    expect(agentCommand(message)).toEqual(command);
  });
});

describe('a member that has no effect here', () => {
  const command = (message: object, unknownMembers?: 'refuse' | 'warn') =>
    agentCommandOf(JSON.stringify(message), {
      isConfigured: () => false,
      isAllowed: () => false,
      ...(unknownMembers === undefined ? {} : { unknownMembers }),
    }).command;
  const speaker = (provider: object) => ({
    type: 'UpdateSpeak',
    speak: { provider: { type: 'deepgram', model: 'flux-kit-en', version: 'v2', ...provider } },
  });
  const more = { type: 'UpdatePrompt', prompt: 'Hi.', more: { and: 1 } };

  it.each([
    [speaker({ expressivity: -1 }), 'speak.provider.expressivity has no effect'],
    [
      { type: 'Settings', audio: { output: { encoding: 'opus', container: 'ogg' } }, agent: {} },
      'audio.output has no effect: there is no encoder for opus in Ogg: linear16 at 24000 Hz without a container is sent.',
    ],
    [
      {
        type: 'UpdateListen',
        listen: { provider: { type: 'deepgram', model: 'nova-3', eot_threshold: 0.8 } },
      },
      'listen.provider.eot_threshold has no effect: it is for version v2.',
    ],
  ])('of %j is accepted with a note', (message, description) => {
    expect(command(message)).toMatchObject({
      notes: [{ code: 'MEMBER_WITHOUT_EFFECT', description: expect.stringContaining(description) }],
    });
  });

  it('is known by its value: one that asks for nothing has no note', () => {
    expect(command(speaker({ expressivity: 0, speed: 1 }))).not.toHaveProperty('notes');
    expect(command(speaker({ speed: 1.25 }))).toMatchObject({ speak: [{ speed: 1.25 }] });
  });

  it('has the bounds of the family of its voice', () => {
    const aura = { model: 'aura-2-thalia-en', version: 'v1', speed: 0.6 };
    const description = 'speak.provider.speed must be a number from 0.7 to 1.5';
    expectRefused(command(speaker(aura)), 'INVALID_SETTINGS', description);
    expect(command(speaker({ speed: 0.6 }))).toMatchObject({ speak: [{ speed: 0.6 }] });
  });

  it('and is unknown is refused, or ignored with a note if the world says so', () => {
    const description = 'UpdatePrompt must not have "more"';
    for (const rule of [undefined, 'refuse'] as const) {
      expectRefused(command(more, rule), 'UNPARSABLE_CLIENT_MESSAGE', description);
    }
    expect(command(more, 'warn')).toEqual({
      type: 'UpdatePrompt',
      prompt: 'Hi.',
      notes: [
        {
          code: 'UNKNOWN_MEMBER',
          description: 'UpdatePrompt has unknown members, which are ignored: more.',
        },
      ],
    });
  });

  it('of KeepAlive is ignored with a note, unless the world refuses it', () => {
    const message = { type: 'KeepAlive', at: 1 };
    expect(command(message)).toMatchObject({ type: 'KeepAlive', notes: [{}] });
    expect(command(message, 'refuse')).toMatchObject({ type: 'RejectMessage' });
  });
});

const unparsable: readonly RefusedRow[] = [
  ['text', 'The message has no type'],
  [{}, 'The message has no type'],
  [{ type: 'Nothing' }, 'The type Nothing is unknown: it must be Settings, UpdateSpeak,'],
  [{ type: 'constructor' }, 'The type constructor is unknown'],
  [
    JSON.parse('{"type":"UpdatePrompt","prompt":"","__proto__":{}}'),
    'UpdatePrompt must not have "__proto__"; allowed: type, prompt.',
  ],
  [
    JSON.parse('{"type":"Settings","audio":{},"agent":{},"__proto__":{}}'),
    'Settings must not have "__proto__"',
  ],
  [
    JSON.parse('{"type":"Settings","audio":{},"agent":{"__proto__":{"greeting":"Hi."}}}'),
    'agent must not have "__proto__"',
  ],
  [{ type: 'UpdatePrompt' }, 'prompt is missing; it must be a text.'],
  [{ type: 'UpdatePrompt', prompt: 1 }, 'prompt must be a text.'],
  [{ type: 'InjectUserMessage' }, 'content is missing'],
  [{ type: 'InjectAgentMessage' }, 'message is missing; it must be a text.'],
  [
    { type: 'InjectAgentMessage', message: 'a', volume: 2 },
    'InjectAgentMessage must not have "volume"',
  ],
  [{ type: 'FunctionCallResponse', name: 'f', content: '' }, 'id is missing'],
  [{ type: 'FunctionCallResponse', id: 'fc_1', content: '' }, 'name is missing'],
  [{ type: 'FunctionCallResponse', id: 'fc_1', name: 'f' }, 'content is missing'],
  [{ type: 'FunctionCallResponse', id: 1, name: 'f', content: '' }, 'id must be a text.'],
  [{ type: 'UpdateThink' }, 'think is missing'],
  [
    { type: 'UpdateThink', think: { provider: { type: 'groq' } } },
    'think.provider.model is missing',
  ],
  [{ type: 'UpdateSpeak', speak: [], more: 1 }, 'UpdateSpeak must not have "more"'],
  [{ type: 'Settings' }, 'audio is missing'],
  [{ type: 'Settings', audio: {} }, 'agent is missing'],
];

describe('a message of another shape is not parsed', () => {
  const code = 'UNPARSABLE_CLIENT_MESSAGE';
  it.each(byDescription(unparsable))('%s', (description, message) => {
    expectRefused(agentCommand(message), code, description);
  });
  it.each(['', '{', '[', 'null', '[]', '"a"', '{"type":"KeepAlive"}x', '['.repeat(500_000)])(
    'the text %.20s',
    (text) => {
      expect(readAgentFrame(text).command).toMatchObject({ type: 'RejectMessage', code });
    },
  );
});

describe('a text to say', () => {
  it.each([
    ['InjectUserMessage', 'content'],
    ['InjectAgentMessage', 'message'],
  ])('a text of %s that is too long', (type, name) => {
    const description = `${name} must have at most 10000 characters.`;
    expectRefused(
      agentCommand({ type, [name]: 'a'.repeat(10_001) }),
      'INVALID_SETTINGS',
      description,
    );
    expect(agentCommand({ type, [name]: 'a'.repeat(10_000) })).toHaveProperty(name);
  });
});

describe('a large message', () => {
  const took = (text: string) => {
    const startMs = performance.now();
    const { type } = readAgentFrame(text).command;
    expect(performance.now() - startMs).toBeLessThan(1_500);
    return type;
  };
  const frame = (agent: unknown) => JSON.stringify({ type: 'Settings', audio: {}, agent });
  const mebibyte = 'a'.repeat(2 ** 20 - 200);

  it.each([
    ['a prompt', frame({ think: { provider: openAi, prompt: mebibyte } })],
    [
      'a history',
      frame({ context: { messages: [{ type: 'History', role: 'user', content: mebibyte }] } }),
    ],
    [
      'an answer',
      JSON.stringify({ type: 'FunctionCallResponse', id: 'fc', name: 'f', content: mebibyte }),
    ],
  ])('with %s of a mebibyte is accepted', (_name, text) => {
    expect(took(text)).not.toBe('RejectMessage');
  });

  it.each([
    ['a greeting of a mebibyte', frame({ greeting: mebibyte })],
    [
      '10,000 functions',
      frame({
        think: {
          provider: openAi,
          functions: Array.from({ length: 10_000 }, (_, n) => ({
            name: `f${n}`,
            description: 'a',
          })),
        },
      }),
    ],
    [
      '100,000 unknown members',
      frame(Object.fromEntries(Array.from({ length: 100_000 }, (_, n) => [n, 0]))),
    ],
    [
      'a header of any name',
      frame({
        think: { provider: openAi, endpoint: { url: 'https://a', headers: { [mebibyte]: '' } } },
      }),
    ],
    [
      'a URL of a mebibyte',
      frame({
        think: { provider: openAi, endpoint: { url: `https://a/${mebibyte}`, headers: {} } },
      }),
    ],
    [
      'many at signs',
      frame({
        think: {
          provider: openAi,
          endpoint: { url: `https://${'a@:'.repeat(300_000)}`, headers: {} },
        },
      }),
    ],
    [
      'deep JSON',
      `{"type":"Settings","audio":{},"agent":${'['.repeat(250_000)}${']'.repeat(250_000)}}`,
    ],
    [
      'deep parameters',
      frame({
        think: {
          provider: openAi,
          functions: [
            {
              name: 'f',
              parameters: JSON.parse(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`) as unknown,
            },
          ],
        },
      }),
    ],
    [
      'a number beyond all',
      '{"type":"Settings","audio":{},"agent":{"think":{"provider":{"type":"open_ai","model":"gpt-4o"},"functions":[{"name":"f","parameters":{"a":1e999}}]}}}',
    ],
  ])('with %s is refused', (_name, text) => {
    expect(took(text)).toBe('RejectMessage');
  });
});

describe('any message', () => {
  const names =
    'type audio agent think speak listen provider endpoint url headers functions name parameters context messages'.split(
      ' ',
    );
  const leaf = fc.oneof(
    fc.jsonValue({ maxDepth: 1 }),
    fc.constantFrom(
      'Settings',
      'UpdateThink',
      'open_ai',
      'gpt-4o',
      'https://a:b@c/?d=e',
      'History',
    ),
  );
  const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('tree'), { maxLength: 2 }),
      fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string()), tie('tree'), { maxKeys: 4 }),
    ),
  }));

  it('has a command that can be stored', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Settings', 'UpdateThink', 'UpdateSpeak', 'InjectAgentMessage', 'Other'),
        tree,
        tree,
        (type, value, other) => {
          for (const message of [
            value,
            { type, audio: {}, agent: value },
            { type, think: value, speak: other },
          ]) {
            const { command } = readAgentFrame(JSON.stringify(message));
            expect(JSON.parse(canonical(command))).toEqual(command);
          }
        },
      ),
    );
  });

  it('is parsed with any text', () => {
    fc.assert(fc.property(fc.string(), (text) => void readAgentFrame(text)));
  });
});

// The history from a client, texts and answered functions, reaches its own thinker.

import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { chatServer, textStream, type ChatServer } from '../support/speech/chat-server.ts';
import { connectTo } from '../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../support/speech/hosts.ts';
import { waitUntil } from '../support/server/requests.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let host: SpeechHost;
let server: ChatServer;

beforeAll(async () => {
  [host, server] = await Promise.all([inProcess(), chatServer()]);
});
beforeEach(() => server.reset());
afterAll(async () => {
  await host.close();
  await server.close();
});

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 30 }),
  fc.constantFrom('', '{"a":1}'),
);

const said = fc.record({
  type: fc.constant('History' as const),
  role: fc.constantFrom('user' as const, 'assistant' as const),
  content: text,
});
const called = fc.record({
  type: fc.constant('History' as const),
  function_calls: fc.array(
    fc.record({ id: text, name: text, client_side: fc.boolean(), arguments: text, response: text }),
    { maxLength: 3 },
  ),
});

type Given = typeof said | typeof called extends fc.Arbitrary<infer One> ? One : never;

/** The messages that an OpenAI-compatible server receives for it. */
function messagesOf(item: Given): readonly object[] {
  if ('content' in item) return [{ role: item.role, content: item.content }];
  const { function_calls: calls } = item;
  if (calls.length === 0) return [];
  return [
    {
      role: 'assistant',
      content: null,
      tool_calls: calls.map(({ id, name, arguments: own }) => ({
        id,
        type: 'function',
        function: { name, arguments: own },
      })),
    },
    ...calls.map(({ id, response }) => ({ role: 'tool', tool_call_id: id, content: response })),
  ];
}

it('a live thinker receives the given history and all messages since', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(said, called), { maxLength: 8 }),
      fc.constantFrom('', 'Be brief.'),
      async (given, prompt) => {
        server.reset();
        server.answers['/chat'] = [textStream('Fine.')];
        const client = await connectTo(host, '/v1/agent/converse');
        const endpoint = { url: `${server.url}/chat`, headers: {} };
        const provider = { type: 'open_ai', model: 'gpt-4o-mini' };
        client.send(
          {
            type: 'Settings',
            audio: {},
            agent: {
              context: { messages: given },
              think: { provider, endpoint, prompt },
              speak: { provider: { type: 'deepgram', model: 'aura-asteria-en' } },
            },
          },
          { type: 'InjectUserMessage', content: 'Hello.' },
        );
        await waitUntil('the thinker is asked', () => server.requests.length > 0);
        expect(server.requests[0]?.messages).toEqual([
          ...(prompt === '' ? [] : [{ role: 'system', content: prompt }]),
          ...given.flatMap(messagesOf),
          { role: 'user', content: 'Hello.' },
        ]);
        client.socket.close();
        await client.closed;
      },
    ),
    runs(40),
  );
});

// The thoughts of agents in the control plane: the rule that matched, what it captured, and the rules that nearly did.

import { WebSocket } from 'ws';
import { describe, expect } from 'vitest';
import { thoughtForm, type ThoughtForm } from '../../../adapters/services/speech/thoughts.ts';
import { recordedThoughts } from '../../../adapters/cli/recording/recorded-thoughts.ts';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { expectControlError } from '../../support/server/requests.ts';
import type { TestServer } from '../../support/server/server.ts';
import {
  openConversation,
  runStep,
  settle,
  type OpenConversation,
} from '../../support/speech/conversations.ts';
import type { SpeechHost } from '../../support/speech/hosts.ts';
import { serverTest } from '../../support/runner/server-test.ts';

const it = serverTest({ store: createMemoryStore() });

const answer = [
  { hears: '* {kind} pizza', says: 'One {kind}.', sets: { order: '{kind}' } },
  { hears: 'pay now', when: { order: 'none' }, says: 'There is nothing to pay.' },
  { hears: 'what time is it', calls: [{ name: 'time' }] },
  { after: 'time', says: 'It is {result}.' },
];

/** Opens a call to a new world of this name, whose agent answers by these rules. */
async function call(server: TestServer, name: string): Promise<OpenConversation> {
  await server.control('POST', '/worlds', { name, clock: { mode: 'frozen' } });
  const world = server.reprise.engine.world(name)!;
  const host = { ...server, WebSocket } as unknown as SpeechHost;
  const open = await openConversation(host, world, 'v2');
  await server.control('PUT', `/worlds/${name}/speech/script`, { answer });
  return open;
}

async function say(talk: OpenConversation, text: string): Promise<void> {
  await runStep(talk, { kind: 'say', text });
  await settle(talk);
}

async function thoughts(server: TestServer, name: string, query = '') {
  const { status, body } = await server.control('GET', `/worlds/${name}/speech/thoughts${query}`);
  expect(status).toBe(200);
  for (const thought of body.thoughts) expect(thoughtForm.parse(thought)).toEqual(thought);
  return body as { readonly thoughts: readonly ThoughtForm[]; readonly next: number | null };
}

describe('the thoughts of a world', () => {
  it('have the rule, its captures, the near misses, and what they led to', async ({ server }) => {
    const talk = await call(server, 'pizza');
    await say(talk, 'One margherita pizza');
    await say(talk, 'Please, pay now.');
    await say(talk, 'What time is it?');
    await runStep(talk, { kind: 'answer', index: 0 });
    await settle(talk);
    const { sessionId: session } = talk;
    const listed = await thoughts(server, 'pizza');
    expect(listed.next).toBeNull();
    expect(listed.thoughts).toMatchObject([
      { session, turn: 1, kind: 'greeting', heard: null, rule: null, says: 'Hello.' },
      {
        session,
        turn: 2,
        round: 0,
        thinker: 0,
        kind: 'rule',
        heard: 'One margherita pizza',
        after: [],
        rule: {
          index: 0,
          hears: '* {kind} pizza',
          captures: { kind: 'One margherita' },
          rests: [{ text: '', before: 'kind' }],
        },
        nearMisses: [],
        says: 'One One margherita.',
        calls: [],
        failure: null,
        interrupted: false,
      },
      {
        kind: 'plain',
        rule: null,
        nearMisses: [
          {
            index: 1,
            hears: 'pay now',
            distance: 2,
            reasons: [
              'has no place for: Please',
              "when order is 'none', but it is 'One margherita'",
            ],
          },
        ],
      },
      { kind: 'rule', rule: { index: 2 }, says: '', calls: [{ name: 'time', arguments: '{}' }] },
      {
        round: 1,
        kind: 'rule',
        after: [{ name: 'time', failed: false }],
        rule: { index: 3, after: 'time', captures: {} },
        says: 'It is time 0.',
      },
    ]);
  });

  it('are listed by session and in pages, also after a new script, a restart, in a fork and once the session is over', async ({
    server,
    serve,
  }) => {
    const talk = await call(server, 'paged');
    await say(talk, 'One salami pizza');
    await say(talk, 'Hello.');
    const listed = await thoughts(server, 'paged');
    expect(listed.thoughts).toHaveLength(3);
    const [, second, third] = listed.thoughts;
    const page = await thoughts(server, 'paged', `?from=${second?.position}&limit=1`);
    expect(page).toEqual({ thoughts: [second], next: third?.position });
    const session = `?session=${talk.sessionId}`;
    expect(await thoughts(server, 'paged', session)).toEqual(listed);
    expect(await thoughts(server, 'paged', '?session=other')).toEqual({ thoughts: [], next: null });

    await server.control('PUT', '/worlds/paged/speech/script', { answer: [{ hears: '*' }] });
    await server.control('POST', '/worlds/paged/fork', { name: 'forked' });
    talk.client.socket.close();
    await talk.client.closed;
    expect(await thoughts(server, 'forked')).toEqual(listed);
    await server.close();
    expect(await thoughts(await serve(), 'paged')).toEqual(listed);
  });

  it('are explained in the same way from a recording, also one that begins in the call', async ({
    server,
    record,
  }) => {
    const talk = await call(server, 'recorded');
    await say(talk, 'One salami pizza');
    const { file, stop } = await record(server, 'recorded');
    await say(talk, 'One margherita pizza');
    await say(talk, 'Pay now!');
    await stop();
    const thoughtAt = await recordedThoughts(file);
    const { entries } = await readRecording(file);
    const { thoughts: listed } = await thoughts(server, 'recorded');
    expect(entries.flatMap((entry) => thoughtAt(entry) ?? [])).toEqual(listed.slice(2));
    expect(listed.slice(2)).toMatchObject([{ rule: { index: 0 } }, { nearMisses: [{ index: 1 }] }]);
  });

  it('are refused with what is wrong', async ({ server }) => {
    const ask = (path: string) => server.control('GET', `/worlds/${path}/speech/thoughts`);
    expectControlError(await ask('nowhere'), 404, 'world-unknown');
    const path = '/worlds/default/speech/thoughts';
    const refused = await server.control('GET', `${path}?limit=101`);
    expectControlError(refused, 400, 'invalid-request');
    expectControlError(await server.control('GET', `${path}?from=x`), 400, 'invalid-request');
  });
});

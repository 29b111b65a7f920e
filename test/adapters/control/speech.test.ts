// Scripts of recognised speech and of agent answers: in fixtures, and over the control plane.

import { describe, expect, it } from 'vitest';
import { expectControlError, serverForEach } from '../../support/server/requests.ts';

const server = serverForEach();

const script = (method: 'GET' | 'PUT', body?: object, world = 'default') =>
  server().control(method, `/worlds/${world}/speech/script`, body);

const hear = [
  {
    tag: 'support',
    path: '/v1/listen',
    channel: 1,
    ordinal: 2,
    gapMs: 500,
    utterances: [
      'Hello.',
      {
        text: 'My name is Ann.',
        speaker: 'Ann',
        language: 'en-GB',
        confidence: 0.9,
        entities: [{ label: 'NAME', value: 'Ann', from: 3, to: 4 }],
      },
    ],
  },
];

const shown = [{ ...hear[0], utterances: [{ text: 'Hello.' }, hear[0]?.utterances[1]] }];

const entityIn = (text: string, entity: object) => ({
  hear: [{ utterances: [{ text, entities: [{ label: 'NAME', ...entity }] }] }],
});

const answer = [
  {
    hears: 'book a table for {count} people (at|for) {time}',
    thinks: 'A table!',
    calls: [
      { name: 'check', arguments: { people: '{count:number}', at: ['{time}', { exact: true }] } },
    ],
    sets: { party: '{count}' },
    latency: { think: 100, speak: 0 },
    once: true,
  },
  { after: 'check', says: 'I have booked it: {result.table}.', sets: { booked: 'yes' } },
  { after: 'check', failed: true, fails: { provider: 'speak', times: 2, reason: 'no line' } },
  { hears: '*', when: { booked: 'yes' }, says: 'Anything else for {party}?' },
];

describe('a script', () => {
  it('is empty at first, and replaced as a whole', async () => {
    expect(await script('GET')).toMatchObject({ status: 200, body: { hear: [] } });
    expect(await script('PUT', { hear })).toMatchObject({ status: 200, body: { hear: shown } });
    expect((await script('GET')).body).toEqual({ hear: shown });
    await script('PUT', { hear: shown });
    expect((await script('GET')).body).toEqual({ hear: shown });
    const ofAgents = [{ path: '/v1/agent/converse', utterances: [] }];
    expect(await script('PUT', { hear: ofAgents })).toMatchObject({ body: { hear: ofAgents } });
    expectControlError(await script('PUT'), 400, 'invalid-request');
    expect((await script('PUT')).body.error.message).toMatch(
      /^body: is missing; it must be an object with hear/,
    );
    expect((await script('GET')).body).toEqual({ hear: ofAgents });
    await script('PUT', {});
    expect((await script('GET')).body).toEqual({ hear: [] });
  });

  it('has rules of answers, and is replaced as a whole, too', async () => {
    expect((await script('PUT', { hear, answer })).body).toEqual({ hear: shown, answer });
    expect((await script('GET')).body).toEqual({ hear: shown, answer });
    expect((await script('PUT', { answer })).body).toEqual({ hear: [], answer });
    expect((await script('PUT', { hear })).body).toEqual({ hear: shown });
    expect((await script('PUT', { answer: [] })).body).toEqual({ hear: [] });
  });

  it('has rules of answers in a fixture', async () => {
    for (const [name, speech] of Object.entries({ both: { hear, answer }, answers: { answer } })) {
      const fixture = { version: 1, speech };
      await server().control('POST', '/worlds', { name, fixture });
      expect((await script('GET', undefined, name)).body).toEqual({
        hear: name === 'both' ? shown : [],
        answer,
      });
    }
  });

  it('has a limited number of rules', async () => {
    const rules = (length: number) => ({ answer: Array.from({ length }, () => ({ hears: '*' })) });
    expect((await script('PUT', rules(1_000))).status).toBe(200);
    expect(await script('PUT', rules(1_001))).toMatchObject({
      status: 400,
      body: { error: { message: 'body.answer: must have at most 1000 items.' } },
    });
  });

  it('has arguments with any name', async () => {
    const named = JSON.parse('{"__proto__":"a","constructor":{"1":null}}') as object;
    const { body } = await script('PUT', {
      answer: [{ calls: [{ name: 'f', arguments: named }] }],
    });
    expect(JSON.stringify(body)).toContain(
      '"arguments":{"__proto__":"a","constructor":{"1":null}}',
    );
  });

  it('is part of a fixture, and remains after a fork and a reset', async () => {
    await server().control('POST', '/worlds', {
      name: 'scripted',
      fixture: { version: 1, speech: { hear } },
    });
    await server().control('POST', '/worlds/scripted/fork', { name: 'forked' });
    await script('PUT', { hear: [] }, 'scripted');
    await server().control('POST', '/worlds/scripted/reset', {});
    for (const world of ['scripted', 'forked']) {
      expect((await script('GET', undefined, world)).body).toEqual({ hear: shown });
    }
  });

  it('may have words with another spelling than its entities', async () => {
    const two = entityIn('Pay “five dollars”.', { value: '$5', from: 1, to: 3 });
    expect(await script('PUT', two)).toMatchObject({ status: 200, body: two });
    const quoted = entityIn('Pay “five dollars”.', { value: 'five dollars' });
    expect(await script('PUT', quoted)).toMatchObject({ status: 200, body: quoted });
  });

  it.each([
    [{ heard: [] }, 'body: must not have '],
    [{ answer: {} }, 'body.answer: must be a list, not an object'],
    [{ answer: [{ hear: 'a' }] }, 'body.answer.0: must not have '],
    [{ answer: [{ hears: 'a (b' }] }, 'body.answer.0.hears: at column 3: '],
    [{ answer: [{}, { says: '{a}' }] }, 'body.answer.1.says: at column 2: {a} is neither'],
    [{ answer: [{ calls: [{ name: '' }] }] }, 'body.answer.0.calls.0.name: must not be empty'],
    [{ answer: [{ calls: [{ name: 'f', arguments: [] }] }] }, 'body.answer.0.calls.0.arguments: '],
    [
      { answer: [{ calls: [{ name: 'f', arguments: { x: ['{'] } }] }] },
      'body.answer.0.calls.0.arguments.x.0: at column 1: ',
    ],
    [{ answer: [{ fails: { provider: 'listen' } }] }, 'body.answer.0.fails.provider: '],
    [{ answer: [{ latency: { think: -1 } }] }, 'body.answer.0.latency.think: must be at least 0'],
    [{ hear: [{}] }, 'body.hear.0.utterances'],
    [{ hear: [{ utterances: [1] }] }, 'body.hear.0.utterances.0'],
    [{ hear: [{ path: '/v1/speak', utterances: [] }] }, 'body.hear.0.path'],
    [{ hear: [{ ordinal: 0, utterances: [] }] }, 'body.hear.0.ordinal'],
    [{ hear: [{ gapMs: 1, utterances: [] }] }, 'body.hear.0.gapMs'],
    [{ hear: [{ utterances: [{ text: '', confidence: 2 }] }] }, 'body.hear.0.utterances.0'],
    [entityIn('I am Ann.', { value: 'Bob' }), 'entities.0.value: must be whole words of the text'],
    [entityIn('Annabel.', { value: 'Ann' }), 'entities.0.value: must be whole words of the text'],
    [entityIn('', { value: 'Ann' }), 'entities.0.value: must be whole words of the text'],
    [entityIn('Ann.', { value: '...' }), 'entities.0.value: must be whole words of the text'],
    [entityIn('It is I.', { value: 'Ann', from: 3 }), 'entities.0.from: must be less than 3'],
    [entityIn('It is I.', { value: 'Ann', from: 2, to: 2 }), 'entities.0.to: must be from 3 to 3'],
    [entityIn('It is I.', { value: 'Ann', from: 1, to: 4 }), 'entities.0.to: must be from 2 to 3'],
    [entityIn('I am Ann.', { value: 'Ann', to: 3 }), 'entities.0.to: needs from'],
    [
      { hear: Array.from({ length: 2 }, () => ({ utterances: Array(501).fill('a') })) },
      'body.hear',
    ],
    [
      { hear: [{ utterances: ['a', ...entityIn('a', { value: 'b' }).hear[0]!.utterances] }] },
      'body.hear.0.utterances.1.entities.0.value: must be whole words of the text',
    ],
  ])('is refused where it is wrong: %j', async (body, place) => {
    const { status, body: error } = await script('PUT', body);
    expect(status).toBe(400);
    expect(JSON.stringify(error)).toContain(place);
    expectControlError({ status, body: error }, 400, 'invalid-request');
  });
});

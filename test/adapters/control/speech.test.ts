// Scripts of what sessions hear: in fixtures, and over the control plane.

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

describe('a script', () => {
  it('is empty at first, and replaced as a whole', async () => {
    expect(await script('GET')).toMatchObject({ status: 200, body: { hear: [] } });
    expect(await script('PUT', { hear })).toMatchObject({ status: 200, body: { hear: shown } });
    expect((await script('GET')).body).toEqual({ hear: shown });
    await script('PUT', { hear: shown });
    expect((await script('GET')).body).toEqual({ hear: shown });
    await script('PUT', { hear: [] });
    expect((await script('GET')).body).toEqual({ hear: [] });
  });

  it('comes from a fixture, too, and stays through a fork and a reset', async () => {
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

  it('may name words that its entities are not spelled as', async () => {
    const two = entityIn('Pay “five dollars”.', { value: '$5', from: 1, to: 3 });
    expect(await script('PUT', two)).toMatchObject({ status: 200, body: two });
    const quoted = entityIn('Pay “five dollars”.', { value: 'five dollars' });
    expect(await script('PUT', quoted)).toMatchObject({ status: 200, body: quoted });
  });

  it.each([
    [{}, 'body.hear'],
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
  ])('is refused where it is wrong: %j', async (body, place) => {
    const { status, body: error } = await script('PUT', body);
    expect(status).toBe(400);
    expect(JSON.stringify(error)).toContain(place);
    expectControlError({ status, body: error }, 400, 'invalid-request');
  });
});

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

  it.each([
    [{}, 'body.hear'],
    [{ hear: [{}] }, 'body.hear.0.utterances'],
    [{ hear: [{ utterances: [1] }] }, 'body.hear.0.utterances.0'],
    [{ hear: [{ path: '/v1/speak', utterances: [] }] }, 'body.hear.0.path'],
    [{ hear: [{ ordinal: 0, utterances: [] }] }, 'body.hear.0.ordinal'],
    [{ hear: [{ gapMs: 1, utterances: [] }] }, 'body.hear.0.gapMs'],
    [{ hear: [{ utterances: [{ text: '', confidence: 2 }] }] }, 'body.hear.0.utterances.0'],
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

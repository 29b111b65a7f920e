import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpResponse } from '../../../../adapters/protocol/messages.ts';
import { inProcess, type SpeechHost } from '../../../support/speech/hosts.ts';

const isUuid = expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);

interface TwinSocket extends EventTarget {
  readonly response: HttpResponse;
  readonly protocol: string;
  readonly close: () => void;
}

const withKey = { authorization: 'Token reprise-demo' };

describe('a handshake of the speech service', () => {
  let host: SpeechHost;
  beforeAll(async () => {
    host = await inProcess({
      defaults: {
        config: { speechKeys: ['reprise-demo', 'second'], speech: { models: ['of-our-own'] } },
      },
    });
  });
  afterAll(() => host.close());

  /** The answer to an upgrade: an error response, or 101 with the headers and the subprotocol. */
  async function upgrade(
    path: string,
    headers: Readonly<Record<string, string>> = withKey,
    protocols: readonly string[] = [],
  ) {
    const Socket = host.WebSocket as unknown as new (
      url: string,
      protocols: readonly string[],
      options: object,
    ) => TwinSocket;
    const socket = new Socket(`ws://twin.test${path}`, protocols, { headers });
    await new Promise((resolve) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', resolve);
    });
    const { response, protocol } = socket;
    socket.close();
    const body = response.body === undefined ? undefined : (JSON.parse(response.body) as object);
    return { status: response.status, headers: response.headers, protocol, body };
  }

  const unauthorized = (message: string) => ({
    status: 401,
    headers: { 'dg-request-id': isUuid, 'dg-error': expect.stringContaining(message) },
    body: {
      err_code: 'INVALID_AUTH',
      err_msg: expect.stringContaining(message),
      request_id: isUuid,
    },
  });

  it.each(['Token reprise-demo', 'token reprise-demo', 'TOKEN  second '])(
    'accepts Authorization: %s',
    async (authorization) => {
      const { status, headers, protocol } = await upgrade('/v1/speak', { authorization });
      expect({ status, headers, protocol }).toEqual({
        status: 101,
        headers: { 'dg-request-id': isUuid },
        protocol: '',
      });
    },
  );

  it.each([
    [['token', 'second'], 'token'],
    [['Token', 'second', 'x-deepgram-session-id'], 'Token'],
    [['chat', 'token', 'second'], 'token'],
  ])('accepts the subprotocols %j, and answers %s', async (protocols, chosen) => {
    expect(await upgrade('/v1/speak', {}, protocols)).toMatchObject({
      status: 101,
      protocol: chosen,
    });
  });

  it.each([
    [{}, 'send the header Authorization'],
    [{ authorization: 'reprise-demo' }, 'must be Token <key>'],
    [{ authorization: 'Basic cmVwcmlzZS1kZW1v' }, 'must be Token <key>'],
    [
      { authorization: 'Token another' },
      'the API key is unknown. Send one of the keys in the setting speechKeys',
    ],
    [{ authorization: 'Bearer reprise-demo' }, 'Send an API key as Token'],
  ])('refuses %j with 401', async (headers, message) => {
    expect(await upgrade('/v1/speak', headers)).toMatchObject(unauthorized(message));
  });

  it.each([
    [['token'], 'must be Token <key>'],
    [['token', 'another'], 'the API key is unknown'],
    [['bearer', 'second'], 'Send an API key as Token'],
    [['chat'], 'send the header Authorization'],
  ])('refuses the subprotocols %j with 401', async (protocols, message) => {
    expect(await upgrade('/v1/speak', {}, protocols)).toMatchObject(unauthorized(message));
  });

  it.each([
    ['encoding=opus', "encoding must be one of linear16, mulaw, alaw, not 'opus'."],
    [
      'sample_rate=44100',
      "sample_rate must be one of 8000, 16000, 24000, 32000, 48000, not '44100'.",
    ],
    ['sample_rate=8e3', "sample_rate must be one of 8000, 16000, 24000, 32000, 48000, not '8e3'."],
    ['mip_opt_out=yes', "mip_opt_out must be one of true, false, not 'yes'."],
    ['encoding=mulaw&encoding=alaw', 'encoding may be given only once.'],
    ['model=', "model must have a value, or be left out for its default, not ''."],
    [
      'model=nova-3',
      /no such model.* must be one of aura-asteria-en, .*, or a name in the setting speech\.models, not 'nova-3'\.$/,
    ],
    [
      'filler_words=true',
      'filler_words is no parameter of /v1/speak: it has encoding, mip_opt_out, model, sample_rate, speed.',
    ],
  ])('refuses the parameters %s with 400', async (query, message) => {
    const { status, headers, body } = await upgrade(`/v1/speak?${query}`);
    const text = typeof message === 'string' ? message : expect.stringMatching(message);
    expect({ status, body }).toEqual({
      status: 400,
      body: { err_code: 'Bad Request', err_msg: text, request_id: headers['dg-request-id'] },
    });
    expect(headers['dg-error']).toEqual(text);
  });

  it.each([
    'encoding=alaw&sample_rate=48000&mip_opt_out=true&model=aura-2-zeus-en',
    'model=of-our-own',
    'model=custom',
  ])('accepts the parameters %s', async (query) => {
    expect(await upgrade(`/v1/speak?${query}`)).toMatchObject({ status: 101 });
  });

  it.each([
    ['/v1/listen', 101, {}],
    ['/v1/listen?model=of-our-own&filler_words=true', 101, {}],
    ['/v1/listen?callback=http://localhost/x', 101, {}],
    [
      '/v1/listen?encoding=linear16&channels=0',
      400,
      { err_msg: expect.stringMatching(/^channels must be/) },
    ],
    [
      '/v1/listen?callback=https://hooks.example/x',
      400,
      { err_msg: expect.stringContaining('start the server with --allow-host hooks.example') },
    ],
    ['/v2/listen?model=flux-general-en', 101, {}],
    ['/v2/listen?model=of-our-own', 101, {}],
    ['/v2/listen', 400, { err_msg: expect.stringMatching(/^model must be flux-general-en/) }],
    ['/v2/listen?model=flux-general-en&filler_words=true', 400, {}],
  ])('answers %s with %d', async (path, status, body) => {
    const answer = await upgrade(path);
    expect(answer).toMatchObject({ status, headers: { 'dg-request-id': isUuid } });
    expect(answer.body ?? {}).toMatchObject(body);
    expect(await upgrade(path, {})).toMatchObject({ status: 401 });
  });

  it('checks the path before the credentials, and these before the parameters', async () => {
    expect(await upgrade('/v1/agent?model=nova-3', {})).toMatchObject({
      status: 404,
      headers: { 'dg-request-id': isUuid },
      body: {
        err_code: 'NOT_FOUND',
        err_msg: 'There is no WebSocket at /v1/agent.',
      },
    });
    expect(await upgrade('/v1/speak?encoding=opus', {})).toMatchObject({ status: 401 });
    expect(await upgrade('/w/nowhere/v1/speak')).toMatchObject({
      status: 404,
      body: { err_msg: expect.stringContaining("There is no world named 'nowhere'") },
    });
  });

  it.each(['/v1/agent/converse/more', '/v1/speak/more', '/v2/listen/more', '/v1/read'])(
    'finds nothing at %s',
    async (path) => {
      expect(await upgrade(path)).toMatchObject({ status: 404, body: { request_id: isUuid } });
    },
  );

  it('shows text beyond ASCII in the body only', async () => {
    const { headers, body } = await upgrade('/v1/speak?g%C3%B6=1');
    expect(body).toMatchObject({ err_msg: expect.stringMatching(/^gö is no parameter/) });
    expect(headers['dg-error']).toMatch(/^g\? is no parameter/);
  });

  it.each([
    ['GET', '/v1/speak', 426, 'There is a WebSocket at /v1/speak: ask for an upgrade.'],
    ['POST', '/v1/speak', 405, '/v1/speak is a WebSocket: ask for an upgrade with GET.'],
    ['GET', '/v1/auth/grant', 405, '/v1/auth/grant is called with POST.'],
    ['POST', '/v1/listen', 405, '/v1/listen is a WebSocket: ask for an upgrade with GET.'],
    ['GET', '/v2/listen', 426, 'There is a WebSocket at /v2/listen: ask for an upgrade.'],
    [
      'POST',
      '/v1/agent/converse',
      405,
      '/v1/agent/converse is a WebSocket: ask for an upgrade with GET.',
    ],
    ['GET', '/v1/read', 404, 'There is no GET /v1/read.'],
  ])('answers %s %s without an upgrade with %d', async (method, path, status, message) => {
    const response = await host.fetch(path, { method, headers: withKey });
    expect(response.status).toBe(status);
    expect(response.headers.get('dg-request-id')).toEqual(isUuid);
    expect(await response.json()).toMatchObject({ err_msg: message, request_id: isUuid });
  });

  it('appends no input when it is refused', async () => {
    const world = host.reprise.engine.world('default');
    const before = await world?.describe();
    await upgrade('/v1/speak', {});
    await upgrade('/v1/speak?encoding=opus');
    expect(await world?.describe()).toEqual(before);
  });
});

describe('a world on demand', () => {
  it('is created for a request with a speech key, and for no other', async () => {
    const host = await inProcess({ worldsOnDemand: true });
    const ask = (authorization: string) =>
      host.fetch('/w/fresh/v1/auth/grant', { method: 'POST', headers: { authorization } });
    expect((await ask('Token another')).status).toBe(404);
    expect((await ask('Bearer reprise-demo')).status).toBe(404);
    expect(host.reprise.engine.world('fresh')).toBeUndefined();
    expect((await ask('Token reprise-demo')).status).toBe(200);
    expect(host.reprise.engine.world('fresh')).toBeDefined();
    await host.close();
  });
});

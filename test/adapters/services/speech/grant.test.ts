import { createHmac } from 'node:crypto';
import { describe, expect } from 'vitest';
import {
  createAccessToken,
  tokenVerdict,
} from '../../../../adapters/services/speech/access-token.ts';
import { speechKey } from '../../../support/speech/client.ts';
import { speechTest } from '../../../support/runner/speech-test.ts';

const it = speechTest({ scope: 'file' })
  /** Requests a token. */
  .extend('ask', ({ host }) => async (body?: unknown, authorization = `Token ${speechKey}`) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await host.fetch('/v1/auth/grant', {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: text }),
    });
    return {
      status: response.status,
      id: response.headers.get('dg-request-id'),
      body: (await response.json()) as Record<string, string>,
    };
  });

const world = { seed: 'reprise', name: 'default' };
const nowMs = Date.UTC(2026, 0, 1, 0, 0, 0, 123);
const grant = { nowMs, ttlSeconds: 30, id: 'an-id' };

describe('an access token', () => {
  const token = createAccessToken(world, grant);
  const [head = '', claims = '', signature = ''] = token.split('.');
  const read = (part: string) =>
    JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>;
  const forged = createHmac('sha256', 'x').update(`${head}.${claims}`).digest('base64url');

  it('is a JWT with the instants of the world', () => {
    expect(read(head)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const iat = nowMs / 1_000;
    expect(read(claims)).toEqual({
      iss: 'reprise',
      aud: 'default',
      jti: 'an-id',
      iat,
      exp: iat + 30,
    });
  });

  it('is the same for the same world, and invalid in another', () => {
    expect(createAccessToken(world, grant)).toBe(token);
    expect(tokenVerdict({ ...world, name: 'other' }, token, nowMs)).toBe('token-invalid');
    expect(tokenVerdict({ ...world, seed: 'other' }, token, nowMs)).toBe('token-invalid');
  });

  it('is valid until its lifetime is over, to the millisecond', () => {
    expect(tokenVerdict(world, token, nowMs + 29_999)).toBe('token');
    expect(tokenVerdict(world, token, nowMs + 30_000)).toBe('token-expired');
  });

  it.each([
    ['nothing', ''],
    ['a key', speechKey],
    ['two parts', `${head}.${claims}`],
    ['four parts', `${token}.${signature}`],
    ['other claims', `${head}.${claims}x.${signature}`],
    ['the signature of another key', `${head}.${claims}.${forged}`],
    ['no signature', `${head}.${claims}.`],
  ])('is invalid with %s', (_name, altered) => {
    expect(tokenVerdict(world, altered, nowMs)).toBe('token-invalid');
  });
});

describe('POST /v1/auth/grant', () => {
  const bearer = (token = '') => ({ headers: { authorization: `Bearer ${token}` } });

  it('grants a token that opens a session, for 30 seconds by default', async ({ connect, ask }) => {
    const first = await ask();
    expect(first).toEqual({
      status: 200,
      id: expect.any(String),
      body: { access_token: expect.any(String), expires_in: 30 },
    });
    expect((await ask({ ttl_seconds: 3_600 })).body).toMatchObject({ expires_in: 3_600 });
    const client = await connect('/v1/speak', bearer(first.body['access_token']));
    expect(await client.messages(1)).toMatchObject([{ type: 'Metadata' }]);
  });

  it('grants no token twice', async ({ ask }) => {
    expect((await ask()).body).not.toEqual((await ask()).body);
  });

  it('leaves no trace in the log', async ({ host, ask }) => {
    const describeWorld = () => host.world().describe();
    const before = await describeWorld();
    await ask();
    expect(await describeWorld()).toEqual(before);
  });

  it.for([0, 3_601, 1.5, '30', null])('refuses a lifetime of %j', async (seconds, { ask }) => {
    expect(await ask({ ttl_seconds: seconds })).toMatchObject({
      status: 400,
      body: {
        err_code: 'Bad Request',
        err_msg: `ttl_seconds must be an integer from 1 to 3600, not ${typeof seconds === 'string' ? `'${seconds}'` : seconds}.`,
        request_id: expect.any(String),
      },
    });
  });

  it('refuses a body that is not JSON', async ({ ask }) => {
    expect(await ask('{')).toMatchObject({
      status: 400,
      body: { err_msg: 'The body is not valid JSON.' },
    });
  });

  it('refuses a token in place of a key with 403, and other credentials with 401', async ({
    ask,
  }) => {
    const { body } = await ask();
    expect(await ask(undefined, `Bearer ${body['access_token']}`)).toMatchObject({
      status: 403,
      body: { err_code: 'INSUFFICIENT_PERMISSIONS' },
    });
    expect(await ask(undefined, 'Token other')).toMatchObject({
      status: 401,
      body: { err_code: 'INVALID_AUTH' },
    });
  });

  it('grants for its world and its lifetime only, and only the handshake requires the token', async ({
    host,
    connect,
    ask,
  }) => {
    const { engine } = host.reprise;
    await engine.create({ ...host.world().record, name: 'other' });
    const { body } = await ask({ ttl_seconds: 10 });
    const foreign = await connect('/v1/speak', {
      ...bearer(body['access_token']),
      prefix: '/w/other',
    });
    expect(await foreign.closed).toBe('Unexpected server response: 401');
    const client = await connect('/v1/speak', bearer(body['access_token']));
    await host.world().advance({ byMs: 10_000 });
    const late = await connect('/v1/speak', bearer(body['access_token']));
    expect(await late.closed).toBe('Unexpected server response: 401');
    client.send({ type: 'Flush' });
    expect(await client.messages(2)).toMatchObject([{ type: 'Metadata' }, { type: 'Flushed' }]);
  });
});

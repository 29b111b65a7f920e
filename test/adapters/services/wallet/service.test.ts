import { describe, expect, it } from 'vitest';
import { startServer, testKey } from '../../../support/server/server.ts';
import {
  expectError,
  createFundedWallets,
  createWalletSet,
  unknownId,
  serverForEach,
  startTransfer,
  transactionOf,
  uuidV4,
} from '../../../support/server/requests.ts';

describe('the bearer key', () => {
  const server = serverForEach();

  const asked = async (authorization: string | undefined, method = 'GET', path = '/walletSets') => {
    const headers = authorization === undefined ? {} : { Authorization: authorization };
    const response = await fetch(`${server().url}/v1/w3s${path}`, { method, headers });
    return { status: response.status, body: await response.json() };
  };

  it.each([
    ['no header', undefined],
    ['an empty header', ''],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['no key', 'Bearer'],
    ['no scheme', testKey],
    ['one part', 'Bearer TEST_API_KEY'],
    ['two parts', 'Bearer TEST_API_KEY:reprise'],
    ['an empty first part', 'Bearer :reprise:demo'],
    ['an empty second part', 'Bearer TEST_API_KEY::demo'],
    ['an empty third part', 'Bearer TEST_API_KEY:reprise:'],
  ])('is malformed with %s', async (_what, authorization) => {
    const answer = await asked(authorization);
    expectError(answer, 401, 401);
    expect(answer.body.message).toMatch(/^Malformed authorization\. /);
  });

  it.each(['TEST_API_KEY:reprise:wrong', 'TEST_API_KEY:wrong:demo', 'LIVE_API_KEY:a:b'])(
    'is refused if it is unknown: %s',
    async (key) => {
      const answer = await asked(`Bearer ${key}`);
      expectError(answer, 401, 401);
      expect(answer.body.message).toBe('Invalid credentials.');
    },
  );

  it('has a separate code for an unknown prefix', async () => {
    expectError(await asked('Bearer SAND_API_KEY:reprise:demo'), 401, 156007);
  });

  it.each([
    ['POST', '/developer/walletSets'],
    ['PUT', `/wallets/${unknownId}`],
    ['GET', '/wallets/no-id'],
    ['GET', '/config/entity/publicKey'],
    ['POST', '/config/entity/entitySecret'],
  ])('is looked at before anything else of %s %s', async (method, path) => {
    expectError(await asked(undefined, method, path), 401, 401);
  });

  it('may be written with any case of the scheme', async () => {
    expect((await asked(`bearer ${testKey}`)).status).toBe(200);
  });

  it('follows the configuration of the world', async () => {
    const own = 'ANY:own:key';
    const config = { walletKeys: [own] };
    const made = await server().control('POST', '/worlds', { name: 'own', config });
    expect(made.status).toBe(201);
    const path = '/w/own/v1/w3s/walletSets';
    const withOwn = { Authorization: `Bearer ${own}` };
    expect((await server().request('GET', path, undefined, withOwn)).status).toBe(200);
    expectError(await server().request('GET', path), 401, 401);
    expectError(
      await server().request('GET', '/v1/w3s/walletSets', undefined, withOwn),
      401,
      156007,
    );
    const [stored] = made.body.config.walletKeys;
    expect(stored).toMatch(/^ANY:own:sha256\.[0-9a-f]{64}$/);
    const withStored = { Authorization: `Bearer ${stored}` };
    expectError(await server().request('GET', path, undefined, withStored), 401, 156007);
  });
});

describe('the request id', () => {
  const server = serverForEach();
  const sent = '7B0C1D2E-aaaa-1bbb-8ccc-0123456789ab';

  const idOf = async (method: string, path: string, headers: Record<string, string> = {}) =>
    (await server().request(method, path, undefined, headers)).headers.get('x-request-id');

  const answers = [
    ['an answer', 'GET', '/v1/w3s/walletSets', {}],
    ['an answer without a world’s state', 'GET', '/v1/w3s/config/entity/publicKey', {}],
    ['a field problem', 'POST', '/v1/w3s/developer/walletSets', {}],
    ['an unknown record', 'GET', `/v1/w3s/wallets/${unknownId}`, {}],
    ['an id that is none', 'GET', '/v1/w3s/wallets/x', {}],
    ['an unknown route', 'GET', '/v1/w3s/nothing', {}],
    ['a refused key', 'GET', '/v1/w3s/walletSets', { Authorization: 'Bearer a' }],
    ['an unknown world', 'GET', '/w/nowhere/v1/w3s/walletSets', {}],
    ['a ping', 'GET', '/ping', {}],
  ] as const;

  it.each(answers)('is echoed if it is a UUID, on %s', async (_what, method, path, headers) => {
    expect(await idOf(method, path, { ...headers, 'X-Request-Id': sent })).toBe(sent);
  });

  it.each(answers)('is generated if none is sent, on %s', async (_what, method, path, headers) => {
    expect(await idOf(method, path, headers)).toMatch(uuidV4);
  });

  it.each(['mine', `${sent}0`, `{${sent}}`, '1'])(
    'is generated if %j is sent, which is not a UUID',
    async (text) => {
      const path = '/v1/w3s/walletSets';
      const answer = await server().request('GET', path, undefined, { 'X-Request-Id': text });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('x-request-id')).toMatch(uuidV4);
    },
  );

  it('is different for each request', async () => {
    const ids = new Set<string | null>();
    for (let count = 0; count < 5; count += 1) ids.add(await idOf('GET', '/v1/w3s/walletSets'));
    await createWalletSet(server());
    ids.add(await idOf('GET', '/v1/w3s/walletSets'));
    expect(ids.size).toBe(6);
  });
});

describe('two fresh servers', () => {
  /** The request ids and the bodies of the answers to some reads, changes and invalid requests. */
  async function story(seed: string) {
    const server = await startServer({ defaults: { seed } });
    try {
      const told: unknown[] = [];
      const tell = async (method: string, path: string, body?: unknown) => {
        const answer = await server.request(method, path, body);
        told.push([answer.headers.get('x-request-id'), answer.status, answer.body]);
      };
      await tell('GET', '/v1/w3s/walletSets');
      await tell('GET', '/v1/w3s/walletSets');
      const { from } = await createFundedWallets(server);
      await tell('GET', '/v1/w3s/wallets');
      await tell('POST', '/v1/w3s/developer/walletSets', {});
      await tell('PUT', `/v1/w3s/wallets/${from.id}`, { name: 'a' });
      const id = await startTransfer(server, { walletId: from.id });
      await server.control('POST', '/worlds/default/clock/advance', { by: '1m' });
      expect((await transactionOf(server, id)).txHash).toMatch(/^0x/);
      await tell('GET', `/v1/w3s/transactions/${id}`);
      await tell('GET', '/v1/w3s/nothing');
      return told;
    } finally {
      await server.close();
    }
  }

  it('with the same seed and requests have the same request ids and bodies', async () => {
    expect(await story('one')).toEqual(await story('one'));
  });

  it('with different seeds share no request id', async () => {
    const ids = [await story('one'), await story('two')].flat().map((row) => (row as unknown[])[0]);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('routes', () => {
  const server = serverForEach();

  it('answer 404 with code 404 if the path is unknown', async () => {
    for (const path of ['/v1/w3s', '/v1/w3s/nothing', '/v2/notifications/x']) {
      expectError(await server().request('GET', path), 404, 404);
    }
  });

  it('name the methods of a path', async () => {
    const { body } = await server().request('GET', '/v1/w3s/developer/walletSets');
    expect(body.message).toContain('POST');
  });

  it('answer a ping without a key', async () => {
    const response = await fetch(`${server().url}/ping`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ message: 'pong' });
  });

  it('work with a base URL that ends in a slash', async () => {
    expect((await server().request('GET', '//v1/w3s/walletSets')).status).toBe(200);
    expect((await server().request('GET', '/w/default//v1/w3s/walletSets')).status).toBe(200);
  });
});

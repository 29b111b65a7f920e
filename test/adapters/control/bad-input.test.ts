import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bodyBytesMax } from '../../../adapters/protocol/limits.ts';
import { startServer, token, type TestServer } from '../../support/server/server.ts';
import {
  expectControlError,
  createFundedWallets,
  unknownId,
  startTransfer,
} from '../../support/server/requests.ts';
import { runs } from '../../support/runner/runs.ts';

let server: TestServer;
let walletId: string;
let transactionId: string;

beforeAll(async () => {
  server = await startServer();
  const { from } = await createFundedWallets(server);
  walletId = from.id;
  transactionId = await startTransfer(server, { walletId });
});
afterAll(() => server.close());

const here = '/worlds/default';

/** All state that the control plane can change. */
async function shown(): Promise<unknown> {
  const { body } = await server.control('GET', '/worlds');
  return body.worlds.map(({ inputs: _inputs, ...world }: { inputs: number }) => world);
}

async function expectRefused(
  method: string,
  path: string,
  body: unknown,
  status: number,
  code?: string,
): Promise<void> {
  const before = await shown();
  expectControlError(await server.control(method, path, body), status, code);
  expect(await shown()).toEqual(before);
}

const overlong = 'x'.repeat(5_000);
const deep = '['.repeat(100_000) + ']'.repeat(100_000);

const routes = [
  ['POST', '/worlds'],
  ['PATCH', `${here}/clock`],
  ['POST', `${here}/clock/advance`],
  ['POST', () => `${here}/wallet/transactions/${transactionId}/stick`],
  ['POST', () => `${here}/wallet/wallets/${walletId}/fund`],
  ['PATCH', `${here}/wallet/chains/ETH-SEPOLIA`],
] as const;
const pathOf = (path: string | (() => string)) => (typeof path === 'string' ? path : path());
const byName = routes.map(([method, path]) => [`${method} ${pathOf(path)}`, method, path] as const);

describe.each(byName)('%s', (_name, method, path) => {
  it('refuses a body other than a JSON object', async () => {
    for (const text of ['null', '[]', '"text"', '7', '{', '{"a":}', '\u0000', deep]) {
      await expectRefused(method, pathOf(path), text, 400, 'invalid-request');
    }
  });

  it('refuses unknown fields', async () => {
    await expectRefused(method, pathOf(path), { nonsense: 1 }, 400, 'invalid-request');
    await expectRefused(method, pathOf(path), '{"__proto__":{"mode":"real"}}', 400);
  });

  it('refuses junk', async () => {
    const names = [
      'name',
      'mode',
      'rate',
      'by',
      'to',
      'untilIdle',
      'native',
      'congestion',
      'tokens',
    ];
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom<unknown>(null, -1, 1e308, 2 ** 60, '', overlong, '__proto__', [], {}),
    );
    // The field '' is unknown to every route, so each body must be refused.
    const body = fc
      .dictionary(fc.constantFrom(...names), value)
      .map((fields) => JSON.stringify({ ...fields, '': 0 }));
    await fc.assert(
      fc.asyncProperty(body, (text) => expectRefused(method, pathOf(path), text, 400)),
      runs(40),
    );
  });
});

describe('creating a world', () => {
  it.each<[string, unknown]>([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a name that starts with a dash', { name: '-a' }],
    ['a name with a blank', { name: 'a b' }],
    ['a name with a slash', { name: 'a/b' }],
    ['a name with a line break', { name: 'a\n' }],
    ['a name of 65 characters', { name: 'a'.repeat(65) }],
    ['a name that is part of every object', { name: '__proto__' }],
    ['a number for a name', { name: 7 }],
    ['a number for a seed', { name: 'x', seed: 7 }],
    ['an overlong seed', { name: 'x', seed: overlong }],
    ['a word for an epoch', { name: 'x', epoch: 'yesterday' }],
    ['a number for an epoch', { name: 'x', epoch: 0 }],
    ['an impossible day for an epoch', { name: 'x', epoch: '2026-02-31' }],
    ['another source of ids', { name: 'x', config: { ids: 'random' } }],
    ['a source of ids outside its settings', { name: 'x', ids: 'ordinal' }],
    ['another clock', { name: 'x', clock: 'fast' }],
    ['a rate of 0', { name: 'x', clock: { mode: 'real', rate: 0 } }],
    ['a clock without a mode', { name: 'x', clock: { rate: 1 } }],
    ['no keys', { name: 'x', config: { walletKeys: [] } }],
    ['a key of one part', { name: 'x', config: { walletKeys: ['a'] } }],
    ['unknown settings', { name: 'x', config: { colour: 'red' } }],
  ])('is refused with %s', async (_what, body) => {
    await expectRefused('POST', '/worlds', body, 400, 'invalid-request');
  });

  it('is refused with a taken name', async () => {
    await expectRefused('POST', '/worlds', { name: 'default' }, 409, 'name-taken');
  });
});

describe('setting a clock', () => {
  it.each<[string, unknown]>([
    ['an unknown mode', { mode: 'fast' }],
    ['a mode of null', { mode: null }],
    ['a rate of 0', { rate: 0 }],
    ['a negative rate', { rate: -1 }],
    ['an infinite rate', '{"rate":1e999}'],
    ['a rate over the limit', { rate: 86_400_001 }],
    ['a rate as text', { rate: '2' }],
    ['a good mode and a bad rate', { mode: 'real', rate: 0 }],
  ])('is refused with %s', async (_what, body) => {
    await expectRefused('PATCH', `${here}/clock`, body, 400, 'invalid-request');
  });
});

describe('moving time', () => {
  const path = `${here}/clock/advance`;

  it.each<[string, unknown]>([
    ['nothing', {}],
    ['a negative number', { by: -1 }],
    ['half a millisecond', { by: 0.5 }],
    ['half a millisecond as text', { by: '0.5ms' }],
    ['more than a thousand years', { by: 1e15 }],
    ['more than a thousand years as text', { by: '99999999d' }],
    ['more digits than a number has', { by: '9'.repeat(60) }],
    ['more digits than that', { by: '9'.repeat(65) }],
    ['more characters than a duration has', { by: `${'0'.repeat(64)}, then more` }],
    ['no duration', { by: '' }],
    ['a duration with a blank', { by: '10 m' }],
    ['a duration without a number', { by: 'm' }],
    ['a duration without a unit in the end', { by: '1h30' }],
    ['a negative duration', { by: '-10m' }],
    ['an unknown unit', { by: '2w' }],
    ['an exponent', { by: '1e3' }],
    ['no instant', { to: 'never' }],
    ['an instant of another form', { to: '01.02.2027' }],
    ['an impossible day', { to: '2027-02-30T00:00:00Z' }],
    ['an impossible hour', { to: '2027-02-03T25:00:00Z' }],
    ['a number for an instant', { to: 1_800_000_000_000 }],
    ['untilIdle: false', { untilIdle: false }],
    ['a negative limit', { untilIdle: true, maxMs: -1 }],
    ['two ways at once', { by: 1, to: '2027-01-01' }],
  ])('is refused by %s', async (_what, body) => {
    await expectRefused('POST', path, body, 400, 'invalid-request');
  });

  it('is refused into the past', async () => {
    await expectRefused('POST', path, { to: '2025-12-31T23:59:59.999Z' }, 409, 'time-goes-back');
    const { body: clock } = await server.control('GET', `${here}/clock`);
    expect((await server.control('POST', path, { to: clock.now })).status).toBe(200);
    const before = new Date(Date.parse(clock.now) - 1).toISOString();
    await expectRefused('POST', path, { to: before }, 409, 'time-goes-back');
  });

  it('is refused past the year 9999', async () => {
    const request = { name: 'late', epoch: '9999-12-31T23:59:59Z', clock: 'frozen' };
    expect((await server.control('POST', '/worlds', request)).status).toBe(201);
    const late = '/worlds/late/clock/advance';
    await expectRefused('POST', late, { by: '1s' }, 409, 'time-ends');
    expect((await server.control('POST', late, { by: 999 })).status).toBe(200);
    await expectRefused('POST', late, { by: 1 }, 409, 'time-ends');
  });
});

describe('the wallet of a world', () => {
  const fundPath = () => `${here}/wallet/wallets/${walletId}/fund`;

  it.each<[string, unknown, number]>([
    ['a number', { native: 1 }, 400],
    ['too many digits', { native: '1'.repeat(81) }, 400],
    ['a list of tokens', { tokens: ['1'] }, 400],
    ['a token amount that is a number', { tokens: { [unknownId]: 1 } }, 400],
    [
      'too many tokens',
      { tokens: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`t${n}`, '1'])) },
      400,
    ],
  ])('is not funded with %s', async (_what, body, status) => {
    await expectRefused('POST', fundPath(), body, status, 'invalid-request');
  });

  it.each<[string, unknown]>([
    ['a zero amount', { native: '0' }],
    ['a negative amount', { native: '-1' }],
    ['a word', { usdc: 'ten' }],
    ['an exponent', { usdc: '1e3' }],
    ['an empty text', { usdc: '' }],
    ['too many decimals', { usdc: '0.0000001' }],
    ['an unknown token', { tokens: { [unknownId]: '1' } }],
    ['a token of another chain', { tokens: { 'b037d751-fb22-5f0d-bae6-47373e7ae3e3': '1' } }],
    ['one good and one bad amount', { native: '1', usdc: 'x' }],
  ])('is not funded with %s, nor in part', async (_what, body) => {
    const before = await shown();
    const answer = await server.control('POST', fundPath(), body);
    expect([400, 404, 409]).toContain(answer.status);
    expectControlError(answer, answer.status);
    expect(await shown()).toEqual(before);
  });

  it.each<[string, unknown]>([
    ['a negative fee', { baseFeeGwei: '-1' }],
    ['a negative number', { baseFeeGwei: -1 }],
    ['a fee as a word', { baseFeeGwei: 'low' }],
    ['a fee of too many decimals', { baseFeeGwei: '0.0000000001' }],
    ['a fee out of bounds', { baseFeeGwei: '1000001' }],
    ['a congestion out of bounds', { congestion: 1_001 }],
    ['a congestion as a word', { congestion: 'high' }],
    ['an infinite congestion', '{"congestion":1e999}'],
    ['a pause as text', { paused: 'yes' }],
    ['blocks without time', { blockTimeMs: 0 }],
    ['blocks of half a millisecond', { blockTimeMs: 0.5 }],
    ['blocks slower than an hour', { blockTimeMs: 3_600_001 }],
  ])('has no chain with %s', async (_what, body) => {
    await expectRefused('PATCH', `${here}/wallet/chains/ETH-SEPOLIA`, body, 400);
  });
});

describe('a body that is too large', () => {
  it('is refused in the error format of the control plane', async () => {
    const huge = JSON.stringify({ name: 'x'.repeat(bodyBytesMax) });
    await expectRefused('POST', '/worlds', huge, 413);
  });
});

describe('an unknown resource', () => {
  it('is 404 with a code by its kind', async () => {
    for (const [method, path] of routes.slice(1)) {
      const elsewhere = pathOf(path).replace(here, '/worlds/nowhere');
      await expectRefused(method, elsewhere, {}, 404, 'world-unknown');
    }
    await expectRefused('GET', '/worlds/nowhere', undefined, 404, 'world-unknown');
    await expectRefused('GET', '/worlds/__proto__/clock', undefined, 404, 'world-unknown');
    await expectRefused('GET', '/worlds/nowhere/events', undefined, 404, 'world-unknown');
    const transactions = `${here}/wallet/transactions`;
    await expectRefused(
      'POST',
      `${transactions}/${transactionId}/melt`,
      undefined,
      404,
      'not-found',
    );
    await expectRefused('POST', `${transactions}/${unknownId}/stick`, undefined, 404);
    await expectRefused('POST', `${transactions}/x/stick`, undefined, 404);
    await expectRefused('POST', `${here}/wallet/wallets/${unknownId}/fund`, { native: '1' }, 404);
    await expectRefused('GET', `${here}/wallet/chains/DOGE`, undefined, 404, 'not-found');
    await expectRefused('GET', `${here}/wallet/chains/constructor`, undefined, 404, 'not-found');
    await expectRefused('PATCH', `${here}/wallet/chains/DOGE`, { paused: true }, 404, 'not-found');
    await expectRefused('GET', `${here}/wallet/chains/NEAR-TESTNET`, undefined, 404, 'not-found');
    await expectRefused('GET', '/nothing', undefined, 404, 'not-found');
    await expectRefused('GET', '', undefined, 404, 'not-found');
  });

  it('is 405 for a method that the path does not allow', async () => {
    await expectRefused('PUT', '/worlds', {}, 405, 'method-not-allowed');
    await expectRefused('DELETE', `${here}/clock`, undefined, 405, 'method-not-allowed');
  });

  it.each(['from=x', 'from=-1', 'limit=0', 'limit=1001', 'limit=1.5', 'colour=red'])(
    'is 400 for the query %s of events',
    async (search) => {
      await expectRefused('GET', `${here}/events?${search}`, undefined, 400, 'invalid-request');
    },
  );
});

describe('the token', () => {
  const requests = [...routes, ['GET', '/worlds'], ['GET', '/nothing'], ['DELETE', here]] as const;

  it.each([
    ['missing', undefined],
    ['empty', 'Bearer '],
    ['wrong', 'Bearer wrong'],
    ['cut', `Bearer ${token.slice(0, -1)}`],
    ['longer', `Bearer ${token}x`],
    ['of another scheme', `Basic ${token}`],
    ['a wallet key', 'Bearer TEST_API_KEY:reprise:demo'],
  ])('is required: %s is 401 on every route', async (_what, authorization) => {
    const before = await shown();
    for (const [method, path] of requests) {
      const headers = authorization === undefined ? {} : { Authorization: authorization };
      const response = await fetch(`${server.url}/__reprise${pathOf(path)}`, { method, headers });
      const answer = { status: response.status, body: await response.json() };
      expectControlError(answer, 401, 'unauthorized');
    }
    expect(await shown()).toEqual(before);
  });
});

describe('an error message', () => {
  const chain = `${here}/wallet/chains/ETH-SEPOLIA`;
  const noDecimal = 'must be a decimal number such as 4 or "0.5"';

  it.each<[string, string, unknown, string, string]>([
    ['PATCH', chain, { congestion: true }, 'body.congestion', noDecimal],
    ['PATCH', chain, { congestion: -1 }, 'body.congestion', noDecimal],
    ['PATCH', chain, { baseFeeGwei: null }, 'body.baseFeeGwei', noDecimal],
    ['POST', '/worlds', { name: 'x', clock: 'fast' }, 'body.clock', 'frozen'],
    ['POST', '/worlds', { name: 'x', clock: { mode: 'fast' } }, 'body.clock.mode', 'frozen'],
    [
      'POST',
      '/worlds',
      { name: 'x', clock: { mode: 'real', rate: 0 } },
      'body.clock.rate',
      'above 0',
    ],
    ['PATCH', `${here}/clock`, { mode: 'fast' }, 'body.mode', 'frozen'],
    ['PATCH', `${here}/clock`, { rate: 0 }, 'body.rate', 'above 0'],
    ['POST', `${here}/clock/advance`, { by: 'soon' }, 'body.by', 'is no duration such as'],
  ])(
    'of %s %s with %j names the field and the problem',
    async (method, path, body, field, problem) => {
      const { status, body: answered } = await server.control(method, path, body);
      expectControlError({ status, body: answered }, 400, 'invalid-request');
      expect(answered.error.message).toContain(`${field}: `);
      expect(answered.error.message).toContain(problem);
    },
  );
});

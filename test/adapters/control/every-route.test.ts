// Sends partly valid requests to every route of the control plane, new routes included. None may cause a server error.

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlRoutes } from '../../../adapters/control/routes.ts';
import { startServer, token, type TestServer } from '../../support/server/server.ts';
import {
  expectControlError,
  createFundedWallets,
  sepoliaUsdc,
  startTransfer,
} from '../../support/server/requests.ts';
import { runs } from '../../support/runner/runs.ts';
import { requestFields } from '../../support/arbitraries/request-fields.ts';

let server: TestServer;
let ids: readonly string[] = [];

beforeAll(async () => {
  server = await startServer();
  const { from, to } = await createFundedWallets(server);
  const transactionId = await startTransfer(server, { walletId: from.id });
  const day = { start_date: 'tomorrow', end_date: 'tomorrow' };
  const fair = { ...day, title: 'Fair', venue: { venue: 'Hall' }, organizer: { organizer: 'Ann' } };
  await server.request('POST', '/calendar/events/v1/events', fair);
  ids = [from.id, to.id, from.walletSetId, transactionId, sepoliaUsdc, '1', '2', '3'];
});
afterAll(() => server.close());

const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    1.5,
    1e308,
    '',
    '0',
    '9'.repeat(80),
    [],
    {},
    '__proto__',
  ),
);
const id = fc.nat().map((index) => ids[index % ids.length] ?? '');
const amount = fc.constantFrom<unknown>('1', '0.001', '9'.repeat(80), 1, 0.5, 1e21, 1e-7);

/** Values that some route accepts, by field name. */
const accepted: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  name: fc.constantFrom('a', 'b', 'default', '__proto__'),
  at: fc.constantFrom<unknown>(0, 1, 3, 99_999),
  seed: fc.constant('x'),
  mode: fc.constantFrom('frozen', 'skip'),
  by: fc.constantFrom<unknown>('1s', '1000d', 0, 1),
  untilIdle: fc.constant(true),
  to: fc.constantFrom('CONFIRMED', 'mempool', '2027-01-01', '9999-12-31T00:00:00Z'),
  native: amount,
  usdc: amount,
  tokens: fc.dictionary(fc.oneof(id, fc.constantFrom('__proto__', 'native')), amount),
  tokenId: id,
  tokenAddress: fc.constantFrom(`0x${'ab'.repeat(20)}`, '0x', 'x'),
  nftTokenId: fc.constantFrom('7', '-1', '9'.repeat(99), 'x'),
  amount,
  standard: fc.constantFrom('ERC20', 'ERC721', 'ERC1155'),
  decimals: fc.constantFrom(0, 6, 255),
  congestion: amount,
  baseFeeGwei: amount,
  paused: fc.boolean(),
  blockTimeMs: fc.constantFrom(1, 12_000, 2 ** 53),
  custodyType: fc.constantFrom('ENDUSER', 'DEVELOPER'),
  userId: fc.constantFrom('user-1', 'four'),
  walletSetId: id,
  blockchains: fc.constantFrom<unknown>(['ETH-SEPOLIA'], ['SOL', 'NEAR'], ['EVM', 'EVM'], []),
  accountType: fc.constantFrom('EOA', 'SCA'),
  count: fc.constantFrom(1, 2, 201),
  password: fc.constantFrom<unknown>('x', '', null, 'x'.repeat(256)),
  geodata: fc.constantFrom<unknown>(null, { latitude: 90, longitude: -180 }, { latitude: 91 }),
  ticketed: fc.boolean(),
  parent: fc.constantFrom<unknown>(null, 0, 1, 2, 3, 1e300),
  rateLimits: fc.constantFrom<unknown>(false, { get: 1e9 }, { get: 0 }),
};

/** At most three fields: bodies are strict, so larger ones are almost always refused. */
const fields = requestFields({ fitting: accepted, junk, weight: 6, count: { maxLength: 3 } });
const segment = fc.oneof(
  id,
  fc.constantFrom(
    'ETH-SEPOLIA',
    'SOL',
    'stick',
    'drop',
    'reorg',
    'deny',
    'constructor',
    '%ff',
    'x',
  ),
);

/** Reads the answer as text, since some routes do not answer with JSON. */
async function sent(method: string, path: string, body: object) {
  const response = await fetch(`${server.url}/__reprise${path}`, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, text: await response.text() };
}

describe.each(controlRoutes.map(({ methods: [method = 'GET'], path }) => [method, path] as const))(
  '%s %s',
  (method, path) => {
    const world = method === 'DELETE' ? 'absent' : 'default';

    it('never causes a server error', async () => {
      const segments = fc.array(segment, { minLength: 2, maxLength: 2 });
      await fc.assert(
        fc.asyncProperty(segments, fields, async (named, given) => {
          let next = 0;
          const place = path
            .replace(':w', world)
            .replaceAll(/:[a-z]+/gi, () => encodeURIComponent(named[next++] ?? 'x'));
          const { status, text } = await sent(method, place, given);
          expect(status).toBeLessThan(500);
          if (status >= 400) expectControlError({ status, body: JSON.parse(text) }, status);
        }),
        runs(25),
      );
    });
  },
);

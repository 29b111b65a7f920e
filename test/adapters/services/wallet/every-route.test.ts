// Sends partly valid requests to every wallet route, new routes included. None may cause a server error, and a refused
// request changes nothing.

import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../../adapters/services/wallet/routes.ts';
import { ciphertext, startServer, type TestServer } from '../../../support/server/server.ts';
import {
  advance,
  expectErrorForm,
  fund,
  createWallets,
  externalAddress,
  positionOf,
  sepoliaUsdc,
  sepoliaUsdcAddress,
  startTransfer,
} from '../../../support/server/requests.ts';
import { runs } from '../../../support/runner/runs.ts';
import { requestFields } from '../../../support/arbitraries/request-fields.ts';

let server: TestServer;
/** Ids of all records. */
let ids: readonly string[] = [];
let addresses: readonly string[] = [];

beforeAll(async () => {
  // Webhooks never end: their outcomes would add events between requests.
  server = await startServer({ post: () => new Promise(() => undefined), outboundWaitMs: 1 });
  const chains = ['ETH-SEPOLIA', 'EVM-TESTNET', 'SOL-DEVNET', 'NEAR-TESTNET', 'APTOS-TESTNET'];
  const wallets = await createWallets(server, { blockchains: chains });
  const [smart] = await createWallets(server, { accountType: 'SCA' });
  const [first] = wallets;
  for (const { id } of [first, smart]) await fund(server, id, { native: '5', usdc: '100' });
  const transactionIds = [];
  for (const walletId of [first.id, first.id, smart.id]) {
    transactionIds.push(await startTransfer(server, { walletId }));
  }
  await advance(server, '1s');
  const endpoint = 'http://127.0.0.1:9/';
  const made = await server.request('POST', '/v2/notifications/subscriptions', { endpoint });
  const all = [...wallets, smart] as { id: string; walletSetId: string; address: string }[];
  const setIds = all.map(({ walletSetId }) => walletSetId);
  ids = [...all.map(({ id }) => id), ...transactionIds, ...setIds, sepoliaUsdc, made.body.data.id];
  addresses = [...all.map(({ address }) => address), externalAddress, sepoliaUsdcAddress];
});
afterAll(() => server.close());

let deepest: unknown = 'x';
for (let depth = 0; depth < 300; depth += 1) deepest = [deepest];

const junk = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    '',
    ' ',
    '0x',
    '0',
    '-1',
    '1e9',
    '.',
    '00',
    '\ud800',

    '9'.repeat(80),
    '9'.repeat(81),
    'x'.repeat(1_001),
    '__proto__',
    'constructor',
    [],
    {},
    [[]],
    'ETH',
    'EVM',
    'LOW',
    'SCA',
    '\u0000',
    '\u202e',
    '１',
    '٣',
    'İ',
    deepest,
    [null],
    ['', ''],
    JSON.parse('{"__proto__":{"name":"x","length":1},"constructor":1,"toString":null}'),
  ),
);
const id = fc.nat().map((index) => ids[index % ids.length] ?? '');
const address = fc.nat().map((index) => addresses[index % addresses.length] ?? '');
const chain = fc.constantFrom(
  'ETH-SEPOLIA',
  'EVM-TESTNET',
  'SOL-DEVNET',
  'NEAR-TESTNET',
  'ETH',
  'SOL',
);
const amount = fc.constantFrom(
  '1',
  '0.1',
  '0',
  '9'.repeat(80),
  `0.${'0'.repeat(70)}1`,
  '1'.repeat(40),
);
const few = (item: fc.Arbitrary<unknown>) => fc.array(item, { maxLength: 3 });
const abi = fc.constantFrom(
  'transfer(address,uint256)',
  'mint(address,uint256)',
  'f()',
  'f(uint256[][])',
  'f((bool,bool)[])',

  'executeBatch((address,uint256,bytes)[])',
  '__proto__()',
  'constructor()',
  'f(',
  '()',
  'f(f)',
);
const instant = fc.constantFrom(
  '2026-01-01T00:00:00Z',
  '0000-01-01',
  '+275760-09-13T00:00:00Z',
  '2026',
);

/** Valid values by the names of fields of bodies and queries. */
const fitting: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  walletSetId: id,
  walletId: id,
  tokenId: id,
  walletAddress: address,
  sourceAddress: address,
  destinationAddress: address,
  contractAddress: address,
  tokenAddress: address,
  address,
  blockchain: chain,
  sourceBlockchain: chain,
  targetBlockchain: chain,
  blockchains: few(chain),
  count: fc.constantFrom(1, 2, 200),
  accountType: fc.constantFrom('EOA', 'SCA'),
  metadata: fc.constantFrom<unknown>([{ name: 'a' }], { name: 'a' }, []),
  amounts: few(amount),
  amount,
  nftTokenIds: few(amount),
  feeLevel: fc.constantFrom('LOW', 'HIGH'),
  gasLimit: fc.constantFrom('21000', '500000', '30000001'),
  gasPrice: amount,
  maxFee: amount,
  priorityFee: amount,
  abiFunctionSignature: abi,
  abiParameters: few(fc.oneof(address, amount, fc.boolean(), few(amount), few(few(amount)))),
  callData: fc.constantFrom('0x', '0xa9059cbb', '0x34fcd5be', `0xa9059cbb${'0'.repeat(128)}`),
  newScaCore: fc.constant('circle_6900_singleowner_v3'),
  name: fc.constant('a'),
  refId: fc.constant('a'),
  message: fc.constantFrom('hello', '0xab'),
  encodedByHex: fc.boolean(),
  data: fc.constantFrom('{}', '{"types":{},"primaryType":"EIP712Domain","domain":{}}', '[]'),
  rawTransaction: fc.constantFrom('AQAB', '0xc0', '0x02c0', '00', 'AAAA'),
  transaction: fc.constantFrom('{}', '{"chainId":1,"nonce":0}', 'null'),
  unsignedDelegateAction: fc.constantFrom('AAAA', ''),
  endpoint: fc.constantFrom(
    'http://127.0.0.1:9/',
    'https://hooks.example/',
    'http://%ff@localhost/',
  ),
  notificationTypes: few(fc.constantFrom('*', 'transactions.*')),
  enabled: fc.boolean(),
  tokenIds: few(id),
  scope: fc.constantFrom('SELECTED', 'MONITOR_ALL'),
  native: fc.boolean(),
  usdc: fc.boolean(),
  memo: fc.constant('a'),
  from: instant,
  to: instant,
  pageSize: fc.constantFrom('1', '50', '999999999'),
  pageAfter: id,
  pageBefore: id,
  order: fc.constantFrom('ASC', 'DESC'),
  includeAll: fc.constantFrom('true', 'false'),
  standard: fc.constantFrom('ERC20', 'ERC721'),
  symbol: fc.constant('USDC'),
  scaCore: fc.constant('circle_6900_singleowner_v3'),
  state: fc.constantFrom('SENT', 'COMPLETE'),
  operation: fc.constant('TRANSFER'),
  txType: fc.constantFrom('INBOUND', 'OUTBOUND'),
  txHash: fc.constant('0x'),
  custodyType: fc.constant('DEVELOPER'),
  walletIds: fc.oneof(id, fc.constant(',,,'), fc.constant('x,y')),
  amount__gte: amount,
};

/** Some fields, most of them with a value that is valid somewhere. */
const fields = requestFields({
  fitting,
  junk,
  weight: 12,
  count: { minLength: 2, maxLength: 30 },
});

/** An id or another segment of a path. */
const segment = fc.oneof(
  { weight: 6, arbitrary: id },
  { weight: 2, arbitrary: chain },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }) },
);

function pathOf(path: string, segments: readonly string[]): string {
  let next = 0;
  return path.replaceAll(/:[a-z]+/gi, () => encodeURIComponent(segments[next++] ?? 'x'));
}

function queryOf(given: Readonly<Record<string, unknown>>): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));
  const entries = Object.entries(given).map(([name, value]) => [name, text(value)]);
  return new URLSearchParams(entries).toString().slice(0, 2_000);
}

describe.each(routes.map(({ methods: [method = 'GET'], path }) => [method, path] as const))(
  '%s %s',
  (method, path) => {
    it('never causes a server error, and refuses without an event', async () => {
      const segments = fc.array(segment, { minLength: 3, maxLength: 3 });
      await fc.assert(
        fc.asyncProperty(segments, fields, fc.boolean(), async (named, given, isSealed) => {
          await advance(server, 0); // fires present dues, whose events are not those of the request
          const before = await positionOf(server);
          const place = pathOf(path, named);
          const sealed = isSealed ? { entitySecretCiphertext: await ciphertext(server) } : {};
          const body = { idempotencyKey: randomUUID(), ...sealed, ...given };
          const answer =
            method === 'GET'
              ? await server.request(method, `${place}?${queryOf(given)}`)
              : await server.request(method, place, body);
          expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
          if (answer.status < 300) return;
          expectErrorForm(answer);
          expect(await positionOf(server)).toBe(before);
        }),
        runs(25),
      );
    });
  },
);

it('the server answers as before', async () => {
  await advance(server, '1d');
  expect((await server.request('GET', '/v1/w3s/wallets?pageSize=50')).status).toBe(200);
  expect((await server.request('GET', '/v1/w3s/transactions?pageSize=50')).status).toBe(200);
});

// The work of a request to the wallet service grows linearly with its length, for any text in every field of every body and
// query, and for the shapes of signed data and calls.

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { bodyBytesMax } from '../../adapters/protocol/limits.ts';
import { routes } from '../../adapters/services/wallet/routes.ts';
import { wallet } from '../../core/index.ts';
import {
  fund,
  createWallets,
  externalAddress,
  sepoliaUsdc,
  startTransfer,
} from '../support/server/requests.ts';
import { ciphertext, startServer, type TestServer } from '../support/server/server.ts';
import { calls, list, transactions, typedData } from './wallet-shapes.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { expectLinearWork, repeatToLength, processorMs, units } from './work.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let server: TestServer;
const ids: Record<string, string> = {};
beforeAll(async () => {
  server = await startServer({ post: () => new Promise(() => undefined), outboundWaitMs: 1 });
  for (const chain of ['ETH-SEPOLIA', 'SOL-DEVNET', 'NEAR-TESTNET']) {
    const [{ id, walletSetId }] = await createWallets(server, { blockchains: [chain] });
    ids[chain] = id;
    ids['set'] = walletSetId;
  }
  const [{ id }] = await createWallets(server, { accountType: 'SCA' });
  ids['SCA'] = id;
  for (const name of ['ETH-SEPOLIA', 'SCA'])
    await fund(server, idOf(name), { native: '100000', usdc: '100' });
  ids['transaction'] = await startTransfer(server, { walletId: idOf('ETH-SEPOLIA') });
});
afterAll(() => server.close());

const idOf = (name: string) => ids[name] ?? sepoliaUsdc;

type Fields = Readonly<Record<string, unknown>>;
type Schema = z.ZodObject;
/** The schema of the body or query of a route, and valid other fields for the measured one. */
interface Form {
  readonly schema: z.ZodType | undefined;
  readonly beside: () => Fields;
}

const evm = () => ({ walletId: idOf('ETH-SEPOLIA') });
const call = () => ({
  ...evm(),
  contractAddress: externalAddress,
  abiFunctionSignature: 'f(string)',
  abiParameters: ['a'],
});
const transfer = () => ({
  ...evm(),
  destinationAddress: externalAddress,
  amounts: ['0.001'],
  feeLevel: 'MEDIUM',
});
const ethereum = () => ({ blockchain: 'ETH-SEPOLIA' });

/** By method and path: the fields without which a request is refused before its texts are parsed. */
const besides: Readonly<Record<string, () => Fields>> = {
  'POST /v1/w3s/developer/wallets': () => ({
    walletSetId: idOf('set'),
    blockchains: ['ETH-SEPOLIA'],
  }),
  'PUT /v1/w3s/developer/wallets/derive': () => ({
    sourceBlockchain: 'ETH-SEPOLIA',
    targetBlockchain: 'EVM-TESTNET',
    walletAddress: externalAddress,
  }),
  'GET /v1/w3s/developer/wallets/balances': ethereum,
  'POST /v1/w3s/developer/sign/message': () => ({ ...evm(), message: 'a' }),
  'POST /v1/w3s/developer/sign/typedData': () => ({ ...evm(), data: '{}' }),
  'POST /v1/w3s/developer/sign/transaction': evm,
  'POST /v1/w3s/developer/sign/delegateAction': () => ({
    walletId: idOf('NEAR-TESTNET'),
    unsignedDelegateAction: 'AAAA',
  }),
  'POST /v1/faucet/drips': () => ({ ...ethereum(), address: externalAddress }),
  'POST /v1/w3s/developer/transactions/transfer': transfer,
  'POST /v1/w3s/developer/transactions/contractExecution': () => ({
    ...call(),
    feeLevel: 'MEDIUM',
  }),
  'POST /v1/w3s/developer/transactions/walletUpgrade': () => ({
    walletId: idOf('SCA'),
    newScaCore: wallet.scaCoreOfUpgraded,
  }),
  'GET /v1/w3s/transactions/lowestNonceTransaction': ethereum,
  'POST /v1/w3s/transactions/transfer/estimateFee': transfer,
  'POST /v1/w3s/transactions/contractExecution/estimateFee': call,
  'POST /v1/w3s/transactions/validateAddress': ethereum,
  'POST /v1/w3s/contracts/query': () => ({
    ...ethereum(),
    address: externalAddress,
    abiFunctionSignature: 'name()',
  }),
  'POST /v2/notifications/subscriptions': () => ({ endpoint: 'https://a.example/' }),
  'PATCH /v2/notifications/subscriptions/:id': () => ({ name: 'a', enabled: true }),
};

/** By method and path; routes without a schema have texts in their paths only. */
const forms: Readonly<Record<string, Form>> = Object.fromEntries(
  routes.flatMap(({ methods, path, reads }) => {
    const { body, query } = reads?.schemas ?? {};
    return methods.map((method) => {
      const route = `${method} ${path}`;
      return [route, { schema: body ?? query, beside: besides[route] ?? (() => ({})) }];
    });
  }),
);

const textsOf = (route: string, { schema }: Form) => [
  ...Object.entries((schema as Schema | undefined)?.shape ?? {}).map(
    ([name, form]) =>
      [route, name, (form as { maxLength?: number | null }).maxLength ?? 1_000] as const,
  ),
  ...(route.includes(':') ? ([[route, 'a part of its path', 2_900]] as const) : []),
];
const texts = Object.entries(forms).flatMap(([route, form]) => textsOf(route, form));

/** Processor time of a request with these fields. Its key and ciphertext are created before. */
async function work(method: string, path: string, fields: Fields): Promise<number> {
  const own = { idempotencyKey: randomUUID(), entitySecretCiphertext: await ciphertext(server) };
  const body = JSON.stringify({ ...own, ...fields });
  return processorMs(async () => {
    const answer = await server.request(method, path, method === 'GET' ? undefined : body);
    expect(answer.status).toBeLessThan(500);
  });
}

const filled = (path: string) =>
  path
    .replace(':id', /transactions/.test(path) ? idOf('transaction') : idOf('ETH-SEPOLIA'))
    .replace(':blockchain', 'EVM-TESTNET');

it('required other fields belong to routes with a schema', () => {
  for (const route of Object.keys(besides)) expect(forms[route]?.schema, route).toBeDefined();
});

describe('the work of a text', () => {
  it.each(texts)('%s %s grows with its length', async (route, name, longest) => {
    const [method = '', path = ''] = route.split(' ');
    const { beside } = forms[route] as Form;
    for (const unit of units) {
      if (name === 'a part of its path' || method === 'GET')
        await expectLinearWork(unit, 2_900, (length) => {
          const text = encodeURIComponent(repeatToLength(unit, length)).slice(0, length);
          if (name === 'a part of its path')
            return work(method, path.replaceAll(/:[a-z]+/gi, text), beside());
          const others = Object.entries({ ...beside(), [name]: '' }).filter(
            ([other]) => other !== name,
          );
          const query = others.map(([other, value]) => `${other}=${String(value)}&`).join('');
          return work(method, `${filled(path)}?${query}${name}=${text}`, {});
        });
      else
        await expectLinearWork(unit, longest, (length) =>
          work(method, filled(path), { ...beside(), [name]: repeatToLength(unit, length) }),
        );
    }
    if (method === 'GET' || name === 'a part of its path') return;
    // A text beyond its limit is refused, alone and in a list.
    for (const unit of ['a', ' ', '9', '0x'])
      for (const wrap of [
        (text: string) => text,
        (text: string) => [text],
        (text: string) => Array.from(text),
      ])
        await expectLinearWork(unit, bodyBytesMax / 20, (length) =>
          work(method, filled(path), { ...beside(), [name]: wrap(repeatToLength(unit, length)) }),
        );
  });

  it.each(['walletIds', 'tokenAddress', 'refId', 'name'])(
    'of a query with many %s grows with their number',
    async (name) => {
      const path =
        name === 'walletIds' || name === 'refId'
          ? '/v1/w3s/transactions'
          : `/v1/w3s/wallets/${idOf('ETH-SEPOLIA')}/balances`;
      for (const value of ['', ',', 'a', randomUUID()])
        await expectLinearWork(value, 2_900, (length) =>
          work('GET', `${path}?${repeatToLength(`${name}=${value}&`, length)}`, {}),
        );
    },
  );
});

describe('the work of a body', () => {
  it.each(calls)('of a call with %s grows with its length', async (about, most, of) => {
    for (const path of [
      '/v1/w3s/transactions/contractExecution/estimateFee',
      '/v1/w3s/developer/transactions/contractExecution',
    ])
      await expectLinearWork(about, most, (size) =>
        work('POST', path, { ...evm(), ...of(size), feeLevel: 'MEDIUM' }),
      );
  });

  it.each(typedData)('of typed data with %s grows with its length', async (about, most, of) => {
    await expectLinearWork(about, most, (size) =>
      work('POST', '/v1/w3s/developer/sign/typedData', { ...evm(), ...of(size) }),
    );
  });

  it.each(transactions)(
    'of a transaction on %s with many %s grows with its length',
    async (chain, about, most, of) => {
      await expectLinearWork(about, most, (size) =>
        work('POST', '/v1/w3s/developer/sign/transaction', { walletId: idOf(chain), ...of(size) }),
      );
    },
  );

  it.each(['message', 'hex'])('to sign as %s grows with its length', async (kind) => {
    await expectLinearWork(kind, 260_000, (size) =>
      work('POST', '/v1/w3s/developer/sign/message', {
        ...evm(),
        message: kind === 'hex' ? `0x${'ab'.repeat(size / 2)}` : repeatToLength('語', size),
        encodedByHex: kind === 'hex',
      }),
    );
  });

  it.each<[string, string, number, (size: number) => Fields]>([
    [
      'amounts',
      'transactions/transfer',
      50,
      (size) => ({ ...transfer(), amounts: list(size, () => '9'.repeat(80)) }),
    ],
    [
      'NFTs',
      'transactions/transfer',
      50,
      (size) => ({ ...transfer(), nftTokenIds: list(size, () => '9'.repeat(1_000)) }),
    ],
    [
      'names',
      'wallets',
      200,
      (size) => ({
        walletSetId: idOf('set'),
        blockchains: ['ETH-SEPOLIA'],
        metadata: list(size, () => ({
          name: repeatToLength('語', 1_000),
          refId: repeatToLength('a', 1_000),
        })),
      }),
    ],
    [
      'blockchains',
      'wallets',
      40_000,
      (size) => ({ walletSetId: idOf('set'), blockchains: list(size, () => 'ETH-SEPOLIA') }),
    ],
  ])('with many %s grows with their number', async (about, path, most, of) => {
    await expectLinearWork(about, most, (size) =>
      work('POST', `/v1/w3s/developer/${path}`, of(size)),
    );
  });
});

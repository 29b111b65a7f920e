import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { walletTest } from '../../../support/runner/wallet-test.ts';
import type { TestServer } from '../../../support/server/server.ts';
import {
  advance,
  expectError,
  linksOf,
  createFundedWallets,
  unknownId,
  externalAddress,
  sepoliaUsdc,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
  uuidV4,
  wireInstant,
} from '../../../support/server/requests.ts';

const listed = '/v1/w3s/transactions';

const always = [
  'amounts',
  'blockchain',
  'createDate',
  'custodyType',
  'destinationAddress',
  'estimatedFee',
  'feeLevel',
  'id',
  'operation',
  'sourceAddress',
  'state',
  'tokenId',
  'transactionType',
  'updateDate',
  'walletId',
];
const mined = [
  'amountInUSD',
  'blockHash',
  'blockHeight',
  'firstConfirmDate',
  'networkFee',
  'networkFeeInUSD',
  'txHash',
];

interface Shown {
  readonly id: string;
  readonly state: string;
}

describe('the record of a transaction', () => {
  const server = serverForEach();
  let from: { id: string; address: string };
  let to: { id: string; address: string };

  beforeEach(async () => {
    ({ from, to } = await createFundedWallets(server()));
  });

  const keysOf = async (id: string) => Object.keys(await transactionOf(server(), id)).sort();

  it('has the fields of the reference for each state', async () => {
    const id = await startTransfer(server(), { walletId: from.id });
    expect(await keysOf(id)).toEqual(always);
    await advance(server(), '1s');
    expect((await transactionOf(server(), id)).state).toBe('SENT');
    expect(await keysOf(id)).toEqual([...always, 'txHash'].sort());
    await advance(server(), '30s');
    expect((await transactionOf(server(), id)).state).toBe('CONFIRMED');
    expect(await keysOf(id)).toEqual([...always, ...mined].sort());
    await settle(server());
    expect(await keysOf(id)).toEqual([...always, ...mined].sort());
  });

  it('is like the sample when it is complete', async () => {
    const id = await startTransfer(server(), { walletId: from.id, refId: 'inv-9' });
    await settle(server());
    const decimal = expect.stringMatching(/^\d+(\.\d+)?$/);
    const hash = expect.stringMatching(/^0x[0-9a-f]{64}$/);
    expect(await transactionOf(server(), id)).toEqual({
      id,
      blockchain: 'ETH-SEPOLIA',
      tokenId: sepoliaUsdc,
      walletId: from.id,
      sourceAddress: from.address,
      destinationAddress: externalAddress,
      transactionType: 'OUTBOUND',
      custodyType: 'DEVELOPER',
      state: 'COMPLETE',
      operation: 'TRANSFER',
      amounts: ['1.25'],
      feeLevel: 'MEDIUM',
      estimatedFee: {
        gasLimit: '65000',
        baseFee: decimal,
        priorityFee: decimal,
        maxFee: decimal,
        networkFee: decimal,
      },
      txHash: hash,
      blockHash: hash,
      blockHeight: expect.any(Number),
      networkFee: decimal,
      networkFeeInUSD: decimal,
      amountInUSD: '1.25',
      refId: 'inv-9',
      firstConfirmDate: expect.stringMatching(wireInstant),
      createDate: '2026-01-01T00:00:00Z',
      updateDate: expect.stringMatching(wireInstant),
    });
  });

  it('has an inbound record at a receiver of the service, with its own id and the same hash', async () => {
    const id = await startTransfer(server(), {
      walletId: from.id,
      destinationAddress: to.address,
      amounts: ['7'],
    });
    await settle(server());
    const outbound = await transactionOf(server(), id);
    const query = `?txType=INBOUND&txHash=${outbound.txHash}`;
    const { body } = await server().request('GET', listed + query);
    const [inbound, ...others] = body.data.transactions;
    expect(others).toEqual([]);
    expect(inbound.id).toMatch(uuidV4);
    expect(inbound.id).not.toBe(id);
    expect(inbound).toMatchObject({
      walletId: to.id,
      transactionType: 'INBOUND',
      state: 'COMPLETE',
      amounts: ['7'],
      sourceAddress: from.address,
      destinationAddress: to.address,
    });
  });

  it('is found under its type only, if one is named', async () => {
    const id = await startTransfer(server(), { walletId: from.id });
    expect((await server().request('GET', `${listed}/${id}?txType=OUTBOUND`)).status).toBe(200);
    expectError(await server().request('GET', `${listed}/${id}?txType=INBOUND`), 404, 156003);
    expectError(await server().request('GET', `${listed}/${id}?txType=SIDEWAYS`), 400, 2);
  });

  it('is read by its id in any case, and not by other ids', async () => {
    const id = await startTransfer(server(), { walletId: from.id });
    expect((await server().request('GET', `${listed}/${id.toUpperCase()}`)).status).toBe(200);
    expectError(await server().request('GET', `${listed}/${unknownId}`), 404, 156003);
    expectError(await server().request('GET', `${listed}/lowest`), 400, 156009);
  });
});

/** Three transfers: a complete one, and one that waits on each of two chains. The tests only read them. */
const listTest = walletTest({ scope: 'file' }).extend<{ list: Awaited<ReturnType<typeof listOf>> }>(
  {
    list: [
      async ({ server, wallets, completeId }, use) =>
        use(await listOf(server, wallets, completeId)),
      { scope: 'file' },
    ],
  },
);

async function listOf(
  server: TestServer,
  { from, to }: Awaited<ReturnType<typeof createFundedWallets>>,
  complete: string,
) {
  const waiting = await startTransfer(server, { walletId: from.id });
  const { from: avax } = await createFundedWallets(server, 'AVAX-FUJI');
  const other = await startTransfer(server, {
    walletId: avax.id,
    tokenId: 'ff47a560-9795-5b7c-adfc-8f47dad9e06a',
    refId: 'r',
  });
  const shown = async (search: Record<string, string>): Promise<Shown[]> => {
    const query = new URLSearchParams({ order: 'ASC', pageSize: '50', ...search });
    const { status, body } = await server.request('GET', `${listed}?${query}`);
    expect(status).toBe(200);
    return body.data.transactions;
  };
  const ids = async (search: Record<string, string>) => (await shown(search)).map(({ id }) => id);
  return { from, to, avax, complete, waiting, other, shown, ids };
}

describe('the list of transactions', () => {
  const it = listTest;

  it('has every transaction, the newest first', async ({ server, list: { other } }) => {
    const { body, headers } = await server.request('GET', listed);
    const all = body.data.transactions as Shown[];
    expect(all[0]?.id).toBe(other);
    // Two deposits for each of two funded wallets, three transfers, and the inbound record of one of them.
    expect(all).toHaveLength(8);
    expect(Object.keys(linksOf(headers.get('link')))).toEqual(['self', 'first']);
  });

  it('shows fees only where a type is named', async ({ server, list: { complete, shown } }) => {
    const bare = (await shown({})).find(({ id }) => id === complete);
    expect(bare).toMatchObject({ id: complete, state: 'COMPLETE' });
    expect(bare).not.toHaveProperty('feeLevel');
    expect(bare).not.toHaveProperty('estimatedFee');
    const full = (await shown({ txType: 'OUTBOUND' })).find(({ id }) => id === complete);
    expect(full).toEqual(await transactionOf(server, complete));
  });

  it.for([
    ['', 'complete waiting other'],
    ['state=COMPLETE', 'complete'],
    ['state=INITIATED', 'waiting other'],
    ['blockchain=AVAX-FUJI', 'other'],
    ['blockchain=OP-SEPOLIA', ''],
    ['destinationAddress={to}', 'complete'],
    ['txHash={hash}', 'complete'],
    ['txHash=0x00', ''],
    ['refId=r', 'complete other'],
    ['refId=r&blockchain=ETH-SEPOLIA', 'complete'],
    ['walletIds={avax}', 'other'],
    ['walletIds={avax},{from}', 'complete waiting other'],
    [`walletIds=${unknownId}`, ''],
    ['operation=TRANSFER', 'complete waiting other'],
    ['operation=CONTRACT_EXECUTION', ''],
    ['custodyType=DEVELOPER', 'complete waiting other'],
    ['custodyType=ENDUSER', ''],
    ['from={waitingSince}', 'waiting other'],
    ['to=2026-01-01T00:00:00Z', 'complete'],
  ])('has with the filter "%s": %s', async ([filter = '', names = ''], { server, list }) => {
    const { complete, waiting, other, from, to, avax, ids } = list;
    const { txHash: hash } = await transactionOf(server, complete);
    const { createDate: waitingSince } = await transactionOf(server, waiting);
    const values = { hash, waitingSince, to: to.address, from: from.id, avax: avax.id };
    const filled = filter.replace(/\{(\w+)\}/g, (_, name: keyof typeof values) => values[name]);
    const found = await ids({
      ...Object.fromEntries(new URLSearchParams(filled)),
      txType: 'OUTBOUND',
    });
    const known = { [complete]: 'complete', [waiting]: 'waiting', [other]: 'other' };
    expect(found.map((id) => known[id]).join(' ')).toBe(names);
  });

  it('has the inbound ones, too', async ({ list: { ids } }) => {
    expect(await ids({ txType: 'INBOUND' })).toHaveLength(5);
  });

  it.for([
    'state=LOST',
    'txType=UP',
    'blockchain=DOGE',
    'custodyType=SELF',
    'operation=FOO',
    'walletIds=7',
    `walletIds=${unknownId},x`,
    'includeAll=1',
  ])('refuses %s', async (search, { server }) => {
    expectError(await server.request('GET', `${listed}?${search}`), 400, 2);
  });

  it('accepts as many wallet ids as fit into a URL', async ({ server }) => {
    const walletIds = Array.from({ length: 79 }, () => randomUUID());
    const { status, body } = await server.request(
      'GET',
      `${listed}?walletIds=${walletIds.join(',')}`,
    );
    expect([status, body]).toEqual([200, { data: { transactions: [] } }]);
  });

  it('does not accept a user', async ({ server }) => {
    expectError(await server.request('GET', `${listed}?userId=someone`), 400, 155223);
  });
});

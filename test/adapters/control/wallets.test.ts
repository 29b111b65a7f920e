import { describe, expect, it } from 'vitest';
import {
  expectControlError,
  expectError,
  fund,
  idempotentFields,
  createWallets,
  unknownId,
  externalAddress,
  sepoliaUsdc,
  serverForEach,
  startTransfer,
  type Fields,
} from '../../support/server/requests.ts';

const wallets = '/worlds/default/wallet/wallets';
const walletSets = '/worlds/default/wallet/wallet-sets';
const userId = 'user-1';

describe('wallets of end users', () => {
  const server = serverForEach();

  async function added(path: string, body: Fields) {
    const answer = await server().control('POST', path, body);
    expect(answer.status).toBe(200);
    return answer.body;
  }

  async function addUsersWallets(fields: Fields = {}) {
    const ofUser = { custodyType: 'ENDUSER', userId, name: 'theirs' };
    const { walletSet } = await added(walletSets, ofUser);
    const body = { walletSetId: walletSet.id, blockchains: ['ETH-SEPOLIA'], ...fields };
    return { walletSet, wallets: (await added(wallets, body)).wallets };
  }

  it('are created by the operator and listed with their custody type', async () => {
    const created = await addUsersWallets({ count: 2, metadata: [{ name: 'a' }, { refId: 'r' }] });
    expect(created.walletSet).toMatchObject({ custodyType: 'ENDUSER', userId, name: 'theirs' });
    expect(created.wallets).toMatchObject([
      { custodyType: 'ENDUSER', userId, name: 'a', walletSetId: created.walletSet.id },
      { custodyType: 'ENDUSER', userId, refId: 'r' },
    ]);
    const sets = await server().request('GET', '/v1/w3s/walletSets');
    expect(sets.body.data.walletSets).toEqual([created.walletSet]);
    const listed = await server().request('GET', '/v1/w3s/wallets?order=ASC');
    expect(listed.body.data.wallets).toEqual(created.wallets);
    const [{ id }] = created.wallets;
    const one = await server().request('GET', `/v1/w3s/wallets/${id}`);
    expect(one.body.data.wallet).toEqual(created.wallets[0]);
  });

  it('are filtered by custody type in the list of transactions', async () => {
    const [own] = await createWallets(server());
    const [theirs] = (await addUsersWallets()).wallets;
    await fund(server(), own.id, { native: '1' });
    await fund(server(), theirs.id, { native: '2' });
    const list = async (query: string) => {
      const answer = await server().request('GET', `/v1/w3s/transactions?order=ASC${query}`);
      return answer.body.data.transactions.map((one: Fields) => [
        one['walletId'],
        one['custodyType'],
      ]);
    };
    expect(await list('&custodyType=ENDUSER')).toEqual([[theirs.id, 'ENDUSER']]);
    expect(await list('&custodyType=DEVELOPER')).toEqual([[own.id, 'DEVELOPER']]);
    expect(await list('')).toHaveLength(2);
  });

  it('have fee estimates', async () => {
    const [{ id: walletId }] = (await addUsersWallets()).wallets;
    await fund(server(), walletId, { native: '1', usdc: '5' });
    const transfer = { destinationAddress: externalAddress, amounts: ['1'], tokenId: sepoliaUsdc };
    const call = { contractAddress: externalAddress, callData: '0x1234' };
    for (const [operation, terms] of Object.entries({ transfer, contractExecution: call })) {
      const path = `/v1/w3s/transactions/${operation}/estimateFee`;
      expect((await server().request('POST', path, { ...terms, walletId })).status).toBe(200);
    }
  });

  it('cannot be changed by the developer', async () => {
    const { walletSet, wallets: created } = await addUsersWallets();
    const { id } = created[0];
    const renamed = await server().request('PUT', `/v1/w3s/wallets/${id}`, { name: 'mine' });
    expectError(renamed, 404, 156001);
    const set = await server().request('PUT', `/v1/w3s/developer/walletSets/${walletSet.id}`, {});
    expectError(set, 404, 156005);
    const body = {
      ...(await idempotentFields(server())),
      walletSetId: walletSet.id,
      blockchains: ['SOL-DEVNET'],
    };
    expectError(await server().request('POST', '/v1/w3s/developer/wallets', body), 404, 156005);
  });

  it.each([
    ['an end user without an id', { custodyType: 'ENDUSER' }],
    ['an id without an end user', { custodyType: 'DEVELOPER', userId }],
    ['an empty body', {}],
    ['an id of 4 characters', { custodyType: 'ENDUSER', userId: '1234' }],
    ['an id of 51 characters', { custodyType: 'ENDUSER', userId: 'x'.repeat(51) }],
  ])('are refused for %s', async (_what, body) => {
    expect((await server().control('POST', walletSets, body)).status).toBe(400);
  });

  it.each([
    ['an unknown set', { walletSetId: unknownId }, 404],
    ['a chain twice', { blockchains: ['SOL', 'SOL'] }, 400],
    ['201 wallets', { count: 201 }, 400],
    ['smart accounts on Solana', { blockchains: ['SOL'], accountType: 'SCA' }, 400],
    ['too little metadata', { metadata: [] }, 400],
  ])(
    'are refused for %s among wallets',
    async (_what, fields, status) => {
      const { walletSet } = await added(walletSets, { custodyType: 'DEVELOPER' });
      const body = { walletSetId: walletSet.id, blockchains: ['ETH'], ...fields };
      expect((await server().control('POST', wallets, body)).status).toBe(status);
    },
    20_000,
  );

  it('may have any smart account core', async () => {
    const scaCore = 'circle_4337_v1';
    const created = await addUsersWallets({ accountType: 'SCA', scaCore });
    await createWallets(server(), { accountType: 'SCA' });
    const listed = await server().request('GET', `/v1/w3s/wallets?scaCore=${scaCore}`);
    expect(listed.body.data.wallets).toEqual(created.wallets);
    expectError(await server().request('GET', '/v1/w3s/wallets?scaCore=circle_7'), 400, 2);
  });
});

describe('freezing a wallet', () => {
  const server = serverForEach();

  it('allows only reads until it is unfrozen', async () => {
    const [{ id }] = await createWallets(server());
    const rename = () => server().request('PUT', `/v1/w3s/wallets/${id}`, { name: 'x' });
    const frozen = await server().control('POST', `${wallets}/${id}/freeze`);
    expect(frozen.body.wallet).toMatchObject({ id, state: 'FROZEN' });
    expectError(await rename(), 409, 155501);
    const derived = await server().request(
      'PUT',
      `/v1/w3s/developer/wallets/${id}/blockchains/BASE-SEPOLIA`,
    );
    expectError(derived, 409, 155501);
    const read = await server().request('GET', `/v1/w3s/wallets/${id}`);
    expect(read.body.data.wallet.state).toBe('FROZEN');
    expect((await server().request('GET', `/v1/w3s/wallets/${id}/balances`)).status).toBe(200);
    const thawed = await server().control('POST', `${wallets}/${id}/unfreeze`);
    expect(thawed.body.wallet.state).toBe('LIVE');
    expect((await rename()).status).toBe(200);
  });

  it('does not change the answer to a repeated request', async () => {
    const walletSetId = (await createWallets(server()))[0].walletSetId;
    const body = {
      ...(await idempotentFields(server())),
      walletSetId,
      blockchains: ['ETH-SEPOLIA'],
    };
    const first = await server().request('POST', '/v1/w3s/developer/wallets', body);
    const [{ id }] = first.body.data.wallets;
    await server().control('POST', '/worlds/default/clock/advance', { by: '1m' });
    await server().control('POST', `${wallets}/${id}/freeze`);
    const second = await server().request('POST', '/v1/w3s/developer/wallets', body);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it('answers 404 for an unknown wallet', async () => {
    expect((await server().control('POST', `${wallets}/${unknownId}/freeze`)).status).toBe(404);
  });
});

describe('transactions and wallets for operators', () => {
  const server = serverForEach();
  const get = async (path: string) => (await server().control('GET', path)).body;
  const transactions = '/worlds/default/wallet/transactions';

  it('are listed as the wallet API shows them, the newest first, with their tokens', async () => {
    const [own] = await createWallets(server());
    await fund(server(), own.id, { native: '5', usdc: '10' });
    const id = await startTransfer(server(), { walletId: own.id });
    const { transactions: all, tokens } = await get(transactions);
    const { data } = (await server().request('GET', '/v1/w3s/transactions?txType=OUTBOUND')).body;
    expect(all).toHaveLength(3);
    expect(all[0]).toEqual(data.transactions[0]);
    expect(tokens.map(({ symbol }: Fields) => symbol)).toEqual(['USDC', 'ETH-SEPOLIA']);
    const idsIn = async (query: string) =>
      (await get(transactions + query)).transactions.map((one: Fields) => one['id']);
    expect(await idsIn('?state=INITIATED')).toEqual([id]);
    expect(await idsIn('?limit=1')).toEqual([id]);
    expect(await idsIn(`?id=${id.toUpperCase()}`)).toEqual([id]);
    expect(await idsIn(`?id=${unknownId}`)).toEqual([]);
    const wrong = await server().control('GET', `${transactions}?limit=0`);
    expectControlError(wrong, 400, 'invalid-request');
  });

  it('are found by address, refId and blockchain, and shown with balances', async () => {
    const [first, second] = await createWallets(server(), {
      blockchains: ['ETH-SEPOLIA', 'BASE-SEPOLIA'],
      metadata: [{ refId: 'till' }],
    });
    const found = async (query: string) => (await get(`${wallets}?${query}`)).wallets;
    expect(await found('refId=till')).toEqual([second, first]);
    expect(await found(`address=${first.address}&blockchain=ETH-SEPOLIA`)).toEqual([first]);
    expect(await found('limit=1')).toEqual([second]);
    await fund(server(), first.id, { usdc: '10' });
    expect(await get(`${wallets}/${first.id}`)).toMatchObject({
      wallet: { id: first.id },
      balances: [{ amount: '0' }, { tokenId: sepoliaUsdc, symbol: 'USDC', amount: '10' }],
    });
    const unknown = await server().control('GET', `${wallets}/${unknownId}`);
    expectControlError(unknown, 404, 'wallet-unknown');
  });

  it('are not in recordings, and do not move time in skip', async () => {
    const [own] = await createWallets(server());
    await fund(server(), own.id, { native: '5', usdc: '10' });
    const id = await startTransfer(server(), { walletId: own.id });
    const clock = '/worlds/default/clock';
    await server().control('PATCH', clock, { mode: 'skip', idle: false });
    const before = await get('/worlds/default');
    await server().control('POST', '/worlds/default/recording/start');
    for (const path of [
      transactions,
      `${transactions}?id=${id}`,
      wallets,
      `${wallets}/${own.id}`,
    ]) {
      await get(path);
    }
    const { entries } = (await server().control('POST', '/worlds/default/recording/stop')).body;
    expect(await get('/worlds/default')).toEqual(before);
    await server().control('POST', '/worlds/default/recording/start');
    const empty = (await server().control('POST', '/worlds/default/recording/stop')).body;
    expect(entries).toBe(empty.entries);
  });
});

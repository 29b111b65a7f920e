import { describe, expect, it } from 'vitest';
import {
  expectError,
  fund,
  keyed,
  makeWallets,
  nobody,
  outside,
  sepoliaUsdc,
  serverForEach,
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

  it('are made by the operator, and shown as such', async () => {
    const made = await addUsersWallets({ count: 2, metadata: [{ name: 'a' }, { refId: 'r' }] });
    expect(made.walletSet).toMatchObject({ custodyType: 'ENDUSER', userId, name: 'theirs' });
    expect(made.wallets).toMatchObject([
      { custodyType: 'ENDUSER', userId, name: 'a', walletSetId: made.walletSet.id },
      { custodyType: 'ENDUSER', userId, refId: 'r' },
    ]);
    const sets = await server().ask('GET', '/v1/w3s/walletSets');
    expect(sets.body.data.walletSets).toEqual([made.walletSet]);
    const listed = await server().ask('GET', '/v1/w3s/wallets?order=ASC');
    expect(listed.body.data.wallets).toEqual(made.wallets);
    const [{ id }] = made.wallets;
    const one = await server().ask('GET', `/v1/w3s/wallets/${id}`);
    expect(one.body.data.wallet).toEqual(made.wallets[0]);
  });

  it('are told from those of the developer in the list of transactions', async () => {
    const [own] = await makeWallets(server());
    const [theirs] = (await addUsersWallets()).wallets;
    await fund(server(), own.id, { native: '1' });
    await fund(server(), theirs.id, { native: '2' });
    const list = async (query: string) => {
      const answer = await server().ask('GET', `/v1/w3s/transactions?order=ASC${query}`);
      return answer.body.data.transactions.map((one: Fields) => [
        one['walletId'],
        one['custodyType'],
      ]);
    };
    expect(await list('&custodyType=ENDUSER')).toEqual([[theirs.id, 'ENDUSER']]);
    expect(await list('&custodyType=DEVELOPER')).toEqual([[own.id, 'DEVELOPER']]);
    expect(await list('')).toHaveLength(2);
  });

  it('can be asked what a transaction of theirs would cost', async () => {
    const [{ id: walletId }] = (await addUsersWallets()).wallets;
    await fund(server(), walletId, { native: '1', usdc: '5' });
    const transfer = { destinationAddress: outside, amounts: ['1'], tokenId: sepoliaUsdc };
    const call = { contractAddress: outside, callData: '0x1234' };
    for (const [operation, terms] of Object.entries({ transfer, contractExecution: call })) {
      const path = `/v1/w3s/transactions/${operation}/estimateFee`;
      expect((await server().ask('POST', path, { ...terms, walletId })).status).toBe(200);
    }
  });

  it('are not the developer’s to change', async () => {
    const { walletSet, wallets: made } = await addUsersWallets();
    const { id } = made[0];
    const asked = await server().ask('PUT', `/v1/w3s/wallets/${id}`, { name: 'mine' });
    expectError(asked, 404, 156001);
    const set = await server().ask('PUT', `/v1/w3s/developer/walletSets/${walletSet.id}`, {});
    expectError(set, 404, 156005);
    const body = {
      ...(await keyed(server())),
      walletSetId: walletSet.id,
      blockchains: ['SOL-DEVNET'],
    };
    expectError(await server().ask('POST', '/v1/w3s/developer/wallets', body), 404, 156005);
  });

  it.each([
    ['an end user without an id', { custodyType: 'ENDUSER' }],
    ['an id without an end user', { custodyType: 'DEVELOPER', userId }],
    ['nobody', {}],
    ['an id of 4 characters', { custodyType: 'ENDUSER', userId: '1234' }],
    ['an id of 51 characters', { custodyType: 'ENDUSER', userId: 'x'.repeat(51) }],
  ])('are refused for %s', async (_what, body) => {
    expect((await server().control('POST', walletSets, body)).status).toBe(400);
  });

  it.each([
    ['an unknown set', { walletSetId: nobody }, 404],
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

  it('may have any core', async () => {
    const scaCore = 'circle_4337_v1';
    const made = await addUsersWallets({ accountType: 'SCA', scaCore });
    await makeWallets(server(), { accountType: 'SCA' });
    const listed = await server().ask('GET', `/v1/w3s/wallets?scaCore=${scaCore}`);
    expect(listed.body.data.wallets).toEqual(made.wallets);
    expectError(await server().ask('GET', '/v1/w3s/wallets?scaCore=circle_7'), 400, 2);
  });
});

describe('freezing a wallet', () => {
  const server = serverForEach();

  it('leaves it to be read only, until it is let go', async () => {
    const [{ id }] = await makeWallets(server());
    const rename = () => server().ask('PUT', `/v1/w3s/wallets/${id}`, { name: 'x' });
    const frozen = await server().control('POST', `${wallets}/${id}/freeze`);
    expect(frozen.body.wallet).toMatchObject({ id, state: 'FROZEN' });
    expectError(await rename(), 409, 155501);
    const derived = await server().ask(
      'PUT',
      `/v1/w3s/developer/wallets/${id}/blockchains/BASE-SEPOLIA`,
    );
    expectError(derived, 409, 155501);
    const read = await server().ask('GET', `/v1/w3s/wallets/${id}`);
    expect(read.body.data.wallet.state).toBe('FROZEN');
    expect((await server().ask('GET', `/v1/w3s/wallets/${id}/balances`)).status).toBe(200);
    const thawed = await server().control('POST', `${wallets}/${id}/unfreeze`);
    expect(thawed.body.wallet.state).toBe('LIVE');
    expect((await rename()).status).toBe(200);
  });

  it('does not change what a repeated request is told', async () => {
    const walletSetId = (await makeWallets(server()))[0].walletSetId;
    const body = { ...(await keyed(server())), walletSetId, blockchains: ['ETH-SEPOLIA'] };
    const first = await server().ask('POST', '/v1/w3s/developer/wallets', body);
    const [{ id }] = first.body.data.wallets;
    await server().control('POST', '/worlds/default/clock/advance', { by: '1m' });
    await server().control('POST', `${wallets}/${id}/freeze`);
    const second = await server().ask('POST', '/v1/w3s/developer/wallets', body);
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it('wants a wallet', async () => {
    expect((await server().control('POST', `${wallets}/${nobody}/freeze`)).status).toBe(404);
  });
});

import { createPublicKey } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  advance,
  expectControlError,
  expectError,
  fund,
  linksOf,
  createFundedWallets,
  createWallets,
  unknownId,
  externalAddress,
  positionOf,
  sepoliaUsdc,
  sepoliaUsdcAddress,
  serverForEach,
  uuidV4,
} from '../../../support/server/requests.ts';

const usdc = {
  id: sepoliaUsdc,
  blockchain: 'ETH-SEPOLIA',
  tokenAddress: sepoliaUsdcAddress,
  standard: 'ERC20',
  name: 'USDC',
  symbol: 'USDC',
  decimals: 6,
  isNative: false,
  createDate: '2024-01-01T00:00:00Z',
  updateDate: '2024-01-01T00:00:00Z',
};

interface Balance {
  readonly amount: string;
  readonly updateDate: string;
  readonly token: { readonly id: string; readonly symbol: string; readonly isNative: boolean };
}

describe('a token', () => {
  const server = serverForEach();

  it('is read by its id', async () => {
    const { status, body } = await server().request('GET', `/v1/w3s/tokens/${sepoliaUsdc}`);
    expect({ status, body }).toEqual({ status: 200, body: { data: { token: usdc } } });
  });

  it('is unknown for an unused id', async () => {
    expectError(await server().request('GET', `/v1/w3s/tokens/${unknownId}`), 404, 156002);
    expectError(await server().request('GET', '/v1/w3s/tokens/usdc'), 400, 156009);
  });
});

describe('the balances of a wallet', () => {
  const server = serverForEach();
  let wallet: { id: string; address: string };

  beforeEach(async () => {
    [wallet] = await createWallets(server());
  });

  async function balances(search = '', id = wallet.id): Promise<Balance[]> {
    const { status, body } = await server().request(
      'GET',
      `/v1/w3s/wallets/${id}/balances${search}`,
    );
    expect(status).toBe(200);
    return body.data.tokenBalances;
  }

  it('have the native token first, even at zero', async () => {
    const [native, ...others] = await balances();
    expect(others).toEqual([]);
    expect(native).toMatchObject({
      amount: '0',
      token: { symbol: 'ETH-SEPOLIA', name: 'ETH-SEPOLIA', isNative: true, decimals: 18 },
    });
    expect(native?.token).not.toHaveProperty('tokenAddress');
  });

  it('show deposits and their dates', async () => {
    await advance(server(), '5m');
    await fund(server(), wallet.id, { usdc: '25.5', native: '.1' });
    const [native, held] = await balances();
    expect(native?.amount).toBe('0.1');
    expect(held).toEqual({ amount: '25.5', updateDate: '2026-01-01T00:05:00Z', token: usdc });
  });

  it.each([
    ['', 'ETH-SEPOLIA USDC EURC'],
    ['name=EURC', 'EURC'],
    ['standard=ERC20', 'USDC EURC'],
    ['standard=ERC721', ''],
    [`tokenAddress=${sepoliaUsdcAddress.toUpperCase().replace('0X', '0x')}`, 'USDC'],
    [`tokenAddress=${sepoliaUsdcAddress},0x08210f9170f89ab7658f0b5e3ff39b0e03c594d4`, 'USDC EURC'],
    ['includeAll=true', 'ETH-SEPOLIA USDC EURC'],
  ])('with the filter "%s" are %s', async (filter, symbols) => {
    const { address } = wallet;
    const drip = { address, blockchain: 'ETH-SEPOLIA', usdc: true, eurc: true };
    await server().request('POST', '/v1/faucet/drips', drip);
    const found = await balances(`?${filter}`);
    expect(found.map(({ token }) => token.symbol).join(' ')).toBe(symbols);
  });

  it('are paged by the ids of their tokens', async () => {
    await fund(server(), wallet.id, { usdc: '1' });
    const path = `/v1/w3s/wallets/${wallet.id}/balances`;
    const first = await server().request('GET', `${path}?pageSize=1`);
    const links = linksOf(first.headers.get('link'));
    expect(Object.keys(links)).toEqual(['self', 'first', 'next']);
    const next = (links['next'] ?? '').replace(server().url, '');
    expect(new URL(links['next'] ?? '').searchParams.get('pageAfter')).toBe(
      first.body.data.tokenBalances[0].token.id,
    );
    const second = await server().request('GET', next);
    expect(second.body.data.tokenBalances[0].token.id).toBe(sepoliaUsdc);
    const back = linksOf(second.headers.get('link'));
    expect(Object.keys(back)).toEqual(['self', 'first', 'prev']);
    const again = await server().request('GET', (back['prev'] ?? '').replace(server().url, ''));
    expect(again.body).toEqual(first.body);
    expectError(await server().request('GET', `${path}?pageAfter=${unknownId}`), 404, 156012);
    expectError(await server().request('GET', `${path}?pageAfter=x`), 400, 156014);
  });

  it('omit secondary storage, whose deposits are no transactions either', async () => {
    const [aptos] = await createWallets(server(), { blockchains: ['APTOS-TESTNET'] });
    const path = `/worlds/default/wallet/wallets/${aptos.id}/fund`;
    const funded = await server().control('POST', path, { usdc: '5', secondary: true });
    expect(funded.status).toBe(200);
    expect(funded.body.balances).toMatchObject([{ symbol: 'APTOS-TESTNET', amount: '0' }]);
    expect(await balances('?includeAll=true', aptos.id)).toMatchObject([{ amount: '0' }]);
    const list = await server().request('GET', `/v1/w3s/transactions?walletIds=${aptos.id}`);
    expect(list.body.data.transactions).toEqual([]);
    const onEvm = `/worlds/default/wallet/wallets/${wallet.id}/fund`;
    const refused = await server().control('POST', onEvm, { usdc: '5', secondary: true });
    expectControlError(refused, 400, 'operation-not-offered');
  });

  it('refuse invalid flags', async () => {
    const path = `/v1/w3s/wallets/${wallet.id}/balances?includeAll=yes`;
    expectError(await server().request('GET', path), 400, 2);
  });
});

describe('the faucet', () => {
  const server = serverForEach();
  const drip = (body: object, headers: Record<string, string> = {}) =>
    server().request('POST', '/v1/faucet/drips', body, headers);

  it('answers 204 and credits the requested tokens by inbound transactions', async () => {
    const [{ id, address }] = await createWallets(server());
    const wish = { address, blockchain: 'ETH-SEPOLIA', native: true, usdc: true, eurc: true };
    const { status, body } = await drip(wish);
    expect({ status, body }).toEqual({ status: 204, body: undefined });
    const balances = await server().request('GET', `/v1/w3s/wallets/${id}/balances`);
    const held = balances.body.data.tokenBalances as Balance[];
    expect(held.map(({ amount }) => amount)).toEqual(['1', '10', '10']);
    const list = await server().request(
      'GET',
      `/v1/w3s/transactions?walletIds=${id}&txType=INBOUND`,
    );
    expect(list.body.data.transactions).toHaveLength(3);
    for (const transaction of list.body.data.transactions) {
      expect(['CONFIRMED', 'COMPLETE']).toContain(transaction.state);
      expect(transaction).toMatchObject({ destinationAddress: address, walletId: id });
    }
  });

  it('works with the real client, which then reads the balances', async () => {
    const [{ id, address }] = await createWallets(server());
    const client = server().client();
    await client.requestTestnetTokens({
      address,
      blockchain: 'ETH-SEPOLIA',
      usdc: true,
      eurc: true,
    });
    const read = async (filter: { name?: string; tokenAddresses?: string[] }) =>
      (await client.getWalletTokenBalance({ id, includeAll: true, ...filter })).data?.tokenBalances;
    expect(await read({})).toHaveLength(3);
    expect(await read({ tokenAddresses: [sepoliaUsdcAddress] })).toMatchObject([{ amount: '10' }]);
    expect(await read({ name: 'EURC' })).toMatchObject([{ amount: '10' }]);
  });

  it('answers 204 for an unknown address, without effect', async () => {
    await createFundedWallets(server());
    const before = await positionOf(server());
    const wish = { address: externalAddress, blockchain: 'ETH-SEPOLIA', usdc: true };
    expect((await drip(wish)).status).toBe(204);
    expect(await positionOf(server())).toBe(before);
  });

  it.each([
    ['NEAR-TESTNET', 'native'],
    ['EVM-TESTNET', 'native'],
    ['MONAD-TESTNET', 'usdc'],
  ])('refuses on %s a token that it does not have: %s', async (blockchain, name) => {
    const [{ address }] = await createWallets(server(), { blockchains: [blockchain] });
    const refused = await drip({ address, blockchain, [name]: true });
    expectError(refused, 400, 155510);
    expect(refused.body.message).toContain(`the faucet has no ${name} on ${blockchain}`);
  });

  it.each([
    ['no address', { blockchain: 'ETH-SEPOLIA' }],
    ['no blockchain', { address: externalAddress }],
    ['an unknown blockchain', { address: externalAddress, blockchain: 'DOGE' }],
    ['a word for a flag', { address: externalAddress, blockchain: 'ETH-SEPOLIA', usdc: 'yes' }],
  ])('refuses %s', async (_what, body) => {
    expectError(await drip(body), 400, 2);
  });
});

describe('wallets without a chain of their own', () => {
  const server = serverForEach();

  it('list a native balance of 0, in every list', async () => {
    const [{ id }] = await createWallets(server(), { blockchains: ['EVM-TESTNET'] });
    const client = server().client();
    const { data } = await client.getWalletTokenBalance({ id });
    expect(data?.tokenBalances).toMatchObject([
      { amount: '0', token: { isNative: true, blockchain: 'EVM-TESTNET' } },
    ]);
    const listed = await client.getWalletsWithBalances({ blockchain: 'EVM-TESTNET' });
    expect(listed.data?.wallets[0]?.tokenBalances).toMatchObject([{ amount: '0' }]);
  });
});

describe('the entity', () => {
  const server = serverForEach();

  it('publishes a key that encrypts, the same in every world', async () => {
    const path = '/v1/w3s/config/entity/publicKey';
    const { status, body } = await server().request('GET', path);
    expect(status).toBe(200);
    expect(Object.keys(body.data)).toEqual(['publicKey']);
    expect(body.data.publicKey).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    const key = createPublicKey(body.data.publicKey as string);
    expect(key.asymmetricKeyType).toBe('rsa');
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(2_048);
    await server().control('POST', '/worlds', { name: 'other', seed: 'other' });
    expect((await server().request('GET', `/w/other${path}`)).body).toEqual(body);
  });

  it('has an id that follows from the seed', async () => {
    const path = '/v1/w3s/config/entity';
    const { status, body } = await server().request('GET', path);
    expect(status).toBe(200);
    expect(body).toEqual({ data: { appId: expect.stringMatching(uuidV4) } });
    expect((await server().request('GET', path)).body).toEqual(body);
    await server().control('POST', '/worlds', { name: 'same', seed: 'reprise' });
    await server().control('POST', '/worlds', { name: 'other', seed: 'other' });
    expect((await server().request('GET', `/w/same${path}`)).body).toEqual(body);
    expect((await server().request('GET', `/w/other${path}`)).body).not.toEqual(body);
  });
});

// Methods for wallet sets, wallets and balances.

import { expect } from 'vitest';
import { advance, fund } from '../../support/server/requests.ts';
import {
  anId,
  anInstant,
  dated,
  evmAddress,
  expectRefused,
  createFundedWallet,
  createSet,
  createWallets,
  must,
  usdcToken,
  type Scenarios,
} from './scene.ts';

const nativeToken = {
  id: anId,
  blockchain: 'ETH-SEPOLIA',
  name: 'ETH-SEPOLIA',
  symbol: 'ETH-SEPOLIA',
  decimals: 18,
  isNative: true,
  ...dated,
};

const balances = [
  { amount: '5', updateDate: anInstant, token: nativeToken },
  { amount: '100', updateDate: anInstant, token: usdcToken },
];

export const wallets: Scenarios<
  | 'createWalletSet'
  | 'getWalletSet'
  | 'listWalletSets'
  | 'updateWalletSet'
  | 'createWallets'
  | 'listWallets'
  | 'getWallet'
  | 'updateWallet'
  | 'deriveWallet'
  | 'deriveWalletByAddress'
  | 'getWalletTokenBalance'
  | 'getWalletNFTBalance'
  | 'getWalletsWithBalances'
> = {
  async createWalletSet({ client }) {
    const order = { name: 'savings', idempotencyKey: crypto.randomUUID() };
    const made = await client.createWalletSet(order);
    expect(made.status).toBe(201);
    expect(made.data).toEqual({
      walletSet: { id: anId, custodyType: 'DEVELOPER', name: 'savings', ...dated },
    });
    const repeated = await client.createWalletSet(order);
    expect([repeated.status, repeated.data]).toEqual([200, made.data]);
  },

  async getWalletSet(scene) {
    const made = await createSet(scene);
    const { status, data } = await scene.client.getWalletSet({ id: made.id });
    expect([status, data]).toEqual([200, { walletSet: made }]);
    const unknown = scene.client.getWalletSet({ id: crypto.randomUUID() });
    await expectRefused(unknown, 404, 156005);
  },

  async listWalletSets(scene) {
    const made = [];
    for (const name of ['a', 'b', 'c']) made.push(await createSet(scene, name));
    const { status, data, headers } = await scene.client.listWalletSets({
      order: 'ASC',
      pageSize: 2,
    });
    expect([status, data]).toEqual([200, { walletSets: made.slice(0, 2) }]);
    expect(headers?.['link']).toContain('rel="next"');
    const after = { order: 'ASC', pageAfter: must(made[1]).id } as const;
    const rest = await scene.client.listWalletSets(after);
    expect(rest.data?.walletSets).toEqual(made.slice(2));
  },

  async updateWalletSet(scene) {
    const made = await createSet(scene);
    await advance(scene.server, '1m');
    const { status, data } = await scene.client.updateWalletSet({ id: made.id, name: 'other' });
    expect(status).toBe(200);
    expect(data).toEqual({ walletSet: { ...made, name: 'other', updateDate: anInstant } });
    expect(data?.walletSet.updateDate).not.toBe(made.updateDate);
  },

  async createWallets(scene) {
    const { id: walletSetId } = await createSet(scene);
    const order = {
      walletSetId,
      blockchains: ['ETH-SEPOLIA', 'SOL-DEVNET'] as ('ETH-SEPOLIA' | 'SOL-DEVNET')[],
      count: 2,
      metadata: [{ name: 'one', refId: 'first' }, { name: 'two' }],
      idempotencyKey: crypto.randomUUID(),
    };
    const made = await scene.client.createWallets(order);
    expect(made.status).toBe(201);
    const common = {
      id: anId,
      state: 'LIVE',
      walletSetId,
      custodyType: 'DEVELOPER',
      accountType: 'EOA',
      ...dated,
    };
    const evm = { ...common, blockchain: 'ETH-SEPOLIA', address: evmAddress };
    const base58 = expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/);
    const solana = { ...common, blockchain: 'SOL-DEVNET', address: base58 };
    expect(made.data).toEqual({
      wallets: [
        { ...evm, name: 'one', refId: 'first' },
        { ...evm, name: 'two' },
        { ...solana, name: 'one', refId: 'first' },
        { ...solana, name: 'two' },
      ],
    });
    const repeated = await scene.client.createWallets(order);
    expect([repeated.status, repeated.data]).toEqual([200, made.data]);
    const [smart] = await createWallets(scene, ['ETH-SEPOLIA'], { accountType: 'SCA' });
    expect(smart).toMatchObject({ accountType: 'SCA', scaCore: 'circle_6900_singleowner_v3' });
  },

  async listWallets(scene) {
    const made = await createWallets(scene, ['ETH-SEPOLIA', 'BASE-SEPOLIA'], { count: 2 });
    const { walletSetId, address } = must(made[0]);
    await createWallets(scene);
    const all = await scene.client.listWallets({ walletSetId, order: 'ASC' });
    expect([all.status, all.data]).toEqual([200, { wallets: made }]);
    const some = await scene.client.listWallets({ address, blockchain: 'BASE-SEPOLIA' });
    expect(some.data?.wallets).toEqual([must(made[2])]);
  },

  async getWallet(scene) {
    const wallet = must((await createWallets(scene))[0]);
    const { status, data } = await scene.client.getWallet({ id: wallet.id });
    expect([status, data]).toEqual([200, { wallet }]);
  },

  async updateWallet(scene) {
    const wallet = must((await createWallets(scene))[0]);
    const change = { id: wallet.id, name: 'till', refId: 'shop 7' };
    const { status, data } = await scene.client.updateWallet(change);
    expect(status).toBe(200);
    expect(data).toEqual({ wallet: { ...wallet, ...change, updateDate: anInstant } });
  },

  async deriveWallet(scene) {
    const source = must((await createWallets(scene))[0]);
    const order = {
      id: source.id,
      blockchain: 'BASE-SEPOLIA',
      metadata: { name: 'twin' },
    } as const;
    const made = await scene.client.deriveWallet(order);
    expect(made.status).toBe(201);
    expect(made.data).toEqual({
      wallet: { ...source, id: anId, blockchain: 'BASE-SEPOLIA', name: 'twin', ...dated },
    });
    expect(made.data?.wallet?.id).not.toBe(source.id);
    const metadata = { refId: 'again' };
    const again = await scene.client.deriveWallet({ ...order, metadata });
    expect(again.status).toBe(200);
    expect(again.data?.wallet).toMatchObject({
      id: made.data?.wallet?.id,
      name: 'twin',
      ...metadata,
    });
  },

  async deriveWalletByAddress(scene) {
    const source = must((await createWallets(scene))[0]);
    const order = {
      sourceBlockchain: 'ETH-SEPOLIA',
      walletAddress: source.address,
      targetBlockchain: 'OP-SEPOLIA',
    } as const;
    const made = await scene.client.deriveWalletByAddress(order);
    expect(made.status).toBe(201);
    expect(made.data).toEqual({
      wallet: { ...source, id: anId, blockchain: 'OP-SEPOLIA', ...dated },
    });
    const again = await scene.client.deriveWalletByAddress(order);
    expect([again.status, again.data?.wallet?.id]).toEqual([200, made.data?.wallet?.id]);
  },

  async getWalletTokenBalance(scene) {
    const { id } = await createFundedWallet(scene);
    const { status, data } = await scene.client.getWalletTokenBalance({ id });
    expect([status, data]).toEqual([200, { tokenBalances: balances }]);
    const tokenAddresses = [usdcToken.tokenAddress];
    const some = await scene.client.getWalletTokenBalance({ id, tokenAddresses });
    expect(some.data?.tokenBalances).toEqual(balances.slice(1));
  },

  async getWalletNFTBalance(scene) {
    const { id } = must((await createWallets(scene))[0]);
    const none = await scene.client.getWalletNFTBalance({ id });
    expect([none.status, none.data]).toEqual([200, { nfts: [] }]);
    const tokenAddress = `0x${'c0'.repeat(20)}`;
    const item = { tokenAddress, nftTokenId: '7', metadata: 'ipfs://example/7' };
    const path = `/worlds/default/wallet/wallets/${id}/mint`;
    expect((await scene.server.control('POST', path, item)).status).toBe(200);
    const { data } = await scene.client.getWalletNFTBalance({ id });
    expect(data?.nfts).toEqual([
      {
        amount: '1',
        metadata: 'ipfs://example/7',
        nftTokenId: '7',
        updateDate: anInstant,
        token: {
          id: anId,
          blockchain: 'ETH-SEPOLIA',
          standard: 'ERC721',
          tokenAddress,
          isNative: false,
          ...dated,
        },
      },
    ]);
  },

  async getWalletsWithBalances(scene) {
    const poor = must((await createWallets(scene))[0]);
    const rich = await createFundedWallet(scene);
    await fund(scene.server, poor.id, { usdc: '1' });
    const blockchain = 'ETH-SEPOLIA';
    const all = await scene.client.getWalletsWithBalances({ blockchain });
    expect(all.status).toBe(200);
    const held = all.data?.wallets.map(({ id, tokenBalances }) => [id, tokenBalances.length]);
    expect(held).toEqual([
      [rich.id, 1],
      [poor.id, 1],
    ]);
    const { tokenAddress } = usdcToken;
    const filter = { blockchain, tokenAddress, amountGte: '50' } as const;
    const { data } = await scene.client.getWalletsWithBalances(filter);
    expect(data).toEqual({ wallets: [{ ...rich, tokenBalances: balances }] });
  },
};

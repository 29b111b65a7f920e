import { describe, expect, it } from 'vitest';
import type { Blockchain } from '../../../../core/wallet/chain/blockchains.ts';
import type { DeriveWallet } from '../../../../core/wallet/commands.ts';
import { pureWorld } from '../../../support/engine/pure-world.ts';
import { createWallets, createWalletSet, pick } from '../../../support/wallet/commands.ts';

function derive(walletId: string, blockchain: Blockchain, own: Partial<DeriveWallet> = {}) {
  const source = { walletId };
  return { type: 'DeriveWallet', network: 'test', source, blockchain, ...own } as const;
}

/** A world with one wallet on a chain. */
function withWallet(
  blockchain: Blockchain,
  accountType: 'EOA' | 'SCA' = 'EOA',
  network: 'test' | 'main' = 'test',
) {
  const world = pureWorld();
  const { walletSetId } = pick(world.did(createWalletSet()), 'WalletSetCreated');
  const make = (code: Blockchain, count = 1) =>
    pick(
      world.did(createWallets(walletSetId, { blockchains: [code], accountType, network, count })),
      'WalletsCreated',
    ).wallets;
  const [wallet] = make(blockchain);
  if (wallet === undefined) throw new Error('one wallet was made');
  return { world, walletSetId, wallet, make };
}

describe('a derived wallet', () => {
  it.each(['EOA', 'SCA'] as const)('has address, set, type and core of its %s source', (type) => {
    const { world, wallet } = withWallet('ETH-SEPOLIA', type);
    const source = world.wallet.wallets.get(wallet.id);
    world.pass(5_000);
    const events = world.did(derive(wallet.id, 'BASE-SEPOLIA', { name: 'twin' }));
    const id = pick(events, 'WalletDerived').wallets[0]?.id ?? '';
    const dates = { createdMs: world.state.nowMs, updatedMs: world.state.nowMs };
    expect(world.wallet.wallets.get(id)).toEqual({
      ...source,
      ...dates,
      id,
      blockchain: 'BASE-SEPOLIA',
      name: 'twin',
    });
  });

  it('is found by the address of its source too, in any case', () => {
    const { world, wallet } = withWallet('ETH-SEPOLIA');
    const address = `0x${wallet.address.slice(2).toUpperCase()}`;
    const source = { address, blockchain: 'ETH-SEPOLIA' } as const;
    const events = world.did(derive('', 'AVAX-FUJI', { source }));
    expect(pick(events, 'WalletDerived').wallets[0]?.address).toBe(wallet.address);
  });

  it('counts in its set, and for the next index on its chain', () => {
    const { world, walletSetId, make } = withWallet('ETH-SEPOLIA');
    const [, , fourth] = make('ETH-SEPOLIA', 3);
    world.did(derive(fourth?.id ?? '', 'BASE-SEPOLIA'));
    expect(world.wallet.walletSets.get(walletSetId)?.walletCount).toBe(5);
    expect(make('BASE-SEPOLIA')[0]?.index).toBe(5);
  });

  it('fills a gap, and leaves the highest index as it is', () => {
    const { world, wallet, make } = withWallet('ETH-SEPOLIA');
    const [, third] = make('ETH-SEPOLIA', 2);
    world.did(derive(third?.id ?? '', 'BASE-SEPOLIA'));
    world.did(derive(wallet.id, 'BASE-SEPOLIA'));
    expect(make('BASE-SEPOLIA')[0]?.index).toBe(4);
  });

  it('is not made twice: its description is merged instead', () => {
    const { world, wallet } = withWallet('ETH-SEPOLIA');
    const first = { name: 'a', refId: 'r' };
    const made = pick(world.did(derive(wallet.id, 'BASE-SEPOLIA', first)), 'WalletDerived');
    const id = made.wallets[0]?.id ?? '';
    const events = world.did(derive(wallet.id, 'BASE-SEPOLIA', { name: 'b' }));
    expect(events).toEqual([{ type: 'WalletUpdated', walletId: id, name: 'b' }]);
    expect(world.wallet.wallets.get(id)).toMatchObject({ name: 'b', refId: 'r' });
    expect(world.did(derive(wallet.id, 'BASE-SEPOLIA'))).toEqual([]);
  });

  it('is the source itself on its own chain', () => {
    const { world, wallet } = withWallet('ETH-SEPOLIA');
    const events = world.did(derive(wallet.id, 'ETH-SEPOLIA', { refId: 'r' }));
    expect(events).toEqual([{ type: 'WalletUpdated', walletId: wallet.id, refId: 'r' }]);
  });
});

describe('derivation is refused', () => {
  it.each([
    [
      'without a source',
      'ETH-SEPOLIA',
      'BASE-SEPOLIA',
      { source: { walletId: 'x' } },
      'WALLET_UNKNOWN',
    ],
    ['from a test to a main chain', 'ETH-SEPOLIA', 'BASE', {}, 'KEY_KIND_MISMATCH'],
    [
      'with a key of the other kind',
      'ETH-SEPOLIA',
      'BASE',
      { network: 'main' },
      'KEY_KIND_MISMATCH',
    ],
    ['to Solana', 'ETH-SEPOLIA', 'SOL-DEVNET', {}, 'OPERATION_NOT_OFFERED'],
    ['from NEAR, even to itself', 'NEAR-TESTNET', 'NEAR-TESTNET', {}, 'OPERATION_NOT_OFFERED'],
  ] as const)('%s', (_what, from, to, own, code) => {
    const { world, wallet } = withWallet(from);
    expect(world.refused(derive(wallet.id, to, own)).code).toBe(code);
  });

  it('of a smart account where there are none', () => {
    const { world, wallet } = withWallet('ETH-SEPOLIA', 'SCA');
    expect(world.refused(derive(wallet.id, 'EVM-TESTNET')).code).toBe('ACCOUNT_TYPE_NOT_OFFERED');
  });

  it('from a frozen wallet, and onto one', () => {
    const { world, wallet } = withWallet('ETH-SEPOLIA');
    const made = pick(world.did(derive(wallet.id, 'BASE-SEPOLIA')), 'WalletDerived');
    world.did({ type: 'FreezeWallet', walletId: made.wallets[0]?.id ?? '' });
    expect(world.refused(derive(wallet.id, 'BASE-SEPOLIA', { name: 'x' })).code).toBe(
      'WALLET_FROZEN',
    );
    world.did({ type: 'FreezeWallet', walletId: wallet.id });
    expect(world.refused(derive(wallet.id, 'OP-SEPOLIA')).code).toBe('WALLET_FROZEN');
  });
});

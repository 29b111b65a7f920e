import { describe, expect, it } from 'vitest';
import type { Blockchain } from '../../../../core/wallet/chain/blockchains.ts';
import type { DeriveWallet } from '../../../../core/wallet/commands.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { given } from '../../../support/given.ts';
import { createWallets, createWalletSet, firstEventOf } from '../../../support/wallet/commands.ts';

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
  const world = given(wallet);
  const { walletSetId } = firstEventOf(world.having(createWalletSet()).events, 'WalletSetCreated');
  const make = (code: Blockchain, count = 1) =>
    firstEventOf(
      world.having(createWallets(walletSetId, { blockchains: [code], accountType, network, count }))
        .events,
      'WalletsCreated',
    ).wallets;
  const [first] = make(blockchain);
  if (first === undefined) throw new Error('one wallet was made');
  return { world, walletSetId, first, make };
}

describe('a derived wallet', () => {
  it.each(['EOA', 'SCA'] as const)('has address, set, type and core of its %s source', (type) => {
    const { world, first } = withWallet('ETH-SEPOLIA', type);
    const source = world.wallet.wallets.get(first.id);
    world.after('5s');
    const events = world.having(derive(first.id, 'BASE-SEPOLIA', { name: 'twin' })).events;
    const id = firstEventOf(events, 'WalletDerived').wallets[0]?.id ?? '';
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
    const { world, first } = withWallet('ETH-SEPOLIA');
    const address = `0x${first.address.slice(2).toUpperCase()}`;
    const source = { address, blockchain: 'ETH-SEPOLIA' } as const;
    const events = world.having(derive('', 'AVAX-FUJI', { source })).events;
    expect(firstEventOf(events, 'WalletDerived').wallets[0]?.address).toBe(first.address);
  });

  it('counts in its set, and for the next index on its chain', () => {
    const { world, walletSetId, make } = withWallet('ETH-SEPOLIA');
    const [, , fourth] = make('ETH-SEPOLIA', 3);
    world.having(derive(fourth?.id ?? '', 'BASE-SEPOLIA'));
    expect(world.wallet.walletSets.get(walletSetId)?.walletCount).toBe(5);
    expect(make('BASE-SEPOLIA')[0]?.index).toBe(5);
  });

  it('fills a gap, and does not change the highest index', () => {
    const { world, first, make } = withWallet('ETH-SEPOLIA');
    const [, third] = make('ETH-SEPOLIA', 2);
    world.having(derive(third?.id ?? '', 'BASE-SEPOLIA')).having(derive(first.id, 'BASE-SEPOLIA'));
    expect(make('BASE-SEPOLIA')[0]?.index).toBe(4);
  });

  it('is not created twice: its metadata is merged instead', () => {
    const { world, first } = withWallet('ETH-SEPOLIA');
    const described = { name: 'a', refId: 'r' };
    const made = firstEventOf(
      world.having(derive(first.id, 'BASE-SEPOLIA', described)).events,
      'WalletDerived',
    );
    const id = made.wallets[0]?.id ?? '';
    const events = world.having(derive(first.id, 'BASE-SEPOLIA', { name: 'b' })).events;
    expect(events).toEqual([{ type: 'WalletUpdated', walletId: id, name: 'b' }]);
    expect(world.wallet.wallets.get(id)).toMatchObject({ name: 'b', refId: 'r' });
    world.when(derive(first.id, 'BASE-SEPOLIA')).then();
  });

  it('is the source itself on its own chain', () => {
    const { world, first } = withWallet('ETH-SEPOLIA');
    const events = world.having(derive(first.id, 'ETH-SEPOLIA', { refId: 'r' })).events;
    expect(events).toEqual([{ type: 'WalletUpdated', walletId: first.id, refId: 'r' }]);
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
    const { world, first } = withWallet(from);
    world.when(derive(first.id, to, own)).refused(code);
  });

  it('of a smart account on a chain without smart accounts', () => {
    const { world, first } = withWallet('ETH-SEPOLIA', 'SCA');
    world.when(derive(first.id, 'EVM-TESTNET')).refused('ACCOUNT_TYPE_NOT_OFFERED');
  });

  it('from a frozen wallet, and onto one', () => {
    const { world, first } = withWallet('ETH-SEPOLIA');
    const made = firstEventOf(
      world.having(derive(first.id, 'BASE-SEPOLIA')).events,
      'WalletDerived',
    );
    world
      .having({ type: 'FreezeWallet', walletId: made.wallets[0]?.id ?? '' })
      .when(derive(first.id, 'BASE-SEPOLIA', { name: 'x' }))
      .refused('WALLET_FROZEN')
      .having({ type: 'FreezeWallet', walletId: first.id })
      .when(derive(first.id, 'OP-SEPOLIA'))
      .refused('WALLET_FROZEN');
  });
});

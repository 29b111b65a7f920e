import { describe, expect, it } from 'vitest';
import { blockchains, chainOf } from '../../../../core/wallet/chain/blockchains.ts';
import type { RequestDrip } from '../../../../core/wallet/commands.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { isAddress } from '../../../../core/wallet/keys/address.ts';
import { stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { balancesView } from '../../../../core/wallet/views.ts';
import { given } from '../../../support/given.ts';
import { createWallets, firstEventOf, transfer, usdcId } from '../../../support/wallet/commands.ts';
import { fundedWallets, stateOfId } from '../../../support/wallet/setups.ts';
import { holding, nativeIdOf, walletAt } from '../../../support/wallet/world-queries.ts';

const ether = 10n ** 18n;
const poor = () => given(wallet, fundedWallets(['ETH-SEPOLIA'], {}));

describe('requestDrip', () => {
  const drip = (own: Partial<RequestDrip>): RequestDrip => ({
    type: 'RequestDrip',
    network: 'test',
    address: '',
    blockchain: 'ETH-SEPOLIA',
    native: false,
    usdc: false,
    eurc: false,
    ...own,
  });

  it('deposits one native token, ten USDC and ten EURC', () => {
    const world = poor();
    const sender = walletAt(world, 0);
    const { address } = sender;
    expect(
      world.having(drip({ address, native: true, usdc: true, eurc: true })).events,
    ).toHaveLength(3);
    const eurcId = stablecoinOf('ETH-SEPOLIA', 'EURC')?.id ?? '';
    expect(holding(world, sender).units).toBe(ether);
    expect(holding(world, sender, usdcId).units).toBe(10_000_000n);
    expect(holding(world, sender, eurcId).units).toBe(10_000_000n);
  });

  it('deposits the requested tokens only, to an address in any case', () => {
    const world = poor();
    const address = `0x${walletAt(world, 0).address.slice(2).toUpperCase()}`;
    expect(
      firstEventOf(world.having(drip({ address, usdc: true })).events, 'FundsDeposited').tokenId,
    ).toBe(usdcId);
    world.when(drip({ address })).then();
  });

  it('deposits nothing to an address without a wallet', () => {
    const address = '0x00000000000000000000000000000000000000bb';
    poor()
      .when(drip({ address, native: true }))
      .then();
  });

  const testChains = blockchains.filter((blockchain) => chainOf(blockchain).network === 'test');

  it.each(testChains)('credits each of its tokens on %s, or refuses it', (blockchain) => {
    const world = given(wallet, fundedWallets([blockchain], {}));
    const sender = walletAt(world, 0);
    world.when(drip({ address: sender.address, blockchain })).then();
    for (const name of ['native', 'usdc', 'eurc'] as const) {
      const before = world.wallet.transactions.size;
      const { ok } = world.outcome(drip({ address: sender.address, blockchain, [name]: true }));
      expect(world.wallet.transactions.size - before).toBe(ok ? 1 : 0);
      if (name === 'native') expect(ok).toBe(chainOf(blockchain).rules !== undefined);
    }
  });

  it('deposits nothing if one of the tokens is not offered, and names it', () => {
    const world = given(wallet, fundedWallets(['MONAD-TESTNET'], {}));
    const { address } = walletAt(world, 0);
    const wanted = { address, blockchain: 'MONAD-TESTNET', native: true, usdc: true } as const;
    world
      .when(drip(wanted))
      .refused('OPERATION_NOT_OFFERED', { detail: 'the faucet has no usdc on MONAD-TESTNET' });
    expect(world.wallet.balances.size).toBe(0);
  });

  it('is for test chains and their keys', () => {
    const world = poor();
    const main = { network: 'main', blockchain: 'ETH' } as const;
    world
      .when(drip(main))
      .refused('OPERATION_NOT_OFFERED')
      .when(drip({ network: 'main' }))
      .refused('KEY_KIND_MISMATCH')
      .when(drip({ blockchain: 'ETH' }))
      .refused('KEY_KIND_MISMATCH');
  });
});

describe('fundWallet', () => {
  const fund = (walletId: string, amounts: Readonly<Record<string, string>>) =>
    ({ type: 'FundWallet', walletId, amounts }) as const;

  it('deposits by nickname and by token id, with records of their own', () => {
    const world = poor();
    const sender = walletAt(world, 0);
    const events = world.having(fund(sender.id, { native: '2', [usdcId]: '.5' })).events;
    const deposits = events.filter((event) => event.type === 'FundsDeposited');
    expect(deposits).toHaveLength(2);
    expect(new Set(deposits.map(({ transactionId }) => transactionId)).size).toBe(2);
    expect(new Set(deposits.map(({ txHash }) => txHash)).size).toBe(2);
    expect(holding(world, sender).units).toBe(2n * ether);
    expect(holding(world, sender, usdcId).units).toBe(500_000n);
  });

  it('deposits the same for any order of the amounts', () => {
    const [one, other] = [poor(), poor()];
    one.having(fund(walletAt(one, 0).id, { native: '2', usdc: '1' }));
    other.having(fund(walletAt(other, 0).id, { usdc: '1', native: '2' }));
    expect(one.state.digest).toBe(other.state.digest);
  });

  it('adds to the balance', () => {
    const world = given(wallet, fundedWallets());
    const sender = walletAt(world, 0);
    world.having(fund(sender.id, { usdc: '1' }));
    expect(holding(world, sender, usdcId).units).toBe(1_001_000_000n);
  });

  it('creates an inbound record that completes with its block', () => {
    const world = poor();
    const deposit = firstEventOf(
      world.having(fund(walletAt(world, 0).id, { usdc: '1' })).events,
      'FundsDeposited',
    );
    expect(isAddress('evm', deposit.source)).toBe(true);
    expect(deposit.txHash).toMatch(/^0x[0-9a-f]{64}$/);
    world
      .shows(stateOfId(deposit.transactionId), 'CONFIRMED')
      .after(12 * 12_000 - 1)
      .shows(stateOfId(deposit.transactionId), 'CONFIRMED')
      .after('1ms')
      .shows(stateOfId(deposit.transactionId), 'COMPLETE');
  });

  it('is complete at once where blocks are final', () => {
    const world = given(wallet, fundedWallets(['ARC-TESTNET'], {}));
    const sender = walletAt(world, 0);
    const deposit = firstEventOf(
      world.having(fund(sender.id, { usdc: '1' })).events,
      'FundsDeposited',
    );
    world.shows(stateOfId(deposit.transactionId), 'COMPLETE');
    expect(holding(world, sender).units).toBe(ether); // gas is paid in USDC on this chain
  });

  it('deposits EURC by its nickname, if the chain has it', () => {
    const world = poor();
    const sender = walletAt(world, 0);
    world.having(fund(sender.id, { eurc: '2' }));
    const eurcId = stablecoinOf('ETH-SEPOLIA', 'EURC')?.id ?? '';
    expect(holding(world, sender, eurcId).units).toBe(2_000_000n);
    const monad = given(wallet, fundedWallets(['MONAD-TESTNET'], {}));
    monad.when(fund(walletAt(monad, 0).id, { eurc: '2' })).refused('TOKEN_UNKNOWN');
  });

  it('of secondary storage is not shown and not spendable', () => {
    const world = given(wallet, fundedWallets(['APTOS-TESTNET'], { native: '1' }));
    const sender = walletAt(world, 0);
    const { insertedCount } = world.wallet.transactions;
    const usdc = stablecoinOf('APTOS-TESTNET', 'USDC')?.id ?? '';
    const events = world.having({
      ...fund(sender.id, { usdc: '5', native: '2' }),
      secondary: true,
    }).events;
    expect(events.map(({ type }) => type)).toEqual([
      'SecondaryFundsDeposited',
      'SecondaryFundsDeposited',
    ]);
    world.having({ ...fund(sender.id, { usdc: '1' }), secondary: true });
    expect(world.wallet.transactions.insertedCount).toBe(insertedCount);
    expect(holding(world, sender, usdc).units).toBe(0n);
    expect(holding(world, sender).units).toBe(100_000_000n);
    const stored = [...world.wallet.secondaryBalances.values()].map(({ units }) => units);
    expect(stored).toEqual([200_000_000n, 6_000_000n]);
    const page = { pageSize: 50, order: 'ASC' } as const;
    const view = balancesView(world.wallet, sender.id, { includeAll: true }, page);
    expect(view?.ok === true ? view.value.items : []).toMatchObject([{ amount: '1' }]);
    const { address: destination } = walletAt(world, 1);
    const spending = { token: { tokenId: usdc }, destination, amounts: ['1'] };
    world.when(transfer(sender.id, spending)).refused('BALANCE_TOO_LOW');
  });

  it('has secondary storage on APTOS alone', () => {
    const world = poor();
    const command = { ...fund(walletAt(world, 0).id, { native: '1' }), secondary: true } as const;
    world.when(command).refused('OPERATION_NOT_OFFERED');
  });

  it.each([
    [{ native: '0' }, 'AMOUNTS_INVALID'],
    [{ native: '-1' }, 'AMOUNT_NOT_DECIMAL'],
    [{ usdc: '0.0000001' }, 'AMOUNT_NOT_DECIMAL'],
    [{ gold: '1' }, 'TOKEN_UNKNOWN'],
    [{ [nativeIdOf('BASE-SEPOLIA')]: '1' }, 'TOKEN_ON_OTHER_CHAIN'],
  ] as const)('refuses %j with %s and deposits nothing of it', (amounts, code) => {
    const world = poor();
    const sender = walletAt(world, 0);
    world.when(fund(sender.id, { ...amounts, [usdcId]: '1' })).refused(code);
    expect(holding(world, sender, usdcId).units).toBe(0n);
  });

  it('rejects an unknown wallet, and one on a chain that is not simulated', () => {
    const world = poor();
    const created = createWallets(world.walletSetId, { blockchains: ['EVM-TESTNET'] });
    const [offChain] = firstEventOf(world.having(created).events, 'WalletsCreated').wallets;
    world
      .when(fund('nowhere', {}))
      .refused('WALLET_UNKNOWN')
      .when(fund(offChain?.id ?? '', {}))
      .refused('OPERATION_NOT_OFFERED');
  });

  it.each([
    ['ETH-SEPOLIA', 'native', 2n ** 256n],
    ['ETH-SEPOLIA', 'usdc', 2n ** 256n],
    ['SOL-DEVNET', 'native', 2n ** 64n],
    ['SOL-DEVNET', 'usdc', 2n ** 64n],
  ] as const)('on %s never creates a balance of %s beyond the range of the chain', (...row) => {
    const [blockchain, name, end] = row;
    const world = given(wallet, fundedWallets([blockchain], {}));
    const sender = walletAt(world, 0);
    const tokenId =
      name === 'native' ? nativeIdOf(blockchain) : (stablecoinOf(blockchain, 'USDC')?.id ?? '');
    world.trying(fund(sender.id, { [tokenId]: '9'.repeat(78) }));
    expect(holding(world, sender, tokenId).units).toBeLessThan(end);
  });

  it('of any amount can be sent on', () => {
    const world = given(wallet, fundedWallets());
    const { id } = walletAt(world, 0);
    const amount = '9'.repeat(70);
    world.trying(fund(id, { native: amount }));
    world.trying(
      transfer(id, { token: { tokenId: nativeIdOf('ETH-SEPOLIA') }, amounts: [amount] }),
    );
    expect(() => world.after('30s')).not.toThrow();
  });
});

// Rollups, which write their data to another chain: each transaction pays a fee for that.

import { describe, expect, it } from 'vitest';
import { runningChains } from '../../../../core/wallet/chain/blockchains.ts';
import { baseFeeAt } from '../../../../core/wallet/chain/fee-market.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import type { WalletEvent } from '../../../../core/wallet/events.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { transferEstimateView } from '../../../../core/wallet/views.ts';
import { given } from '../../../support/given.ts';
import {
  accelerate,
  cancel,
  firstEventOf,
  strangerAddress,
  transfer,
} from '../../../support/wallet/commands.ts';
import { fundedWallets, balanceAt, start, stateOfId } from '../../../support/wallet/setups.ts';
import {
  holding,
  nativeIdOf,
  outboundOf,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

const rollups = ['ARB-SEPOLIA', 'BASE-SEPOLIA', 'OP-SEPOLIA', 'UNI-SEPOLIA'] as const;
const ether = 10n ** 18n;

/** An amount of an 18-digit token in its smallest unit. */
function unitsOf(decimal = '0'): bigint {
  const [whole = '0', part = ''] = decimal.split('.');
  return BigInt(`${whole}${part.padEnd(18, '0')}`);
}

function sent(blockchain: (typeof rollups)[number], native = '10') {
  const world = given(wallet, fundedWallets([blockchain], { native }));
  const { id: walletId } = walletAt(world, 0);
  const token = { tokenId: nativeIdOf(blockchain) };
  const terms = { wallet: { walletId }, token, destination: strangerAddress, amounts: ['1'] };
  return { world, walletId, terms };
}

it('the running chains with a fee of the first layer are the rollups', () => {
  const codes = runningChains.filter(({ rules }) => rules.hasL1Fee === true);
  expect(codes.map(({ blockchain }) => blockchain)).toEqual(
    ['ARB', 'UNI', 'BASE', 'OP'].flatMap((main) => [main, `${main}-SEPOLIA`]),
  );
});

describe.each(rollups)('on %s', (blockchain) => {
  it('an estimate contains the fee of the first layer, and shows it', () => {
    const { world, terms } = sent(blockchain);
    const view = transferEstimateView(world.wallet, terms, world.state.nowMs);
    if (!view.ok) throw new Error(view.error.code);
    for (const fee of Object.values(view.value.levels)) {
      const gas = BigInt(fee.gasLimit) * (unitsOf(fee.maxFee) / 10n ** 9n);
      const l1Fee = unitsOf(fee.l1Fee);
      expect(l1Fee).toBeGreaterThan(0n);
      expect(unitsOf(fee.networkFee)).toBe(gas + l1Fee);
      expect(unitsOf(fee.networkFeeRaw)).toBeGreaterThan(l1Fee);
    }
  });

  it('a transfer pays it, and its cost includes it', () => {
    const { world, walletId, terms } = sent(blockchain);
    const id = start(world, transfer(walletId, terms));
    const { estimatedFee } = transactionDetails(world.wallet, outboundOf(world, id));
    expect(holding(world, walletAt(world, 0)).reserved).toBe(
      ether + unitsOf(estimatedFee?.networkFee),
    );
    world.after('10m');
    const { cost, state } = transactionDetails(world.wallet, outboundOf(world, id));
    expect(state).toBe('COMPLETE');
    const fee = unitsOf(cost?.networkFee);
    const settled = outboundOf(world, id);
    const chain = world.wallet.chains.get(blockchain);
    if (!('mined' in settled) || chain === undefined) throw new Error('No block took it');
    const price = baseFeeAt(chain, settled.mined?.height ?? 0) + settled.fee.priorityFee;
    expect(fee).toBe(21_000n * price + unitsOf(estimatedFee?.l1Fee));
    world.showsExactly(balanceAt(walletAt(world, 0)), { units: 9n * ether - fee, reserved: 0n });
  });

  it('a wallet that could pay the gas alone fails', () => {
    const { world, terms } = sent(blockchain);
    const view = transferEstimateView(world.wallet, terms, world.state.nowMs);
    if (!view.ok) throw new Error(view.error.code);
    const { networkFee } = view.value.levels.MEDIUM;
    for (const [less, end] of [
      [0n, 'COMPLETE'],
      [1n, 'FAILED'],
    ] as const) {
      const units = ether + unitsOf(networkFee) - less;
      const amount = `${units / ether}.${(units % ether).toString().padStart(18, '0')}`;
      const poor = sent(blockchain, amount);
      const id = start(poor.world, transfer(poor.walletId, terms));
      poor.world.after('10m').shows(stateOfId(id), end);
    }
  });
});

it('a replacement pays it, too', () => {
  for (const replace of [accelerate, cancel]) {
    const { world, walletId, terms } = sent('BASE-SEPOLIA');
    const id = start(world, transfer(walletId, terms));
    world
      .after('1.1s')
      .having({ type: 'SteerTransaction', transactionId: id, action: 'stick' })
      .having(replace(id))
      .after('10m');
    const settled = outboundOf(world, id);
    const mined = 'mined' in settled ? settled.mined : undefined;
    const spent = replace === cancel ? 0n : ether;
    expect(mined?.networkFee).toBeGreaterThan(0n);
    expect(holding(world, walletAt(world, 0)).units).toBe(
      10n * ether - spent - (mined?.networkFee ?? 0n),
    );
    const events = world.entries.flatMap((entry) =>
      entry.events.map(({ event }) => event as WalletEvent),
    );
    const type = replace === cancel ? 'CancellationSent' : 'TransactionAccelerated';
    const { attempt } = firstEventOf(events, type);
    const chain = world.wallet.chains.get('BASE-SEPOLIA');
    if (chain === undefined || mined === undefined || attempt === undefined) throw new Error('No');
    const price = baseFeeAt(chain, mined.height) + BigInt(attempt.priorityFee);
    expect(mined.networkFee).toBe(21_000n * price + BigInt(attempt.l1Fee ?? '0'));
    expect(BigInt(attempt.l1Fee ?? '0')).toBeGreaterThan(0n);
  }
});

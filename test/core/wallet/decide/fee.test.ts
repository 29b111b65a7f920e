import { describe, expect, it } from 'vitest';
import {
  baseFeeAt,
  feeDecimals,
  feeLevels,
  firstHeight,
} from '../../../../core/wallet/chain/fee-market.ts';
import type { FeeFields } from '../../../../core/wallet/commands/parts.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { given } from '../../../support/given.ts';
import { transfer, usdcId } from '../../../support/wallet/commands.ts';
import { fundedWallets } from '../../../support/wallet/setups.ts';
import { nativeIdOf, outboundOf, walletAt } from '../../../support/wallet/world-queries.ts';

const gwei = 10n ** 9n;

/** The terms of fee fields on a chain, or the code of their rejection. */
function terms(
  fee: FeeFields,
  blockchain: 'ETH-SEPOLIA' | 'SOL-DEVNET' | 'APTOS-TESTNET' = 'ETH-SEPOLIA',
) {
  const world = given(wallet, fundedWallets([blockchain]));
  const outcome = world.outcome(
    transfer(walletAt(world, 0).id, {
      fee,
      token: { tokenId: blockchain === 'ETH-SEPOLIA' ? usdcId : nativeIdOf(blockchain) },
      destination: walletAt(world, 1).address,
    }),
  );
  if (!outcome.ok) return outcome.error.code;
  const all = world.wallet.transactions;
  return outboundOf(world, all.at(all.insertedCount - 1)?.id ?? '').fee;
}

describe('gas', () => {
  it('is paid in gwei on EVM chains and in lamports on Solana', () => {
    expect([feeDecimals('ETH'), feeDecimals('SOL')]).toEqual([9, 0]);
  });
});

describe('fee terms', () => {
  it.each(['LOW', 'MEDIUM', 'HIGH'] as const)('of the level %s follow the base fee', (level) => {
    const chain = given(wallet, fundedWallets()).wallet.chains.get('ETH-SEPOLIA');
    if (chain === undefined) throw new Error('ETH-SEPOLIA is not run');
    const baseFee = baseFeeAt(chain, firstHeight);
    expect(terms({ feeLevel: level })).toEqual({
      level,
      ...feeLevels(chain, baseFee)[level],
      gasLimit: 65_000n,
      baseFee,
    });
  });

  it('of a level may come with a gas limit', () => {
    expect(terms({ feeLevel: 'LOW', gasLimit: '70000' })).toMatchObject({ gasLimit: 70_000n });
  });

  it('are absolute with maxFee, priorityFee and gasLimit', () => {
    const own = terms({ gasLimit: '65000', maxFee: '30.5', priorityFee: '.5' });
    expect(own).toMatchObject({
      maxFee: (61n * gwei) / 2n,
      priorityFee: gwei / 2n,
      gasLimit: 65_000n,
    });
    expect(own).not.toHaveProperty('level');
  });

  it('are a gas price on Solana', () => {
    const own = terms({ gasLimit: '1', gasPrice: '20000' }, 'SOL-DEVNET');
    if (typeof own === 'string') throw new Error(own);
    expect(own).toMatchObject({ maxFee: 20_000n, gasLimit: 1n });
    expect(own.baseFee).toBeGreaterThan(0n);
    expect(own.priorityFee).toBe(20_000n - own.baseFee); // the gas price above the base fee is the tip
  });

  it('have no tip if the gas price is below the base fee', () => {
    expect(terms({ gasLimit: '1', gasPrice: '1' }, 'SOL-DEVNET')).toMatchObject({
      maxFee: 1n,
      priorityFee: 0n,
    });
  });

  it.each([
    [{}, 'FEE_MISSING'],
    [{ maxFee: '30', priorityFee: '1' }, 'FEE_MISSING'],
    [{ feeLevel: 'LOW', gasPrice: '1' }, 'FEE_LEVEL_EXCLUSIVE'],
    [{ feeLevel: 'LOW', priorityFee: '1' }, 'FEE_LEVEL_EXCLUSIVE'],
    [{ gasLimit: '65000', maxFee: '30' }, 'FEE_TERMS_MISSING'],
    [{ gasLimit: '65000', priorityFee: '1' }, 'FEE_TERMS_MISSING'],
    [{ gasLimit: '65000', maxFee: '3e1', priorityFee: '1' }, 'FEE_NOT_DECIMAL'],
    [{ gasLimit: '65000', maxFee: '30', priorityFee: '-1' }, 'FEE_NOT_DECIMAL'],
    [{ gasLimit: '65000.5', maxFee: '30', priorityFee: '1' }, 'FEE_NOT_DECIMAL'],
    [{ feeLevel: 'LOW', gasLimit: 'much' }, 'FEE_NOT_DECIMAL'],
    [{ gasLimit: '65000', maxFee: '1', priorityFee: '1.000000001' }, 'PRIORITY_FEE_ABOVE_MAX'],
    [{ feeLevel: 'LOW', gasLimit: '64999' }, 'GAS_LIMIT_TOO_LOW'],
    [{ gasLimit: '100000', maxFee: '10000.000000001', priorityFee: '1' }, 'FEE_ABOVE_CAP'],
  ] as const)('%j are refused with %s', (fee, code) => {
    expect(terms(fee)).toBe(code);
  });

  it.each([
    [{ gasLimit: '1', maxFee: '6000', priorityFee: '1' }, 'FEE_TERMS_NOT_OFFERED'],
    [{ gasLimit: '1', maxFee: '6000' }, 'FEE_TERMS_NOT_OFFERED'],
    [{ gasLimit: '1', priorityFee: 'much' }, 'FEE_TERMS_NOT_OFFERED'],
    [{ gasLimit: '1', gasPrice: 'much', maxFee: '1' }, 'FEE_TERMS_NOT_OFFERED'],
    [{ gasLimit: '1', gasPrice: '6000', maxFee: '6000' }, 'FEE_TERMS_NOT_OFFERED'],
    [{ gasLimit: '1' }, 'GAS_PRICE_MISSING'],
    [{ gasLimit: '1', gasPrice: '0.5' }, 'FEE_NOT_DECIMAL'],
    [{ gasLimit: '0', gasPrice: '6000' }, 'GAS_LIMIT_TOO_LOW'],
    [{ gasLimit: '1', gasPrice: '1000000001' }, 'FEE_ABOVE_CAP'],
  ] as const)('%j are refused on Solana with %s', (fee, code) => {
    expect(terms(fee, 'SOL-DEVNET')).toBe(code);
  });

  // reference/wallet.md section 2: of two errors, the one with the lower code is reported.
  it.each([
    [{ maxFee: 'much', priorityFee: '1' }, 'FEE_MISSING'],
    [{ feeLevel: 'LOW', gasLimit: '1', gasPrice: '1' }, 'GAS_LIMIT_TOO_LOW'],
    [{ gasLimit: '1', maxFee: 'much' }, 'GAS_LIMIT_TOO_LOW'],
    [{ feeLevel: 'LOW', gasLimit: 'much', maxFee: '1' }, 'FEE_LEVEL_EXCLUSIVE'],
    [{ gasLimit: 'much', maxFee: '1' }, 'FEE_TERMS_MISSING'],
    [{ gasLimit: 'much', maxFee: '1', priorityFee: '2' }, 'FEE_NOT_DECIMAL'],
    [{ gasLimit: '65000', maxFee: '99999', priorityFee: '999999' }, 'PRIORITY_FEE_ABOVE_MAX'],
  ] as const)('%j are refused first with %s', (fee, code) => {
    expect(terms(fee)).toBe(code);
  });

  it('are a gas price on Aptos', () => {
    expect(terms({ gasLimit: '200', gasPrice: '150' }, 'APTOS-TESTNET')).toMatchObject({
      maxFee: 150n,
      gasLimit: 200n,
    });
    const odd = { gasLimit: '200', maxFee: '150', priorityFee: '1' };
    expect(terms(odd, 'APTOS-TESTNET')).toBe('FEE_TERMS_NOT_OFFERED');
    expect(terms({ gasLimit: '99', gasPrice: '150' }, 'APTOS-TESTNET')).toBe('GAS_LIMIT_TOO_LOW');
  });

  it('may reach the cap exactly, with equal fees', () => {
    expect(terms({ gasLimit: '100000', maxFee: '10000', priorityFee: '10000' })).toMatchObject({
      maxFee: 10_000n * gwei,
    });
  });

  it('with a huge gas limit do not break the world', () => {
    const world = given(wallet, fundedWallets());
    const fee = { gasLimit: '9'.repeat(60), maxFee: '0', priorityFee: '0' };
    world.trying(transfer(walletAt(world, 0).id, { fee }));
    expect(() => world.after('30s')).not.toThrow();
  });
});

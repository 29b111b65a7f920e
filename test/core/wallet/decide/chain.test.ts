import { describe, expect, it } from 'vitest';
import { blockTimeMsMax } from '../../../../core/wallet/chain/blockchains.ts';
import { firstHeight } from '../../../../core/wallet/chain/fee-market.ts';
import type { ChangeChain } from '../../../../core/wallet/commands.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { chainView } from '../../../../core/wallet/views.ts';
import { given } from '../../../support/given.ts';
import { transfer } from '../../../support/wallet/commands.ts';
import {
  fundedWallets,
  type FundedWorld,
  start,
  stateOfId,
} from '../../../support/wallet/setups.ts';
import { historyOf, steer, walletAt } from '../../../support/wallet/world-queries.ts';

const change = (own: Partial<ChangeChain>): ChangeChain => ({
  type: 'ChangeChain',
  blockchain: 'ETH-SEPOLIA',
  ...own,
});

/** A world with a transfer of a level in the mempool, and its id. */
function sent(feeLevel: 'LOW' | 'MEDIUM' = 'MEDIUM'): { world: FundedWorld; id: string } {
  const world = given(wallet, fundedWallets());
  const id = start(world, transfer(walletAt(world, 0).id, { fee: { feeLevel } }));
  world.after('2s');
  return { world, id };
}

describe('changeChain', () => {
  it('has the changed members only', () => {
    const world = given(wallet);
    world
      .when(change({ congestion: '2.5', baseFeeGwei: '30' }))
      .thenExactly({
        type: 'ChainChanged',
        blockchain: 'ETH-SEPOLIA',
        calmFee: '30000000000',
        congestionMilli: 2_500,
      })
      .when(change({ paused: true }))
      .thenExactly({ type: 'ChainChanged', blockchain: 'ETH-SEPOLIA', paused: true });
  });

  it('shows in the view of the chain, and of no other', () => {
    const world = given(wallet);
    const other = chainView(world.wallet, 'ETH', world.state.nowMs);
    world.having(change({ congestion: '4', baseFeeGwei: '2', blockTimeMs: 1_000 })).after('100s');
    const view = chainView(world.wallet, 'ETH-SEPOLIA', world.state.nowMs);
    expect(view).toMatchObject({
      height: firstHeight + 100,
      blockTimeMs: 1_000,
      paused: false,
      calmBaseFeeGwei: '2',
      congestion: '4',
    });
    const base = Number(view?.baseFeeGwei);
    expect(base).toBeGreaterThanOrEqual(9.8);
    expect(base).toBeLessThanOrEqual(10.2);
    expect(chainView(world.wallet, 'ETH', world.state.nowMs)).toMatchObject({
      blockTimeMs: other?.blockTimeMs,
      congestion: '0',
    });
  });

  it.each([
    { baseFeeGwei: '1000000.000000001' },
    { baseFeeGwei: '-1' },
    { baseFeeGwei: 'much' },
    { baseFeeGwei: '0.0000000001' },
    { congestion: '1000.001' },
    { congestion: '0.0001' },
    { congestion: 'much' },
    { blockTimeMs: 0 },
    { blockTimeMs: blockTimeMsMax + 1 },
  ])('refuses %j', (own) => {
    given(wallet).when(change(own)).refused('CONDITION_INVALID');
  });

  it.each([
    { baseFeeGwei: '0' },
    { baseFeeGwei: '1000000' },
    { congestion: '1000' },
    { blockTimeMs: 1 },
    { blockTimeMs: blockTimeMsMax },
  ])('accepts %j', (own) => {
    given(wallet).when(change(own)).then('ChainChanged');
  });

  it('refuses a chain that is not run', () => {
    given(wallet)
      .when(change({ blockchain: 'NEAR-TESTNET' }))
      .refused('OPERATION_NOT_OFFERED');
  });
});

describe('a paused chain', () => {
  it('includes nothing; the interval between blocks begins anew when it resumes', () => {
    const { world, id } = sent();
    world
      .having(change({ paused: true }))
      .after('1000s')
      .shows(stateOfId(id), 'SENT') // not stuck: there was no block
      .having(change({ paused: false }))
      .after('23.999s')
      .shows(stateOfId(id), 'SENT')
      .after('1ms')
      .shows(stateOfId(id), 'CONFIRMED');
  });

  it('adds no confirmations', () => {
    const { world, id } = sent();
    world
      .after('22s')
      .shows(stateOfId(id), 'CONFIRMED')
      .having(change({ paused: true }))
      .after('1000s')
      .shows(stateOfId(id), 'CONFIRMED')
      .having(change({ paused: false }))
      .after(12 * 12_000)
      .shows(stateOfId(id), 'COMPLETE');
  });

  it('still accepts transfers and sends them', () => {
    const world = given(wallet, fundedWallets());
    world.having(change({ paused: true }));
    const id = start(world, transfer(walletAt(world, 0).id));
    world.after('1s').shows(stateOfId(id), 'SENT');
  });

  it('includes no transaction that is confirmed at the instant of the pause', () => {
    const { world, id } = sent();
    world
      .after('11s') // after a block without the transfer, before the next one
      .having(change({ paused: true }))
      .having(steer(id, 'confirm'))
      .after('1s')
      .shows(stateOfId(id), 'SENT');
  });

  it('includes no transaction when its fees sink with the pause', () => {
    const { world, id } = sent('LOW');
    world
      .having(change({ congestion: '9' }))
      .after('125s')
      .shows(stateOfId(id), 'STUCK')
      .having(change({ paused: true, baseFeeGwei: '1', congestion: '0' }))
      .after('1s')
      .shows(stateOfId(id), 'STUCK');
  });
});

describe('a new block time', () => {
  it('does not mark a transaction stuck before ten blocks', () => {
    const { world, id } = sent();
    world
      .having(change({ blockTimeMs: 600_000 }))
      .after('599.999s')
      .shows(stateOfId(id), 'SENT')
      .after('600.001s')
      .shows(stateOfId(id), 'CONFIRMED');
  });

  it('reschedules inclusion and completion', () => {
    const { world, id } = sent();
    world.having(change({ blockTimeMs: 1_000 })).after('1m');
    expect(historyOf(world, id).slice(-2)).toEqual([
      ['TransactionConfirmed', 4_000],
      ['TransactionCompleted', 16_000],
    ]);
  });

  it('includes nothing in an earlier block', () => {
    const { world, id } = sent();
    world
      .after('11s')
      .having(change({ blockTimeMs: 10_000 }))
      .having(steer(id, 'confirm'))
      .after('9.999s')
      .shows(stateOfId(id), 'SENT')
      .after('1ms')
      .shows(stateOfId(id), 'CONFIRMED');
  });
});

describe('the fees of a chain', () => {
  it('release stuck transactions when they sink', () => {
    const { world, id } = sent('LOW');
    world
      .having(change({ congestion: '4' }))
      .after('200s')
      .shows(stateOfId(id), 'STUCK')
      .having(change({ congestion: '0' }))
      .after('400s')
      .shows(stateOfId(id), 'COMPLETE');
    expect(historyOf(world, id).map(([type]) => type)).toContain('TransactionRecovered');
  });

  it('of zero are covered by every offer', () => {
    const world = given(wallet, fundedWallets(['ETH-SEPOLIA'], { usdc: '1' }));
    world.having(change({ baseFeeGwei: '0' }));
    const id = start(world, transfer(walletAt(world, 0).id));
    world.after('5m').shows(stateOfId(id), 'COMPLETE');
  });
});

import { describe, expect, it } from 'vitest';
import type { ChangeChain } from '../../../../core/wallet/commands.ts';
import { blockTimeMsMax } from '../../../../core/wallet/chain/blockchains.ts';
import { firstHeight } from '../../../../core/wallet/chain/fee-market.ts';
import { chainView } from '../../../../core/wallet/views.ts';
import { pureWorld } from '../../../support/engine/pure-world.ts';
import { fundedWorld, transfer, type FundedWorld } from '../../../support/wallet/commands.ts';
import { historyOf, stateOf, steer, walletAt } from '../../../support/wallet/world-queries.ts';

const change = (own: Partial<ChangeChain>): ChangeChain => ({
  type: 'ChangeChain',
  blockchain: 'ETH-SEPOLIA',
  ...own,
});

/** A world with a transfer of a level in the mempool, and its id. */
function sent(feeLevel: 'LOW' | 'MEDIUM' = 'MEDIUM'): { world: FundedWorld; id: string } {
  const world = fundedWorld();
  const id = world.start(transfer(walletAt(world, 0).id, { fee: { feeLevel } }));
  world.pass(2_000);
  return { world, id };
}

describe('changeChain', () => {
  it('says what has changed and nothing else', () => {
    const world = pureWorld();
    expect(world.did(change({ congestion: '2.5', baseFeeGwei: '30' }))).toEqual([
      {
        type: 'ChainChanged',
        blockchain: 'ETH-SEPOLIA',
        calmFee: '30000000000',
        congestionMilli: 2_500,
      },
    ]);
    expect(world.did(change({ paused: true }))).toEqual([
      { type: 'ChainChanged', blockchain: 'ETH-SEPOLIA', paused: true },
    ]);
  });

  it('shows in the view of the chain, and of no other', () => {
    const world = pureWorld();
    const other = chainView(world.wallet, 'ETH', world.state.nowMs);
    world.did(change({ congestion: '4', baseFeeGwei: '2', blockTimeMs: 1_000 }));
    world.pass(100_000);
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
    expect(pureWorld().refused(change(own)).code).toBe('CONDITION_INVALID');
  });

  it.each([
    { baseFeeGwei: '0' },
    { baseFeeGwei: '1000000' },
    { congestion: '1000' },
    { blockTimeMs: 1 },
    { blockTimeMs: blockTimeMsMax },
  ])('accepts %j', (own) => {
    expect(pureWorld().did(change(own))).toHaveLength(1);
  });

  it('refuses a chain that is not run', () => {
    const refused = pureWorld().refused(change({ blockchain: 'NEAR-TESTNET' }));
    expect(refused.code).toBe('OPERATION_NOT_OFFERED');
  });
});

describe('a paused chain', () => {
  it('takes nothing, and goes on with the rhythm of the moment of its return', () => {
    const { world, id } = sent();
    world.did(change({ paused: true }));
    world.pass(1_000_000);
    expect(stateOf(world, id)).toBe('SENT'); // no block has passed it by
    world.did(change({ paused: false }));
    world.pass(23_999);
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1);
    expect(stateOf(world, id)).toBe('CONFIRMED');
  });

  it('gives nothing more confirmations', () => {
    const { world, id } = sent();
    world.pass(22_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
    world.did(change({ paused: true }));
    world.pass(1_000_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
    world.did(change({ paused: false }));
    world.pass(12 * 12_000);
    expect(stateOf(world, id)).toBe('COMPLETE');
  });

  it('still accepts transfers and sends them', () => {
    const world = fundedWorld();
    world.did(change({ paused: true }));
    const id = world.start(transfer(walletAt(world, 0).id));
    world.pass(1_000);
    expect(stateOf(world, id)).toBe('SENT');
  });

  it('takes nothing that is confirmed at the very instant of the pause', () => {
    const { world, id } = sent();
    world.pass(11_000); // within the time of a block, of which the transfer is no part
    world.did(change({ paused: true }));
    world.did(steer(id, 'confirm'));
    world.pass(1_000);
    expect(stateOf(world, id)).toBe('SENT');
  });

  it('takes nothing when its fees sink with the pause', () => {
    const { world, id } = sent('LOW');
    world.did(change({ congestion: '9' }));
    world.pass(125_000);
    expect(stateOf(world, id)).toBe('STUCK');
    world.did(change({ paused: true, baseFeeGwei: '1', congestion: '0' }));
    world.pass(1_000);
    expect(stateOf(world, id)).toBe('STUCK');
  });
});

describe('a new block time', () => {
  it('does not make stuck what has not been passed by ten blocks', () => {
    const { world, id } = sent();
    world.did(change({ blockTimeMs: 600_000 }));
    world.pass(599_999);
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(600_001);
    expect(stateOf(world, id)).toBe('CONFIRMED');
  });

  it('moves what is to be mined and what is to complete', () => {
    const { world, id } = sent();
    world.did(change({ blockTimeMs: 1_000 }));
    world.pass(60_000);
    expect(historyOf(world, id).slice(-2)).toEqual([
      ['TransactionConfirmed', 4_000],
      ['TransactionCompleted', 16_000],
    ]);
  });

  it('does not take anything into a block that stood before', () => {
    const { world, id } = sent();
    world.pass(11_000);
    world.did(change({ blockTimeMs: 10_000 }));
    world.did(steer(id, 'confirm'));
    world.pass(9_999);
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1);
    expect(stateOf(world, id)).toBe('CONFIRMED');
  });
});

describe('the fees of a chain', () => {
  it('release what was stuck when they sink', () => {
    const { world, id } = sent('LOW');
    world.did(change({ congestion: '4' }));
    world.pass(200_000);
    expect(stateOf(world, id)).toBe('STUCK');
    world.did(change({ congestion: '0' }));
    world.pass(400_000);
    expect(stateOf(world, id)).toBe('COMPLETE');
    expect(historyOf(world, id).map(([type]) => type)).toContain('TransactionRecovered');
  });

  it('of zero are paid by everybody', () => {
    const world = fundedWorld(['ETH-SEPOLIA'], { usdc: '1' });
    world.did(change({ baseFeeGwei: '0' }));
    const id = world.start(transfer(walletAt(world, 0).id));
    world.pass(300_000);
    expect(stateOf(world, id)).toBe('COMPLETE');
  });
});

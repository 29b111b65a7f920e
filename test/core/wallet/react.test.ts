import { describe, expect, it } from 'vitest';
import type { WalletEvent } from '../../../core/wallet/events.ts';
import { wallet } from '../../../core/wallet/index.ts';
import { react } from '../../../core/wallet/react.ts';
import { epochMs } from '../../support/engine/pure-world.ts';
import { given } from '../../support/given.ts';
import { accelerate, cancel, transfer } from '../../support/wallet/commands.ts';
import { fundedWallets, start, type WalletWorld } from '../../support/wallet/setups.ts';
import { inboundIdOf, steer, walletAt } from '../../support/wallet/world-queries.ts';

/** The dues of a transaction: names with their instants after the epoch. */
function duesOf(world: WalletWorld, id: string): Readonly<Record<string, number>> {
  const dues = world.state.dues.list().filter(({ subject }) => subject === id);
  return Object.fromEntries(dues.map(({ name, dueMs }) => [name, dueMs - epochMs]));
}

/** A world with a MEDIUM transfer to the second wallet, `afterMs` after its start. */
function started(afterMs: number) {
  const world = given(wallet, fundedWallets());
  const { address: destination } = walletAt(world, 1);
  const id = start(world, transfer(walletAt(world, 0).id, { destination }));
  world.after(afterMs);
  return { world, id };
}

describe('the dues of a transaction', () => {
  it.each([
    [0, { screen: 200 }],
    [200, { queue: 400 }],
    [400, { send: 1_000 }],
    [1_000, { mine: 24_000, stuck: 120_000 }],
    [24_000, { complete: 168_000 }],
    [168_000, {}],
  ])('%d ms after the start are %j', (ms, dues) => {
    const { world, id } = started(ms);
    expect(duesOf(world, id)).toEqual(dues);
  });

  it('are progress', () => {
    const { world, id } = started(1_000);
    const dues = world.state.dues.list().filter(({ subject }) => subject === id);
    expect(dues.map((due) => due.class)).toEqual(['progress', 'progress']);
  });

  it.each(['INITIATED', 'CLEARED', 'QUEUED'])('are none after a cancellation', (state) => {
    const { world, id } = started({ INITIATED: 0, CLEARED: 200, QUEUED: 400 }[state] ?? 0);
    world.having(cancel(id));
    expect(duesOf(world, id)).toEqual({});
  });

  it.each(['deny', 'fail'] as const)('are none after %s', (action) => {
    const { world, id } = started(0);
    world.having(steer(id, action));
    expect(duesOf(world, id)).toEqual({});
  });

  it('have no block after stick, and a block again after unstick', () => {
    const { world, id } = started(1_000);
    world.having(steer(id, 'stick'));
    expect(duesOf(world, id)).toEqual({ stuck: 120_000 });
    world.having(steer(id, 'unstick'));
    expect(duesOf(world, id)).toEqual({ mine: 24_000, stuck: 120_000 });
  });

  it('move with an acceleration and with a cancellation', () => {
    const { world, id } = started(2_000);
    world.having(accelerate(id));
    expect(duesOf(world, id)).toEqual({ mine: 12_000, stuck: 120_000 });
    const other = started(2_000);
    other.world.having(cancel(other.id));
    expect(duesOf(other.world, other.id)['mine']).toBe(12_000);
  });

  it('are cleared by a reorganisation, also those of the inbound record', () => {
    const { world, id } = started(24_000);
    const inboundId = inboundIdOf(world, id);
    expect(duesOf(world, inboundId)).toEqual({ complete: 168_000 });
    world.having(steer(id, 'reorg', 'failed'));
    expect(duesOf(world, id)).toEqual({});
    expect(duesOf(world, inboundId)).toEqual({});
  });
});

describe('the dues of a transaction that waits again', () => {
  it('are the next possible block, and a new wait until STUCK', () => {
    const { world, id } = started(24_000);
    const inboundId = inboundIdOf(world, id);
    world.having(steer(id, 'reorg'));
    expect(duesOf(world, id)).toEqual({ mine: 48_000, stuck: 144_000 });
    expect(duesOf(world, inboundId)).toEqual({});
  });
});

describe('the dues of later transactions in a lane', () => {
  it('wait for earlier transactions', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const first = start(world, transfer(walletId, { fee: { feeLevel: 'LOW' } }));
    const second = start(world, transfer(walletId, { fee: { feeLevel: 'HIGH' } }));
    world.after('1s');
    expect(duesOf(world, second)['mine']).toBe(48_000);
    world.having(steer(first, 'stick'));
    expect(duesOf(world, second)).not.toHaveProperty('mine');
    world.having(steer(first, 'confirm'));
    expect(duesOf(world, second)['mine']).toBe(12_000);
  });

  it('have no sending while the mempool is full', () => {
    const world = given(wallet, fundedWallets(['MATIC-AMOY']));
    const { id: walletId } = walletAt(world, 0);
    const token = { tokenId: '36b6931a-873a-56a8-8a27-b706b17104ee' };
    const ids = Array.from({ length: 17 }, () => start(world, transfer(walletId, { token })));
    world.after('400ms');
    expect(duesOf(world, ids[15] ?? '')).toEqual({ send: 1_000 });
    expect(duesOf(world, ids[16] ?? '')).toEqual({});
    world.having(cancel(ids[3] ?? ''));
    expect(duesOf(world, ids[16] ?? '')).toEqual({ send: 1_000 });
  });
});

describe('a change of the chain', () => {
  const change = { type: 'ChangeChain', blockchain: 'ETH-SEPOLIA' } as const;

  it('moves all dues that depend on blocks', () => {
    const { world, id } = started(1_000);
    world.having({ ...change, blockTimeMs: 2_000 });
    expect(duesOf(world, id)['mine']).toBe(5_000);
    world.after('4s');
    expect(duesOf(world, id)).toEqual({ complete: 29_000 });
    world.having({ ...change, paused: true });
    expect(duesOf(world, id)).toEqual({});
    world.after('1000s').having({ ...change, paused: false });
    expect(duesOf(world, id)).toEqual({ complete: 1_005_000 + 12 * 2_000 });
  });

  it('moves nothing on other chains', () => {
    const { world, id } = started(1_000);
    const before = duesOf(world, id);
    world.having({ ...change, blockchain: 'ETH', paused: true, blockTimeMs: 1 });
    expect(duesOf(world, id)).toEqual(before);
  });
});

describe('react', () => {
  it('sets no dues for events without consequences', () => {
    const { wallet: state } = given(wallet, fundedWallets());
    const events: WalletEvent[] = [
      { type: 'EntitySecretAdopted', fingerprint: 'f' },
      { type: 'WalletSetUpdated', walletSetId: 'x' },
      { type: 'WalletUpdated', walletId: 'x' },
      { type: 'TransactionRecovered', transactionId: 'x' },
      { type: 'TransactionCompleted', transactionId: 'x' },
    ];
    expect(events.flatMap((event) => react(event, state, epochMs))).toEqual([]);
  });
});

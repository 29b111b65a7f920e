import { describe, expect, it } from 'vitest';
import { chainOf, type Blockchain } from '../../../../core/wallet/chain/blockchains.ts';
import { firstHeight } from '../../../../core/wallet/chain/fee-market.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import {
  fundedWorld,
  strangerAddress,
  transfer,
  usdcId,
  type FundedWorld,
} from '../../../support/wallet/commands.ts';
import {
  broadcastOf,
  historyOf,
  holding,
  inboundIdOf,
  nativeIdOf,
  nonceOf,
  outboundOf,
  stateOf,
  steer,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

type Level = 'LOW' | 'MEDIUM' | 'HIGH';

/** Starts a transfer of native money from the first wallet to the second. */
function startNative(world: FundedWorld, feeLevel: Level = 'MEDIUM'): string {
  const { id, blockchain } = walletAt(world, 0);
  return world.start(
    transfer(id, {
      token: { tokenId: nativeIdOf(blockchain) },
      destination: walletAt(world, 1).address,
      fee: { feeLevel },
    }),
  );
}

function statesOf(world: FundedWorld, ids: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const id of ids) {
    const state = stateOf(world, id) ?? 'none';
    counts[state] = (counts[state] ?? 0) + 1;
  }
  return counts;
}

describe('a transfer', () => {
  it('is screened, queued and sent after its delays', () => {
    const world = fundedWorld();
    const id = startNative(world);
    expect(stateOf(world, id)).toBe('INITIATED');
    world.pass(300_000);
    expect(historyOf(world, id)).toEqual([
      ['TransferInitiated', 0],
      ['TransactionCleared', 200],
      ['TransactionQueued', 400],
      ['TransactionSent', 1_000],
      ['TransactionConfirmed', 24_000],
      ['TransactionCompleted', 168_000],
    ]);
    expect(stateOf(world, id)).toBe('COMPLETE');
  });

  it.each([
    ['HIGH', 1],
    ['MEDIUM', 2],
    ['LOW', 4],
  ] as const)('of the level %s is confirmed in the block number %d', (level, blocks) => {
    const world = fundedWorld();
    const id = startNative(world, level);
    world.pass(12_000 * blocks - 1);
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1);
    expect(outboundOf(world, id)).toMatchObject({
      state: 'CONFIRMED',
      mined: { height: firstHeight + blocks, atMs: epochMs + 12_000 * blocks },
    });
  });

  it('is complete as soon as the chain has confirmed it often enough', () => {
    const world = fundedWorld(['MATIC-AMOY']);
    const id = startNative(world, 'HIGH');
    world.pass(2_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
    world.pass(3_999);
    expect(stateOf(world, id)).toBe('CONFIRMED');
    world.pass(1);
    expect(stateOf(world, id)).toBe('COMPLETE');
  });

  it('skips CONFIRMED where blocks are final', () => {
    const world = fundedWorld(['ARC-TESTNET']);
    const id = startNative(world);
    world.pass(60_000);
    expect(historyOf(world, id).map(([type]) => type)).not.toContain('TransactionCompleted');
    expect(stateOf(world, id)).toBe('COMPLETE');
  });

  // reference/wallet.md section 7, "Timing", from SENT on: the delays before the chain come on top.
  it.each([
    ['ETH-SEPOLIA', 180_000],
    ['ARB-SEPOLIA', 180_000],
    ['BASE-SEPOLIA', 180_000],
    ['OP-SEPOLIA', 240_000],
    ['UNI-SEPOLIA', 180_000],
    ['AVAX-FUJI', 2_000],
    ['MATIC-AMOY', 5_000],
    ['SOL-DEVNET', 13_000],
    ['ARC-TESTNET', 1_000],
    ['MONAD-TESTNET', 1_000],
    ['APTOS-TESTNET', 500],
  ] as const)('on %s is complete about %d ms after it was sent', (blockchain: Blockchain, ms) => {
    const world = fundedWorld([blockchain], { native: '10' });
    const id = startNative(world);
    world.pass(1_000);
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1_000_000);
    expect(stateOf(world, id)).toBe('COMPLETE');
    const blockTimeMs = chainOf(blockchain).rules?.blockTimeMs ?? 0;
    const tookMs = (historyOf(world, id).at(-1)?.[1] ?? 0) - 1_000;
    expect(Math.abs(tookMs - ms)).toBeLessThanOrEqual(Math.max(ms / 4, 2 * blockTimeMs));
  });

  it('moves the money and burns the gas when it is confirmed, not before', () => {
    const world = fundedWorld();
    const [sender, receiver] = [walletAt(world, 0), walletAt(world, 1)];
    const id = world.start(transfer(sender.id, { destination: receiver.address }));
    const ether = 10n ** 19n;
    world.pass(23_999);
    expect(holding(world, sender, usdcId)).toEqual({ units: 10n ** 9n, reserved: 10n ** 6n });
    expect(holding(world, sender).units).toBe(ether);
    world.pass(1);
    const { fee, ...settled } = outboundOf(world, id);
    const networkFee = settled.state === 'CONFIRMED' ? settled.mined.networkFee : 0n;
    expect(networkFee).toBeGreaterThan(0n);
    expect(networkFee).toBeLessThanOrEqual(fee.maxFee * fee.gasLimit);
    expect(holding(world, sender, usdcId)).toEqual({ units: 999n * 10n ** 6n, reserved: 0n });
    expect(holding(world, sender)).toEqual({ units: ether - networkFee, reserved: 0n });
    expect(holding(world, receiver, usdcId).units).toBe(1_001n * 10n ** 6n);
    expect(holding(world, receiver).units).toBe(ether);
  });

  it('to a wallet of the service has a twin with the same hash, which completes with it', () => {
    const world = fundedWorld();
    const id = startNative(world);
    const inbound = () => world.wallet.transactions.get(inboundIdOf(world, id));
    world.pass(23_999);
    expect(inbound()).toBeUndefined();
    world.pass(1);
    const settled = outboundOf(world, id);
    const mined = 'mined' in settled ? settled.mined : undefined;
    expect(inbound()).toMatchObject({
      direction: 'INBOUND',
      state: 'CONFIRMED',
      walletId: walletAt(world, 1).id,
      movements: settled.movements,
      source: settled.source,
      mined: { txHash: mined?.txHash, height: mined?.height, networkFee: 0n },
    });
    world.pass(144_000);
    expect([stateOf(world, id), inbound()?.state]).toEqual(['COMPLETE', 'COMPLETE']);
  });

  it('to a stranger has no twin, but the money arrives', () => {
    const world = fundedWorld();
    const id = world.start(transfer(walletAt(world, 0).id));
    world.pass(24_000);
    expect(outboundOf(world, id)).not.toHaveProperty('inboundIds');
    const stranger = { blockchain: 'ETH-SEPOLIA', address: strangerAddress } as const;
    expect(holding(world, stranger, usdcId).units).toBe(1_000_000n);
  });

  it('to oneself costs gas only', () => {
    const world = fundedWorld();
    const wallet = walletAt(world, 0);
    world.did(transfer(wallet.id, { destination: wallet.address, amounts: ['1000'] }));
    world.pass(300_000);
    expect(holding(world, wallet, usdcId)).toEqual({ units: 10n ** 9n, reserved: 0n });
    expect(holding(world, wallet).units).toBeLessThan(10n ** 19n);
  });
});

describe('the nonces of a sender', () => {
  it('follow the order of the transfers, for each sender from 0', () => {
    const world = fundedWorld();
    const ids = [0, 0, 1, 0, 1].map((index) => world.start(transfer(walletAt(world, index).id)));
    world.pass(400);
    expect(ids.map((id) => nonceOf(world, id))).toEqual([0, 1, 0, 2, 1]);
    world.pass(300_000);
    const later = world.start(transfer(walletAt(world, 0).id));
    world.pass(400);
    expect(nonceOf(world, later)).toBe(3);
  });

  it('do not exist on Solana', () => {
    const world = fundedWorld(['SOL-DEVNET']);
    const id = startNative(world);
    world.pass(400);
    expect(stateOf(world, id)).toBe('QUEUED');
    expect(nonceOf(world, id)).toBeUndefined();
  });

  it('are used up by what is confirmed only when their turn has come', () => {
    const world = fundedWorld();
    const [low, high] = [startNative(world, 'LOW'), startNative(world, 'HIGH')];
    world.pass(47_999);
    expect([stateOf(world, low), stateOf(world, high)]).toEqual(['SENT', 'SENT']);
    world.pass(1);
    expect([stateOf(world, low), stateOf(world, high)]).toEqual(['CONFIRMED', 'CONFIRMED']);
  });

  it('do not hold anything up on Solana', () => {
    const world = fundedWorld(['SOL-DEVNET']);
    const [held, free] = [startNative(world), startNative(world)];
    world.pass(1_000);
    world.did(steer(held, 'stick'));
    world.pass(60_000);
    expect([stateOf(world, held), stateOf(world, free)]).toEqual(['STUCK', 'COMPLETE']);
  });
});

describe('the pending limit', () => {
  it('lets 16 of a sender into the mempool on MATIC-AMOY, and the others as slots get free', () => {
    const world = fundedWorld(['MATIC-AMOY'], { native: '1000' });
    const ids = Array.from({ length: 18 }, () => startNative(world));
    world.pass(1_000);
    expect(statesOf(world, ids)).toEqual({ SENT: 16, QUEUED: 2 });
    expect(ids.slice(16).map((id) => stateOf(world, id))).toEqual(['QUEUED', 'QUEUED']);
    world.pass(2_999);
    expect(statesOf(world, ids)).toEqual({ SENT: 16, QUEUED: 2 });
    world.pass(1);
    expect(statesOf(world, ids)).toEqual({ CONFIRMED: 16, SENT: 2 });
    world.pass(60_000);
    expect(statesOf(world, ids)).toEqual({ COMPLETE: 18 });
    expect(ids.map((id) => nonceOf(world, id))).toEqual(ids.map((_, index) => index));
  });

  it('counts each sender alone', () => {
    const world = fundedWorld(['MATIC-AMOY'], { native: '1000' });
    for (let count = 0; count < 17; count += 1) startNative(world);
    const token = { tokenId: nativeIdOf('MATIC-AMOY') };
    const other = world.start(transfer(walletAt(world, 1).id, { token }));
    world.pass(1_000);
    expect(stateOf(world, other)).toBe('SENT');
  });
});

describe('a stuck transaction', () => {
  /** A world with a LOW transfer that a rush on the chain has overtaken. */
  function overtaken() {
    const world = fundedWorld();
    const id = startNative(world, 'LOW');
    world.pass(1_000);
    world.did({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '4' });
    return { world, id };
  }

  it('is one that ten blocks have not taken because its fee is too low', () => {
    const { world, id } = overtaken();
    world.pass(118_999); // the tenth block comes at 120 s
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1);
    expect(stateOf(world, id)).toBe('STUCK');
    world.pass(10_000_000);
    expect(stateOf(world, id)).toBe('STUCK');
  });

  it('makes those behind it stuck, and lets them go with it', () => {
    const { world, id } = overtaken();
    const behind = startNative(world, 'HIGH');
    world.pass(300_000);
    expect(broadcastOf(world, behind).state).toBe('STUCK');
    world.did({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '0' });
    world.pass(1_000_000);
    expect([stateOf(world, id), stateOf(world, behind)]).toEqual(['COMPLETE', 'COMPLETE']);
  });

  it('was SENT again when a block took it after all', () => {
    const { world, id } = overtaken();
    world.pass(200_000);
    world.did(steer(id, 'confirm'));
    world.pass(12_000);
    const steps = historyOf(world, id).map(([type]) => type);
    expect(steps.slice(-4)).toEqual([
      'TransactionStuck',
      'TransactionSteered',
      'TransactionRecovered',
      'TransactionConfirmed',
    ]);
  });
});

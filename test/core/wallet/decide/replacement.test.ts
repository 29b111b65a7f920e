import { describe, expect, it } from 'vitest';
import { firstHeight } from '../../../../core/wallet/chain/fee-market.ts';
import {
  accelerate,
  cancel,
  fundedWorld,
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

const ether = 10n ** 18n;
const untouched = { units: 10n * ether, reserved: 0n };

/** A world with a transfer of 1 USDC, so many milliseconds after its start. */
function started(afterMs: number, feeLevel: Level = 'MEDIUM'): { world: FundedWorld; id: string } {
  const world = fundedWorld();
  const id = world.start(transfer(walletAt(world, 0).id, { fee: { feeLevel } }));
  world.pass(afterMs);
  return { world, id };
}

/** The same, stuck. */
function stuck() {
  const own = started(1_000);
  own.world.did(steer(own.id, 'stick'));
  own.world.pass(120_000);
  expect(stateOf(own.world, own.id)).toBe('STUCK');
  return own;
}

describe('the wallet of a replacement', () => {
  it.each([
    ['accelerate', accelerate],
    ['cancel', cancel],
  ])('is not frozen: %s', (_name, replace) => {
    const { world, id } = started(1_000);
    const walletId = walletAt(world, 0).id;
    world.did({ type: 'FreezeWallet', walletId });
    expect(world.refused(replace(id)).code).toBe('WALLET_FROZEN');
    world.did({ type: 'UnfreezeWallet', walletId });
    expect(world.did(replace(id))).toHaveLength(1);
  });
});

describe('accelerate', () => {
  it('keeps id and nonce, and takes another hash and the HIGH level', () => {
    const { world, id } = started(1_000, 'LOW');
    const before = broadcastOf(world, id);
    world.did(accelerate(id));
    const after = broadcastOf(world, id);
    expect(after).toMatchObject({ id, state: 'SENT', nonce: before.nonce, fee: { level: 'HIGH' } });
    expect(after.attempt.txHash).not.toBe(before.attempt.txHash);
    expect(after.fee.maxFee).toBe(after.attempt.maxFee);
    expect(after.gasReserved).toBe(after.attempt.maxFee * 65_000n);
    world.pass(11_000);
    expect(outboundOf(world, id)).toMatchObject({
      state: 'CONFIRMED',
      mined: { txHash: after.attempt.txHash },
    });
  });

  it('offers a tenth more each time, even where HIGH would be less', () => {
    const { world, id } = started(1_000, 'HIGH');
    for (let round = 0; round < 4; round += 1) {
      const { attempt: before } = broadcastOf(world, id);
      world.did(accelerate(id));
      const { attempt: after } = broadcastOf(world, id);
      expect(after.maxFee * 10n).toBeGreaterThanOrEqual(before.maxFee * 11n);
      expect(after.priorityFee * 10n).toBeGreaterThanOrEqual(before.priorityFee * 11n);
      expect(after.priorityFee).toBeLessThanOrEqual(after.maxFee);
    }
  });

  it('brings a stuck transaction back to SENT and into a block', () => {
    const { world, id } = stuck();
    world.did(accelerate(id));
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(12_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
  });

  it('rescues what was dropped, and gives it ten blocks anew', () => {
    const { world, id } = started(2_000);
    world.did(steer(id, 'drop'));
    world.pass(60_000);
    world.did(accelerate(id));
    world.did(steer(id, 'stick'));
    world.pass(117_999); // the fifth block came at 60 s, the fifteenth comes at 180 s
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1);
    expect(stateOf(world, id)).toBe('STUCK');
  });

  it('lets those behind go with it', () => {
    const world = fundedWorld();
    const { id: walletId } = walletAt(world, 0);
    const [first, second] = [world.start(transfer(walletId)), world.start(transfer(walletId))];
    world.pass(1_000);
    world.did(steer(first, 'drop'));
    world.pass(200_000);
    expect(stateOf(world, second)).toBe('STUCK');
    world.did(accelerate(first));
    world.pass(12_000);
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'CONFIRMED']);
  });

  it.each([0, 200, 400, 24_000, 168_000])('is refused %d ms after the start', (ms) => {
    const { world, id } = started(ms);
    expect(world.refused(accelerate(id)).code).toBe('TRANSACTION_PAST_HELP');
  });

  it('is refused while a cancellation is under way', () => {
    const { world, id } = started(1_000);
    world.did(cancel(id));
    expect(world.refused(accelerate(id)).code).toBe('STATE_UNFIT');
  });
});

describe('cancel, before anything is sent', () => {
  it.each([
    ['INITIATED', 0],
    ['CLEARED', 200],
    ['QUEUED', 400],
  ] as const)('takes back what is %s at once and for nothing', (state, ms) => {
    const { world, id } = started(ms);
    expect(stateOf(world, id)).toBe(state);
    world.did(cancel(id));
    expect(outboundOf(world, id)).toMatchObject({ state: 'CANCELLED' });
    expect(outboundOf(world, id)).not.toHaveProperty('mined');
    expect(holding(world, walletAt(world, 0))).toEqual(untouched);
    expect(holding(world, walletAt(world, 0), usdcId).reserved).toBe(0n);
    world.pass(1_000_000);
    expect(stateOf(world, id)).toBe('CANCELLED');
  });

  it('of a queued one moves those behind it up, so that no nonce is left out', () => {
    const world = fundedWorld();
    const { id: walletId } = walletAt(world, 0);
    const ids = Array.from({ length: 4 }, () => world.start(transfer(walletId)));
    world.pass(500);
    world.did(cancel(ids[1] ?? ''));
    expect(ids.map((id) => nonceOf(world, id))).toEqual([0, undefined, 1, 2]);
    const last = world.start(transfer(walletId));
    world.pass(400);
    expect(nonceOf(world, last)).toBe(3);
    world.pass(300_000);
    const states = [...ids, last].map((id) => stateOf(world, id));
    expect(states).toEqual(['COMPLETE', 'CANCELLED', 'COMPLETE', 'COMPLETE', 'COMPLETE']);
  });

  it('of the last queued one gives its nonce to the next', () => {
    const { world, id } = started(400);
    world.did(cancel(id));
    const next = world.start(transfer(walletAt(world, 0).id));
    world.pass(400);
    expect(nonceOf(world, next)).toBe(0);
  });
});

describe('cancel, in the mempool', () => {
  it('wins against a transfer that no block has taken, and costs its gas', () => {
    const { world, id } = started(2_000, 'LOW');
    world.did(cancel(id));
    const { cancellation } = broadcastOf(world, id);
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(9_999);
    expect(stateOf(world, id)).toBe('SENT');
    world.pass(1);
    const cancelled = outboundOf(world, id);
    expect(cancelled).toMatchObject({
      state: 'CANCELLED',
      mined: { txHash: cancellation?.txHash, height: firstHeight + 1 },
    });
    const networkFee = 'mined' in cancelled ? (cancelled.mined?.networkFee ?? 0n) : 0n;
    expect(networkFee).toBeGreaterThan(0n);
    expect(holding(world, walletAt(world, 0))).toEqual({
      units: 10n * ether - networkFee,
      reserved: 0n,
    });
    expect(holding(world, walletAt(world, 0), usdcId)).toEqual({ units: 10n ** 9n, reserved: 0n });
  });

  it('uses the nonce up', () => {
    const { world, id } = started(2_000);
    world.did(cancel(id));
    world.pass(100_000);
    const next = world.start(transfer(walletAt(world, 0).id));
    world.pass(400);
    expect(nonceOf(world, next)).toBe(1);
    world.pass(300_000);
    expect(stateOf(world, next)).toBe('COMPLETE');
  });

  it('loses when it comes 100 ms before the block that takes the transfer', () => {
    const { world, id } = started(23_900);
    world.did(cancel(id));
    const { attempt } = broadcastOf(world, id);
    world.pass(100);
    expect(outboundOf(world, id)).toMatchObject({
      state: 'CONFIRMED',
      mined: { txHash: attempt.txHash },
    });
    expect(holding(world, walletAt(world, 0)).reserved).toBe(0n);
    world.pass(300_000);
    expect(stateOf(world, id)).toBe('COMPLETE');
    expect(historyOf(world, id).map(([type]) => type)).not.toContain('CancellationConfirmed');
  });

  it('takes a stuck transaction out of the way', () => {
    const { world, id } = stuck();
    world.did(cancel(id));
    expect(stateOf(world, id)).toBe('STUCK');
    world.pass(12_000);
    expect(stateOf(world, id)).toBe('CANCELLED');
  });

  it('has no more effect the second time, under a key of its own', () => {
    const { world, id } = started(2_000);
    world.did(cancel(id));
    const before = broadcastOf(world, id);
    world.did(cancel(id));
    expect(broadcastOf(world, id)).toEqual(before);
    world.pass(10_000);
    expect(stateOf(world, id)).toBe('CANCELLED');
    expect(historyOf(world, id).filter(([type]) => type === 'CancellationConfirmed')).toHaveLength(
      1,
    );
  });

  it('keeps the gas of the transfer reserved, which may still win', () => {
    const { world, id } = started(1_000, 'HIGH');
    const before = broadcastOf(world, id).gasReserved;
    world.did(cancel(id));
    const { gasReserved } = broadcastOf(world, id);
    expect(gasReserved).toBeGreaterThanOrEqual(before);
    expect(holding(world, walletAt(world, 0)).reserved).toBe(gasReserved);
  });

  it('outbids the transfer by a tenth at least', () => {
    const { world, id } = started(1_000, 'HIGH');
    world.did(accelerate(id));
    world.did(cancel(id));
    const { attempt, cancellation } = broadcastOf(world, id);
    expect((cancellation?.maxFee ?? 0n) * 10n).toBeGreaterThanOrEqual(attempt.maxFee * 11n);
  });
});

describe('cancel, too late', () => {
  it.each([24_000, 168_000])('is refused %d ms after the start', (ms) => {
    const { world, id } = started(ms);
    expect(world.refused(cancel(id)).code).toBe('TRANSACTION_PAST_HELP');
  });

  it.each(['deny', 'fail'] as const)('is refused after %s', (action) => {
    const { world, id } = started(0);
    world.did(steer(id, action));
    expect(world.refused(cancel(id)).code).toBe('TRANSACTION_PAST_HELP');
  });

  it('is refused when it has happened already', () => {
    const { world, id } = started(0);
    world.did(cancel(id));
    expect(world.refused(cancel(id)).code).toBe('TRANSACTION_PAST_HELP');
  });
});

describe('both', () => {
  it.each(['SOL-DEVNET', 'ARB-SEPOLIA'] as const)('are not offered on %s', (blockchain) => {
    const world = fundedWorld([blockchain]);
    const token = { tokenId: nativeIdOf(blockchain) };
    const destination = walletAt(world, 1).address;
    const id = world.start(transfer(walletAt(world, 0).id, { token, destination }));
    world.pass(1_000);
    expect(world.refused(cancel(id)).code).toBe('OPERATION_NOT_OFFERED');
    expect(world.refused(accelerate(id)).code).toBe('OPERATION_NOT_OFFERED');
  });

  it('want a key of the network of the transaction', () => {
    const { world, id } = started(1_000);
    expect(world.refused(cancel(id, { network: 'main' })).code).toBe('KEY_KIND_MISMATCH');
    expect(world.refused(accelerate(id, { network: 'main' })).code).toBe('KEY_KIND_MISMATCH');
  });

  it('are refused for the record of a receiver', () => {
    const world = fundedWorld();
    const { id: walletId } = walletAt(world, 0);
    const id = world.start(transfer(walletId, { destination: walletAt(world, 1).address }));
    world.pass(24_000);
    const inboundId = inboundIdOf(world, id);
    expect(world.refused(cancel(inboundId)).code).toBe('TRANSACTION_INBOUND');
    expect(world.refused(accelerate(inboundId)).code).toBe('TRANSACTION_INBOUND');
  });

  it('are refused where the wallet cannot pay for the replacement', () => {
    const world = fundedWorld(['ETH-SEPOLIA'], { native: '0.0008', usdc: '10' });
    const fee = { gasLimit: '65000', maxFee: '12', priorityFee: '12' };
    const id = world.start(transfer(walletAt(world, 0).id, { fee }));
    world.pass(1_000);
    expect(world.refused(accelerate(id)).code).toBe('NATIVE_BALANCE_TOO_LOW');
    world.did(cancel(id)); // its gas is a third
    expect(stateOf(world, id)).toBe('SENT');
  });
});

import { describe, expect, it } from 'vitest';
import { firstHeight } from '../../../../core/wallet/chain/fee-market.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { given } from '../../../support/given.ts';
import { accelerate, cancel, transfer, usdcId } from '../../../support/wallet/commands.ts';
import {
  balanceAt,
  fundedWallets,
  outboundOfId,
  start,
  startedTransfer,
  stateOfId,
  stuckTransfer,
} from '../../../support/wallet/setups.ts';
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

const ether = 10n ** 18n;
const untouched = { units: 10n * ether, reserved: 0n };

describe('the wallet of a replacement', () => {
  it.each([
    ['accelerate', accelerate],
    ['cancel', cancel],
  ])('is not frozen: %s', (_name, replace) => {
    const world = given(wallet, startedTransfer()).after('1s');
    const { id } = world;
    const walletId = walletAt(world, 0).id;
    world
      .having({ type: 'FreezeWallet', walletId })
      .when(replace(id))
      .refused('WALLET_FROZEN')
      .having({ type: 'UnfreezeWallet', walletId });
    expect(world.having(replace(id)).events).toHaveLength(1);
  });
});

describe('accelerate', () => {
  it('has the same id and nonce, another hash and the HIGH level', () => {
    const world = given(wallet, startedTransfer({ fee: { feeLevel: 'LOW' } })).after('1s');
    const { id } = world;
    const before = broadcastOf(world, id);
    world.having(accelerate(id));
    const after = broadcastOf(world, id);
    expect(after).toMatchObject({ id, state: 'SENT', nonce: before.nonce, fee: { level: 'HIGH' } });
    expect(after.attempt.txHash).not.toBe(before.attempt.txHash);
    expect(after.fee.maxFee).toBe(after.attempt.maxFee);
    expect(after.gasReserved).toBe(after.attempt.maxFee * 65_000n);
    world.after('11s').shows(outboundOfId(id), {
      state: 'CONFIRMED',
      mined: { txHash: after.attempt.txHash },
    });
  });

  it('offers a tenth more each time, even where HIGH would be less', () => {
    const world = given(wallet, startedTransfer({ fee: { feeLevel: 'HIGH' } })).after('1s');
    const { id } = world;
    for (let round = 0; round < 4; round += 1) {
      const { attempt: before } = broadcastOf(world, id);
      world.having(accelerate(id));
      const { attempt: after } = broadcastOf(world, id);
      expect(after.maxFee * 10n).toBeGreaterThanOrEqual(before.maxFee * 11n);
      expect(after.priorityFee * 10n).toBeGreaterThanOrEqual(before.priorityFee * 11n);
      expect(after.priorityFee).toBeLessThanOrEqual(after.maxFee);
    }
  });

  it('returns a stuck transaction to SENT, and a block includes it', () => {
    const world = given(wallet, stuckTransfer);
    const { id } = world;
    world
      .having(accelerate(id))
      .shows(stateOfId(id), 'SENT')
      .after('12s')
      .shows(stateOfId(id), 'CONFIRMED');
  });

  it('recovers a dropped transaction and restarts its ten blocks', () => {
    const world = given(wallet, startedTransfer()).after('2s');
    const { id } = world;
    world
      .having(steer(id, 'drop'))
      .after('1m')
      .having(accelerate(id))
      .having(steer(id, 'stick'))
      .after('117.999s') // the fifth block came at 60 s, the fifteenth comes at 180 s
      .shows(stateOfId(id), 'SENT')
      .after('1ms')
      .shows(stateOfId(id), 'STUCK');
  });

  it('releases later transactions, too', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const [first, second] = [start(world, transfer(walletId)), start(world, transfer(walletId))];
    world
      .after('1s')
      .having(steer(first, 'drop'))
      .after('200s')
      .shows(stateOfId(second), 'STUCK')
      .having(accelerate(first))
      .after('12s');
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'CONFIRMED']);
  });

  it.each([0, 200, 400, 24_000, 168_000])('is refused %d ms after the start', (ms) => {
    const world = given(wallet, startedTransfer()).after(ms);
    const { id } = world;
    world.when(accelerate(id)).refused('TRANSACTION_PAST_HELP');
  });

  it('is refused while a cancellation is under way', () => {
    const world = given(wallet, startedTransfer()).after('1s');
    const { id } = world;
    world.having(cancel(id)).when(accelerate(id)).refused('STATE_UNFIT');
  });
});

describe('cancel, before anything is sent', () => {
  it.each([
    ['INITIATED', 0],
    ['CLEARED', 200],
    ['QUEUED', 400],
  ] as const)('cancels a transaction that is %s at once and free of charge', (state, ms) => {
    const world = given(wallet, startedTransfer()).after(ms);
    const { id } = world;
    world
      .shows(stateOfId(id), state)
      .having(cancel(id))
      .shows(outboundOfId(id), { state: 'CANCELLED' });
    expect(outboundOf(world, id)).not.toHaveProperty('mined');
    world.showsExactly(balanceAt(walletAt(world, 0)), untouched);
    expect(holding(world, walletAt(world, 0), usdcId).reserved).toBe(0n);
    world.after('1000s').shows(stateOfId(id), 'CANCELLED');
  });

  it('of a queued one moves later ones up, so that no nonce is skipped', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const ids = Array.from({ length: 4 }, () => start(world, transfer(walletId)));
    world.after('500ms').having(cancel(ids[1] ?? ''));
    expect(ids.map((id) => nonceOf(world, id))).toEqual([0, undefined, 1, 2]);
    const last = start(world, transfer(walletId));
    world.after('400ms');
    expect(nonceOf(world, last)).toBe(3);
    world.after('5m');
    const states = [...ids, last].map((id) => stateOf(world, id));
    expect(states).toEqual(['COMPLETE', 'CANCELLED', 'COMPLETE', 'COMPLETE', 'COMPLETE']);
  });

  it('of the last queued one frees its nonce for the next', () => {
    const world = given(wallet, startedTransfer()).after('400ms');
    const { id } = world;
    world.having(cancel(id));
    const next = start(world, transfer(walletAt(world, 0).id));
    world.after('400ms');
    expect(nonceOf(world, next)).toBe(0);
  });
});

describe('cancel, in the mempool', () => {
  it('wins against a transfer that no block has included, and costs its gas', () => {
    const world = given(wallet, startedTransfer({ fee: { feeLevel: 'LOW' } })).after('2s');
    const { id } = world;
    world.having(cancel(id));
    const { cancellation } = broadcastOf(world, id);
    world.shows(stateOfId(id), 'SENT').after('9.999s').shows(stateOfId(id), 'SENT').after('1ms');
    const cancelled = outboundOf(world, id);
    expect(cancelled).toMatchObject({
      state: 'CANCELLED',
      mined: { txHash: cancellation?.txHash, height: firstHeight + 1 },
    });
    const networkFee = 'mined' in cancelled ? (cancelled.mined?.networkFee ?? 0n) : 0n;
    expect(networkFee).toBeGreaterThan(0n);
    world
      .showsExactly(balanceAt(walletAt(world, 0)), {
        units: 10n * ether - networkFee,
        reserved: 0n,
      })
      .showsExactly(balanceAt(walletAt(world, 0), usdcId), { units: 10n ** 9n, reserved: 0n });
  });

  it('uses the nonce up', () => {
    const world = given(wallet, startedTransfer()).after('2s');
    const { id } = world;
    world.having(cancel(id)).after('100s');
    const next = start(world, transfer(walletAt(world, 0).id));
    world.after('400ms');
    expect(nonceOf(world, next)).toBe(1);
    world.after('5m').shows(stateOfId(next), 'COMPLETE');
  });

  it('loses 100 ms before the block that includes the transfer', () => {
    const world = given(wallet, startedTransfer()).after('23.9s');
    const { id } = world;
    world.having(cancel(id));
    const { attempt } = broadcastOf(world, id);
    world.after('100ms').shows(outboundOfId(id), {
      state: 'CONFIRMED',
      mined: { txHash: attempt.txHash },
    });
    expect(holding(world, walletAt(world, 0)).reserved).toBe(0n);
    world.after('5m').shows(stateOfId(id), 'COMPLETE');
    expect(historyOf(world, id).map(([type]) => type)).not.toContain('CancellationConfirmed');
  });

  it('replaces a stuck transaction', () => {
    const world = given(wallet, stuckTransfer);
    const { id } = world;
    world
      .having(cancel(id))
      .shows(stateOfId(id), 'STUCK')
      .after('12s')
      .shows(stateOfId(id), 'CANCELLED');
  });

  it('has no further effect the second time, with another key', () => {
    const world = given(wallet, startedTransfer()).after('2s');
    const { id } = world;
    world.having(cancel(id));
    const before = broadcastOf(world, id);
    world.having(cancel(id));
    expect(broadcastOf(world, id)).toEqual(before);
    world.after('10s').shows(stateOfId(id), 'CANCELLED');
    expect(historyOf(world, id).filter(([type]) => type === 'CancellationConfirmed')).toHaveLength(
      1,
    );
  });

  it('keeps the gas of the transfer reserved, which may still win', () => {
    const world = given(wallet, startedTransfer({ fee: { feeLevel: 'HIGH' } })).after('1s');
    const { id } = world;
    const before = broadcastOf(world, id).gasReserved;
    world.having(cancel(id));
    const { gasReserved } = broadcastOf(world, id);
    expect(gasReserved).toBeGreaterThanOrEqual(before);
    expect(holding(world, walletAt(world, 0)).reserved).toBe(gasReserved);
  });

  it('outbids the transfer by a tenth at least', () => {
    const world = given(wallet, startedTransfer({ fee: { feeLevel: 'HIGH' } })).after('1s');
    const { id } = world;
    world.having(accelerate(id)).having(cancel(id));
    const { attempt, cancellation } = broadcastOf(world, id);
    expect((cancellation?.maxFee ?? 0n) * 10n).toBeGreaterThanOrEqual(attempt.maxFee * 11n);
  });
});

describe('cancel, too late', () => {
  it.each([24_000, 168_000])('is refused %d ms after the start', (ms) => {
    const world = given(wallet, startedTransfer()).after(ms);
    const { id } = world;
    world.when(cancel(id)).refused('TRANSACTION_PAST_HELP');
  });

  it.each(['deny', 'fail'] as const)('is refused after %s', (action) => {
    const world = given(wallet, startedTransfer());
    const { id } = world;
    world.having(steer(id, action)).when(cancel(id)).refused('TRANSACTION_PAST_HELP');
  });

  it('is refused when the transaction is already cancelled', () => {
    const world = given(wallet, startedTransfer());
    const { id } = world;
    world.having(cancel(id)).when(cancel(id)).refused('TRANSACTION_PAST_HELP');
  });
});

describe('both', () => {
  it.each(['SOL-DEVNET', 'ARB-SEPOLIA'] as const)('are not offered on %s', (blockchain) => {
    const world = given(wallet, fundedWallets([blockchain]));
    const token = { tokenId: nativeIdOf(blockchain) };
    const destination = walletAt(world, 1).address;
    const id = start(world, transfer(walletAt(world, 0).id, { token, destination }));
    world
      .after('1s')
      .when(cancel(id))
      .refused('OPERATION_NOT_OFFERED')
      .when(accelerate(id))
      .refused('OPERATION_NOT_OFFERED');
  });

  it('require a key of the network of the transaction', () => {
    const world = given(wallet, startedTransfer()).after('1s');
    const { id } = world;
    world
      .when(cancel(id, { network: 'main' }))
      .refused('KEY_KIND_MISMATCH')
      .when(accelerate(id, { network: 'main' }))
      .refused('KEY_KIND_MISMATCH');
  });

  it('are refused for the record of a receiver', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const id = start(world, transfer(walletId, { destination: walletAt(world, 1).address }));
    world.after('24s');
    const inboundId = inboundIdOf(world, id);
    world
      .when(cancel(inboundId))
      .refused('TRANSACTION_INBOUND')
      .when(accelerate(inboundId))
      .refused('TRANSACTION_INBOUND');
  });

  it('are refused if the wallet cannot pay for the replacement', () => {
    const world = given(wallet, fundedWallets(['ETH-SEPOLIA'], { native: '0.0008', usdc: '10' }));
    const fee = { gasLimit: '65000', maxFee: '12', priorityFee: '12' };
    const id = start(world, transfer(walletAt(world, 0).id, { fee }));
    world
      .after('1s')
      .when(accelerate(id))
      .refused('NATIVE_BALANCE_TOO_LOW')
      .having(cancel(id)) // its gas is a third of that of the transfer
      .shows(stateOfId(id), 'SENT');
  });
});

import { describe, expect, it } from 'vitest';
import { heightAt } from '../../../../core/wallet/chain/fee-market.ts';
import type { Blockchain } from '../../../../core/wallet/chain/blockchains.ts';
import {
  accelerate,
  cancel,
  execution,
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

const ether = 10n ** 18n;
const thousand = 10n ** 9n; // USDC

/** A world with a transfer of 1 USDC to the second wallet, so many milliseconds after its start. */
function started(afterMs: number) {
  const world = fundedWorld();
  const { address: destination } = walletAt(world, 1);
  const id = world.start(transfer(walletAt(world, 0).id, { destination }));
  world.pass(afterMs);
  return { world, id };
}

/** What a transaction paid for its block. */
function paid(world: FundedWorld, id: string): bigint {
  const transaction = outboundOf(world, id);
  return 'mined' in transaction ? (transaction.mined?.networkFee ?? 0n) : 0n;
}

describe('a reorganisation of a mint whose NFT has gone on', () => {
  it('is refused until what moved it is out of the way', () => {
    const world = fundedWorld();
    const { id: walletId, address } = walletAt(world, 0);
    const contract = '0x00000000000000000000000000000000000000c0';
    const call = (signature: string, parameters: readonly string[]) =>
      world.start(execution(walletId, { contract, signature, parameters }));
    const mint = call('safeMint(address,uint256)', [address, '7']);
    world.pass(24_000);
    const onward = [address, strangerAddress, '7'];
    const move = call('transferFrom(address,address,uint256)', onward);
    world.pass(24_000);
    expect([mint, move].map((id) => stateOf(world, id))).toEqual(['CONFIRMED', 'CONFIRMED']);
    expect(world.refused(steer(mint, 'reorg'))).toEqual({
      code: 'BALANCE_TOO_LOW',
      detail:
        'the wallet has passed on what it would need again; reorg what moved it to "failed" first',
    });
    expect(world.refused(steer(mint, 'reorg', 'failed')).code).toBe('FUNDS_SPENT');
    world.did(steer(move, 'reorg', 'failed'));
    expect(world.did(steer(mint, 'reorg', 'failed'))).toHaveLength(1);
    expect(world.wallet.nfts.size).toBe(0);
  });
});

describe('a reorganisation that returns a transaction to the mempool', () => {
  it('makes it wait as if no block had taken it, under the same hash and nonce', () => {
    const { world, id } = started(2_000);
    const sent = broadcastOf(world, id);
    const before = [walletAt(world, 0), walletAt(world, 1)].flatMap((wallet) => [
      holding(world, wallet),
      holding(world, wallet, usdcId),
    ]);
    world.pass(22_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
    const inboundId = inboundIdOf(world, id);
    world.did(steer(id, 'reorg'));
    const again = broadcastOf(world, id);
    const chain = world.wallet.chains.get('ETH-SEPOLIA');
    if (chain === undefined) throw new Error('ETH-SEPOLIA is not run');
    const height = heightAt(chain, world.state.nowMs);
    expect(again).toEqual({
      ...sent,
      attempt: { ...sent.attempt, fromHeight: height, stuckCountFrom: height },
      updatedMs: world.state.nowMs,
    });
    const after = [walletAt(world, 0), walletAt(world, 1)].flatMap((wallet) => [
      holding(world, wallet),
      holding(world, wallet, usdcId),
    ]);
    expect(after).toEqual(before);
    expect(world.wallet.transactions.get(inboundId)).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'FAILED_REORG' },
    });
  });

  it('is the default, and a later block takes it with a new record for the receiver', () => {
    const { world, id } = started(24_000);
    const first = inboundIdOf(world, id);
    world.did(steer(id, 'reorg'));
    world.pass(24_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
    const second = inboundIdOf(world, id);
    expect(second).not.toBe(first);
    world.pass(200_000);
    expect([id, first, second].map((one) => stateOf(world, one))).toEqual([
      'COMPLETE',
      'FAILED',
      'COMPLETE',
    ]);
    expect(holding(world, walletAt(world, 1), usdcId).units).toBe(thousand + 1_000_000n);
    expect(holding(world, walletAt(world, 0)).units).toBe(10n * ether - paid(world, id));
  });

  it('lets it be cancelled or accelerated again', () => {
    const { world, id } = started(24_000);
    world.did(steer(id, 'reorg'));
    world.did(accelerate(id));
    world.did(cancel(id));
    world.pass(24_000);
    expect(stateOf(world, id)).toBe('CANCELLED');
    expect(holding(world, walletAt(world, 0), usdcId)).toEqual({ units: thousand, reserved: 0n });
    expect(holding(world, walletAt(world, 0))).toEqual({
      units: 10n * ether - paid(world, id),
      reserved: 0n,
    });
  });

  it('takes along what the sender had confirmed behind it, and keeps their order', () => {
    const world = fundedWorld();
    const { id: walletId } = walletAt(world, 0);
    const ids = [1, 2, 3, 4].map(() =>
      world.start(transfer(walletId, { fee: { feeLevel: 'HIGH' } })),
    );
    world.pass(12_000);
    const [first = '', second = '', third = '', fourth = ''] = ids;
    expect(ids.map((id) => stateOf(world, id))).toEqual(Array(4).fill('CONFIRMED'));
    const waiting = world.start(transfer(walletId));
    world.pass(1_000);
    const events = world.did(steer(second, 'reorg'));
    expect(events.map((event) => 'transactionId' in event && event.transactionId)).toEqual([
      fourth,
      third,
      second,
    ]);
    expect([...ids, waiting].map((id) => stateOf(world, id))).toEqual([
      'CONFIRMED',
      'SENT',
      'SENT',
      'SENT',
      'SENT',
    ]);
    expect([...ids, waiting].map((id) => nonceOf(world, id))).toEqual([0, 1, 2, 3, 4]);
    expect(world.wallet.lanes.get(walletId)?.pending).toEqual([second, third, fourth, waiting]);
    world.pass(300_000);
    expect([...ids, waiting].map((id) => stateOf(world, id))).toEqual(Array(5).fill('COMPLETE'));
    expect(stateOf(world, first)).toBe('COMPLETE');
    const lastConfirmed = (id: string) =>
      historyOf(world, id).findLast(([type]) => type === 'TransactionConfirmed')?.[1] ?? 0;
    expect(lastConfirmed(third)).toBeGreaterThanOrEqual(lastConfirmed(second));
  });

  it('is refused when something behind it has ended for good', () => {
    const world = fundedWorld();
    const { id: walletId } = walletAt(world, 0);
    const [first = '', second = ''] = [1, 2].map(() =>
      world.start(transfer(walletId, { fee: { feeLevel: 'HIGH' } })),
    );
    world.pass(1_000);
    world.did(steer(second, 'fail'));
    world.pass(11_000);
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'FAILED']);
    expect(world.refused(steer(first, 'reorg'))).toEqual({
      code: 'STATE_UNFIT',
      detail: expect.stringContaining(second) as string,
    });
    world.did(steer(first, 'reorg', 'failed'));
    expect(stateOf(world, first)).toBe('FAILED');
  });

  it('is refused when the receiver no longer has all of what came, over several transactions', () => {
    const world = fundedWorld();
    const [from, to] = [walletAt(world, 0), walletAt(world, 1)];
    const own = { destination: to.address, amounts: ['500'], fee: { feeLevel: 'HIGH' } } as const;
    const [first = '', second = ''] = [1, 2].map(() => world.start(transfer(from.id, own)));
    world.pass(12_000);
    world.did(transfer(to.id, { amounts: ['1400'] })); // 600 of 2,000 are left
    expect(world.refused(steer(first, 'reorg')).code).toBe('FUNDS_SPENT');
    expect(stateOf(world, second)).toBe('CONFIRMED');
    world.did(steer(second, 'reorg')); // one by one there is enough for the last
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'SENT']);
  });

  it('is refused when the sender could not pay for it again', () => {
    const { world, id } = started(24_000);
    const sender = walletAt(world, 0);
    const { units } = holding(world, sender);
    const { maxFee, gasLimit } = outboundOf(world, id).fee;
    const fee = { gasLimit: '21000', maxFee: '30', priorityFee: '1' };
    const left = maxFee * gasLimit - paid(world, id) - 1n; // a unit too little
    const gas = 21_000n * 30n * 10n ** 9n;
    const whole = units - gas - left;
    const amounts = [`${whole / ether}.${(whole % ether).toString().padStart(18, '0')}`];
    world.did(transfer(sender.id, { token: { tokenId: nativeIdOf('ETH-SEPOLIA') }, amounts, fee }));
    expect(world.refused(steer(id, 'reorg')).code).toBe('NATIVE_BALANCE_TOO_LOW');
    world.did({
      type: 'FundWallet',
      walletId: sender.id,
      amounts: { native: '0.000000000000000001' },
    });
    world.did(steer(id, 'reorg'));
    expect(stateOf(world, id)).toBe('SENT');
  });

  it('of money to oneself that has been spent since is refused', () => {
    const world = fundedWorld();
    const { id: walletId, address: destination } = walletAt(world, 0);
    const id = world.start(transfer(walletId, { destination, amounts: ['1000'] }));
    world.pass(24_000);
    world.did(transfer(walletId, { amounts: ['0.000001'] }));
    expect(world.refused(steer(id, 'reorg')).code).toBe('BALANCE_TOO_LOW');
  });

  it.each(['SOL-DEVNET', 'APTOS-TESTNET', 'MATIC-AMOY'] as readonly Blockchain[])(
    'is there on %s too',
    (blockchain) => {
      const world = fundedWorld([blockchain]);
      const own = {
        token: { tokenId: nativeIdOf(blockchain) },
        destination: walletAt(world, 1).address,
        fee: { feeLevel: 'HIGH' },
      } as const;
      const id = world.start(transfer(walletAt(world, 0).id, own));
      for (let ms = 0; ms < 10_000 && stateOf(world, id) !== 'CONFIRMED'; ms += 100)
        world.pass(100);
      world.did(steer(id, 'reorg'));
      expect(stateOf(world, id)).toBe('SENT');
      world.pass(60_000);
      expect(stateOf(world, id)).toBe('COMPLETE');
    },
  );
});

describe('a reorganisation that lets a transaction fail', () => {
  it('gives the money back and keeps the gas; the record of the receiver fails too', () => {
    const { world, id } = started(24_000);
    const inboundId = inboundIdOf(world, id);
    world.did(steer(id, 'reorg', 'failed'));
    const failed = { state: 'FAILED', failure: { reason: 'FAILED_REORG' } };
    expect(outboundOf(world, id)).toMatchObject(failed);
    expect(world.wallet.transactions.get(inboundId)).toMatchObject(failed);
    const [sender, receiver] = [walletAt(world, 0), walletAt(world, 1)];
    expect(holding(world, sender, usdcId)).toEqual({ units: thousand, reserved: 0n });
    expect(holding(world, receiver, usdcId)).toEqual({ units: thousand, reserved: 0n });
    expect(holding(world, sender).units).toBe(10n * ether - paid(world, id));
    world.pass(1_000_000);
    expect([stateOf(world, id), stateOf(world, inboundId)]).toEqual(['FAILED', 'FAILED']);
  });

  it('is refused when the receiver has sent the money on', () => {
    const { world, id } = started(24_000);
    const onward = { amounts: ['1001'], destination: strangerAddress };
    const next = world.start(transfer(walletAt(world, 1).id, onward));
    expect(world.refused(steer(id, 'reorg', 'failed')).code).toBe('FUNDS_SPENT');
    world.pass(24_000);
    expect(stateOf(world, next)).toBe('CONFIRMED');
    expect(world.refused(steer(id, 'reorg', 'failed')).code).toBe('FUNDS_SPENT');
    world.did(steer(next, 'reorg', 'failed'));
    expect(world.did(steer(id, 'reorg', 'failed'))).toHaveLength(1);
  });

  it('of money to oneself that has been spent since does not break the world', () => {
    const world = fundedWorld();
    const { id: walletId, address: destination } = walletAt(world, 0);
    const id = world.start(transfer(walletId, { destination, amounts: ['1000'] }));
    world.pass(24_000);
    world.did(transfer(walletId, { amounts: ['1000'] }));
    world.pass(36_000);
    expect(stateOf(world, id)).toBe('CONFIRMED');
    expect(() => world.send(steer(id, 'reorg', 'failed'))).not.toThrow();
  });
});

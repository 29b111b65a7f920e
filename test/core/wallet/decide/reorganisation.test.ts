import { describe, expect, it } from 'vitest';
import type { Blockchain } from '../../../../core/wallet/chain/blockchains.ts';
import { heightAt } from '../../../../core/wallet/chain/fee-market.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { given } from '../../../support/given.ts';
import {
  accelerate,
  cancel,
  execution,
  strangerAddress,
  transfer,
  usdcId,
} from '../../../support/wallet/commands.ts';
import {
  balanceAt,
  fundedWallets,
  outboundOfId,
  start,
  stateOfId,
  transferToSecond,
  type FundedWorld,
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
const thousand = 10n ** 9n; // USDC

/** The fee that a transaction paid. */
function paid(world: FundedWorld, id: string): bigint {
  const transaction = outboundOf(world, id);
  return 'mined' in transaction ? (transaction.mined?.networkFee ?? 0n) : 0n;
}

describe('a reorganisation of a mint whose NFT was transferred', () => {
  it('is rejected until the transfer is reverted', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId, address } = walletAt(world, 0);
    const contract = '0x00000000000000000000000000000000000000c0';
    const call = (signature: string, parameters: readonly string[]) =>
      start(world, execution(walletId, { contract, signature, parameters }));
    const mint = call('safeMint(address,uint256)', [address, '7']);
    world.after('24s');
    const onward = [address, strangerAddress, '7'];
    const move = call('transferFrom(address,address,uint256)', onward);
    world.after('24s');
    expect([mint, move].map((id) => stateOf(world, id))).toEqual(['CONFIRMED', 'CONFIRMED']);
    world
      .when(steer(mint, 'reorg'))
      .refused('BALANCE_TOO_LOW', {
        detail:
          'the wallet has passed on what it would need again; reorg what moved it to "failed" first',
      })
      .when(steer(mint, 'reorg', 'failed'))
      .refused('FUNDS_SPENT')
      .having(steer(move, 'reorg', 'failed'));
    world.when(steer(mint, 'reorg', 'failed')).then('TransactionReorganised');
    expect(world.wallet.nfts.size).toBe(0);
  });
});

describe('a reorganisation that returns a transaction to the mempool', () => {
  it('returns it to the mempool with the same hash and nonce', () => {
    const world = given(wallet, transferToSecond()).after('2s');
    const { id } = world;
    const sent = broadcastOf(world, id);
    const before = [walletAt(world, 0), walletAt(world, 1)].flatMap((owner) => [
      holding(world, owner),
      holding(world, owner, usdcId),
    ]);
    world.after('22s').shows(stateOfId(id), 'CONFIRMED');
    const inboundId = inboundIdOf(world, id);
    world.having(steer(id, 'reorg'));
    const again = broadcastOf(world, id);
    const chain = world.wallet.chains.get('ETH-SEPOLIA');
    if (chain === undefined) throw new Error('ETH-SEPOLIA is not run');
    const height = heightAt(chain, world.state.nowMs);
    expect(again).toEqual({
      ...sent,
      attempt: { ...sent.attempt, fromHeight: height, stuckCountFrom: height },
      updatedMs: world.state.nowMs,
    });
    const after = [walletAt(world, 0), walletAt(world, 1)].flatMap((owner) => [
      holding(world, owner),
      holding(world, owner, usdcId),
    ]);
    expect(after).toEqual(before);
    expect(world.wallet.transactions.get(inboundId)).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'FAILED_REORG' },
    });
  });

  it('is the default, and a later block includes it with a new record for the receiver', () => {
    const world = given(wallet, transferToSecond()).after('24s');
    const { id } = world;
    const first = inboundIdOf(world, id);
    world.having(steer(id, 'reorg')).after('24s').shows(stateOfId(id), 'CONFIRMED');
    const second = inboundIdOf(world, id);
    expect(second).not.toBe(first);
    world.after('200s');
    expect([id, first, second].map((one) => stateOf(world, one))).toEqual([
      'COMPLETE',
      'FAILED',
      'COMPLETE',
    ]);
    expect(holding(world, walletAt(world, 1), usdcId).units).toBe(thousand + 1_000_000n);
    expect(holding(world, walletAt(world, 0)).units).toBe(10n * ether - paid(world, id));
  });

  it('lets it be cancelled or accelerated again', () => {
    const world = given(wallet, transferToSecond()).after('24s');
    const { id } = world;
    world
      .having(steer(id, 'reorg'))
      .having(accelerate(id))
      .having(cancel(id))
      .after('24s')
      .shows(stateOfId(id), 'CANCELLED')
      .showsExactly(balanceAt(walletAt(world, 0), usdcId), { units: thousand, reserved: 0n })
      .showsExactly(balanceAt(walletAt(world, 0)), {
        units: 10n * ether - paid(world, id),
        reserved: 0n,
      });
  });

  it("includes the sender's later confirmed transactions, in their order", () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const ids = [1, 2, 3, 4].map(() =>
      start(world, transfer(walletId, { fee: { feeLevel: 'HIGH' } })),
    );
    world.after('12s');
    const [first = '', second = '', third = '', fourth = ''] = ids;
    expect(ids.map((id) => stateOf(world, id))).toEqual(Array(4).fill('CONFIRMED'));
    const waiting = start(world, transfer(walletId));
    world.after('1s');
    const events = world.having(steer(second, 'reorg')).events;
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
    world.after('5m');
    expect([...ids, waiting].map((id) => stateOf(world, id))).toEqual(Array(5).fill('COMPLETE'));
    world.shows(stateOfId(first), 'COMPLETE');
    const lastConfirmed = (id: string) =>
      historyOf(world, id).findLast(([type]) => type === 'TransactionConfirmed')?.[1] ?? 0;
    expect(lastConfirmed(third)).toBeGreaterThanOrEqual(lastConfirmed(second));
  });

  it('is refused when a later transaction has a final state', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const [first = '', second = ''] = [1, 2].map(() =>
      start(world, transfer(walletId, { fee: { feeLevel: 'HIGH' } })),
    );
    world.after('1s').having(steer(second, 'fail')).after('11s');
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'FAILED']);
    world
      .when(steer(first, 'reorg'))
      .refused('STATE_UNFIT', { detail: expect.stringContaining(second) as string })
      .having(steer(first, 'reorg', 'failed'))
      .shows(stateOfId(first), 'FAILED');
  });

  it('is rejected when the receiver no longer has all units, over several transactions', () => {
    const world = given(wallet, fundedWallets());
    const [from, to] = [walletAt(world, 0), walletAt(world, 1)];
    const own = { destination: to.address, amounts: ['500'], fee: { feeLevel: 'HIGH' } } as const;
    const [first = '', second = ''] = [1, 2].map(() => start(world, transfer(from.id, own)));
    world
      .after('12s')
      .having(transfer(to.id, { amounts: ['1400'] })) // 600 of 2,000 are left
      .when(steer(first, 'reorg'))
      .refused('FUNDS_SPENT')
      .shows(stateOfId(second), 'CONFIRMED')
      .having(steer(second, 'reorg')); // alone, the last one can be reverted
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'SENT']);
  });

  it('is refused when the sender could not pay for it again', () => {
    const world = given(wallet, transferToSecond()).after('24s');
    const { id } = world;
    const sender = walletAt(world, 0);
    const { units } = holding(world, sender);
    const { maxFee, gasLimit } = outboundOf(world, id).fee;
    const fee = { gasLimit: '21000', maxFee: '30', priorityFee: '1' };
    const left = maxFee * gasLimit - paid(world, id) - 1n; // one unit too few
    const gas = 21_000n * 30n * 10n ** 9n;
    const whole = units - gas - left;
    const amounts = [`${whole / ether}.${(whole % ether).toString().padStart(18, '0')}`];
    world
      .having(transfer(sender.id, { token: { tokenId: nativeIdOf('ETH-SEPOLIA') }, amounts, fee }))
      .when(steer(id, 'reorg'))
      .refused('NATIVE_BALANCE_TOO_LOW')
      .having({
        type: 'FundWallet',
        walletId: sender.id,
        amounts: { native: '0.000000000000000001' },
      })
      .having(steer(id, 'reorg'))
      .shows(stateOfId(id), 'SENT');
  });

  it('of money to oneself that has been spent since is refused', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId, address: destination } = walletAt(world, 0);
    const id = start(world, transfer(walletId, { destination, amounts: ['1000'] }));
    world
      .after('24s')
      .having(transfer(walletId, { amounts: ['0.000001'] }))
      .when(steer(id, 'reorg'))
      .refused('BALANCE_TOO_LOW');
  });

  it.each(['SOL-DEVNET', 'APTOS-TESTNET', 'MATIC-AMOY'] as readonly Blockchain[])(
    'is there on %s too',
    (blockchain) => {
      const world = given(wallet, fundedWallets([blockchain]));
      const own = {
        token: { tokenId: nativeIdOf(blockchain) },
        destination: walletAt(world, 1).address,
        fee: { feeLevel: 'HIGH' },
      } as const;
      const id = start(world, transfer(walletAt(world, 0).id, own));
      for (let ms = 0; ms < 10_000 && stateOf(world, id) !== 'CONFIRMED'; ms += 100)
        world.after('100ms');
      world
        .having(steer(id, 'reorg'))
        .shows(stateOfId(id), 'SENT')
        .after('1m')
        .shows(stateOfId(id), 'COMPLETE');
    },
  );
});

describe('a reorganisation that fails a transaction', () => {
  it('returns the funds but not the gas, and fails the inbound record', () => {
    const world = given(wallet, transferToSecond()).after('24s');
    const { id } = world;
    const inboundId = inboundIdOf(world, id);
    world.having(steer(id, 'reorg', 'failed'));
    const failed = { state: 'FAILED', failure: { reason: 'FAILED_REORG' } };
    world.shows(outboundOfId(id), failed);
    expect(world.wallet.transactions.get(inboundId)).toMatchObject(failed);
    const [sender, receiver] = [walletAt(world, 0), walletAt(world, 1)];
    world
      .showsExactly(balanceAt(sender, usdcId), { units: thousand, reserved: 0n })
      .showsExactly(balanceAt(receiver, usdcId), { units: thousand, reserved: 0n });
    expect(holding(world, sender).units).toBe(10n * ether - paid(world, id));
    world.after('1000s');
    expect([stateOf(world, id), stateOf(world, inboundId)]).toEqual(['FAILED', 'FAILED']);
  });

  it('is refused when the receiver has spent the money', () => {
    const world = given(wallet, transferToSecond()).after('24s');
    const { id } = world;
    const onward = { amounts: ['1001'], destination: strangerAddress };
    const next = start(world, transfer(walletAt(world, 1).id, onward));
    world
      .when(steer(id, 'reorg', 'failed'))
      .refused('FUNDS_SPENT')
      .after('24s')
      .shows(stateOfId(next), 'CONFIRMED')
      .when(steer(id, 'reorg', 'failed'))
      .refused('FUNDS_SPENT')
      .having(steer(next, 'reorg', 'failed'));
    world.when(steer(id, 'reorg', 'failed')).then('TransactionReorganised');
  });

  it('of money to oneself that has been spent since does not break the world', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId, address: destination } = walletAt(world, 0);
    const id = start(world, transfer(walletId, { destination, amounts: ['1000'] }));
    world
      .after('24s')
      .having(transfer(walletId, { amounts: ['1000'] }))
      .after('36s')
      .shows(stateOfId(id), 'CONFIRMED');
    expect(() => world.trying(steer(id, 'reorg', 'failed'))).not.toThrow();
  });
});

import { describe, expect, it } from 'vitest';
import { type Blockchain, chainOf } from '../../../../core/wallet/chain/blockchains.ts';
import { firstHeight } from '../../../../core/wallet/chain/fee-market.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { epochMs } from '../../../support/engine/pure-world.ts';
import { given } from '../../../support/given.ts';
import { strangerAddress, transfer, usdcId } from '../../../support/wallet/commands.ts';
import {
  fundedWallets,
  type FundedWorld,
  balanceAt,
  outboundOfId,
  start,
  stateOfId,
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

type Level = 'LOW' | 'MEDIUM' | 'HIGH';

/** Starts a transfer of native tokens from the first wallet to the second. */
function startNative(world: FundedWorld, feeLevel: Level = 'MEDIUM'): string {
  const { id, blockchain } = walletAt(world, 0);
  return start(
    world,
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
    const world = given(wallet, fundedWallets());
    const id = startNative(world);
    world.shows(stateOfId(id), 'INITIATED').after('5m');
    expect(historyOf(world, id)).toEqual([
      ['TransferInitiated', 0],
      ['TransactionCleared', 200],
      ['TransactionQueued', 400],
      ['TransactionSent', 1_000],
      ['TransactionConfirmed', 24_000],
      ['TransactionCompleted', 168_000],
    ]);
    world.shows(stateOfId(id), 'COMPLETE');
  });

  it.each([
    ['HIGH', 1],
    ['MEDIUM', 2],
    ['LOW', 4],
  ] as const)('of the level %s is confirmed in the block number %d', (level, blocks) => {
    const world = given(wallet, fundedWallets());
    const id = startNative(world, level);
    world
      .after(12_000 * blocks - 1)
      .shows(stateOfId(id), 'SENT')
      .after('1ms')
      .shows(outboundOfId(id), {
        state: 'CONFIRMED',
        mined: { height: firstHeight + blocks, atMs: epochMs + 12_000 * blocks },
      });
  });

  it('is complete after enough confirmations of its chain', () => {
    const world = given(wallet, fundedWallets(['MATIC-AMOY']));
    const id = startNative(world, 'HIGH');
    world
      .after('2s')
      .shows(stateOfId(id), 'CONFIRMED')
      .after('3.999s')
      .shows(stateOfId(id), 'CONFIRMED')
      .after('1ms')
      .shows(stateOfId(id), 'COMPLETE');
  });

  it('skips CONFIRMED on chains with final blocks', () => {
    const world = given(wallet, fundedWallets(['ARC-TESTNET']));
    const id = startNative(world);
    world.after('1m');
    expect(historyOf(world, id).map(([type]) => type)).not.toContain('TransactionCompleted');
    world.shows(stateOfId(id), 'COMPLETE');
  });

  // reference/wallet.md section 7, "Timing", from SENT on: the delays before SENT are added.
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
    const world = given(wallet, fundedWallets([blockchain], { native: '10' }));
    const id = startNative(world);
    world.after('1s').shows(stateOfId(id), 'SENT').after('1000s').shows(stateOfId(id), 'COMPLETE');
    const blockTimeMs = chainOf(blockchain).rules?.blockTimeMs ?? 0;
    const tookMs = (historyOf(world, id).at(-1)?.[1] ?? 0) - 1_000;
    expect(Math.abs(tookMs - ms)).toBeLessThanOrEqual(Math.max(ms / 4, 2 * blockTimeMs));
  });

  it('moves the money and burns the gas when it is confirmed, not before', () => {
    const world = given(wallet, fundedWallets());
    const [sender, receiver] = [walletAt(world, 0), walletAt(world, 1)];
    const id = start(world, transfer(sender.id, { destination: receiver.address }));
    const ether = 10n ** 19n;
    world
      .after('23.999s')
      .showsExactly(balanceAt(sender, usdcId), { units: 10n ** 9n, reserved: 10n ** 6n });
    expect(holding(world, sender).units).toBe(ether);
    world.after('1ms');
    const { fee, ...settled } = outboundOf(world, id);
    const networkFee = settled.state === 'CONFIRMED' ? settled.mined.networkFee : 0n;
    expect(networkFee).toBeGreaterThan(0n);
    expect(networkFee).toBeLessThanOrEqual(fee.maxFee * fee.gasLimit);
    world
      .showsExactly(balanceAt(sender, usdcId), { units: 999n * 10n ** 6n, reserved: 0n })
      .showsExactly(balanceAt(sender), { units: ether - networkFee, reserved: 0n });
    expect(holding(world, receiver, usdcId).units).toBe(1_001n * 10n ** 6n);
    expect(holding(world, receiver).units).toBe(ether);
  });

  it('to a wallet of the service has an inbound record with the same hash, which completes with it', () => {
    const world = given(wallet, fundedWallets());
    const id = startNative(world);
    const inbound = () => world.wallet.transactions.get(inboundIdOf(world, id));
    world.after('23.999s');
    expect(inbound()).toBeUndefined();
    world.after('1ms');
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
    world.after('144s');
    expect([stateOf(world, id), inbound()?.state]).toEqual(['COMPLETE', 'COMPLETE']);
  });

  it('to a stranger has no inbound record, but the money arrives', () => {
    const world = given(wallet, fundedWallets());
    const id = start(world, transfer(walletAt(world, 0).id));
    world.after('24s');
    expect(outboundOf(world, id)).not.toHaveProperty('inboundIds');
    const stranger = { blockchain: 'ETH-SEPOLIA', address: strangerAddress } as const;
    expect(holding(world, stranger, usdcId).units).toBe(1_000_000n);
  });

  it('to oneself costs gas only', () => {
    const world = given(wallet, fundedWallets());
    const sender = walletAt(world, 0);
    world
      .having(transfer(sender.id, { destination: sender.address, amounts: ['1000'] }))
      .after('5m')
      .showsExactly(balanceAt(sender, usdcId), { units: 10n ** 9n, reserved: 0n });
    expect(holding(world, sender).units).toBeLessThan(10n ** 19n);
  });
});

describe('the nonces of a sender', () => {
  it('follow the order of the transfers, for each sender from 0', () => {
    const world = given(wallet, fundedWallets());
    const ids = [0, 0, 1, 0, 1].map((index) => start(world, transfer(walletAt(world, index).id)));
    world.after('400ms');
    expect(ids.map((id) => nonceOf(world, id))).toEqual([0, 1, 0, 2, 1]);
    world.after('5m');
    const later = start(world, transfer(walletAt(world, 0).id));
    world.after('400ms');
    expect(nonceOf(world, later)).toBe(3);
  });

  it('do not exist on Solana', () => {
    const world = given(wallet, fundedWallets(['SOL-DEVNET']));
    const id = startNative(world);
    world.after('400ms').shows(stateOfId(id), 'QUEUED');
    expect(nonceOf(world, id)).toBeUndefined();
  });

  it('are used when the transaction is confirmed', () => {
    const world = given(wallet, fundedWallets());
    const [low, high] = [startNative(world, 'LOW'), startNative(world, 'HIGH')];
    world.after('47.999s');
    expect([stateOf(world, low), stateOf(world, high)]).toEqual(['SENT', 'SENT']);
    world.after('1ms');
    expect([stateOf(world, low), stateOf(world, high)]).toEqual(['CONFIRMED', 'CONFIRMED']);
  });

  it('do not delay other transactions on Solana', () => {
    const world = given(wallet, fundedWallets(['SOL-DEVNET']));
    const [held, free] = [startNative(world), startNative(world)];
    world.after('1s').having(steer(held, 'stick')).after('1m');
    expect([stateOf(world, held), stateOf(world, free)]).toEqual(['STUCK', 'COMPLETE']);
  });
});

describe('the pending limit', () => {
  it('lets 16 of a sender into the mempool on MATIC-AMOY, and the others as slots get free', () => {
    const world = given(wallet, fundedWallets(['MATIC-AMOY'], { native: '1000' }));
    const ids = Array.from({ length: 18 }, () => startNative(world));
    world.after('1s');
    expect(statesOf(world, ids)).toEqual({ SENT: 16, QUEUED: 2 });
    expect(ids.slice(16).map((id) => stateOf(world, id))).toEqual(['QUEUED', 'QUEUED']);
    world.after('2.999s');
    expect(statesOf(world, ids)).toEqual({ SENT: 16, QUEUED: 2 });
    world.after('1ms');
    expect(statesOf(world, ids)).toEqual({ CONFIRMED: 16, SENT: 2 });
    world.after('1m');
    expect(statesOf(world, ids)).toEqual({ COMPLETE: 18 });
    expect(ids.map((id) => nonceOf(world, id))).toEqual(ids.map((_, index) => index));
  });

  it('counts each sender alone', () => {
    const world = given(wallet, fundedWallets(['MATIC-AMOY'], { native: '1000' }));
    for (let count = 0; count < 17; count += 1) startNative(world);
    const token = { tokenId: nativeIdOf('MATIC-AMOY') };
    const other = start(world, transfer(walletAt(world, 1).id, { token }));
    world.after('1s').shows(stateOfId(other), 'SENT');
  });
});

describe('a stuck transaction', () => {
  /** A world with a LOW transfer whose fee is too low after the base fee of the chain rose. */
  function overtaken() {
    const world = given(wallet, fundedWallets());
    const id = startNative(world, 'LOW');
    world.after('1s').having({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '4' });
    return { world, id };
  }

  it('is one that ten blocks have not included because its fee is too low', () => {
    const { world, id } = overtaken();
    world
      .after('118.999s') // the tenth block comes at 120 s
      .shows(stateOfId(id), 'SENT')
      .after('1ms')
      .shows(stateOfId(id), 'STUCK')
      .after('10000s')
      .shows(stateOfId(id), 'STUCK');
  });

  it('blocks later ones, and releases them with itself', () => {
    const { world, id } = overtaken();
    const behind = startNative(world, 'HIGH');
    world.after('5m');
    expect(broadcastOf(world, behind).state).toBe('STUCK');
    world
      .having({ type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', congestion: '0' })
      .after('1000s');
    expect([stateOf(world, id), stateOf(world, behind)]).toEqual(['COMPLETE', 'COMPLETE']);
  });

  it('is recovered to SENT before a block includes it', () => {
    const { world, id } = overtaken();
    world.after('200s').having(steer(id, 'confirm')).after('12s');
    const steps = historyOf(world, id).map(([type]) => type);
    expect(steps.slice(-4)).toEqual([
      'TransactionStuck',
      'TransactionSteered',
      'TransactionRecovered',
      'TransactionConfirmed',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { given } from '../../../support/given.ts';
import {
  accelerate,
  cancel,
  createWallets,
  createWalletSet,
  firstEventOf,
  transfer,
  usdcId,
} from '../../../support/wallet/commands.ts';
import {
  fundedWallets,
  balanceAt,
  outboundOfId,
  start,
  stateOfId,
} from '../../../support/wallet/setups.ts';
import {
  broadcastOf,
  outboundOf,
  stateOf,
  steer,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

/** Two smart accounts on a test network, with USDC and no native tokens. */
function smartWorld() {
  const world = given(wallet, fundedWallets(['ETH-SEPOLIA'], { usdc: '1000' }, 'SCA'));
  const view = (id: string) => transactionDetails(world.wallet, outboundOf(world, id));
  return { world, sender: walletAt(world, 0), view };
}

describe('a user operation', () => {
  it('needs no native tokens on a test network, where a sponsor pays', () => {
    const { world, sender, view } = smartWorld();
    const id = start(world, transfer(sender.id));
    world.after('5m').shows(stateOfId(id), 'COMPLETE');
    expect(Number(view(id).cost?.networkFee)).toBeGreaterThan(0);
    world
      .showsExactly(balanceAt(sender), { units: 0n, reserved: 0n })
      .showsExactly(balanceAt(sender, usdcId), { units: 999_000_000n, reserved: 0n });
  });

  it('has no hash before a block includes its bundle', () => {
    const { world, sender, view } = smartWorld();
    const id = start(world, transfer(sender.id));
    world.after('2s');
    const { state, txHash } = view(id);
    expect([state, txHash]).toEqual(['SENT', undefined]);
    const { attempt } = broadcastOf(world, id);
    world.after('30s');
    expect(view(id).txHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(view(id).txHash).not.toBe(attempt.txHash);
  });

  it('deploys the account when the first one is mined, and costs less from then on', () => {
    const { world, sender } = smartWorld();
    const first = start(world, transfer(sender.id));
    world.after('2s');
    expect(world.wallet.wallets.get(sender.id)?.isDeployed).toBeUndefined();
    world.after('30s');
    expect(world.wallet.wallets.get(sender.id)?.isDeployed).toBe(true);
    const second = start(world, transfer(sender.id));
    const gasOf = (id: string) => outboundOf(world, id).fee.gasLimit;
    expect([gasOf(first), gasOf(second)]).toEqual([515_000n, 215_000n]);
  });

  it('is sent only after the previous one is confirmed', () => {
    const { world, sender } = smartWorld();
    const ids = [1, 2, 3].map(() => start(world, transfer(sender.id)));
    const states = () => ids.map((id) => stateOf(world, id));
    world.after('20s');
    expect(states()).toEqual(['SENT', 'QUEUED', 'QUEUED']);
    world.after('5s');
    expect(states()).toEqual(['CONFIRMED', 'SENT', 'QUEUED']);
    world.after('1000s');
    expect(states()).toEqual(['COMPLETE', 'COMPLETE', 'COMPLETE']);
  });

  it('can be accelerated and cancelled, free of charge if it is sponsored', () => {
    const { world, sender, view } = smartWorld();
    const [fast = '', lost = ''] = [1, 2].map(() => start(world, transfer(sender.id)));
    world.after('2s').having(accelerate(fast)).after('11s');
    expect([stateOf(world, fast), stateOf(world, lost)]).toEqual(['CONFIRMED', 'SENT']);
    world.having(cancel(lost)).after('12s').shows(stateOfId(lost), 'CANCELLED');
    expect([view(lost).txHash, view(lost).block?.blockHeight]).toEqual([undefined, 100_002]);
    world
      .showsExactly(balanceAt(sender), { units: 0n, reserved: 0n })
      .showsExactly(balanceAt(sender, usdcId), { units: 999_000_000n, reserved: 0n });
  });

  it('returns to the mempool when its block is reverted, free of charge', () => {
    const { world, sender, view } = smartWorld();
    const id = start(world, transfer(sender.id));
    world.after('30s').having(steer(id, 'reorg'));
    expect([view(id).state, view(id).txHash]).toEqual(['SENT', undefined]);
    world
      .after('5m')
      .shows(stateOfId(id), 'COMPLETE')
      .showsExactly(balanceAt(sender), { units: 0n, reserved: 0n });
  });

  it('is deployed again after the block that deployed it is reverted', () => {
    const { world, sender } = smartWorld();
    const isDeployed = () => world.wallet.wallets.get(sender.id)?.isDeployed;
    const first = start(world, transfer(sender.id));
    world.after('25s');
    const second = start(world, transfer(sender.id));
    world.after('2s');
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'SENT']);
    world.having(steer(first, 'reorg'));
    expect(isDeployed()).toBeUndefined();
    // Both are in the mempool: the first returned from its reverted block, the second still waits for it.
    world.having(accelerate(second));
    const third = start(world, transfer(sender.id));
    world.after('10m');
    const heights = [first, second, third].map((id) => {
      const { state, mined } = outboundOf(world, id) as {
        state: string;
        mined?: { height: number };
      };
      expect(state).toBe('COMPLETE');
      return mined?.height ?? 0;
    });
    expect(heights).toEqual(heights.toSorted((one, other) => one - other));
    expect(isDeployed()).toBe(true);
  });

  it('is paid by the account on a main network', () => {
    const world = given(wallet);
    const { walletSetId } = firstEventOf(
      world.having(createWalletSet()).events,
      'WalletSetCreated',
    );
    const own = { blockchains: ['ETH'], accountType: 'SCA', network: 'main' } as const;
    const [made] = firstEventOf(
      world.having(createWallets(walletSetId, own)).events,
      'WalletsCreated',
    ).wallets;
    const sender = world.wallet.wallets.get(made?.id ?? '');
    if (sender === undefined) throw new Error('No wallet was made');
    const start = () => {
      const token = { tokenId: stablecoinOf('ETH', 'USDC')?.id ?? '' };
      const command = transfer(sender.id, { network: 'main', token });
      return firstEventOf(world.having(command).events, 'TransferInitiated').transactionId;
    };
    world.having({ type: 'FundWallet', walletId: sender.id, amounts: { usdc: '10' } });
    const poor = start();
    world
      .after('1s')
      .shows(outboundOfId(poor), {
        state: 'FAILED',
        failure: { reason: 'INSUFFICIENT_NATIVE_TOKEN' },
      })
      .having({ type: 'FundWallet', walletId: sender.id, amounts: { native: '1' } });
    const rich = start();
    world.after('5m').shows(stateOfId(rich), 'COMPLETE');
    const { mined } = outboundOf(world, rich) as { mined?: { networkFee: bigint } };
    world.showsExactly(balanceAt(sender), {
      units: 10n ** 18n - (mined?.networkFee ?? 0n),
      reserved: 0n,
    });
  });
});

describe('the fee of a user operation', () => {
  it.each([
    [{}, 'FEE_MISSING'],
    [{ gasLimit: '900000', maxFee: '30', priorityFee: '1' }, 'FEE_LEVEL_MISSING'],
    [{ feeLevel: 'LOW', gasLimit: '900000' }, 'FEE_LEVEL_EXCLUSIVE'],
  ] as const)('that is %j is refused with %s', (fee, code) => {
    const { world, sender } = smartWorld();
    world.when(transfer(sender.id, { fee })).refused(code);
  });
});

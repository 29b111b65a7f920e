import { describe, expect, it } from 'vitest';
import { stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { pureWorld } from '../../../support/engine/pure-world.ts';
import {
  accelerate,
  cancel,
  createWallets,
  createWalletSet,
  fundedWorld,
  pick,
  transfer,
  usdcId,
} from '../../../support/wallet/commands.ts';
import {
  broadcastOf,
  holding,
  outboundOf,
  stateOf,
  steer,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

/** Two smart accounts on a test network, with USDC and nothing to pay gas with. */
function smartWorld() {
  const world = fundedWorld(['ETH-SEPOLIA'], { usdc: '1000' }, 'SCA');
  const view = (id: string) => transactionDetails(world.wallet, outboundOf(world, id));
  return { world, sender: walletAt(world, 0), view };
}

describe('a user operation', () => {
  it('needs no native money on a test network, where somebody else pays', () => {
    const { world, sender, view } = smartWorld();
    const id = world.start(transfer(sender.id));
    world.pass(300_000);
    expect(stateOf(world, id)).toBe('COMPLETE');
    expect(Number(view(id).cost?.networkFee)).toBeGreaterThan(0);
    expect(holding(world, sender)).toEqual({ units: 0n, reserved: 0n });
    expect(holding(world, sender, usdcId)).toEqual({ units: 999_000_000n, reserved: 0n });
  });

  it('has no hash before a bundle has brought it into a block', () => {
    const { world, sender, view } = smartWorld();
    const id = world.start(transfer(sender.id));
    world.pass(2_000);
    const { state, txHash } = view(id);
    expect([state, txHash]).toEqual(['SENT', undefined]);
    const { attempt } = broadcastOf(world, id);
    world.pass(30_000);
    expect(view(id).txHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(view(id).txHash).not.toBe(attempt.txHash);
  });

  it('deploys the account with the first that is mined, and costs less from then on', () => {
    const { world, sender } = smartWorld();
    const first = world.start(transfer(sender.id));
    world.pass(2_000);
    expect(world.wallet.wallets.get(sender.id)?.isDeployed).toBeUndefined();
    world.pass(30_000);
    expect(world.wallet.wallets.get(sender.id)?.isDeployed).toBe(true);
    const second = world.start(transfer(sender.id));
    const gasOf = (id: string) => outboundOf(world, id).fee.gasLimit;
    expect([gasOf(first), gasOf(second)]).toEqual([515_000n, 215_000n]);
  });

  it('goes one at a time', () => {
    const { world, sender } = smartWorld();
    const ids = [1, 2, 3].map(() => world.start(transfer(sender.id)));
    const states = () => ids.map((id) => stateOf(world, id));
    world.pass(20_000);
    expect(states()).toEqual(['SENT', 'QUEUED', 'QUEUED']);
    world.pass(5_000);
    expect(states()).toEqual(['CONFIRMED', 'SENT', 'QUEUED']);
    world.pass(1_000_000);
    expect(states()).toEqual(['COMPLETE', 'COMPLETE', 'COMPLETE']);
  });

  it('can be accelerated and cancelled, for nothing where it is sponsored', () => {
    const { world, sender, view } = smartWorld();
    const [fast = '', lost = ''] = [1, 2].map(() => world.start(transfer(sender.id)));
    world.pass(2_000);
    world.did(accelerate(fast));
    world.pass(11_000);
    expect([stateOf(world, fast), stateOf(world, lost)]).toEqual(['CONFIRMED', 'SENT']);
    world.did(cancel(lost));
    world.pass(12_000);
    expect(stateOf(world, lost)).toBe('CANCELLED');
    expect([view(lost).txHash, view(lost).block?.blockHeight]).toEqual([undefined, 100_002]);
    expect(holding(world, sender)).toEqual({ units: 0n, reserved: 0n });
    expect(holding(world, sender, usdcId)).toEqual({ units: 999_000_000n, reserved: 0n });
  });

  it('returns to the mempool with its block, for nothing', () => {
    const { world, sender, view } = smartWorld();
    const id = world.start(transfer(sender.id));
    world.pass(30_000);
    world.did(steer(id, 'reorg'));
    expect([view(id).state, view(id).txHash]).toEqual(['SENT', undefined]);
    world.pass(300_000);
    expect(stateOf(world, id)).toBe('COMPLETE');
    expect(holding(world, sender)).toEqual({ units: 0n, reserved: 0n });
  });

  it('takes the contract along when the block that deployed it vanishes', () => {
    const { world, sender } = smartWorld();
    const isDeployed = () => world.wallet.wallets.get(sender.id)?.isDeployed;
    const first = world.start(transfer(sender.id));
    world.pass(25_000);
    const second = world.start(transfer(sender.id));
    world.pass(2_000);
    expect([stateOf(world, first), stateOf(world, second)]).toEqual(['CONFIRMED', 'SENT']);
    world.did(steer(first, 'reorg'));
    expect(isDeployed()).toBeUndefined();
    // Both are in the mempool, which takes back what a block lost; the second still waits for the first.
    world.did(accelerate(second));
    const third = world.start(transfer(sender.id));
    world.pass(600_000);
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
    const world = pureWorld();
    const { walletSetId } = pick(world.did(createWalletSet()), 'WalletSetCreated');
    const own = { blockchains: ['ETH'], accountType: 'SCA', network: 'main' } as const;
    const [made] = pick(world.did(createWallets(walletSetId, own)), 'WalletsCreated').wallets;
    const sender = world.wallet.wallets.get(made?.id ?? '');
    if (sender === undefined) throw new Error('No wallet was made');
    const start = () => {
      const token = { tokenId: stablecoinOf('ETH', 'USDC')?.id ?? '' };
      const command = transfer(sender.id, { network: 'main', token });
      return pick(world.did(command), 'TransferInitiated').transactionId;
    };
    world.did({ type: 'FundWallet', walletId: sender.id, amounts: { usdc: '10' } });
    const poor = start();
    world.pass(1_000);
    expect(outboundOf(world, poor)).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'INSUFFICIENT_NATIVE_TOKEN' },
    });
    world.did({ type: 'FundWallet', walletId: sender.id, amounts: { native: '1' } });
    const rich = start();
    world.pass(300_000);
    expect(stateOf(world, rich)).toBe('COMPLETE');
    const { mined } = outboundOf(world, rich) as { mined?: { networkFee: bigint } };
    expect(holding(world, sender)).toEqual({
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
    expect(world.refused(transfer(sender.id, { fee })).code).toBe(code);
  });
});

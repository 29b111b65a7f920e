import { Interface } from 'ethers';
import { describe, expect, it } from 'vitest';
import type { Blockchain } from '../../../../core/wallet/chain/blockchains.ts';
import type { InitiateWalletUpgrade } from '../../../../core/wallet/commands/upgrades.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import type { ScaCore } from '../../../../core/wallet/keys/account.ts';
import type { WalletRejectionCode } from '../../../../core/wallet/rejections.ts';
import { idempotentResultView } from '../../../../core/wallet/views.ts';
import { given } from '../../../support/given.ts';
import {
  cancel,
  createWallets,
  firstEventOf,
  transfer,
  upgrade,
} from '../../../support/wallet/commands.ts';
import { provisionSmart, fundedWallets, start } from '../../../support/wallet/setups.ts';
import { historyOf, outboundOf, stateOf, steer } from '../../../support/wallet/world-queries.ts';

const newest = 'circle_6900_singleowner_v2';

/** A world with a smart account of an older core, without transactions. */
function oldWorld(
  scaCore: ScaCore = 'circle_6900_singleowner_v1',
  blockchain: Blockchain = 'ETH-SEPOLIA',
) {
  const world = given(wallet, fundedWallets());
  const { id } = provisionSmart(world, { scaCore, blockchains: [blockchain] });
  const account = () => {
    const found = world.wallet.wallets.get(id);
    if (found === undefined) throw new Error('The wallet is there');
    return found;
  };
  return { world, id, account };
}

describe('the upgrade of a smart account', () => {
  it('changes its core when it is COMPLETE, not before', () => {
    const { world, id, account } = oldWorld();
    const transactionId = start(world, upgrade(id));
    const seen = new Set<string>();
    for (let second = 0; second < 200; second += 1) {
      seen.add(`${stateOf(world, transactionId) ?? ''} ${account().scaCore ?? ''}`);
      world.after('1s');
    }
    const old = 'circle_6900_singleowner_v1';
    const open = ['INITIATED', 'SENT', 'CONFIRMED'].map((state) => `${state} ${old}`);
    expect([...seen]).toEqual([...open, `COMPLETE ${newest}`]);
    const listed = (scaCore: string) =>
      world.wallet.wallets.list({ by: { scaCore }, order: 'ascending', limit: 9 });
    expect([listed(old), listed(newest)]).toEqual([[], [account()]]);
    const [completedAt] = historyOf(world, transactionId)
      .slice(-1)
      .map(([, atMs]) => atMs);
    expect(account().updatedMs - account().createdMs).toBe(completedAt);
  });

  it('changes it at once where blocks are final', () => {
    const { world, id, account } = oldWorld(undefined, 'ARC-TESTNET');
    const transactionId = start(world, upgrade(id));
    world.after('10s');
    expect([stateOf(world, transactionId), account().scaCore]).toEqual(['COMPLETE', newest]);
  });

  it('is a call of the account by itself, which any library reads', () => {
    const { world, id, account } = oldWorld();
    const transactionId = start(world, upgrade(id, { refId: 'ref' }));
    const { address } = account();
    expect(transactionDetails(world.wallet, outboundOf(world, transactionId))).toMatchObject({
      operation: 'CONTRACT_EXECUTION',
      contractAddress: address,
      sourceAddress: address,
      abiFunctionSignature: 'upgradeToAndCall(address,bytes)',
      refId: 'ref',
      feeLevel: 'MEDIUM',
      estimatedFee: { gasLimit: `${100_000 + 16 * 100 + 450_000}` },
    });
    const { operation } = outboundOf(world, transactionId) as {
      operation: { callData: string; abi: { parameters: readonly string[] } };
    };
    const abi = new Interface(['function upgradeToAndCall(address implementation, bytes data)']);
    const [implementation, data] = abi.decodeFunctionData('upgradeToAndCall', operation.callData);
    expect([implementation.toLowerCase(), data]).toEqual(operation.abi.parameters);
  });

  it('is repeated with its key', () => {
    const { world, id } = oldWorld();
    const command = upgrade(id, { idempotencyKey: 'again' });
    const transactionId = start(world, command);
    world.after('5m').when(command).then();
    expect(idempotentResultView(world.wallet, 'again')).toEqual({
      kind: 'transaction',
      id: transactionId,
      state: 'INITIATED',
    });
    world.when(transfer(id, { idempotencyKey: 'again' })).refused('IDEMPOTENCY_KEY_TAKEN');
  });

  it.each([
    ['fails', 'fail', 20_000, 'FAILED'],
    ['leaves the chain with its block', 'reorg', 30_000, 'FAILED'],
  ] as const)('that %s changes nothing', (_what, action, afterMs, end) => {
    const { world, id, account } = oldWorld();
    const transactionId = start(world, upgrade(id));
    world
      .after(afterMs)
      .having(
        action === 'reorg' ? steer(transactionId, action, 'failed') : steer(transactionId, action),
      )
      .after('5m');
    expect([stateOf(world, transactionId), account().scaCore]).toEqual([
      end,
      'circle_6900_singleowner_v1',
    ]);
  });

  it('that is cancelled changes nothing', () => {
    const { world, id, account } = oldWorld();
    const transactionId = start(world, upgrade(id));
    world.having(cancel(transactionId)).after('5m');
    expect([stateOf(world, transactionId), account().scaCore]).toEqual([
      'CANCELLED',
      'circle_6900_singleowner_v1',
    ]);
  });

  it('that a second block includes after a reorganisation changes the core then', () => {
    const { world, id, account } = oldWorld();
    const transactionId = start(world, upgrade(id));
    world.after('30s').having(steer(transactionId, 'reorg')).after('100s');
    expect([stateOf(world, transactionId), account().scaCore]).toEqual([
      'CONFIRMED',
      'circle_6900_singleowner_v1',
    ]);
    world.after('200s');
    expect([stateOf(world, transactionId), account().scaCore]).toEqual(['COMPLETE', newest]);
  });

  it('is offered to accounts of the first kind once they are deployed', () => {
    const { world, id, account } = oldWorld('circle_4337_v1');
    world
      .when(upgrade(id))
      .refused('UPGRADE_NOT_DEPLOYED')
      .having({ type: 'FundWallet', walletId: id, amounts: { usdc: '1' } });
    start(world, transfer(id));
    world.after('5m');
    const transactionId = start(world, upgrade(id));
    world.after('5m');
    expect([stateOf(world, transactionId), account().scaCore]).toEqual(['COMPLETE', newest]);
  });

  it.each([newest, 'circle_6900_singleowner_v3'] as const)('is not offered from %s', (core) => {
    const { world, id } = oldWorld(core);
    world.when(upgrade(id)).refused('SCA_CORE_UNFIT', { detail: `the wallet's is ${core}` });
  });

  it('does not change the core of its address on other chains', () => {
    const { world, id, account } = oldWorld();
    start(world, upgrade(id));
    world.after('5m');
    const events = world.having({
      type: 'DeriveWallet',
      source: { walletId: id },
      blockchain: 'BASE-SEPOLIA',
      network: 'test',
    }).events;
    const { scaCore, wallets } = firstEventOf(events, 'WalletDerived');
    expect([scaCore, wallets[0]?.address]).toEqual([
      'circle_6900_singleowner_v1',
      account().address,
    ]);
  });

  const refusals: readonly (readonly [WalletRejectionCode, Partial<InitiateWalletUpgrade>])[] = [
    ['CIPHERTEXT_INVALID', { secret: { kind: 'undecryptable' } }],
    ['WALLET_UNKNOWN', { walletId: '00000000-0000-4000-8000-000000000000' }],
    ['KEY_KIND_MISMATCH', { network: 'main' }],
    ['FEE_MISSING', { fee: {} }],
    ['FEE_LEVEL_MISSING', { fee: { gasLimit: '900000', maxFee: '30', priorityFee: '1' } }],
    ['FEE_LEVEL_EXCLUSIVE', { fee: { feeLevel: 'LOW', gasLimit: '900000' } }],
  ];
  it.each(refusals)('is refused with %s for %j', (code, own) => {
    const { world, id } = oldWorld();
    world.when(upgrade(id, own)).refused(code);
  });

  it('is refused for a frozen account, and for one that is not a contract', () => {
    const { world, id } = oldWorld('circle_4337_v1');
    world.having({ type: 'FreezeWallet', walletId: id }).when(upgrade(id)).refused('WALLET_FROZEN');
    const plain = createWallets(world.walletSetId, { blockchains: ['NEAR-TESTNET'] });
    const [own] = firstEventOf(world.having(plain).events, 'WalletsCreated').wallets;
    world.when(upgrade(own?.id ?? '')).refused('ACCOUNT_TYPE_UNFIT');
  });

  it("does not change the repeated response of the account's creation", () => {
    const { world, id, account } = oldWorld();
    start(world, upgrade(id));
    world.after('5m');
    expect(account().original).toEqual({ scaCore: 'circle_6900_singleowner_v1' });
  });
});

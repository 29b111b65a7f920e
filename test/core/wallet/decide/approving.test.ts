import { Interface } from 'ethers';
import { describe, expect, it } from 'vitest';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import type { AbiValue } from '../../../../core/wallet/records/operation.ts';
import { allowanceOf, approvedFor } from '../../../../core/wallet/tokens/approvals.ts';
import { ownerOf } from '../../../../core/wallet/tokens/holdings.ts';
import { tokenByAddress } from '../../../../core/wallet/tokens/registry.ts';
import { given } from '../../../support/given.ts';
import {
  createWallets,
  execution,
  firstEventOf,
  strangerAddress,
  transfer,
  usdcAddress,
  usdcId,
} from '../../../support/wallet/commands.ts';
import { fundedWallets, type FundedWorld, start } from '../../../support/wallet/setups.ts';
import {
  holding,
  outboundOf,
  stateOf,
  steer,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

const single = '0x00000000000000000000000000000000000000c0';
const several = '0x00000000000000000000000000000000000000c1';
const settledMs = 24_000;
const unlimited = 2n ** 256n - 1n;

/** Starts a call of a contract. */
function startCall(
  world: FundedWorld,
  place: number,
  contract: string,
  signature: string,
  parameters: readonly AbiValue[],
): string {
  return start(world, execution(walletAt(world, place).id, { contract, signature, parameters }));
}

/** Calls a contract, waits for the block, and returns the final state and reason. */
function call(
  world: FundedWorld,
  place: number,
  contract: string,
  signature: string,
  parameters: readonly AbiValue[],
): string {
  const id = startCall(world, place, contract, signature, parameters);
  world.after(settledMs);
  return endOf(world, id);
}

function endOf(world: FundedWorld, id: string): string {
  return transactionDetails(world.wallet, outboundOf(world, id)).errorReason ?? 'moved';
}

/** A world with funded wallets, and the addresses of the first two. */
function fundedWorld() {
  const world = given(wallet, fundedWallets());
  return { world, a: walletAt(world, 0).address, b: walletAt(world, 1).address };
}

function usdcOf(world: FundedWorld, place: number): bigint {
  return holding(world, walletAt(world, place), usdcId).units;
}

/** A world whose second wallet has the ERC-721 NFT 7 and five of the ERC-1155 NFT 3. */
function withNfts() {
  const { world, a, b } = fundedWorld();
  const { id: walletId } = walletAt(world, 1);
  const mint = { type: 'MintTokens', walletId } as const;
  world.having({ ...mint, token: { address: single, standard: 'ERC721' }, nftTokenId: '7' });
  const token = { address: several, standard: 'ERC1155' } as const;
  world.having({ ...mint, token, nftTokenId: '3', amount: '5' });
  return { world, a, b };
}

const transferFrom = 'transferFrom(address,address,uint256)';
const moveOne = 'safeTransferFrom(address,address,uint256)';
const moveMany = 'safeTransferFrom(address,address,uint256,uint256,bytes)';
const moveBatch = 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)';
const approve = 'approve(address,uint256)';
const approveAll = 'setApprovalForAll(address,bool)';

describe('the tokens of another', () => {
  it.each<readonly [what: string, contract: string, signature: string, rest: AbiValue[]]>([
    ['ERC-20', usdcAddress, transferFrom, ['1']],
    ['ERC-721', single, transferFrom, ['7']],
    ['ERC-721, safely', single, moveOne, ['7']],
    [
      'ERC-721, with data',
      single,
      'safeTransferFrom(address,address,uint256,bytes)',
      ['7', '0x01'],
    ],
    ['ERC-1155', several, moveMany, ['3', '1', '0x']],
    ['ERC-1155, several', several, moveBatch, [['3'], ['1'], '0x']],
  ])('are not moved without an approval: %s', (_what, contract, signature, rest) => {
    const { world, a, b } = withNfts();
    const before = world.wallet.nftHoldings.size;
    const id = startCall(world, 0, contract, signature, [b, a, ...rest]);
    world.after('200ms');
    expect([stateOf(world, id), endOf(world, id)]).toEqual(['FAILED', 'ESTIMATION_ERROR']);
    expect([usdcOf(world, 1), world.wallet.nftHoldings.size]).toEqual([1_000_000_000n, before]);
  });

  it('are moved up to the allowance, which is reduced', () => {
    const { world, a, b } = fundedWorld();
    expect(call(world, 1, usdcAddress, approve, [a, '5000000'])).toBe('moved');
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(5_000_000n);
    expect(call(world, 0, usdcAddress, transferFrom, [b, a, '5000001'])).toBe('ESTIMATION_ERROR');
    expect(call(world, 0, usdcAddress, transferFrom, [b, a, '3000000'])).toBe('moved');
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(2_000_000n);
    expect(call(world, 0, usdcAddress, transferFrom, [b, strangerAddress, '2000000'])).toBe(
      'moved',
    );
    expect(call(world, 0, usdcAddress, transferFrom, [b, a, '1'])).toBe('ESTIMATION_ERROR');
    expect([usdcOf(world, 0), usdcOf(world, 1)]).toEqual([1_003_000_000n, 995_000_000n]);
  });

  it('are moved in any amount under an unlimited allowance, which is not reduced', () => {
    const { world, a, b } = fundedWorld();
    call(world, 1, usdcAddress, approve, [a, `${unlimited}`]);
    expect(call(world, 0, usdcAddress, transferFrom, [b, a, '7000000'])).toBe('moved');
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(unlimited);
  });

  it('follow an allowance as it is increased and decreased', () => {
    const { world, a, b } = fundedWorld();
    call(world, 1, usdcAddress, 'increaseAllowance(address,uint256)', [a, '5']);
    call(world, 1, usdcAddress, 'increaseAllowance(address,uint256)', [a, '4']);
    call(world, 1, usdcAddress, 'decreaseAllowance(address,uint256)', [a, '2']);
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(7n);
    const decrease = 'decreaseAllowance(address,uint256)';
    expect(call(world, 1, usdcAddress, decrease, [a, '8'])).toBe('ESTIMATION_ERROR');
    const increase = 'increaseAllowance(address,uint256)';
    expect(call(world, 1, usdcAddress, increase, [a, `${unlimited}`])).toBe('ESTIMATION_ERROR');
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(7n);
  });

  it('are moved one by one under the approval of an NFT, which its move clears', () => {
    const { world, a, b } = withNfts();
    const tokenId = tokenByAddress(world.wallet, 'ETH-SEPOLIA', single)?.id ?? '';
    expect(call(world, 1, single, approve, [a, '7'])).toBe('moved');
    expect(approvedFor(world.wallet, tokenId, '7')).toBe(a);
    expect(call(world, 0, single, moveOne, [b, a, '7'])).toBe('moved');
    expect(approvedFor(world.wallet, tokenId, '7')).toBeUndefined();
    expect(call(world, 0, single, moveOne, [a, b, '7'])).toBe('moved');
    expect(call(world, 0, single, moveOne, [b, a, '7'])).toBe('ESTIMATION_ERROR');
  });

  it('lose the approval of an NFT when its owner transfers it', () => {
    const { world, a, b } = withNfts();
    call(world, 1, single, approve, [a, '7']);
    const token = { tokenAddress: single, blockchain: 'ETH-SEPOLIA' } as const;
    const there = { token, nftTokenIds: ['7'], amounts: ['1'], destination: strangerAddress };
    start(world, transfer(walletAt(world, 1).id, there));
    world.after(settledMs);
    const tokenId = tokenByAddress(world.wallet, 'ETH-SEPOLIA', single)?.id ?? '';
    expect(ownerOf(world.wallet, 'ETH-SEPOLIA', { tokenId, nftTokenId: '7' })).toBe(
      strangerAddress,
    );
    expect(approvedFor(world.wallet, tokenId, '7')).toBeUndefined();
    expect(call(world, 0, single, moveOne, [b, a, '7'])).toBe('ESTIMATION_ERROR');
  });

  it('are moved by an operator, until its approval is revoked', () => {
    const { world, a, b } = withNfts();
    for (const contract of [single, several]) call(world, 1, contract, approveAll, [a, true]);
    expect(call(world, 0, single, moveOne, [b, a, '7'])).toBe('moved');
    expect(call(world, 0, several, moveMany, [b, a, '3', '2', '0x'])).toBe('moved');
    expect(call(world, 0, several, moveBatch, [b, a, ['3'], ['1'], '0x'])).toBe('moved');
    call(world, 1, several, approveAll, [a, false]);
    expect(call(world, 0, several, moveMany, [b, a, '3', '1', '0x'])).toBe('ESTIMATION_ERROR');
  });

  it('are approved one by one, by their owner or its operator only', () => {
    const { world, a, b } = withNfts();
    expect(call(world, 0, single, approve, [a, '7'])).toBe('ESTIMATION_ERROR');
    expect(call(world, 0, single, approve, [a, '8'])).toBe('ESTIMATION_ERROR');
    call(world, 1, single, approveAll, [a, true]);
    expect(call(world, 0, single, approve, [strangerAddress, '7'])).toBe('moved');
    const tokenId = tokenByAddress(world.wallet, 'ETH-SEPOLIA', single)?.id ?? '';
    expect(approvedFor(world.wallet, tokenId, '7')).toBe(strangerAddress);
    expect(call(world, 1, single, approve, [`0x${'0'.repeat(40)}`, '7'])).toBe('moved');
    expect(approvedFor(world.wallet, tokenId, '7')).toBeUndefined();
    expect(b).toBe(walletAt(world, 1).address);
  });

  it('are not approved for the zero address', () => {
    const { world } = withNfts();
    const zero = `0x${'0'.repeat(40)}`;
    expect(call(world, 1, usdcAddress, approve, [zero, '1'])).toBe('ESTIMATION_ERROR');
    expect(call(world, 1, several, approveAll, [zero, true])).toBe('ESTIMATION_ERROR');
  });

  it('fail on chain if the approval was revoked meanwhile', () => {
    const { world, a, b } = fundedWorld();
    call(world, 1, usdcAddress, approve, [a, '5']);
    const revoked = startCall(world, 1, usdcAddress, approve, [a, '0']);
    world.after('900ms'); // the revocation is in the mempool before the next call
    const id = startCall(world, 0, usdcAddress, transferFrom, [b, a, '5']);
    world.after(settledMs);
    expect([endOf(world, revoked), endOf(world, id)]).toEqual(['moved', 'FAILED_ON_CHAIN']);
    expect(usdcOf(world, 1)).toBe(1_000_000_000n);
  });
});

describe('one`s own tokens', () => {
  it('are sent by transfer, and by transferFrom only under an approval, as ERC-20 has it', () => {
    const { world, a, b } = fundedWorld();
    expect(call(world, 0, usdcAddress, transferFrom, [a, b, '1'])).toBe('ESTIMATION_ERROR');
    call(world, 0, usdcAddress, approve, [a, '1']);
    expect(call(world, 0, usdcAddress, transferFrom, [a, b, '1'])).toBe('moved');
  });
});

describe('a batch', () => {
  const account = new Interface(['function executeBatch((address,uint256,bytes)[])']);
  const erc20 = new Interface([
    'function approve(address,uint256)',
    'function transferFrom(address,address,uint256)',
  ]);
  const nft = new Interface([
    'function safeMint(address,uint256)',
    'function approve(address,uint256)',
  ]);

  function smart() {
    const { world, a, b } = fundedWorld();
    const own = { accountType: 'SCA' } as const;
    const [made] = firstEventOf(
      world.having(createWallets(world.walletSetId, own)).events,
      'WalletsCreated',
    ).wallets;
    if (made === undefined) throw new Error('No wallet was made');
    world.having({ type: 'FundWallet', walletId: made.id, amounts: { native: '5', usdc: '10' } });
    const batch = (...calls: readonly (readonly [string, string])[]) => {
      const parts = calls.map(([contract, data]) => [contract, 0n, data]);
      const callData = account.encodeFunctionData('executeBatch', [parts]);
      const id = start(world, execution(made.id, { contract: made.address, callData }));
      world.after(settledMs);
      return endOf(world, id);
    };
    return { world, a, b, made, batch };
  }

  it('does not move the tokens of others without an approval either', () => {
    const { world, b, made, batch } = smart();
    const take = erc20.encodeFunctionData('transferFrom', [b, made.address, 5n]);
    expect(batch([usdcAddress, take])).toBe('ESTIMATION_ERROR');
    call(world, 1, usdcAddress, approve, [made.address, '9']);
    expect(batch([usdcAddress, take])).toBe('moved');
    expect(batch([usdcAddress, take])).toBe('ESTIMATION_ERROR'); // 4 are left
    expect(allowanceOf(world.wallet, usdcId, b, made.address)).toBe(4n);
  });

  it('does not move more in two calls than was approved', () => {
    const { world, b, made, batch } = smart();
    call(world, 1, usdcAddress, approve, [made.address, '9']);
    const take = erc20.encodeFunctionData('transferFrom', [b, made.address, 5n]);
    expect(batch([usdcAddress, take], [usdcAddress, take])).toBe('ESTIMATION_ERROR');
  });

  it('uses the approvals of its earlier calls, in their order', () => {
    const { world, a, made, batch } = smart();
    const own = erc20.encodeFunctionData('approve', [made.address, 5n]);
    const give = erc20.encodeFunctionData('transferFrom', [made.address, a, 5n]);
    expect(batch([usdcAddress, give], [usdcAddress, own])).toBe('ESTIMATION_ERROR');
    expect(batch([usdcAddress, own], [usdcAddress, give])).toBe('moved');
    expect(allowanceOf(world.wallet, usdcId, made.address, made.address)).toBe(0n);
  });

  it('approves an NFT that it has just minted', () => {
    const { world, a, made, batch } = smart();
    const mint = nft.encodeFunctionData('safeMint', [made.address, 9n]);
    const allow = nft.encodeFunctionData('approve', [a, 9n]);
    call(world, 0, single, 'safeMint(address,uint256)', [a, '8']); // registers the contract
    expect(batch([single, allow], [single, mint])).toBe('ESTIMATION_ERROR');
    expect(batch([single, mint], [single, allow])).toBe('moved');
    expect(call(world, 0, single, moveOne, [made.address, a, '9'])).toBe('moved');
  });
});

describe('a reorganisation', () => {
  it.each(['mempool', 'failed'] as const)('reverts an approval (to %s)', (to) => {
    const { world, a, b } = fundedWorld();
    call(world, 1, usdcAddress, approve, [a, '3']);
    const id = startCall(world, 1, usdcAddress, approve, [a, '5']);
    world.after(settledMs);
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(5n);
    world.having(steer(id, 'reorg', to));
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(3n);
    world.after(settledMs);
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(to === 'mempool' ? 5n : 3n);
  });

  it('restores the used part of an allowance', () => {
    const { world, a, b } = fundedWorld();
    call(world, 1, usdcAddress, approve, [a, '5']);
    const id = startCall(world, 0, usdcAddress, transferFrom, [b, a, '2']);
    world.after(settledMs).having(steer(id, 'reorg', 'failed'));
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(5n);
    expect(usdcOf(world, 1)).toBe(1_000_000_000n);
  });

  it('removes the record of a new approval', () => {
    const { world, a } = fundedWorld();
    const id = startCall(world, 1, usdcAddress, approve, [a, '5']);
    world.after(settledMs).having(steer(id, 'reorg', 'failed'));
    expect(world.wallet.approvals.size).toBe(0);
  });

  it.each([
    ['an allowance', '5'],
    ['an unlimited allowance', `${unlimited}`],
  ])('is refused for %s that was used since, until its use is undone', (_what, units) => {
    const { world, a, b } = fundedWorld();
    const approval = startCall(world, 1, usdcAddress, approve, [a, units]);
    world.after(settledMs);
    const use = startCall(world, 0, usdcAddress, transferFrom, [b, a, '2']);
    world
      .after(settledMs)
      .when(steer(approval, 'reorg', 'failed'))
      .refused('STATE_UNFIT', {
        detail: `${use} has set or used the same approval since; reorg that one first`,
      })
      .having(steer(use, 'reorg', 'failed'))
      .having(steer(approval, 'reorg', 'failed'));
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(0n);
  });

  it('reverts the approvals of later nonces too, the last first', () => {
    const { world, a, b } = fundedWorld();
    const first = startCall(world, 1, usdcAddress, approve, [a, '5']);
    startCall(world, 1, usdcAddress, approve, [a, '6']);
    world.after(settledMs);
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(6n);
    expect(world.having(steer(first, 'reorg')).events).toHaveLength(2);
    expect(world.wallet.approvals.size).toBe(0);
    world.after(settledMs);
    expect(allowanceOf(world.wallet, usdcId, b, a)).toBe(6n);
  });

  it('restores the approval of an NFT that its move cleared', () => {
    const { world, a, b } = withNfts();
    call(world, 1, single, approve, [a, '7']);
    const move = startCall(world, 0, single, moveOne, [b, a, '7']);
    world.after(settledMs).having(steer(move, 'reorg', 'failed'));
    const tokenId = tokenByAddress(world.wallet, 'ETH-SEPOLIA', single)?.id ?? '';
    expect(approvedFor(world.wallet, tokenId, '7')).toBe(a);
    expect(call(world, 0, single, moveOne, [b, a, '7'])).toBe('moved');
  });
});

import { Interface } from 'ethers';
import { describe, expect, it } from 'vitest';
import type { InitiateContractExecution } from '../../../../core/wallet/commands.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import type { AbiValue } from '../../../../core/wallet/records/operation.ts';
import { holdingOf } from '../../../../core/wallet/tokens/holdings.ts';
import { tokenByAddress } from '../../../../core/wallet/tokens/registry.ts';
import { balancesView } from '../../../../core/wallet/views.ts';
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
import {
  fundedWallets,
  type FundedWorld,
  balanceAt,
  start,
  stateOfId,
} from '../../../support/wallet/setups.ts';
import {
  holding,
  inboundIdOf,
  outboundOf,
  stateOf,
  steer,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

const ether = 10n ** 18n;
const million = 1_000_000n;
const collection = '0x00000000000000000000000000000000000000c0';
const settledMs = 24_000;

function refusal(own: Partial<InitiateContractExecution>): string {
  const world = given(wallet, fundedWallets());
  const outcome = world.outcome(execution(walletAt(world, 0).id, own));
  return outcome.ok ? 'accepted' : outcome.error.code;
}

/** Calls a function and waits for its block. */
function called(
  world: FundedWorld,
  place: number,
  contract: string,
  signature: string,
  parameters: readonly AbiValue[],
): string {
  const id = start(
    world,
    execution(walletAt(world, place).id, { contract, signature, parameters }),
  );
  world.after(settledMs);
  return id;
}

function failureOf(world: FundedWorld, id: string): string | undefined {
  return transactionDetails(world.wallet, outboundOf(world, id)).errorReason;
}

/** The units that a wallet has of an NFT of the collection. */
function owns(world: FundedWorld, place: number, nftTokenId: string, at = collection): bigint {
  const { blockchain, address } = walletAt(world, place);
  const tokenId = tokenByAddress(world.wallet, blockchain, at)?.id ?? '';
  return holdingOf(world.wallet, { blockchain, address, tokenId, nftTokenId }).units;
}

describe('a contract execution', () => {
  it('that transfers a currency moves it, and the receiver has a record of it', () => {
    const world = given(wallet, fundedWallets());
    const [from, to] = [walletAt(world, 0), walletAt(world, 1)];
    const id = start(
      world,
      execution(from.id, {
        signature: 'transfer(address,uint256)',
        parameters: [to.address, '5000000'],
      }),
    );
    world
      .showsExactly(balanceAt(from, usdcId), {
        units: 1000n * million,
        reserved: 5n * million,
      })
      .after(settledMs)
      .shows(stateOfId(id), 'CONFIRMED')
      .showsExactly(balanceAt(from, usdcId), { units: 995n * million, reserved: 0n });
    expect(holding(world, to, usdcId).units).toBe(1005n * million);
    const inbound = world.wallet.transactions.get(inboundIdOf(world, id));
    expect(inbound).toMatchObject({ walletId: to.id, tokenId: usdcId, source: from.address });
  });

  it('shows the requested call', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const id = start(world, execution(walletId, { amount: '.5', refId: 'r' }));
    expect(transactionDetails(world.wallet, outboundOf(world, id))).toMatchObject({
      operation: 'CONTRACT_EXECUTION',
      contractAddress: usdcAddress,
      abiFunctionSignature: 'transfer(address,uint256)',
      abiParameters: [strangerAddress, '1000000'],
      amounts: ['0.5'],
      refId: 'r',
    });
  });

  it('of an unknown function costs gas and moves its value only', () => {
    const world = given(wallet, fundedWallets());
    const sender = walletAt(world, 0);
    const id = start(
      world,
      execution(sender.id, { contract: strangerAddress, callData: '0xdeadbeef', amount: '1' }),
    );
    world.after(settledMs);
    const settled = outboundOf(world, id);
    const fee = 'mined' in settled ? (settled.mined?.networkFee ?? 0n) : 0n;
    expect(settled.fee.gasLimit).toBe(100_064n);
    expect(fee).toBeGreaterThan(0n);
    world.showsExactly(balanceAt(sender), { units: 9n * ether - fee, reserved: 0n });
    const contract = { blockchain: sender.blockchain, address: strangerAddress };
    expect(holding(world, contract).units).toBe(ether);
  });

  it.each<readonly [what: string, own: Partial<InitiateContractExecution>]>([
    ['currency', { signature: 'transfer(address,uint256)', parameters: [strangerAddress, '9e9'] }],
    ['native token', { callData: '0x', amount: '10.1' }],
  ])('that moves more %s than the balance fails at its estimate', (what, own) => {
    const world = given(wallet, fundedWallets());
    const tooMuch =
      what === 'currency' ? { ...own, parameters: [strangerAddress, `${1001n * million}`] } : own;
    const id = start(world, execution(walletAt(world, 0).id, tooMuch));
    world.shows(stateOfId(id), 'INITIATED').after('200ms').shows(stateOfId(id), 'FAILED');
    expect(failureOf(world, id)).toBe('ESTIMATION_ERROR');
    expect(holding(world, walletAt(world, 0)).reserved).toBe(0n);
  });

  it('fails on chain if the owner has spent the units meanwhile', () => {
    const world = given(wallet, fundedWallets());
    const [taker, owner] = [walletAt(world, 0), walletAt(world, 1)];
    const all = `${1000n * million}`;
    called(world, 1, usdcAddress, 'approve(address,uint256)', [taker.address, all]);
    const id = start(
      world,
      execution(taker.id, {
        signature: 'transferFrom(address,address,uint256)',
        parameters: [owner.address, taker.address, all],
      }),
    );
    start(world, transfer(owner.id, { amounts: ['1'] }));
    world.after(settledMs);
    expect([stateOf(world, id), failureOf(world, id)]).toEqual(['FAILED', 'FAILED_ON_CHAIN']);
    expect(holding(world, owner, usdcId).units).toBe(999n * million);
  });

  it('reverts its movements when its block leaves the chain', () => {
    const world = given(wallet, fundedWallets());
    const id = called(world, 0, usdcAddress, 'transfer(address,uint256)', [
      walletAt(world, 1).address,
      '5000000',
    ]);
    world.having(steer(id, 'reorg', 'failed'));
    for (const place of [0, 1]) {
      expect(holding(world, walletAt(world, place), usdcId).units).toBe(1000n * million);
    }
  });
});

describe('a call that mints', () => {
  it('registers the collection and mints the NFT to its owner', () => {
    const world = given(wallet, fundedWallets());
    const to = walletAt(world, 1);
    const id = called(world, 0, collection, 'safeMint(address,uint256,string)', [
      to.address,
      '7',
      'ipfs://seven',
    ]);
    world.shows(stateOfId(id), 'CONFIRMED');
    const token = tokenByAddress(world.wallet, to.blockchain, collection);
    expect(token).toMatchObject({ standard: 'ERC721', address: collection });
    expect(owns(world, 1, '7')).toBe(1n);
    expect(world.wallet.nfts.get(`${token?.id}/7`)).toMatchObject({ metadata: 'ipfs://seven' });
    expect(world.wallet.transactions.get(inboundIdOf(world, id))).toMatchObject({
      source: `0x${'0'.repeat(40)}`,
      tokenId: token?.id,
    });
  });

  it('of an address and an amount creates a currency for a new contract', () => {
    const world = given(wallet, fundedWallets());
    const to = walletAt(world, 0);
    const mint = 'mint(address,uint256)';
    const id = called(world, 0, collection, mint, [to.address, `${ether}`]);
    world.shows(stateOfId(id), 'CONFIRMED');
    const token = tokenByAddress(world.wallet, to.blockchain, collection);
    expect(token).toMatchObject({ standard: 'ERC20', decimals: 18 });
    expect(holding(world, to, token?.id).units).toBe(ether);
    expect(world.wallet.nfts.size).toBe(0);
    const view = balancesView(
      world.wallet,
      to.id,
      { includeAll: true },
      { pageSize: 50, order: 'ASC' },
    );
    expect(view?.ok === true && view.value.items.map(({ amount }) => amount)).toContain('1');
  });

  it('of a currency does not exceed the largest supply', () => {
    const world = given(wallet, fundedWallets());
    const [from, to] = [walletAt(world, 0), walletAt(world, 1)];
    const mint = 'mint(address,uint256)';
    const most = `${2n ** 256n - 1n}`;
    world.shows(stateOfId(called(world, 0, collection, mint, [from.address, most])), 'CONFIRMED');
    const more = called(world, 0, collection, mint, [to.address, '1']);
    expect(failureOf(world, more)).toBe('ESTIMATION_ERROR');
    const tokenId = tokenByAddress(world.wallet, to.blockchain, collection)?.id ?? '';
    const funded = { type: 'FundWallet', walletId: to.id, amounts: { [tokenId]: '1' } } as const;
    world.when(funded).refused('AMOUNTS_INVALID');
  });

  it('of ERC-1155 mints many, and again', () => {
    const world = given(wallet, fundedWallets());
    const { address } = walletAt(world, 0);
    called(world, 0, collection, 'mint(address,uint256,uint256)', [address, '3', '5']);
    called(world, 0, collection, 'mint(address,uint256,uint256,bytes)', [address, '3', '2', '0x']);
    expect(owns(world, 0, '3')).toBe(7n);
  });

  it('mints a unique NFT once: the second call fails on chain, the third at its estimate', () => {
    const world = given(wallet, fundedWallets());
    const mint = (place: number) =>
      start(
        world,
        execution(walletAt(world, place).id, {
          contract: collection,
          signature: 'safeMint(address,uint256)',
          parameters: [walletAt(world, place).address, '1'],
        }),
      );
    const [first, second] = [mint(0), mint(1)];
    world.after(settledMs);
    expect([stateOf(world, first), failureOf(world, second)]).toEqual([
      'CONFIRMED',
      'FAILED_ON_CHAIN',
    ]);
    const third = mint(0);
    world.after('200ms');
    expect(failureOf(world, third)).toBe('ESTIMATION_ERROR');
  });

  it('leaves no record when its block is reverted, so that the NFT can be minted again', () => {
    const world = given(wallet, fundedWallets());
    const { address } = walletAt(world, 0);
    const id = called(world, 0, collection, 'safeMint(address,uint256)', [address, '1']);
    world.having(steer(id, 'reorg', 'failed'));
    expect(owns(world, 0, '1')).toBe(0n);
    expect([...world.wallet.supplies.values()].map(({ units }) => units)).toContain(0n);
    called(world, 0, collection, 'safeMint(address,uint256)', [address, '1']);
    expect(owns(world, 0, '1')).toBe(1n);
  });

  it('is not reverted once its owner has transferred the units', () => {
    const world = given(wallet, fundedWallets());
    const [from, to] = [walletAt(world, 0), walletAt(world, 1)];
    const id = called(world, 0, collection, 'safeMint(address,uint256)', [from.address, '1']);
    const move = 'safeTransferFrom(address,address,uint256)';
    called(world, 0, collection, move, [from.address, to.address, '1']);
    world.when(steer(id, 'reorg', 'failed')).refused('FUNDS_SPENT');
  });

  it('is not for the currencies of others', () => {
    const world = given(wallet, fundedWallets());
    const { address } = walletAt(world, 0);
    const id = called(world, 0, usdcAddress, 'safeMint(address,uint256)', [address, '1']);
    expect(failureOf(world, id)).toBe('ESTIMATION_ERROR');
  });
});

describe('a call that moves NFTs', () => {
  it('moves one of ERC-721 for any owner', () => {
    const world = given(wallet, fundedWallets());
    const [from, to] = [walletAt(world, 0), walletAt(world, 1)];
    called(world, 0, collection, 'safeMint(address,uint256)', [from.address, '7']);
    const move = 'safeTransferFrom(address,address,uint256)';
    called(world, 0, collection, move, [from.address, to.address, '7']);
    expect([owns(world, 0, '7'), owns(world, 1, '7')]).toEqual([0n, 1n]);
    const again = called(world, 0, collection, move, [from.address, to.address, '7']);
    expect(failureOf(world, again)).toBe('ESTIMATION_ERROR');
  });

  it('moves several of ERC-1155', () => {
    const world = given(wallet, fundedWallets());
    const [from, to] = [walletAt(world, 0), walletAt(world, 1)];
    for (const nft of ['3', '4']) {
      called(world, 0, collection, 'mint(address,uint256,uint256)', [from.address, nft, '5']);
    }
    const move = 'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)';
    const id = called(world, 0, collection, move, [
      from.address,
      to.address,
      ['3', '4'],
      ['5', '1'],
      '0x',
    ]);
    expect([owns(world, 1, '3'), owns(world, 1, '4'), owns(world, 0, '4')]).toEqual([5n, 1n, 4n]);
    expect(outboundOf(world, id).inboundIds).toHaveLength(1);
    const unfit = called(world, 0, collection, move, [from.address, to.address, ['4'], [], '0x']);
    expect(failureOf(world, unfit)).toBe('ESTIMATION_ERROR');
  });
});

describe('a batch', () => {
  const batch = new Interface(['function executeBatch((address,uint256,bytes)[])']);
  const erc20 = new Interface(['function transfer(address,uint256)']);
  const nft = new Interface([
    'function safeMint(address,uint256)',
    'function transferFrom(address,address,uint256)',
  ]);

  function world(accountType: 'EOA' | 'SCA') {
    const funded = given(wallet, fundedWallets());
    const [made] = firstEventOf(
      funded.having(createWallets(funded.walletSetId, { accountType })).events,
      'WalletsCreated',
    ).wallets;
    if (made === undefined) throw new Error('No wallet was made');
    funded.having({ type: 'FundWallet', walletId: made.id, amounts: { native: '5', usdc: '10' } });
    const calls = [
      [usdcAddress, 0n, erc20.encodeFunctionData('transfer', [walletAt(funded, 1).address, 3n])],
      [strangerAddress, ether, '0x'],
      [collection, 0n, nft.encodeFunctionData('safeMint', [made.address, 9n])],
      [
        collection,
        0n,
        nft.encodeFunctionData('transferFrom', [made.address, walletAt(funded, 1).address, 9n]),
      ],
    ];
    const id = start(
      funded,
      execution(made.id, {
        contract: made.address,
        callData: batch.encodeFunctionData('executeBatch', [calls]),
      }),
    );
    funded.after('1m');
    return { funded, made, id };
  }

  it('of a smart account has the effects of its calls, in order', () => {
    const { funded, made, id } = world('SCA');
    expect(['CONFIRMED', 'COMPLETE']).toContain(stateOf(funded, id));
    const [receiver, sender] = [walletAt(funded, 1), { ...made }];
    expect(holding(funded, receiver, usdcId).units).toBe(1000n * million + 3n);
    funded.showsExactly(balanceAt(sender, usdcId), { units: 10n * million - 3n, reserved: 0n });
    const { blockchain } = made;
    expect(holding(funded, { blockchain, address: strangerAddress }).units).toBe(ether);
    expect(owns(funded, 1, '9')).toBe(1n);
    // The receiver received two tokens, the sender (temporarily) one: a record for each wallet and token.
    expect(outboundOf(funded, id).inboundIds).toHaveLength(3);
  });

  it('is an unknown function of any other account', () => {
    const { funded, made, id } = world('EOA');
    funded.shows(stateOfId(id), 'CONFIRMED');
    expect(holding(funded, made, usdcId).units).toBe(10n * million);
  });
});

describe('a contract execution is refused', () => {
  it.each<readonly [code: string, own: Partial<InitiateContractExecution>]>([
    ['CALL_AMBIGUOUS', { callData: '0x', signature: 'f()' }],
    ['CALL_AMBIGUOUS', { callData: '0x', parameters: [] }],
    ['CALL_MISSING', { signature: undefined as never }],
    ['CALL_PARAMETERS_UNFIT', { signature: 'transfer(address,uint256)', parameters: ['1'] }],
    ['CALL_PARAMETERS_UNFIT', { signature: 'transfer(address,uint256)' }],
    ['CALL_AMOUNT_INVALID', { amount: '-1' }],
    ['CALL_AMOUNT_INVALID', { amount: '0.0000000000000000001' }],
    ['DESTINATION_INVALID', { contract: '0x12' }],
    ['CHAIN_MISMATCH', { blockchain: 'BASE-SEPOLIA' }],
    ['FEE_MISSING', { fee: {} }],
    ['KEY_KIND_MISMATCH', { network: 'main' }],
    ['WALLET_UNKNOWN', { wallet: { walletId: 'no-such' } }],
  ])('with %s', (code, own) => {
    expect(refusal(own)).toBe(code);
  });

  it.each(['SOL-DEVNET', 'APTOS-TESTNET'] as const)('on %s', (blockchain) => {
    const world = given(wallet, fundedWallets([blockchain]));
    world.when(execution(walletAt(world, 0).id)).refused('OPERATION_NOT_OFFERED');
  });
});

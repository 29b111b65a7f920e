import { hexlify, Interface, Transaction, Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { nftPayload, signEvm } from '../../../../core/wallet/broadcast/evm.ts';
import type { Blockchain } from '../../../../core/wallet/chain/blockchains.ts';
import type { InitiateTransfer } from '../../../../core/wallet/commands.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { privateKeyOf } from '../../../../core/wallet/keys/hd-tree.ts';
import type { TokenStandard } from '../../../../core/wallet/records/token.ts';
import type { WalletRejectionCode } from '../../../../core/wallet/rejections.ts';
import { available, holdingOf } from '../../../../core/wallet/tokens/holdings.ts';
import { tokenByAddress } from '../../../../core/wallet/tokens/registry.ts';
import { given } from '../../../support/given.ts';
import { strangerAddress, transfer } from '../../../support/wallet/commands.ts';
import {
  fundedWallets,
  type FundedWorld,
  start,
  stateOfId,
} from '../../../support/wallet/setups.ts';
import {
  inboundIdOf,
  outboundOf,
  stateOf,
  walletAt,
} from '../../../support/wallet/world-queries.ts';

const collection = '0x00000000000000000000000000000000000000c0';
const solanaMint = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU'.replace('4zMM', '5zMM');

/** A world whose first wallet has these NFTs of a collection, and the collection's id. */
function collector(
  standard: TokenStandard,
  nfts: Readonly<Record<string, string>>,
  blockchain: Blockchain = 'ETH-SEPOLIA',
) {
  const world = given(wallet, fundedWallets([blockchain]));
  const address = blockchain === 'SOL-DEVNET' ? solanaMint : collection;
  for (const [nftTokenId, amount] of Object.entries(nfts)) {
    world.having({
      type: 'MintTokens',
      walletId: walletAt(world, 0).id,
      token: { address, standard },
      amount,
      ...(nftTokenId === '' ? {} : { nftTokenId }),
    });
  }
  return { world, tokenId: tokenByAddress(world.wallet, blockchain, address)?.id ?? '' };
}

function send(
  { world, tokenId }: ReturnType<typeof collector>,
  own: Partial<InitiateTransfer>,
): string {
  const { id } = walletAt(world, 0);
  const destination = walletAt(world, 1).address;
  return start(world, transfer(id, { token: { tokenId }, destination, ...own }));
}

function owned(world: FundedWorld, place: number, tokenId: string, nftTokenId?: string): bigint {
  const { blockchain, address } = walletAt(world, place);
  return holdingOf(world.wallet, { blockchain, address, tokenId, nftTokenId }).units;
}

describe('a transfer of NFTs', () => {
  it('of ERC-721 moves the named one', () => {
    const owner = collector('ERC721', { 7: '1', 8: '1' });
    const { world, tokenId } = owner;
    const id = send(owner, { nftTokenIds: ['07'], amounts: ['1'] });
    const { blockchain, address } = walletAt(world, 0);
    expect(available(world.wallet, blockchain, address, tokenId, '7')).toBe(0n);
    expect(outboundOf(world, id).fee.gasLimit).toBe(90_000n);
    world.after('24s');
    expect(owned(world, 0, tokenId, '7')).toBe(0n);
    expect(owned(world, 1, tokenId, '7')).toBe(1n);
    expect(owned(world, 0, tokenId, '8')).toBe(1n);
    const view = transactionDetails(world.wallet, outboundOf(world, id));
    expect(view).toMatchObject({
      operation: 'TRANSFER',
      amounts: ['1'],
      nfts: [{ nftTokenId: '7' }],
    });
    const inbound = world.wallet.transactions.get(inboundIdOf(world, id));
    expect(inbound).toMatchObject({ tokenId, movements: outboundOf(world, id).movements });
  });

  it('of ERC-1155 moves several kinds and several of a kind', () => {
    const owner = collector('ERC1155', { 1: '10', 2: '10' });
    const { world, tokenId } = owner;
    const id = send(owner, { nftTokenIds: ['1', '2', '1'], amounts: ['3', '4', '2'] });
    world.after('24s').shows(stateOfId(id), 'CONFIRMED');
    expect(['1', '2'].map((nft) => owned(world, 0, tokenId, nft))).toEqual([5n, 6n]);
    expect(['1', '2'].map((nft) => owned(world, 1, tokenId, nft))).toEqual([5n, 4n]);
    expect(transactionDetails(world.wallet, outboundOf(world, id)).amounts).toEqual([
      '3',
      '4',
      '2',
    ]);
  });

  it('of Solana moves the token itself', () => {
    const owner = collector('NonFungible', { '': '1' }, 'SOL-DEVNET');
    const { world, tokenId } = owner;
    const id = send(owner, { amounts: ['1'] });
    world.after('10s');
    expect(['CONFIRMED', 'COMPLETE']).toContain(stateOf(world, id));
    expect([owned(world, 0, tokenId), owned(world, 1, tokenId)]).toEqual([0n, 1n]);
  });

  it.each<
    readonly [
      code: WalletRejectionCode,
      standard: TokenStandard,
      own: Pick<InitiateTransfer, 'amounts'> & Partial<InitiateTransfer>,
    ]
  >([
    ['NFTS_SEVERAL', 'ERC721', { nftTokenIds: ['7', '8'], amounts: ['1', '1'] }],
    ['NFT_AMOUNTS_MISMATCH', 'ERC721', { amounts: ['1'] }],
    ['NFT_AMOUNTS_MISMATCH', 'ERC721', { nftTokenIds: ['7'], amounts: [] }],
    ['NFT_AMOUNTS_MISMATCH', 'ERC1155', { nftTokenIds: ['7'], amounts: ['1', '1'] }],
    ['AMOUNTS_INVALID', 'ERC721', { nftTokenIds: ['7'], amounts: ['2'] }],
    ['AMOUNTS_INVALID', 'ERC1155', { nftTokenIds: ['7'], amounts: ['0'] }],
    ['AMOUNTS_INVALID', 'ERC1155', { nftTokenIds: ['7'], amounts: ['-1'] }],
    ['AMOUNT_NOT_DECIMAL', 'ERC1155', { nftTokenIds: ['7'], amounts: ['1.5'] }],
    ['TOKEN_UNFIT', 'ERC1155', { nftTokenIds: ['seven'], amounts: ['1'] }],
    ['BALANCE_TOO_LOW', 'ERC721', { nftTokenIds: ['9'], amounts: ['1'] }],
    ['BALANCE_TOO_LOW', 'ERC1155', { nftTokenIds: ['7', '7'], amounts: ['1', '1'] }],
  ])('is refused with %s', (code, standard, own) => {
    const { world, tokenId } = collector(standard, { 7: '1', 8: '1' });
    const command = transfer(walletAt(world, 0).id, { token: { tokenId }, ...own });
    world.when(command).refused(code);
  });
});

describe('the signed transfer of NFTs', () => {
  const source = '0x00000000000000000000000000000000000000bb';
  const contract = new Interface([
    'function safeTransferFrom(address,address,uint256)',
    'function safeTransferFrom(address,address,uint256,uint256,bytes)',
    'function safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
  ]);

  it.each<
    readonly [
      standard: TokenStandard,
      nfts: readonly [string, bigint][],
      name: string,
      more: readonly unknown[],
    ]
  >([
    ['ERC721', [['7', 1n]], 'safeTransferFrom(address,address,uint256)', [7n]],
    [
      'ERC1155',
      [['7', 3n]],
      'safeTransferFrom(address,address,uint256,uint256,bytes)',
      [7n, 3n, '0x'],
    ],
    [
      'ERC1155',
      [
        ['7', 3n],
        ['8', 1n],
      ],
      'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
      [[7n, 8n], [3n, 1n], '0x'],
    ],
  ])('of %s is the call that ethers writes and signs', async (standard, nfts, name, more) => {
    const items = nfts.map(([nftTokenId, units]) => ({ nftTokenId, units }));
    const payload = nftPayload({ standard, address: collection }, source, strangerAddress, items);
    const data = contract.encodeFunctionData(name, [source, strangerAddress, ...more]);
    expect(payload).toEqual({ to: collection, value: 0n, data });
    const key = privateKeyOf('a1'.repeat(64), 'evm', 1);
    const terms = { chainId: 11_155_111, nonce: 3, gasLimit: 90_000n };
    const hash = signEvm({ ...terms, maxFee: 9n, priorityFee: 1n, ...payload }, key);
    const signed = await new Wallet(hexlify(key)).signTransaction({
      ...terms,
      ...payload,
      type: 2,
      maxFeePerGas: 9n,
      maxPriorityFeePerGas: 1n,
    });
    expect(hash).toBe(Transaction.from(signed).hash);
  });
});

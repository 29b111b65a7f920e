import { describe, expect, it } from 'vitest';
import type { Blockchain } from '../../../../core/wallet/chain/blockchains.ts';
import type { MintTokens } from '../../../../core/wallet/commands.ts';
import { nftTokenIdOf, tokenToMint } from '../../../../core/wallet/decide/minting.ts';
import { transactionDetails } from '../../../../core/wallet/details/transaction.ts';
import { wallet } from '../../../../core/wallet/index.ts';
import { standardsOf } from '../../../../core/wallet/records/token.ts';
import type { WalletRejectionCode } from '../../../../core/wallet/rejections.ts';
import { holdingOf } from '../../../../core/wallet/tokens/holdings.ts';
import { tokenByAddress, tokenById } from '../../../../core/wallet/tokens/registry.ts';
import { nftsView } from '../../../../core/wallet/views.ts';
import { given } from '../../../support/given.ts';
import { createWallets, firstEventOf, transfer, usdcId } from '../../../support/wallet/commands.ts';
import { fundedWallets, type FundedWorld, stateOfId } from '../../../support/wallet/setups.ts';
import { nativeIdOf, walletAt } from '../../../support/wallet/world-queries.ts';

const contract = '0x00000000000000000000000000000000000c0de0';
const mintAddress = 'So11111111111111111111111111111111111111112';

function world(blockchain: Blockchain = 'ETH-SEPOLIA'): FundedWorld {
  return given(wallet, fundedWallets([blockchain], {}));
}

function mint(
  { wallets }: FundedWorld,
  own: Partial<MintTokens> = {},
): Extract<MintTokens, { type: 'MintTokens' }> {
  const { id: walletId } = walletAt({ wallets }, 0);
  const address = { evm: contract, solana: mintAddress };
  const isSolana = walletAt({ wallets }, 0).blockchain.startsWith('SOL');
  const token = { address: isSolana ? address.solana : address.evm };
  return { type: 'MintTokens', walletId, token, ...(isSolana ? {} : { nftTokenId: '7' }), ...own };
}

function held(in_: FundedWorld, tokenId: string, nftTokenId?: string, index = 0) {
  const { blockchain, address } = walletAt(in_, index);
  return holdingOf(in_.wallet, { blockchain, address, tokenId, nftTokenId }).units;
}

describe('tokenToMint', () => {
  const draft = { address: contract, standard: 'ERC1155' } as const;

  it('returns the existing token, or a new one with its event', () => {
    const one = world();
    const made = tokenToMint(one.wallet, 'ETH-SEPOLIA', draft, one.state.nowMs);
    if (!made.ok) throw new Error(made.error.code);
    const { token, registered } = made.value;
    expect(registered).toMatchObject([{ type: 'TokenRegistered', tokenId: token.id }]);
    one.having(mint(one, { token: draft }));
    expect(one.wallet.tokens.get(token.id)).toEqual(token);
    expect(tokenToMint(one.wallet, 'ETH-SEPOLIA', draft, one.state.nowMs)).toEqual({
      ok: true,
      value: { token, registered: [] },
    });
  });

  it('creates none on a chain without token standards', () => {
    const on = { address: 'token.near', standard: 'ERC20' } as const;
    expect(tokenToMint(world().wallet, 'NEAR', on, 0)).toMatchObject({ ok: false });
  });
});

describe('nftTokenIdOf', () => {
  const nft = { id: 'id', decimals: 0, isNative: false, createdMs: 0, updatedMs: 0 } as const;
  const cats = { ...nft, blockchain: 'ETH', standard: 'ERC721' } as const;
  const edition = { ...nft, blockchain: 'SOL', standard: 'NonFungibleEdition' } as const;

  it('is a number in its shortest form on EVM chains, any text or none elsewhere', () => {
    expect(nftTokenIdOf(cats, '007')).toEqual({ ok: true, value: '7' });
    expect(nftTokenIdOf(edition, '007')).toEqual({ ok: true, value: '007' });
    expect(nftTokenIdOf(edition, undefined)).toEqual({ ok: true, value: undefined });
    expect(nftTokenIdOf(edition, '').ok).toBe(false);
    expect(nftTokenIdOf(cats, undefined).ok).toBe(false);
  });
});

describe('mintTokens', () => {
  it('creates a collection at a new address, and an NFT of it', () => {
    const one = world();
    const events = one.having(mint(one, { metadata: 'ipfs://7' })).events;
    expect(events.map(({ type }) => type)).toEqual(['TokenRegistered', 'FundsDeposited']);
    const { tokenId } = firstEventOf(events, 'TokenRegistered');
    expect(tokenById(one.wallet, tokenId)).toMatchObject({
      blockchain: 'ETH-SEPOLIA',
      address: contract,
      standard: 'ERC721',
      isNative: false,
    });
    expect(held(one, tokenId, '7')).toBe(1n);
    expect(held(one, tokenId, '8')).toBe(0n);
  });

  it('finds the collection again by its id, and by its address in any case', () => {
    const one = world();
    const { tokenId } = firstEventOf(one.having(mint(one)).events, 'TokenRegistered');
    const byId = one.having(mint(one, { token: { tokenId }, nftTokenId: '8' })).events;
    const address = `0x${contract.slice(2).toUpperCase()}`;
    const byAddress = one.having(mint(one, { token: { address }, nftTokenId: '9' })).events;
    expect([...byId, ...byAddress].map(({ type }) => type)).toEqual([
      'FundsDeposited',
      'FundsDeposited',
    ]);
    expect(tokenByAddress(one.wallet, 'ETH-SEPOLIA', address)?.id).toBe(tokenId);
    expect(tokenByAddress(one.wallet, 'BASE-SEPOLIA', address)).toBeUndefined();
  });

  it('derives the same token id in every world', () => {
    const idIn = (one: FundedWorld) =>
      firstEventOf(one.having(mint(one)).events, 'TokenRegistered').tokenId;
    const other = world();
    other.having(mint(other, { token: { address: `0x${'12'.repeat(20)}` } }));
    expect(idIn(other)).toBe(idIn(world()));
  });

  it('shows it as an inbound transaction with the metadata of the NFT', () => {
    const one = world();
    const { transactionId } = firstEventOf(
      one.having(mint(one, { metadata: 'ipfs://7' })).events,
      'FundsDeposited',
    );
    const transaction = one.wallet.transactions.get(transactionId);
    if (transaction === undefined) throw new Error('No transaction');
    expect(transactionDetails(one.wallet, transaction)).toMatchObject({
      transactionType: 'INBOUND',
      state: 'CONFIRMED',
      amounts: ['1'],
      nfts: [{ nftTokenId: '7', metadata: 'ipfs://7' }],
    });
    one.after(12 * 12_000).shows(stateOfId(transactionId), 'COMPLETE');
  });

  it('of a semi-fungible NFT creates any number, and more later', () => {
    const one = world();
    const token = { address: contract, standard: 'ERC1155' } as const;
    const { tokenId } = firstEventOf(
      one.having(mint(one, { token, amount: '5' })).events,
      'TokenRegistered',
    );
    one.having(mint(one, { token, amount: '3' })).having(mint(one, { token, nftTokenId: '8' }));
    expect(held(one, tokenId, '7')).toBe(8n);
    expect(held(one, tokenId, '8')).toBe(1n);
  });

  it('creates a currency', () => {
    const one = world();
    const { nftTokenId: _none, ...command } = mint(one);
    const token = { address: contract, standard: 'ERC20', name: 'Gold', symbol: 'AU' } as const;
    const events = one.having({ ...command, token, amount: '2.5' }).events;
    const { tokenId } = firstEventOf(events, 'TokenRegistered');
    expect(tokenById(one.wallet, tokenId)).toMatchObject({ decimals: 18, name: 'Gold' });
    expect(held(one, tokenId)).toBe(25n * 10n ** 17n);
    one.having({ type: 'FundWallet', walletId: command.walletId, amounts: { [tokenId]: '1' } });
    expect(held(one, tokenId)).toBe(35n * 10n ** 17n);
  });

  it('on Solana creates tokens that are the item themselves', () => {
    const one = world('SOL-DEVNET');
    const { tokenId } = firstEventOf(one.having(mint(one)).events, 'TokenRegistered');
    expect(tokenById(one.wallet, tokenId)).toMatchObject({ standard: 'NonFungible' });
    expect(held(one, tokenId)).toBe(1n);
    one.when(mint(one)).refused('NFT_EXISTS');
  });

  it('on Solana creates items that move between wallets and their lists', () => {
    const one = given(wallet, fundedWallets(['SOL-DEVNET'], { native: '1' }));
    const { tokenId } = firstEventOf(one.having(mint(one)).events, 'TokenRegistered');
    const { address: destination } = walletAt(one, 1);
    one.having(transfer(walletAt(one, 0).id, { token: { tokenId }, destination })).after('1m');
    const page = { pageSize: 50, order: 'ASC' } as const;
    const shown = (index: number) => {
      const view = nftsView(one.wallet, walletAt(one, index).id, {}, page);
      return view?.ok === true ? view.value.items.map(({ token }) => token.id) : undefined;
    };
    expect([shown(0), shown(1)]).toEqual([[], [tokenId]]);
  });

  it.each(standardsOf('solana'))('supports the standard %s of Solana', (standard) => {
    const one = world('SOL-DEVNET');
    const events = one.having(mint(one, { token: { address: mintAddress, standard } })).events;
    expect(firstEventOf(events, 'TokenRegistered').standard).toBe(standard);
  });

  it.each<[string, Partial<MintTokens>, WalletRejectionCode]>([
    ['an unknown token', { token: { tokenId: 'none' } }, 'TOKEN_UNKNOWN'],
    [
      'a token of another chain',
      { token: { tokenId: nativeIdOf('BASE-SEPOLIA') } },
      'TOKEN_ON_OTHER_CHAIN',
    ],
    ['no address', { token: { address: '0x12' } }, 'TOKEN_UNFIT'],
    [
      'a standard of another chain',
      { token: { address: contract, standard: 'Fungible' } },
      'TOKEN_UNFIT',
    ],
    ['an NFT of a currency', { token: { tokenId: usdcId } }, 'TOKEN_UNFIT'],
    ['an NFT that is no number', { nftTokenId: 'seven' }, 'TOKEN_UNFIT'],
    ['an NFT beyond 2^256', { nftTokenId: (2n ** 256n).toString() }, 'TOKEN_UNFIT'],
    ['two of one NFT', { amount: '2' }, 'AMOUNTS_INVALID'],
    ['half an NFT', { amount: '0.5' }, 'AMOUNT_NOT_DECIMAL'],
    [
      'no NFT',
      { token: { address: contract, standard: 'ERC1155' }, amount: '0' },
      'AMOUNTS_INVALID',
    ],
    ['an unknown wallet', { walletId: 'none' }, 'WALLET_UNKNOWN'],
  ])('refuses %s', (_what, own, code) => {
    const one = world();
    one.when(mint(one, own)).refused(code);
    expect(one.wallet.tokens.size).toBe(0);
  });

  it('refuses a missing NFT id on EVM chains, and metadata of a currency', () => {
    const one = world();
    const { nftTokenId: _none, ...command } = mint(one);
    one.when(command).refused('TOKEN_UNFIT');
    const usdc = { ...command, token: { tokenId: usdcId }, metadata: 'x' };
    one.when(usdc).refused('TOKEN_UNFIT');
  });

  it('refuses a name other than that of the token at the address', () => {
    const one = world();
    one.having(mint(one, { token: { address: contract, name: 'Cats' } }));
    const other = { address: contract, name: 'Dogs' };
    one
      .when(mint(one, { token: other, nftTokenId: '8' }))
      .refused('TOKEN_UNFIT', { detail: 'the name of the token at this address is Cats' });
  });

  it('refuses to mint on a chain without blocks, and to fund NFTs', () => {
    const one = world();
    const created = createWallets(one.walletSetId, { blockchains: ['EVM-TESTNET'] });
    const [offChain] = firstEventOf(one.having(created).events, 'WalletsCreated').wallets;
    const walletId = offChain?.id ?? '';
    one.when(mint(one, { walletId })).refused('OPERATION_NOT_OFFERED');
    const { tokenId } = firstEventOf(one.having(mint(one)).events, 'TokenRegistered');
    const { id } = walletAt(one, 0);
    const fund = { type: 'FundWallet', walletId: id, amounts: { [tokenId]: '1' } } as const;
    one.when(fund).refused('TOKEN_UNFIT');
  });
});

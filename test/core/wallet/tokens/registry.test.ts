import { describe, expect, it } from 'vitest';
import { wallet } from '../../../../core/wallet/index.ts';
import { isNft, isSemiFungible, standardsOf } from '../../../../core/wallet/records/token.ts';
import { nativeToken, stablecoinOf } from '../../../../core/wallet/tokens/catalogue.ts';
import { tokenByAddress, tokenById, tokenLabel } from '../../../../core/wallet/tokens/registry.ts';
import { given } from '../../../support/given.ts';
import { firstEventOf, usdcId } from '../../../support/wallet/commands.ts';
import { fundedWallets } from '../../../support/wallet/setups.ts';
import { walletAt } from '../../../support/wallet/world-queries.ts';

const address = `0x${'c0'.repeat(20)}`;

describe('the registry of tokens', () => {
  it('finds those of the catalogue and those of the world, by id and by address', () => {
    const world = given(wallet, fundedWallets());
    const { id: walletId } = walletAt(world, 0);
    const mint = { type: 'MintTokens', walletId, token: { address }, nftTokenId: '1' } as const;
    expect(tokenByAddress(world.wallet, 'ETH-SEPOLIA', address)).toBeUndefined();
    const { tokenId } = firstEventOf(world.having(mint).events, 'TokenRegistered');
    const token = tokenById(world.wallet, tokenId);
    expect(token).toMatchObject({ id: tokenId, address, createdMs: world.state.nowMs });
    expect(tokenByAddress(world.wallet, 'ETH-SEPOLIA', address)).toEqual(token);
    expect(tokenByAddress(world.wallet, 'ETH', address)).toBeUndefined();
    expect(tokenById(world.wallet, usdcId)).toBe(stablecoinOf('ETH-SEPOLIA', 'USDC'));
    expect(tokenByAddress(world.wallet, 'ETH-SEPOLIA', '')).toBe(nativeToken('ETH-SEPOLIA'));
    expect(tokenById(given(wallet, fundedWallets()).wallet, tokenId)).toBeUndefined();
  });

  it('names a token by its shortest name', () => {
    const token = { id: 'id', blockchain: 'ETH', decimals: 0, isNative: false } as const;
    const dates = { createdMs: 0, updatedMs: 0 };
    expect(tokenLabel({ ...token, ...dates })).toBe('id');
    expect(tokenLabel({ ...token, ...dates, name: 'Gold' })).toBe('Gold');
    expect(tokenLabel({ ...token, ...dates, name: 'Gold', symbol: 'AU' })).toBe('AU');
  });
});

describe('standards', () => {
  it.each([
    ['ETH', 'ERC20', false, false],
    ['ETH', 'ERC721', true, false],
    ['ETH', 'ERC1155', true, true],
    ['SOL', 'Fungible', false, false],
    ['SOL', 'FungibleAsset', true, true],
    ['APTOS', 'FungibleAsset', false, false],
    ['SOL', 'NonFungible', true, false],
    ['SOL', 'NonFungibleEdition', true, false],
    ['SOL', 'ProgrammableNonFungible', true, false],
    ['SOL', 'ProgrammableNonFungibleEdition', true, false],
  ] as const)('on %s of %s tokens are NFTs: %s, and semi-fungible: %s', (...row) => {
    const [blockchain, standard, nft, semi] = row;
    expect(isNft({ blockchain, standard })).toBe(nft);
    expect(isSemiFungible({ blockchain, standard })).toBe(semi);
  });

  it('leave native tokens out', () => {
    expect(isNft({ blockchain: 'ETH' })).toBe(false);
    expect(isSemiFungible({ blockchain: 'ETH' })).toBe(false);
  });

  it('are those of the chain family', () => {
    expect(standardsOf('evm')).toEqual(['ERC20', 'ERC721', 'ERC1155']);
    expect(standardsOf('solana')).toHaveLength(6);
    expect(standardsOf('aptos')).toEqual(['FungibleAsset']);
    expect(standardsOf('near')).toEqual([]);
  });
});

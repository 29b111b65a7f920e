import { describe, expect, it } from 'vitest';
import { blockchains, chainOf } from '../../../../core/wallet/chain/blockchains.ts';
import {
  catalogueToken,
  catalogueTokenAt,
  nativeToken,
  stablecoinOf,
} from '../../../../core/wallet/tokens/catalogue.ts';

// All of reference/wallet.md section 4, "Well-known USDC token ids and addresses".
const usdc = [
  ['ETH', 'b037d751-fb22-5f0d-bae6-47373e7ae3e3', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
  [
    'ETH-SEPOLIA',
    '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
    '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
  ],
  ['AVAX', '7efdfdbf-1799-5089-a588-31beb97ba755', '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e'],
  [
    'AVAX-FUJI',
    'ff47a560-9795-5b7c-adfc-8f47dad9e06a',
    '0x5425890298aed601595a70ab815c96711a31bc65',
  ],
  ['MATIC', 'db6905b9-8bcd-5537-8b08-f5548bdf7925', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'],
  [
    'MATIC-AMOY',
    '36b6931a-873a-56a8-8a27-b706b17104ee',
    '0x41e94eb019c0762f9bfcf9fb1e58725bfb0e7582',
  ],
  ['ARB', 'c87ffcb4-e2cf-5e67-84c6-388c965d2a66', '0xaf88d065e77c8cc2239327c5edb3a432268e5831'],
  [
    'ARB-SEPOLIA',
    '4b8daacc-5f47-5909-a3ba-30d171ebad98',
    '0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d',
  ],
  ['BASE', '915ce944-32df-5df5-a6b1-daa9b5069f96', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
  [
    'BASE-SEPOLIA',
    'bdf128b4-827b-5267-8f9e-243694989b5f',
    '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
  ],
  ['SOL', '33ca4ef6-2500-5d79-82bf-e3036139cc29', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  [
    'SOL-DEVNET',
    '8fb3cadb-0ef4-573d-8fcd-e194f961c728',
    '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
  ],
  [
    'APTOS',
    '298eebe2-3131-5183-b528-f925f70848d0',
    '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b',
  ],
  [
    'APTOS-TESTNET',
    'e3cbdafc-42c3-58cc-ae4c-b31dbb10354c',
    '0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832',
  ],
] as const;

const chains = blockchains.map(chainOf);

const all = chains.flatMap(({ blockchain }) =>
  [
    nativeToken(blockchain),
    stablecoinOf(blockchain, 'USDC'),
    stablecoinOf(blockchain, 'EURC'),
  ].flatMap((token) => token ?? []),
);
const tokens = [...new Set(all)]; // on ARC the native token is USDC

describe('the catalogue of tokens', () => {
  it.each(usdc)('finds USDC on %s by its id and its address', (blockchain, id, address) => {
    expect(catalogueToken(id)).toMatchObject({
      id,
      blockchain,
      address,
      symbol: 'USDC',
      decimals: 6,
    });
    expect(catalogueTokenAt(blockchain, address)?.id).toBe(id);
    expect(stablecoinOf(blockchain, 'USDC')?.id).toBe(id);
  });

  it('has a UUID for each token', () => {
    const ids = tokens.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) {
      expect(id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      expect(catalogueToken(id)?.id).toBe(id);
    }
  });

  it('has a native token on each chain, with no address', () => {
    for (const { blockchain, nativeDecimals } of chains) {
      expect(nativeToken(blockchain), blockchain).toMatchObject({
        blockchain,
        isNative: true,
        decimals: nativeDecimals,
      });
      expect(nativeToken(blockchain)).not.toHaveProperty('address');
      expect(catalogueTokenAt(blockchain, '')).toBe(nativeToken(blockchain));
    }
  });

  it('names native tokens like their chains, except USDC on ARC', () => {
    expect(nativeToken('ETH-SEPOLIA')).toMatchObject({
      name: 'ETH-SEPOLIA',
      symbol: 'ETH-SEPOLIA',
    });
    expect(nativeToken('ARC-TESTNET')).toMatchObject({
      name: 'USDC',
      symbol: 'USDC',
      decimals: 18,
    });
    expect(stablecoinOf('ARC-TESTNET', 'USDC')).toBe(nativeToken('ARC-TESTNET'));
  });

  it('finds a contract in any case on EVM chains, and a mint exactly as it is written', () => {
    const contract = '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238';
    const mint = '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU';
    expect(catalogueTokenAt('ETH-SEPOLIA', `0x${contract.slice(2).toUpperCase()}`)).toBeDefined();
    expect(catalogueTokenAt('SOL-DEVNET', mint)).toBeDefined();
    expect(catalogueTokenAt('SOL-DEVNET', mint.toLowerCase())).toBeUndefined();
  });

  it('does not find a token on another chain', () => {
    expect(catalogueTokenAt('ETH', '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238')).toBeUndefined();
    expect(stablecoinOf('MONAD-TESTNET', 'USDC')).toBeUndefined();
    expect(catalogueToken('00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  it('has the standard of the chain family for stablecoins', () => {
    expect(stablecoinOf('BASE', 'EURC')?.standard).toBe('ERC20');
    expect(stablecoinOf('SOL', 'EURC')?.standard).toBe('Fungible');
    expect(stablecoinOf('APTOS', 'USDC')?.standard).toBe('FungibleAsset');
  });
});

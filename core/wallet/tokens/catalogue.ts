// The tokens of every world, as versioned data: the native token of each chain, and the two stablecoins. Tokens registered
// in a world are in its state; registry.ts finds both. Ids and addresses of USDC: reference/wallet.md section 4; ids that
// the reference does not give are derived.

import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { invariant } from '../../kernel/invariant.ts';
import { uuidOf } from '../../kernel/ids.ts';
import { blockchains, chainOf, type Blockchain } from '../chain/blockchains.ts';
import { tokenPlace, type Token } from '../records/token.ts';

/** The creation date of the catalogue's tokens: 2024-01-01T00:00:00Z. */
const tokensMadeMs = 1_704_067_200_000;

const usdc: readonly (readonly [Blockchain, address: string, id?: string])[] = [
  ['ETH', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 'b037d751-fb22-5f0d-bae6-47373e7ae3e3'],
  [
    'ETH-SEPOLIA',
    '0x1c7d4b196cb0c7b01d743fbc6116a902379c7238',
    '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
  ],
  ['AVAX', '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', '7efdfdbf-1799-5089-a588-31beb97ba755'],
  [
    'AVAX-FUJI',
    '0x5425890298aed601595a70ab815c96711a31bc65',
    'ff47a560-9795-5b7c-adfc-8f47dad9e06a',
  ],
  ['MATIC', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', 'db6905b9-8bcd-5537-8b08-f5548bdf7925'],
  [
    'MATIC-AMOY',
    '0x41e94eb019c0762f9bfcf9fb1e58725bfb0e7582',
    '36b6931a-873a-56a8-8a27-b706b17104ee',
  ],
  ['ARB', '0xaf88d065e77c8cc2239327c5edb3a432268e5831', 'c87ffcb4-e2cf-5e67-84c6-388c965d2a66'],
  [
    'ARB-SEPOLIA',
    '0x75faf114eafb1bdbe2f0316df893fd58ce46aa4d',
    '4b8daacc-5f47-5909-a3ba-30d171ebad98',
  ],
  ['BASE', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', '915ce944-32df-5df5-a6b1-daa9b5069f96'],
  [
    'BASE-SEPOLIA',
    '0x036cbd53842c5426634e7929541ec2318f3dcf7e',
    'bdf128b4-827b-5267-8f9e-243694989b5f',
  ],
  ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '33ca4ef6-2500-5d79-82bf-e3036139cc29'],
  [
    'SOL-DEVNET',
    '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    '8fb3cadb-0ef4-573d-8fcd-e194f961c728',
  ],
  [
    'APTOS',
    '0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b',
    '298eebe2-3131-5183-b528-f925f70848d0',
  ],
  [
    'APTOS-TESTNET',
    '0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832',
    'e3cbdafc-42c3-58cc-ae4c-b31dbb10354c',
  ],
  ['OP', '0x0b2c639c533813f4aa9d7837caf62653d097ff85'],
  ['OP-SEPOLIA', '0x5fd84259d66cd46123540766be93dfe6d43130d7'],
  ['UNI', '0x078d782b760474a361dda0af3839290b0ef57ad6'],
  ['UNI-SEPOLIA', '0x31d0220469e10c4e71834a79b1f276d740d3768f'],
];

const eurc: readonly (readonly [Blockchain, address: string])[] = [
  ['ETH', '0x1abaea1f7c830bd89acc67ec4af516284b1bc33c'],
  ['ETH-SEPOLIA', '0x08210f9170f89ab7658f0b5e3ff39b0e03c594d4'],
  ['AVAX', '0xc891eb4cbdeff6e073e859e987815ed1505c2acd'],
  ['AVAX-FUJI', '0x5e44db7996c682e92a960b65ac713a54ad815c6b'],
  ['BASE', '0x60a3e35cc302bfa44cb288bc5a4f316fdb1adb42'],
  ['BASE-SEPOLIA', '0x808456652fdb597867f38412077a9182bf77359f'],
  ['SOL', 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr'],
  ['SOL-DEVNET', 'HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr'],
];

const currencyStandards = {
  evm: 'ERC20',
  solana: 'Fungible',
  aptos: 'FungibleAsset',
  near: 'Fungible',
} as const;

/** ARC pays its gas in USDC. */
const arc: Blockchain = 'ARC-TESTNET';

/** Round prices of native tokens; a dollar where there is none here. */
const nativeUsdMilli: Readonly<Record<string, number>> = {
  ETH: 3_000_000,
  ARB: 3_000_000,
  BASE: 3_000_000,
  OP: 3_000_000,
  UNI: 3_000_000,
  AVAX: 30_000,
  MATIC: 500,
  SOL: 150_000,
  NEAR: 5_000,
  APTOS: 10_000,
};

const dates = { createdMs: tokensMadeMs, updatedMs: tokensMadeMs };

const catalogue: readonly Token[] = [
  ...blockchains.map(native),
  ...usdc.map(([blockchain, address, id]) => stablecoin('USDC', blockchain, address, id)),
  ...eurc.map(([blockchain, address]) => stablecoin('EURC', blockchain, address)),
];

const byId = new Map(catalogue.map((token) => [token.id, token]));
const byAddress = new Map(
  catalogue.map((token) => [`${token.blockchain}/${token.address ?? ''}`, token]),
);
const bySymbol = new Map(catalogue.map((token) => [`${token.blockchain}/${token.symbol}`, token]));

export function catalogueToken(id: string): Token | undefined {
  return byId.get(id);
}

/** A token of the catalogue by its contract or mint address; the native token for the empty address. */
export function catalogueTokenAt(blockchain: Blockchain, address: string): Token | undefined {
  return byAddress.get(tokenPlace(blockchain, address));
}

/** The id of the token at an address: the same in every world, as it is at the real service. */
export function derivedId(blockchain: Blockchain, name: string): string {
  return uuidOf(bytesToHex(sha256(utf8ToBytes(JSON.stringify(['token', blockchain, name])))));
}

export function nativeToken(blockchain: Blockchain): Token | undefined {
  return byAddress.get(`${blockchain}/`);
}

/** The id of the native token of a chain that has transactions. */
export function nativeTokenId(blockchain: Blockchain): string {
  const token = nativeToken(blockchain);
  invariant(token !== undefined, 'a chain with transactions has a native token');
  return token.id;
}

/** A stablecoin of a chain; on ARC, USDC is the native token. */
export function stablecoinOf(blockchain: Blockchain, symbol: 'USDC' | 'EURC'): Token | undefined {
  return bySymbol.get(`${blockchain}/${symbol}`);
}

function native(blockchain: Blockchain): Token {
  const name = blockchain === arc ? 'USDC' : blockchain;
  return {
    id: derivedId(blockchain, 'native'),
    blockchain,
    name,
    symbol: name,
    decimals: chainOf(blockchain).nativeDecimals,
    isNative: true,
    usdMilli: nativeUsdMilli[blockchain.replace(/-.*/, '')] ?? 1_000,
    ...dates,
  };
}

function stablecoin(symbol: string, blockchain: Blockchain, address: string, id?: string): Token {
  return {
    id: id ?? derivedId(blockchain, address),
    blockchain,
    name: symbol,
    symbol,
    decimals: 6,
    isNative: false,
    standard: currencyStandards[chainOf(blockchain).family],
    address,
    usdMilli: symbol === 'EURC' ? 1_100 : 1_000,
    ...dates,
  };
}

// Keys and addresses along the HD tree of a wallet set: BIP-32 for EVM chains, SLIP-0010 for Solana. The index is the
// wallet's own (reference/wallet.md section 4), so one index has one address on all chains of a family.

import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { HDKey as Bip32 } from '@scure/bip32';
import { addr } from 'micro-eth-signer';
import { HDKey as Slip10 } from 'micro-key-producer/slip10.js';
import { invariant } from '../kernel/invariant.ts';
import { memoize } from '../kernel/memo.ts';
import type { Family } from './chains.ts';

/** The families for which wallets can be made. */
export type KeyFamily = Extract<Family, 'evm' | 'solana'>;

export function isKeyFamily(family: Family): family is KeyFamily {
  return family === 'evm' || family === 'solana';
}

const branchesKept = 1_000;

/** m/44'/60'/0'/0 of the tree that grows from a set's secret (64 bytes, hex). */
const evmBranch = memoize(
  (secret: string) => Bip32.fromMasterSeed(hexToBytes(secret)).derive("m/44'/60'/0'/0"),
  branchesKept,
);

/** m/44'/501' of it. */
const solanaBranch = memoize(
  (secret: string) => Slip10.fromMasterSeed(hexToBytes(secret)).derive("m/44'/501'"),
  branchesKept,
);

/** The 32-byte private key of an index, from 1: m/44'/60'/0'/0/index, or m/44'/501'/index'/0'. */
export function privateKeyOf(secret: string, family: KeyFamily, index: number): Uint8Array {
  return keys(`${family}/${index}/${secret}`);
}

const keysKept = 10_000;

const keys = memoize((place: string) => {
  const [family, index, secret = ''] = place.split('/');
  if (family === 'solana') return solanaBranch(secret).derive(`m/${index}'/0'`).privateKey;
  const { privateKey } = evmBranch(secret).deriveChild(Number(index));
  invariant(privateKey !== null, 'a private branch has private children');
  return privateKey;
}, keysKept);

/** The address of an index: `0x` and 40 lower-case hex digits, or the public key in base58. */
export function addressOf(secret: string, family: KeyFamily, index: number): string {
  switch (family) {
    case 'evm': {
      const { publicKey } = evmBranch(secret).deriveChild(index);
      invariant(publicKey !== null, 'a private branch has public keys');
      return addr.fromPublicKey(publicKey).toLowerCase();
    }
    case 'solana':
      return base58.encode(
        ed25519.getPublicKey(solanaBranch(secret).derive(`m/${index}'/0'`).privateKey),
      );
  }
}

/** Whether a text is an address of the family. EVM: mixed case must carry the right EIP-55 checksum. */
export function isAddress(family: Family, text: string): boolean {
  switch (family) {
    case 'evm':
      if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false;
      return isOneCase(text.slice(2)) || addr.addChecksum(text.toLowerCase()) === text;
    case 'solana':
      return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text) && base58.decode(text).length === 32;
    case 'aptos':
      return /^0x[0-9a-f]{64}$/i.test(text);
    case 'near':
      return /^[0-9a-f]{64}$/.test(text) || /^[a-z0-9][a-z0-9._-]{0,62}[a-z0-9]$/.test(text);
  }
}

/** The form in which addresses are kept and compared: lower case on EVM chains. */
export function normalAddress(family: Family, address: string): string {
  return family === 'evm' ? address.toLowerCase() : address;
}

function isOneCase(digits: string): boolean {
  return digits === digits.toLowerCase() || digits === digits.toUpperCase();
}

/** Addresses on EVM chains are kept in lower case and compared without case; others are compared as they are. */
export function comparable(address: string): string {
  return /^0x/i.test(address) ? address.toLowerCase() : address;
}

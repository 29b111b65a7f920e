// Keys and addresses along the HD tree of a wallet set: BIP-32 for EVM chains, SLIP-0010 for those with Ed25519. The index
// is the wallet's own (reference/wallet.md section 4), so one index has one address on all chains of a family.

import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256, sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { HDKey as Bip32 } from '@scure/bip32';
import { HDKey as Slip10 } from 'micro-key-producer/slip10.js';
import { invariant } from '../../kernel/invariant.ts';
import { memoize } from '../../kernel/memo.ts';
import type { InPieces } from '../../kernel/pieces.ts';
import { smartAccountAddress, type AccountType, type ScaCore } from './account.ts';
import type { Family } from '../chain/blockchains.ts';
import { childKey, publicKeyOf } from './secp256k1.ts';
import { hardenedChild } from './slip10.ts';

const branchesKept = 1_000;

/** The BIP-44 account of an EVM key: owners of smart accounts have one of their own, so that no key serves two wallets. */
const evmAccounts = { EOA: 0, SCA: 1 } as const;

/** m/44'/60'/account'/0 of the tree that grows from a set's secret (64 bytes, hex), by `account/secret`. */
const evmBranch = memoize((place: string) => {
  const [account, secret = ''] = place.split('/');
  const branch = Bip32.fromMasterSeed(hexToBytes(secret)).derive(`m/44'/60'/${account}'/0`);
  const { privateKey, publicKey, chainCode } = branch;
  invariant(privateKey !== null && publicKey !== null, 'a private branch has both keys');
  invariant(chainCode !== null, 'a branch has children');
  return { privateKey, publicKey, chainCode };
}, branchesKept);

/** Computes the tables of the curves, which the first keys of a process else wait for: each piece takes up to 40 ms. */
export function* prepareCurves(): InPieces<void> {
  const seed = new Uint8Array(64).fill(1);
  const root = Bip32.fromMasterSeed(seed);
  yield;
  root.derive(`m/44'/60'/0'/0`);
  yield;
  Slip10.fromMasterSeed(seed).derive(`m/44'/501'`);
}

function evmKey(secret: string, index: number, accountType: AccountType): Uint8Array {
  return childKey(evmBranch(`${evmAccounts[accountType]}/${secret}`), index);
}

/** The paths of Ed25519 keys: the coin type (SLIP-0044), and the number of zeros after the index. */
const ed25519Paths = {
  solana: { coin: 501, zerosBehind: 1 },
  aptos: { coin: 637, zerosBehind: 2 },
  near: { coin: 397, zerosBehind: 0 },
} as const;

/** m/44'/coin' of the tree, by `coin/secret`. */
const ed25519Branch = memoize((place: string) => {
  const [coin, secret = ''] = place.split('/');
  return Slip10.fromMasterSeed(hexToBytes(secret)).derive(`m/44'/${coin}'`);
}, branchesKept);

/**
 * The 32-byte private key of an index, from 1: m/44'/60'/0'/0/index on EVM chains, m/44'/60'/1'/0/index for the owner of a
 * smart account, m/44'/501'/index'/0' on Solana, m/44'/637'/index'/0'/0' on Aptos, m/44'/397'/index' on NEAR.
 */
export function privateKeyOf(
  secret: string,
  family: Family,
  index: number,
  accountType: AccountType = 'EOA',
): Uint8Array {
  return keys(`${family}/${accountType}/${index}/${secret}`);
}

const keysKept = 10_000;

const keys = memoize((place: string) => {
  const [family, accountType, index, secret = ''] = place.split('/');
  if (family !== 'evm') return ed25519Key(secret, family as Ed25519Family, Number(index));
  return evmKey(secret, Number(index), accountType as AccountType);
}, keysKept);

type Ed25519Family = Exclude<Family, 'evm'>;

function ed25519Key(secret: string, family: Ed25519Family, index: number): Uint8Array {
  const { coin, zerosBehind } = ed25519Paths[family];
  let node = hardenedChild(ed25519Branch(`${coin}/${secret}`), index);
  for (let level = 0; level < zerosBehind; level += 1) node = hardenedChild(node, 0);
  return node.privateKey;
}

/**
 * The address of an index. EVM: `0x` and 40 lower-case hex digits. Solana: the public key in base58. Aptos: `0x` and the
 * SHA3-256 of the public key and a zero byte, in hex. NEAR: the public key in hex, an implicit account.
 */
export function addressOf(secret: string, family: Family, index: number): string {
  if (family === 'evm') return evmAddress(evmKey(secret, index, 'EOA'));
  const publicKey = ed25519.getPublicKey(ed25519Key(secret, family, index));
  switch (family) {
    case 'solana':
      return base58.encode(publicKey);
    case 'aptos':
      return `0x${bytesToHex(sha3_256(Uint8Array.of(...publicKey, 0)))}`;
    case 'near':
      return bytesToHex(publicKey);
  }
}

/** The address of the smart account of an index, which differs from that of its owner's key. */
export function smartAddressOf(secret: string, core: ScaCore, index: number): string {
  return smartAccountAddress(evmAddress(evmKey(secret, index, 'SCA')), core, index);
}

/** A run of addresses: the secret of their set, their kind, and the first index. */
export interface AddressRun {
  readonly secret: string;
  readonly family: Family;
  /** The core of smart accounts; absent for plain ones. */
  readonly core?: ScaCore;
  readonly first: number;
}

/** The addresses of `count` consecutive indices. */
export function addressesOf(
  { secret, family, core, first }: AddressRun,
  count: number,
): readonly string[] {
  return Array.from({ length: count }, (_, ordinal) =>
    core === undefined
      ? addressOf(secret, family, first + ordinal)
      : smartAddressOf(secret, core, first + ordinal),
  );
}

/** The last 20 bytes of the Keccak-256 of the point. */
function evmAddress(privateKey: Uint8Array): string {
  return `0x${bytesToHex(keccak_256(publicKeyOf(privateKey).subarray(1)).subarray(-20))}`;
}

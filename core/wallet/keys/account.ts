// Account types: an account with a key (EOA), or a contract owned by a key (SCA).

import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';

export const accountTypes = ['EOA', 'SCA'] as const;

export type AccountType = (typeof accountTypes)[number];

/** The contracts that smart accounts are instances of (spec "Wallet"). */
export const scaCores = [
  'circle_4337_v1',
  'circle_6900_singleowner_v1',
  'circle_6900_singleowner_v2',
  'circle_6900_singleowner_v3',
] as const;

export type ScaCore = (typeof scaCores)[number];

/** The core of new smart accounts (reference/wallet.md section 12). */
export const scaCoreOfNew: ScaCore = 'circle_6900_singleowner_v3';

/** The core that an upgrade leads to. */
export const scaCoreOfUpgraded: ScaCore = 'circle_6900_singleowner_v2';

/** Older cores than that can be upgraded (reference/wallet.md section 6). */
export function isUpgradable(core: ScaCore): boolean {
  return core === 'circle_4337_v1' || core === 'circle_6900_singleowner_v1';
}

/** The address of the contract of a core, the same on all chains. */
export function coreContractAddress(core: ScaCore): string {
  return `0x${bytesToHex(keccak_256(utf8ToBytes(`core/${core}`)).slice(-20))}`;
}

/** Smart accounts are offered on the EVM chains that the service sends transactions on (reference/wallet.md section 4). */
export function isScaOffered(blockchain: Blockchain): boolean {
  const { family, rules } = chainOf(blockchain);
  return family === 'evm' && rules !== undefined;
}

/**
 * The address of an owner's contract, known before its deployment and the same on every EVM chain: CREATE2 (EIP-1014) from
 * the factory of the core, the index as salt, and the hash of core and owner in place of that of the code. `owner` is an
 * EVM address in lower case, and so is the result.
 */
export function smartAccountAddress(owner: string, core: ScaCore, index: number): string {
  const factory = keccak_256(utf8ToBytes(`factory/${core}`)).slice(-20);
  const salt = hexToBytes(index.toString(16).padStart(64, '0'));
  const code = keccak_256(concatBytes(utf8ToBytes(core), hexToBytes(owner.slice(2))));
  const place = keccak_256(concatBytes(Uint8Array.of(0xff), factory, salt, code));
  return `0x${bytesToHex(place.slice(-20))}`;
}

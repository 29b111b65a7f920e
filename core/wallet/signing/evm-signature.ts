// EVM transactions as they are signed, and the hash by which the chain knows them.

import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { Transaction, type TxType } from 'micro-eth-signer';
import { signDigest } from '../keys/secp256k1.ts';

/** A transaction of any type in the form of the library. */
export type EvmTransaction = InstanceType<typeof Transaction<TxType>>;

/** The library's limits on fees and nonces are not the chain's. */
export const lenient = { strict: false };

export interface SignedEvmTransaction {
  readonly signed: EvmTransaction;
  /** `0x`, r, s and v as 130 hex digits; v is 27 or 28 for every type of transaction. */
  readonly signature: string;
}

export function signEvmPayload(
  unsigned: EvmTransaction,
  privateKey: Uint8Array,
): SignedEvmTransaction {
  const { compact, yParity } = signDigest(keccak_256(unsigned.toBytes()), privateKey);
  const [r, s] = [compact.subarray(0, 32), compact.subarray(32)].map((half) =>
    BigInt(`0x${bytesToHex(half)}`),
  );
  const { type, raw } = unsigned;
  return {
    signed: new Transaction(type, { ...raw, r, s, yParity } as typeof raw, lenient),
    signature: `0x${bytesToHex(compact)}${(27 + yParity).toString(16)}`,
  };
}

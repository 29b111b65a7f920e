// Messages: their bytes, and their signatures in the form of each family (reference/wallet.md section 5).

import { ed25519 } from '@noble/curves/ed25519.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { ok } from '../../kernel/result.ts';
import { signDigest } from '../keys/secp256k1.ts';
import { reject } from '../rejections.ts';
import type { Read } from './read.ts';

/** Families that sign messages. */
export type MessageFamily = 'evm' | 'solana' | 'aptos';

/** The bytes of a message: its UTF-8, or the decoded `0x` hex. */
export function messageBytes(message: string, encodedByHex: boolean): Read<Uint8Array> {
  if (encodedByHex) {
    return isHexData(message)
      ? ok(hexToBytes(message.slice(2)))
      : reject('MESSAGE_NOT_HEX', 'it needs 0x and an even number of digits');
  }
  return isUnicode(message)
    ? ok(utf8ToBytes(message))
    : reject('MESSAGE_INVALID', 'it has half of a surrogate pair');
}

/** Whether a text is `0x` hex of whole bytes. */
export function isHexData(text: string): boolean {
  return /^0x(?:[0-9a-f]{2})*$/i.test(text);
}

/** Whether a text can be encoded as UTF-8: it has no lone surrogate. */
export function isUnicode(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** EVM: EIP-191. Solana and Aptos: Ed25519 over the bytes as they are. */
export function signMessage(
  family: MessageFamily,
  message: Uint8Array,
  privateKey: Uint8Array,
): string {
  switch (family) {
    case 'evm':
      return signDigestEvm(personalDigest(message), privateKey);
    case 'solana':
      return base58.encode(ed25519.sign(message, privateKey));
    case 'aptos':
      return `0x${bytesToHex(ed25519.sign(message, privateKey))}`;
  }
}

/** The digest of a personal message (EIP-191, version 0x45). */
function personalDigest(message: Uint8Array): Uint8Array {
  const head = utf8ToBytes(`\u0019Ethereum Signed Message:\n${message.length}`);
  return keccak_256(concatBytes(head, message));
}

/** A signature in the form that EVM tools read: `0x`, r, s and v as 130 hex digits; v is 27 or 28. */
export function signDigestEvm(digest: Uint8Array, privateKey: Uint8Array): string {
  const { compact, yParity } = signDigest(digest, privateKey);
  return `0x${bytesToHex(compact)}${(27 + yParity).toString(16)}`;
}

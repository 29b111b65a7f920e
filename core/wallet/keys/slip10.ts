// Child keys of Ed25519 (SLIP-0010). The library of the tree also computes the public key of each parent, for a fingerprint
// that is not used here and takes nearly all of its time.

import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';

/** A node of the tree. */
export interface Ed25519Node {
  readonly privateKey: Uint8Array;
  readonly chainCode: Uint8Array;
}

const hardened = 0x8000_0000;

/** The hardened child of an index from 0 to 2^31 - 1; Ed25519 has no others. */
export function hardenedChild({ privateKey, chainCode }: Ed25519Node, index: number): Ed25519Node {
  const data = new Uint8Array(37); // a zero byte, the key, the index
  data.set(privateKey, 1);
  new DataView(data.buffer).setUint32(33, hardened + index);
  const made = hmac(sha512, chainCode, data);
  return { privateKey: made.subarray(0, 32), chainCode: made.subarray(32) };
}

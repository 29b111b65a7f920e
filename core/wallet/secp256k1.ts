// ECDSA on secp256k1: the one place where EVM keys sign.

import { secp256k1 } from '@noble/curves/secp256k1.js';

export interface EcdsaSignature {
  /** r and s, 32 bytes each, big-endian; s is in the lower half of the order (EIP-2). */
  readonly compact: Uint8Array;
  /** Which of the two points with this r was meant: the parity of its y. */
  readonly yParity: 0 | 1;
}

/** Signs a 32-byte digest. The nonce follows RFC 6979, so the same digest always has the same signature. */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): EcdsaSignature {
  const recoverable = secp256k1.sign(digest, privateKey, { prehash: false, format: 'recovered' });
  return { compact: recoverable.subarray(1), yParity: recoverable[0] === 0 ? 0 : 1 };
}

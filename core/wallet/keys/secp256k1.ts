// The curve of EVM keys: public keys, child keys, signatures. Uses libsecp256k1 as WebAssembly from a part of a library:
// six times as fast as JavaScript at signing, ten times at public keys, with equal results (RFC 6979).

import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { invariant } from '../../kernel/invariant.ts';

/** Top-level await: importing this module loads the WebAssembly code, and all later calls are synchronous. */
const curve = await instantiateSecp256k1();

export interface EcdsaSignature {
  /** r and s, 32 bytes each, big-endian; s is in the lower half of the order (EIP-2). */
  readonly compact: Uint8Array;
  /** The parity of y, which selects one of the two points with this r. */
  readonly yParity: 0 | 1;
}

/** Signs a 32-byte digest. The nonce follows RFC 6979, so the same digest always has the same signature. */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): EcdsaSignature {
  const signed = curve.signMessageHashRecoverableCompact(privateKey, digest);
  invariant(typeof signed !== 'string', 'a key on the tree can sign');
  return { compact: signed.signature, yParity: signed.recoveryId === 0 ? 0 : 1 };
}

/** The public key as a point: 4, x and y, 65 bytes. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  const publicKey = curve.derivePublicKeyUncompressed(privateKey);
  invariant(typeof publicKey !== 'string', 'a key on the tree has a public key');
  return publicKey;
}

/** A node of a BIP-32 tree, as far as its plain children depend on it. */
export interface Node {
  readonly privateKey: Uint8Array;
  /** Compressed, 33 bytes. */
  readonly publicKey: Uint8Array;
  readonly chainCode: Uint8Array;
}

/** The private key of a plain child (BIP-32, "CKDpriv"), from 0 to 2^31 - 1. */
export function childKey({ privateKey, publicKey, chainCode }: Node, index: number): Uint8Array {
  const data = new Uint8Array(37);
  data.set(publicKey);
  new DataView(data.buffer).setUint32(33, index);
  const tweak = hmac(sha512, chainCode, data).subarray(0, 32);
  const child = curve.addTweakPrivateKey(privateKey, tweak);
  invariant(typeof child !== 'string', 'one index in 2^127 has no key, and it is not found');
  return child;
}

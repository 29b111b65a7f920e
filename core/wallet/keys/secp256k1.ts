// The curve of EVM keys: public keys, child keys, signatures. Uses libsecp256k1 as WebAssembly from a part of a library:
// six times as fast as JavaScript at signing, ten times at public keys, with equal results (RFC 6979). No module waits for it at
// its top, since `require` takes no such module: until it is loaded, the curve is computed in JavaScript.

import { instantiateSecp256k1 } from '@bitauth/libauth/build/lib/crypto/secp256k1.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { invariant } from '../../kernel/invariant.ts';

interface Curve {
  readonly sign: (digest: Uint8Array, privateKey: Uint8Array) => EcdsaSignature;
  readonly publicKeyOf: (privateKey: Uint8Array) => Uint8Array;
  /** The sum of a key and a number, modulo the order. */
  readonly addTweak: (privateKey: Uint8Array, tweak: Uint8Array) => Uint8Array;
}

export const curveInJavaScript: Curve = {
  sign(digest, privateKey) {
    const signature = { prehash: false, format: 'recovered' } as const;
    const [recoveryId = 0, ...compact] = secp256k1.sign(digest, privateKey, signature);
    return { compact: Uint8Array.from(compact), yParity: recoveryId === 0 ? 0 : 1 };
  },
  publicKeyOf: (privateKey) => secp256k1.getPublicKey(privateKey, false),
  addTweak(privateKey, tweak) {
    const { Fn } = secp256k1.Point;
    return Fn.toBytes(Fn.add(Fn.fromBytes(privateKey), Fn.fromBytes(tweak)));
  },
};

function curveInWebAssembly(library: Awaited<ReturnType<typeof instantiateSecp256k1>>): Curve {
  return {
    sign(digest, privateKey) {
      const signed = library.signMessageHashRecoverableCompact(privateKey, digest);
      invariant(typeof signed !== 'string', 'a key on the tree can sign');
      return { compact: signed.signature, yParity: signed.recoveryId === 0 ? 0 : 1 };
    },
    publicKeyOf(privateKey) {
      const publicKey = library.derivePublicKeyUncompressed(privateKey);
      invariant(typeof publicKey !== 'string', 'a key on the tree has a public key');
      return publicKey;
    },
    addTweak(privateKey, tweak) {
      const sum = library.addTweakPrivateKey(privateKey, tweak);
      invariant(typeof sum !== 'string', 'one index in 2^127 has no key, and it is not found');
      return sum;
    },
  };
}

let curve = curveInJavaScript;

/** Resolves once the curve is computed in WebAssembly, or cannot be: a page may forbid it. */
export const curveLoaded: Promise<void> = instantiateSecp256k1().then(
  (library) => {
    curve = curveInWebAssembly(library);
  },
  () => undefined,
);

export interface EcdsaSignature {
  /** r and s, 32 bytes each, big-endian; s is in the lower half of the order (EIP-2). */
  readonly compact: Uint8Array;
  /** The parity of y, which selects one of the two points with this r. */
  readonly yParity: 0 | 1;
}

/** Signs a 32-byte digest. The nonce follows RFC 6979, so the same digest always has the same signature. */
export function signDigest(digest: Uint8Array, privateKey: Uint8Array): EcdsaSignature {
  return curve.sign(digest, privateKey);
}

/** The public key as a point: 4, x and y, 65 bytes. */
export function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  return curve.publicKeyOf(privateKey);
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
  return curve.addTweak(privateKey, tweak);
}

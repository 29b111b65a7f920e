// The key by which a world signs its notifications (reference/wallet.md section 11): ECDSA over P-256 with SHA-256 and the
// nonces of RFC 6979, so that equal messages have equal signatures. It follows from the seed and is in no state.

import { p256 } from '@noble/curves/nist.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import type { Hash } from '../../kernel/digest.ts';
import { idByOrdinal } from '../../kernel/ids.ts';
import { memoize } from '../../kernel/memo.ts';

export interface NotificationKey {
  readonly id: string;
  /** SubjectPublicKeyInfo (RFC 5480) in DER, as base64. */
  readonly publicKey: string;
  /** The signature over the UTF-8 bytes of a text, in DER, as base64. */
  readonly sign: (text: string) => string;
}

/** The key of worlds with this seed. */
export function notificationKey(hash: Hash, seed: string): NotificationKey {
  const secret = hash(JSON.stringify(['notificationKey', seed, 0]));
  const more = hash(JSON.stringify(['notificationKey', seed, 1]));
  return { id: idByOrdinal(hash, seed, 'notificationKey', 0), ...keyFrom(secret + more) };
}

const keysKept = 1_000;

const keyFrom = memoize((hex: string) => {
  const privateKey = p256.utils.randomSecretKey(hexToBytes(hex).slice(0, entropyBytes));
  const point = p256.getPublicKey(privateKey, false);
  return {
    publicKey: base64.encode(Uint8Array.of(...spkiPrefix, ...point)),
    sign: (text: string) => base64.encode(signText(text, privateKey)),
  };
}, keysKept);

/** The entropy that FIPS 186-5 requires for an unbiased key of 256 bits. */
const entropyBytes = 48;

/** The signature in DER. */
export function signText(text: string, privateKey: Uint8Array): Uint8Array {
  return p256.sign(utf8ToBytes(text), privateKey, { format: 'der', lowS: false });
}

/** In front of an uncompressed point: id-ecPublicKey, prime256v1, a bit string of 65 bytes. */
const spkiPrefix = hexToBytes('3059301306072a8648ce3d020106082a8648ce3d030107034200');

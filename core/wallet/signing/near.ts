// Signs NEAR payloads: the signature is over the SHA-256 of the Borsh bytes, and the signed form is those bytes followed by
// the signature (reference/wallet.md section 5; NEP-366 and NEP-461 for delegate actions).

import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import type { UnwrapCoder } from 'micro-packed';
import { ok } from '../../kernel/result.ts';
import {
  delegateActionPrefix,
  nearDelegateAction,
  nearSignature,
  nearTransaction,
  type nearPublicKey,
} from './near-format.ts';
import { bytesOfBase64, unpack, type Format } from './packed.ts';
import type { SignedTransaction } from './payload.ts';
import { reject } from '../rejections.ts';
import type { Read } from './read.ts';

/** The signature is base58, the transaction base64; the hash is the base58 of the SHA-256 that is signed. */
export function signNearTransaction(
  rawTransaction: string,
  privateKey: Uint8Array,
): Read<SignedTransaction> {
  const read = readNear(
    'TRANSACTION_UNUSABLE',
    nearTransaction,
    bytesOfBase64(rawTransaction),
    privateKey,
  );
  if (!read.ok) return read;
  const hash = sha256(read.value);
  const data = ed25519.sign(hash, privateKey);
  return ok({
    signature: base58.encode(data),
    signedTransaction: withSignature(read.value, data),
    txHash: base58.encode(hash),
  });
}

export interface SignedDelegateAction {
  /** base58 */
  readonly signature: string;
  /** base64 of the Borsh SignedDelegate. */
  readonly signedDelegateAction: string;
}

/** Accepts the action with or without the prefix of NEP-461. */
export function signDelegateAction(
  unsignedDelegateAction: string,
  privateKey: Uint8Array,
): Read<SignedDelegateAction> {
  const given = bytesOfBase64(unsignedDelegateAction);
  const isPrefixed = delegateActionPrefix.every((byte, index) => given?.[index] === byte);
  const bytes = isPrefixed ? given?.subarray(delegateActionPrefix.length) : given;
  const read = readNear('DELEGATE_ACTION_INVALID', nearDelegateAction, bytes, privateKey);
  if (!read.ok) return read;
  const hash = sha256(concatBytes(delegateActionPrefix, read.value));
  const data = ed25519.sign(hash, privateKey);
  return ok({
    signature: base58.encode(data),
    signedDelegateAction: withSignature(read.value, data),
  });
}

/** The bytes, if they are of the format and name the signing key: nodes reject a signature of another key. */
function readNear(
  code: 'TRANSACTION_UNUSABLE' | 'DELEGATE_ACTION_INVALID',
  format: Format<{ publicKey: UnwrapCoder<typeof nearPublicKey> }>,
  bytes: Uint8Array | undefined,
  privateKey: Uint8Array,
): Read<Uint8Array> {
  if (bytes === undefined) return reject(code, 'it is no base64');
  const value = unpack(format, bytes);
  if (value === undefined) return reject(code, 'it cannot be parsed');
  const { TAG, data } = value.publicKey;
  const own = ed25519.getPublicKey(privateKey);
  const isOwn = TAG === 'ed25519' && own.every((byte, index) => byte === data[index]);
  return isOwn ? ok(bytes) : reject(code, 'its public key is not that of the wallet');
}

function withSignature(bytes: Uint8Array, data: Uint8Array): string {
  return base64.encode(concatBytes(bytes, nearSignature.encode({ TAG: 'ed25519', data })));
}

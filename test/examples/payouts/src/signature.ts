// Verifies that a webhook comes from the wallet service, which publishes the key that signs it.

import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { RefusedError, type Wallet } from './wallet.ts';

/** Returns a function that verifies the signature of a raw body. Fetches each key once. */
export function createSignatureCheck(
  wallet: Wallet,
): (body: Buffer, keyId: string | undefined, signature: string | undefined) => Promise<boolean> {
  const keys = new Map<string, Promise<KeyObject>>();

  async function fetchKey(keyId: string): Promise<KeyObject> {
    const key = Buffer.from(await wallet.publicKey(keyId), 'base64');
    return createPublicKey({ key, format: 'der', type: 'spki' });
  }

  function keyOf(keyId: string): Promise<KeyObject> {
    const known = keys.get(keyId);
    if (known !== undefined) return known;
    const key = fetchKey(keyId);
    keys.set(keyId, key);
    key.catch(() => keys.delete(keyId)); // the next webhook tries again
    return key;
  }

  return async (body, keyId, signature) => {
    if (keyId === undefined || signature === undefined) return false;
    try {
      return verify('sha256', body, await keyOf(keyId), Buffer.from(signature, 'base64'));
    } catch (error) {
      if (error instanceof RefusedError) return false; // the wallet service has no such key
      throw error;
    }
  };
}

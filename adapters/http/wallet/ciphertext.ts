// Entity secret ciphertexts: opened here, and turned into facts. Neither ciphertext nor secret goes further.

import { constants, createHash, privateDecrypt } from 'node:crypto';
import type { wallet } from '../../../core/index.ts';
import type { EntityKey } from './entity-keys.ts';

/** What was found out about a ciphertext, and how it is known again without being kept. */
export interface Opened {
  readonly fact: wallet.SecretFact;
  /** Absent where nothing was opened: what cannot be decrypted is not used up. */
  readonly nonce?: string;
}

/** RSA-OAEP with SHA-256 over the 32 bytes of the secret (reference/wallet.md section 1, "Cipher"). */
export function openCiphertext(
  { privateKey, cipherBytes }: EntityKey,
  ciphertext: string,
  isUsed: (nonce: string) => boolean,
): Opened {
  const bytes = Buffer.from(ciphertext, 'base64');
  const isCanonical = ciphertext.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(ciphertext);
  if (!isCanonical || bytes.length !== cipherBytes) return { fact: { kind: 'undecryptable' } };
  let secret: Buffer;
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    secret = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, bytes);
  } catch {
    return { fact: { kind: 'undecryptable' } };
  }
  if (secret.length !== 32) return { fact: { kind: 'undecryptable' } };
  const nonce = digest(bytes).slice(0, 32);
  const fingerprint = digest(secret);
  return { fact: { kind: 'opened', fingerprint, isReused: isUsed(nonce) }, nonce };
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

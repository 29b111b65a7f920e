// Decrypts entity secret ciphertexts and turns them into facts. Neither ciphertext nor secret leaves this file.

import { constants, createHash, privateDecrypt } from 'node:crypto';
import type { EntityKey } from './entity-keys.ts';

/** The facts about a ciphertext. `nonce` identifies it without revealing it. */
export type Revealed =
  | { readonly kind: 'undecryptable' }
  | { readonly kind: 'opened'; readonly fingerprint: string; readonly nonce: string };

/** RSA-OAEP with SHA-256 over the 32 bytes of the secret (reference/wallet.md section 1, "Cipher"). */
export function openCiphertext(
  { privateKey, cipherBytes }: EntityKey,
  ciphertext: string,
): Revealed {
  const charCount = 4 * Math.ceil(cipherBytes / 3);
  const isBase64 = ciphertext.length === charCount && /^[A-Za-z0-9+/]+={0,2}$/.test(ciphertext);
  if (!isBase64) return { kind: 'undecryptable' };
  const bytes = Buffer.from(ciphertext, 'base64');
  if (bytes.length !== cipherBytes) return { kind: 'undecryptable' };
  let secret: Buffer;
  try {
    const padding = constants.RSA_PKCS1_OAEP_PADDING;
    secret = privateDecrypt({ key: privateKey, padding, oaepHash: 'sha256' }, bytes);
  } catch {
    return { kind: 'undecryptable' };
  }
  if (secret.length !== 32) return { kind: 'undecryptable' };
  return { kind: 'opened', fingerprint: digest(secret), nonce: digest(bytes).slice(0, 32) };
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

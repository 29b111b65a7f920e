// Encrypts entity secrets as clients do.

import { constants, publicEncrypt } from 'node:crypto';

/** An entity secret for one request, as base64 (reference/wallet.md section 1, "Cipher"). `secret`: in hex; `publicKey`: as PEM. */
export function encryptedSecret(secret: string, publicKey: string): string {
  const padding = { padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' };
  const bytes = Buffer.from(secret, 'hex');
  return publicEncrypt({ key: publicKey, ...padding }, bytes).toString('base64');
}

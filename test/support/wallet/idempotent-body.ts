// The body of an idempotent request, with the entity secret encrypted as the real client does it.

import { constants, publicEncrypt } from 'node:crypto';
import { entitySecret } from '../server/server.ts';

export function idempotentBody(
  publicKey: string,
  idempotencyKey: string,
  fields: object,
): Readonly<Record<string, unknown>> {
  const padding = constants.RSA_PKCS1_OAEP_PADDING;
  const sealed = publicEncrypt(
    { key: publicKey, padding, oaepHash: 'sha256' },
    Buffer.from(entitySecret, 'hex'),
  );
  return { idempotencyKey, entitySecretCiphertext: sealed.toString('base64'), ...fields };
}

// How the client of the wallet is let in by another server.

import type { ClientLogin } from '../../contracts/client-login.ts';
import { encryptedSecret } from './encrypted-secret.ts';

export const walletLogin: ClientLogin = {
  key: 'walletKey',
  flag: '--wallet-key',
  authorization: (key) => `Bearer ${key}`,
  addresses: ['endpoint'],
  encryption: {
    secret: 'entitySecret',
    flag: '--entity-secret',
    fields: ['entitySecretCiphertext', 'newEntitySecretCiphertext'],
    publicKeyPath: '/v1/w3s/config/entity/publicKey',
    publicKeyIn(answer) {
      const { data } = answer as { readonly data?: { readonly publicKey?: unknown } };
      return typeof data?.publicKey === 'string' ? data.publicKey : undefined;
    },
    encrypted: encryptedSecret,
  },
};

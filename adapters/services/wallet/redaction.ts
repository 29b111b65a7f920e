// The names of the wallet's secrets (reference/wallet.md sections 1 and 2).

import type { SecretField, SecretNames } from '../secret-names.ts';

const key: SecretField = { kind: 'key' };
const secret: SecretField = { kind: 'secret' };
const ciphertext: SecretField = { kind: 'ciphertext' };
const recovery: SecretField = { kind: 'recovery' };

export const walletSecretNames: SecretNames = {
  fields: {
    walletKey: key,
    walletKeys: key,
    userToken: key,
    xUserToken: key,
    deviceToken: key,
    pinCode: { kind: 'password' },
    entitySecret: secret,
    hexEncodedEntitySecret: secret,
    entitySecretCiphertext: ciphertext,
    newEntitySecretCiphertext: ciphertext,
    endpoint: { kind: 'secret', isAddress: true, isTextOnly: true },
    recoveryFile: recovery,
    recoveryFileContent: recovery,
    recoveryFileCiphertext: recovery,
  },
  keyHeaders: ['x-user-token'],
  commands: ['CreateSubscription'], // the endpoint may have credentials
};

// The names of the speech service's secrets.

import type { SecretField, SecretNames } from '../secret-names.ts';

const key: SecretField = { kind: 'key' };
const address: SecretField = { kind: 'secret', isAddress: true, isTextOnly: true };

export const speechSecretNames: SecretNames = {
  fields: { speechKey: key, speechKeys: key, callback: address, callbackUrl: address },
  commands: ['OpenSession'], // the URL of a callback may have credentials
};

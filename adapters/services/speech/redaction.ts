// The names of the speech service's secrets.

import type { SecretField, SecretNames } from '../secret-names.ts';

const key: SecretField = { kind: 'key' };

export const speechSecretNames: SecretNames = {
  fields: { speechKey: key, speechKeys: key },
};

// The names of the speech service's secrets.

import type { MemberFields, SecretField, SecretNames } from '../secret-names.ts';

const key: SecretField = { kind: 'key' };
const secret: SecretField = { kind: 'secret' };
const address: SecretField = { kind: 'secret', isAddress: true, isTextOnly: true };

/** Secrets in the settings of the voice agent. */
const endpoint: MemberFields = { url: address, headers: secret };

export const speechSecretNames: SecretNames = {
  fields: {
    speechKey: key,
    speechKeys: key,
    callback: address,
    callbackUrl: address,
    accessKeyId: key,
    credentials: { kind: 'secret', isTextOnly: true }, // credentials of voices are an object: a text is a mistake
  },
  objects: {
    endpoint,
    // A common mistake: members of an endpoint at this level.
    provider: endpoint,
    think: endpoint,
    speak: endpoint,
    // A property of a JSON schema may have the name of a secret.
    functions: { ...endpoint, parameters: 'plain' },
  },
  commands: ['OpenSession'], // the callback URL may have credentials
};

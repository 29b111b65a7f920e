// The names of the speech service's secrets.

import type { MemberFields, SecretField, SecretNames } from '../secret-names.ts';

const key: SecretField = { kind: 'key' };
const secret: SecretField = { kind: 'secret' };
const address: SecretField = { kind: 'secret', isAddress: true, isTextOnly: true };

/** Of the voice agent's settings. */
const endpoint: MemberFields = { url: address, headers: secret };

export const speechSecretNames: SecretNames = {
  fields: {
    speechKey: key,
    speechKeys: key,
    callback: address,
    callbackUrl: address,
    accessKeyId: key,
    credentials: { kind: 'secret', isTextOnly: true }, // those of voices are an object: texts are mistakes
  },
  objects: {
    endpoint,
    // Where clients write the members of an endpoint by mistake.
    provider: endpoint,
    think: endpoint,
    speak: endpoint,
    // A JSON schema may have properties named as secrets.
    functions: { ...endpoint, parameters: 'plain' },
  },
  commands: ['OpenSession'], // the URL of a callback may have credentials
};

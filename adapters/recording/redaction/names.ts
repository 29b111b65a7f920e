// The names of headers, parameters and members whose values are secrets: those that all services share, and those of each.

import { services } from '../../services/index.ts';
import type { MemberFields, SecretField, SecretNames } from '../../services/secret-names.ts';

const authorization: SecretField = { kind: 'key', hasScheme: true, isTextOnly: true };
const textKey: SecretField = { kind: 'key', isTextOnly: true };
const key: SecretField = { kind: 'key' };
const password: SecretField = { kind: 'password' };
const secret: SecretField = { kind: 'secret' };
const cookie: SecretField = { kind: 'cookie', isTextOnly: true };

const sharedFields: Readonly<Record<string, SecretField>> = {
  authorization,
  proxyAuthorization: authorization,
  cookie,
  setCookie: cookie,
  token: textKey,
  jwt: textKey,
  accessToken: key,
  refreshToken: key,
  idToken: key,
  authToken: key,
  sessionToken: key,
  bearerToken: key,
  controlToken: key,
  xAuthToken: key,
  xAccessToken: key,
  apiKey: key,
  apiKeys: key,
  xApiKey: key,
  accessKey: key,
  secretKey: secret,
  secretAccessKey: secret,
  password,
  passwords: password,
  passwd: password,
  passphrase: password,
  secret,
  secrets: secret,
  clientSecret: secret,
  signingSecret: secret,
  webhookSecret: secret,
  sharedSecret: secret,
  signingKey: secret,
  encryptionKey: secret,
  privateKey: secret,
  mnemonic: secret,
  seedPhrase: secret,
};

const shared: SecretNames = {
  fields: sharedFields,
  /** Frames to and from a session that the control plane drives. */
  objects: { frames: { text: 'body' } },
  parameters: {
    key,
    auth: key,
    bearer: key,
    sig: secret,
    signature: secret,
  },
  keyHeaders: [
    'x-api-key',
    'api-key',
    'apikey',
    'x-apikey',
    'x-goog-api-key',
    'x-auth-token',
    'x-access-token',
    'x-refresh-token',
    'x-id-token',
    'x-session-token',
    'x-amz-security-token',
    'x-csrf-token',
    'x-xsrf-token',
    'x-reprise-token',
  ],
};

const all = [shared, ...services.map(({ secrets }) => secrets)];

const fields: Readonly<Record<string, SecretField>> = Object.assign(
  {},
  ...all.map((names) => names.fields),
);
const objects: Readonly<Record<string, MemberFields>> = Object.assign(
  {},
  ...all.map((names) => names.objects),
);
const parameters: Readonly<Record<string, SecretField>> = Object.assign(
  {},
  fields,
  ...all.map((names) => names.parameters),
);

/** The types of commands that are redacted. */
export const secretCommands: ReadonlySet<string> = new Set(
  all.flatMap(({ commands = [] }) => commands),
);

/** How the value of a header is read; those without a rule contain no secrets of their own. */
export type HeaderRule = 'authorization' | 'cookie' | 'set-cookie' | 'subprotocol' | 'key' | 'urls';

export const headerRules: ReadonlyMap<string, HeaderRule> = new Map<string, HeaderRule>([
  ...all.flatMap(({ keyHeaders = [] }) =>
    keyHeaders.map((name): [string, HeaderRule] => [name, 'key']),
  ),
  ['authorization', 'authorization'],
  ['proxy-authorization', 'authorization'],
  ['x-forwarded-authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['set-cookie', 'set-cookie'],
  ['sec-websocket-protocol', 'subprotocol'],
  // URLs, whose parameters may be secrets.
  ['link', 'urls'],
  ['location', 'urls'],
  ['content-location', 'urls'],
  ['refresh', 'urls'],
  ['referer', 'urls'],
  ['x-original-url', 'urls'],
  ['x-forwarded-uri', 'urls'],
]);

const byName = spelled(fields);
const byParameter = spelled(parameters);

/** The field with this name in a body, form or settings; undefined if it is no secret. */
export function fieldOf(name: string): SecretField | undefined {
  return byName.get(name) ?? byName.get(name.toLowerCase());
}

/** The fields of the members of an object with this name, or of those in a list; undefined if it has none of its own. */
export function membersOf(name: string): MemberFields | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(objects, key) ? objects[key] : undefined;
}

/** The field of a member with this name in some object; undefined if it is a secret nowhere. */
export function fieldInObjects(name: string): SecretField | undefined {
  return inObjects.get(name.toLowerCase());
}

const inObjects = new Map(
  Object.values(objects).flatMap((members) =>
    Object.entries(members).flatMap(([name, field]): readonly [string, SecretField][] =>
      typeof field === 'string' ? [] : [[name, field]],
    ),
  ),
);

/** The parameter of a query or form with this name. */
export function parameterOf(name: string): SecretField | undefined {
  return byParameter.get(name) ?? byParameter.get(name.toLowerCase());
}

/** Matches the names that `fieldOf` and `membersOf` find: the source of a case-insensitive regular expression. */
export const namesSource: string = [...new Set([...Object.keys(fields), ...Object.keys(objects)])]
  .map((name) => name.replace(/[A-Z]/g, (letter) => `[_-]?${letter}`))
  .join('|');

/** The same for the names that `fieldOf` and `fieldInObjects` find. */
export const secretNamesSource: string = [namesSource, ...inObjects.keys()].join('|');

/** Each name in lower case with nothing, `_` and `-` between its words, and as it is. */
function spelled(list: Readonly<Record<string, SecretField>>): ReadonlyMap<string, SecretField> {
  const between = (name: string, mark: string) =>
    name.replace(/[A-Z]/g, (letter) => mark + letter).toLowerCase();
  return new Map(
    Object.entries(list).flatMap(([name, field]) =>
      [name, ...['', '_', '-'].map((mark) => between(name, mark))].map(
        (spelling): [string, SecretField] => [spelling, field],
      ),
    ),
  );
}

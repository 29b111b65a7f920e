// The names behind which secrets stand: of headers, query parameters and fields of bodies. Explicit lists, so that it can
// be said what is written down and what is not (reference/wallet.md sections 1 and 2, reference/speech.md, calendar.md).

/** What a secret is; a short one becomes a mark with this word. Authorization and cookies are made of several parts. */
export const kinds = ['key', 'password', 'secret', 'ciphertext', 'recovery', 'cookie'] as const;
export type Kind = (typeof kinds)[number];

/** How the value behind a name is read. */
export interface Field {
  readonly kind: Kind;
  /** It begins with the word of its scheme, as the header Authorization does. */
  readonly hasScheme?: true;
  /** It is an address with secrets in it, and the rest of it stays. */
  readonly isAddress?: true;
  /** Only a text is one: as an object it is something else, such as the token of a balance. */
  readonly isTextOnly?: true;
}

const authorization: Field = { kind: 'key', hasScheme: true, isTextOnly: true };
const textKey: Field = { kind: 'key', isTextOnly: true };
const key: Field = { kind: 'key' };
const password: Field = { kind: 'password' };
const secret: Field = { kind: 'secret' };
const ciphertext: Field = { kind: 'ciphertext' };
const endpoint: Field = { kind: 'secret', isAddress: true, isTextOnly: true };
const recovery: Field = { kind: 'recovery' };
const cookie: Field = { kind: 'cookie', isTextOnly: true };

/** Words of a name are written in camel case here; on the wire also with `_` or `-` between them, in any letter case. */
const fields: Readonly<Record<string, Field>> = {
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
  userToken: key,
  sessionToken: key,
  deviceToken: key,
  bearerToken: key,
  controlToken: key,
  xUserToken: key,
  xAuthToken: key,
  xAccessToken: key,
  apiKey: key,
  apiKeys: key,
  xApiKey: key,
  walletKey: key,
  walletKeys: key,
  speechKey: key,
  speechKeys: key,
  accessKey: key,
  secretKey: secret,
  secretAccessKey: secret,
  password,
  passwords: password,
  applicationPassword: password,
  passwd: password,
  passphrase: password,
  pinCode: password,
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
  entitySecret: secret,
  hexEncodedEntitySecret: secret,
  entitySecretCiphertext: ciphertext,
  newEntitySecretCiphertext: ciphertext,
  endpoint,
  recoveryFile: recovery,
  recoveryFileContent: recovery,
  recoveryFileCiphertext: recovery,
};

/** Parameters that are secrets in a URL only; in a body these names mean other things. */
const parameters: Readonly<Record<string, Field>> = {
  ...fields,
  key,
  auth: key,
  bearer: key,
  _wpnonce: key,
  sig: secret,
  signature: secret,
};

/** Headers whose whole value is a key. Authorization, cookies and subprotocols are read by their own rules. */
const keyHeaders = [
  'x-api-key',
  'api-key',
  'apikey',
  'x-apikey',
  'x-goog-api-key',
  'x-user-token',
  'x-auth-token',
  'x-access-token',
  'x-refresh-token',
  'x-id-token',
  'x-session-token',
  'x-amz-security-token',
  'x-csrf-token',
  'x-xsrf-token',
  'x-wp-nonce',
  'x-reprise-token',
] as const;

export type HeaderRule = 'authorization' | 'cookie' | 'set-cookie' | 'subprotocol' | 'key' | 'urls';

export const headerRules: ReadonlyMap<string, HeaderRule> = new Map<string, HeaderRule>([
  ...keyHeaders.map((name): [string, HeaderRule] => [name, 'key']),
  ['authorization', 'authorization'],
  ['proxy-authorization', 'authorization'],
  ['x-forwarded-authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['set-cookie', 'set-cookie'],
  ['sec-websocket-protocol', 'subprotocol'],
  // No secrets themselves, but their addresses may carry some.
  ['link', 'urls'],
  ['location', 'urls'],
  ['content-location', 'urls'],
  ['referer', 'urls'],
  ['x-original-url', 'urls'],
  ['x-forwarded-uri', 'urls'],
]);

const byName = spelled(fields);
const byParameter = spelled(parameters);

/** The field of a body (or of a form, or of settings) with this name; undefined if it holds no secret. */
export function fieldOf(name: string): Field | undefined {
  return byName.get(name) ?? byName.get(name.toLowerCase());
}

/** The parameter of a query or form with this name. */
export function parameterOf(name: string): Field | undefined {
  return byParameter.get(name) ?? byParameter.get(name.toLowerCase());
}

/** What fieldOf knows, and little else, as the source of a regular expression without regard to letter case. */
export const namesSource: string = Object.keys(fields)
  .map((name) => name.replace(/[A-Z]/g, (letter) => `[_-]?${letter}`))
  .join('|');

/** Each name in lower case with nothing, `_` and `-` between its words, and as it is. */
function spelled(list: Readonly<Record<string, Field>>): ReadonlyMap<string, Field> {
  const between = (name: string, mark: string) =>
    name.replace(/[A-Z]/g, (letter) => mark + letter).toLowerCase();
  return new Map(
    Object.entries(list).flatMap(([name, field]) =>
      [name, ...['', '_', '-'].map((mark) => between(name, mark))].map(
        (spelling): [string, Field] => [spelling, field],
      ),
    ),
  );
}

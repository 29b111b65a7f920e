import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as wire from '../../adapters/services/wallet/wire.ts';
import { createRedactor, type WireRequest } from '../../adapters/recording/redaction/redactor.ts';
import { worldConfigSchema } from '../../adapters/world-config.ts';
import { leakIn, secretArbitrary } from '../support/arbitraries/secrets.ts';

const salt = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const recorder = () => createRedactor({ salt });
const replayer = () => createRedactor({ salt, isReplay: true });

const base64 = secretArbitrary('base64');
/** Never a wallet key, of which parts stay readable, and without blanks around it. */
const odd = secretArbitrary('odd', { minLength: 14, maxLength: 300 }).map(
  (text) => `x${text.replaceAll(':', ';')}y`,
);
const word = secretArbitrary('word', { maxLength: 300 });
const anySecret = fc.oneof(base64, odd, word, secretArbitrary('hex', { maxLength: 100 }));

/** Spellings of a text between the quotes of JSON. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text).slice(1, -1),
  (text) => JSON.stringify(text).slice(1, -1).replaceAll('/', '\\/'),
  (text) =>
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
      .map((code) => `\\u${code.toString(16).padStart(4, '0')}`)
      .join(''),
  (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replaceAll(
        /(?<!\\|\\u[0-9a-f]{0,3})[A-Da-d](?![0-9a-f])/g,
        (char) => `\\u00${char.charCodeAt(0).toString(16)}`,
      ),
];
const spelling = fc.constantFrom(...spellings);
const blank = fc.constantFrom('', ' ', '\n', '\t ', '\r\n  ');
const secretName = fc.constantFrom(
  'entitySecretCiphertext',
  'entitySecret',
  'recoveryFile',
  'apiKey',
  'api_key',
  'API-KEY',
  'password',
  'privateKey',
  'accessToken',
  'refresh_token',
  'token',
  'Authorization',
  'secret',
);
const leavesName = fc.constantFrom('walletKeys', 'entitySecret', 'apiKeys', 'passwords', 'secret');
const plainMember = fc.constantFrom(
  '"idempotencyKey":"0b0c7e1f-3d5a-4a52-9a3e-0d1f6f0f1a11"',
  '"token":{"id":"7adb2b7d-c9cd-5164-b2d4-b73b088274dc","symbol":"USDC"}',
  '"tokenId" : "7adb2b7d-c9cd-5164-b2d4-b73b088274dc"',
  '"publicKey":"-----BEGIN PUBLIC KEY-----\\nMIICIjANBgkqhkiG9w0BAQEFAAOCAg8AMIICCgKCAgEA\\n-----END"',
  '"name":"apiKey: \\"secret\\" {[ \\\\"',
  '"amounts":[ "0.1", "\\u0031" ]',
  '"message":"\\"password\\": \\"no\\""',
  '"count":3e0',
  '"keyterm":["token","apiKey"]',
);

/** A JSON object with a secret in it, and the same object with a stand-in for the secret. */
const planted = (secrets: fc.Arbitrary<string>) =>
  fc
    .record({
      secret: secrets,
      name: secretName,
      leaves: fc.option(leavesName, { nil: undefined }),
      spelled: spelling,
      nameSpelled: fc.constantFrom(spellings[0], spellings[2]),
      before: fc.array(plainMember, { maxLength: 3 }),
      after: fc.array(plainMember, { maxLength: 3 }),
      blanks: fc.tuple(blank, blank),
      isTwice: fc.boolean(),
    })
    .map((given) => {
      const spellName = given.nameSpelled ?? ((text: string) => text);
      const write = (hole: string) => {
        const [left, right] = given.blanks;
        const value = `"${hole}"`;
        const inner =
          given.leaves === undefined
            ? `"${spellName(given.name)}"${left}:${right}${value}`
            : `"${spellName(given.leaves)}"${left}:${right}[1,{"a":[${value}],"b":null},${value}]`;
        return `{${left}${[...given.before, inner, ...(given.isTwice ? [inner] : []), ...given.after].join(`,${right}`)}}`;
      };
      const name = given.leaves ?? given.name;
      return { secret: given.secret, name, write, text: write(given.spelled(given.secret)) };
    });

const keySecret = fc.tuple(word, fc.boolean()).map(([secret, isWallet]) => ({
  secret,
  key: isWallet ? `TEST_API_KEY:some-id:${secret}` : secret,
}));

/** Carriers of API keys, each as a part of a request. */
const carriers: readonly ((key: string) => Partial<WireRequest>)[] = [
  (key) => ({ headers: { authorization: `Bearer ${key}` } }),
  (key) => ({ headers: { authorization: `token   ${key} ` } }),
  (key) => ({ headers: { authorization: key } }),
  (key) => ({ headers: { authorization: `${key} ${key}` } }),
  (key) => ({
    headers: { authorization: `Basic ${Buffer.from(`admin:${key}`).toString('base64')}` },
  }),
  (key) => ({ headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } }),
  (key) => ({ headers: { 'proxy-authorization': `Basic ${key}` } }),
  (key) => ({ headers: { cookie: `a=1; wordpress_logged_in=${key}; b=${key}` } }),
  (key) => ({ headers: { cookie: key } }),
  (key) => ({ headers: { 'x-api-key': key } }),
  (key) => ({ headers: { 'x-user-token': key } }),
  (key) => ({ headers: { 'sec-websocket-protocol': `token, ${key}` } }),
  (key) => ({ headers: { 'sec-websocket-protocol': `bearer,${key},x-deepgram-session-id,1` } }),
  (key) => ({ headers: { referer: `http://h/p?a=b&access_token=${encodeURIComponent(key)}#x` } }),
  (key) => ({ url: `/v1/listen?model=x&token=${encodeURIComponent(key)}&y=%7e` }),
  (key) => ({ url: `/v1/listen?api%5Fkey=${key}` }),
  (key) => ({
    url: `/v1/speak?key=${key.replaceAll(/[A-Z]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)}`,
  }),
  (key) => ({ url: `http://user:${encodeURIComponent(key)}@host/x` }),
  (key) => ({ text: `apiKey=${encodeURIComponent(key)}&title=x+y` }),
  (key) => ({ text: `title=x&config%5Bapi_key%5D=${encodeURIComponent(key)}` }),
];

function exchange(part: Partial<WireRequest>): WireRequest {
  return {
    ...part,
    url: part.url ?? '/v1/w3s/wallets?pageSize=2',
    headers: { host: 'localhost:4600', accept: '*/*', ...part.headers },
  };
}

function noLeak(texts: WireRequest | { headers: object; text?: string }, secret: string) {
  const all = [
    'url' in texts ? texts.url : '',
    ...Object.entries(texts.headers).flat().map(String),
    texts.text ?? '',
  ];
  const basics = all.flatMap((text) =>
    [...text.matchAll(/[A-Za-z0-9+/]{16,}={0,2}/g)].map(([run]) =>
      Buffer.from(run, 'base64').toString('utf8'),
    ),
  );
  for (const text of [...all, ...basics]) expect(leakIn(text, secret)).toBeUndefined();
}

describe('a redacted request', () => {
  it('contains no piece of a secret in a JSON body, and nothing else changes', () => {
    fc.assert(
      fc.property(planted(anySecret), ({ secret, write, text }) => {
        const { wire: redacted } = recorder().request(exchange({ text }));
        noLeak(redacted, secret);
        const token = (redacted.text ?? '').match(/~[0-9a-f]{15,64}~*/)?.[0] ?? '';
        expect(redacted.text).toBe(write(token));
        expect(token).toHaveLength(secret.length);
        expect(recorder().request(exchange({ text })).wire).toEqual(redacted);
      }),
    );
  });

  it('contains no piece of a key, wherever it is sent or repeated', () => {
    fc.assert(
      fc.property(
        keySecret,
        fc.constantFrom(...carriers),
        fc.boolean(),
        ({ secret, key }, carry, isRepeated) => {
          const given = exchange(carry(key));
          const repeating = isRepeated
            ? {
                ...given,
                url: `${given.url}${given.url.includes('?') ? '&' : '?'}name=${encodeURIComponent(key)}`,
                headers: {
                  ...given.headers,
                  'x-note': `it is ${key}!`,
                  'x-cut': key.slice(0, 200),
                },
              }
            : given;
          const { wire: redacted, secrets } = recorder().request(repeating);
          noLeak(redacted, secret);
          // A replay sends the recorded request and records it again.
          expect(replayer().request(redacted).wire).toEqual(redacted);
          const shown = [key, key.slice(0, 200)];
          const headers = { location: `/x?name=${encodeURIComponent(key)}` };
          const answer = recorder().answer(
            { status: 401, headers, text: JSON.stringify({ message: 'x', shown }) },
            secrets,
          );
          noLeak(answer, secret);
        },
      ),
    );
  });

  it('contains no piece of a secret in a body that is cut, too long, or of unknown form', () => {
    fc.assert(
      fc.property(
        planted(anySecret),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.constantFrom('', '}', 'x', '{"a":1}', '"'),
        ({ secret, text }, share, garbage) => {
          const broken = text.slice(0, Math.floor(text.length * share)) + garbage;
          const { wire: redacted } = recorder().request(exchange({ text: broken }));
          noLeak(redacted, secret);
          expect(isJson(redacted.text ?? '')).toBe(isJson(broken));
          expect(replayer().request(redacted).wire).toEqual(redacted);
        },
      ),
    );
  });

  it('contains no piece of a ciphertext in a body with any one wrong character', () => {
    fc.assert(
      fc.property(
        planted(secretArbitrary('base64', { minLength: 40 })),
        fc.nat(),
        fc.constantFrom('', '"', "'", ' ', '{', '\\', ':', ',', '\u0000', '~', '='),
        fc.boolean(),
        ({ secret, name, write }, place, wrong, isSwapped) => {
          const whole = write('?');
          const at = place % (whole.length + 1);
          const near = whole.slice(0, at) + wrong + whole.slice(isSwapped ? at + 1 : at);
          const broken = near.replaceAll('?', () => secret);
          // A name with another letter in it is a different name.
          const isNamed = new RegExp(`["'{,\\s]${name}(?![\\w-])`).test(broken);
          fc.pre(!isJson(broken) && (isNamed || broken.includes('\\u')));
          const { wire: redacted } = recorder().request(exchange({ text: broken }));
          noLeak(redacted, secret);
          expect(isJson(redacted.text ?? '')).toBe(isJson(broken));
          expect(replayer().request(redacted).wire).toEqual(redacted);
        },
      ),
    );
  });

  it('contains no piece of a ciphertext in plain text, or in bytes that are not UTF-8', () => {
    const around = fc.constantFrom('', ' ', '"', '<x>', 'a: ', '\n', 'é');
    fc.assert(
      fc.property(base64, around, around, (secret, before, after) => {
        fc.pre(secret.length >= 40);
        const text = before + secret + after;
        const { wire: redacted } = recorder().request(exchange({ text }));
        noLeak(redacted, secret);
        expect(replayer().request(redacted).wire).toEqual(redacted);
        const data = Buffer.concat([Buffer.from(text), Buffer.of(0xff, 0xfe)]);
        const bytes = recorder().bytes(data, []);
        expect(leakIn(bytes.toString('latin1'), secret)).toBeUndefined();
        expect(replayer().bytes(bytes, [])).toEqual(bytes);
      }),
    );
  });

  it('is the request itself if it contains no secret', () => {
    const members = fc.array(plainMember, { maxLength: 5 });
    const query = fc.webQueryParameters();
    fc.assert(
      fc.property(fc.json(), members, query, fc.webPath(), (json, list, parameters, path) => {
        for (const text of [json, `{${list.join(' , ')}}`]) {
          fc.pre(!/[A-Za-z0-9+/_=-]{40}/.test(text) || text.startsWith('{'));
          const given = exchange({ text, url: `${path}?x=${parameters}` });
          expect(recorder().request(given)).toEqual({ wire: given, secrets: [] });
          const { headers } = given;
          expect(recorder().answer({ text, headers, status: 400 }, [])).toEqual({ text, headers });
        }
      }),
    );
  });
});

describe('a redacted answer', () => {
  it('contains no piece of a secret that it echoes, whole or cut, and is equal in a replay', () => {
    const limit = fc.oneof(fc.constantFrom(16, 100, 200, 5_000), fc.integer({ min: 16, max: 320 }));
    fc.assert(
      fc.property(planted(anySecret), spelling, limit, keySecret, (given, spelled, length, key) => {
        fc.pre(areDistinct(given.secret, key.secret));
        const headers = { authorization: `Bearer ${key.key}` };
        const request = exchange({ text: given.text, headers });
        const { wire: redacted, secrets } = recorder().request(request);
        /** A service that echoes values of its request. */
        const answerTo = (text: string, header: string) => {
          const shown = secretsOf(text).map((value) => value.slice(0, length));
          const echoed = [...shown, header].map((value) => `"${spelled(value)}"`);
          return { status: 400, headers: {}, text: `{"errors":[${echoed.join(',')}]}` };
        };
        const recorded = recorder().answer(answerTo(given.text, headers.authorization), secrets);
        noLeak(recorded, given.secret);
        noLeak(recorded, key.secret);

        const again = replayer().request(redacted);
        expect(again.wire).toEqual(redacted);
        const answer = answerTo(redacted.text ?? '', redacted.headers['authorization'] ?? '');
        const bodyOf = ({ text = '' }: { text?: string }): unknown => JSON.parse(text);
        expect(bodyOf(replayer().answer(answer, again.secrets))).toEqual(bodyOf(recorded));
        const written = { status: 400, ...recorded };
        expect(replayer().answer(written, again.secrets)).toEqual(recorded);
      }),
    );
  });
});

describe('a valid text', () => {
  const uuid = fc.uuid();
  const bodies = fc.record(
    {
      idempotencyKey: fc.oneof(uuid, fc.string()),
      entitySecretCiphertext: fc.oneof(
        secretArbitrary('base64', { minLength: 1, maxLength: 2_060 }),
        fc.constantFrom<unknown>('', 'short', 7, null, ['x'], { a: 'b' }),
        odd,
      ),
      name: fc.string(),
      walletSetId: uuid,
      blockchains: fc.constantFrom(['ETH-SEPOLIA'], ['ETH-SEPOLIA', 'ETH-SEPOLIA'], []),
      walletId: uuid,
      destinationAddress: fc.string(),
      amounts: fc.array(fc.string(), { maxLength: 2 }),
      tokenId: uuid,
      apiKey: fc.string(),
      xRequestId: fc.string(),
    },
    { requiredKeys: [] },
  );
  const schemas = [
    wire.registerSecretBody,
    wire.createWalletSetBody,
    wire.createWalletsBody,
    wire.transferBody,
    wire.replacementBody,
    wire.updateWalletBody,
    wire.dripBody,
  ];

  it('stays valid for every route of the wallet, and an invalid one invalid', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const text = JSON.stringify(body);
        const redacted = recorder().request(exchange({ text })).wire;
        const after = JSON.parse(redacted.text ?? '') as unknown;
        for (const schema of schemas) {
          expect(schema.safeParse(after).success).toBe(schema.safeParse(body).success);
        }
        expect(recorder().json(body)).toEqual(after);
        expect(replayer().request(redacted).wire).toEqual(redacted);
      }),
    );
  });

  it('stays valid as settings of a world', () => {
    const part = fc.oneof(
      word,
      fc.stringMatching(/^[A-Za-z0-9_-]{0,20}$/),
      fc.stringMatching(/^[A-Z]{160,170}$/),
      fc.string(),
      fc.constant(`sha256.${'0123456789abcdef'.repeat(4)}`),
    );
    const walletKey = fc.oneof(
      fc.tuple(part, fc.stringMatching(/^[A-Z]{330,340}$/), part).map((parts) => parts.join(':')),
      fc.tuple(part, part, part).map((parts) => parts.join(':')),
      fc.array(part, { maxLength: 5 }).map((parts) => parts.join(':')),
    );
    const user = fc.record({
      id: fc.integer({ min: 0, max: 9 }),
      login: fc.constantFrom('ann', 'bob', 'eve'),
      password: fc.oneof(part, fc.constant('x'.repeat(501))),
      role: fc.constantFrom('author', 'guest'),
    });
    const config = fc.record(
      {
        walletKeys: fc.array(walletKey, { maxLength: 3 }),
        ids: fc.constantFrom('ordinal', 'idempotency-key', 'other'),
        calendar: fc.record({ users: fc.array(user, { minLength: 1, maxLength: 3 }) }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(config, (given) => {
        const redacted = recorder().json(given);
        const isValid = worldConfigSchema.safeParse(given).success;
        expect(worldConfigSchema.safeParse(redacted).success).toBe(isValid);
        expect(replayer().json(redacted)).toEqual(redacted);
        const text = JSON.stringify({ config: given });
        const { text: written } = recorder().request(exchange({ text })).wire;
        expect(JSON.parse(written ?? '')).toEqual({ config: redacted });
      }),
    );
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether the two secrets cannot be confused: no piece of one leaks the other. */
function areDistinct(one: string, other: string): boolean {
  return leakIn(one, other) === undefined && leakIn(other, one) === undefined;
}

/** The texts of a JSON body that look like secrets: long, and not in a plain member. */
function secretsOf(text: string): readonly string[] {
  const found: string[] = [];
  JSON.parse(text, (name, value: unknown) => {
    if (
      typeof value === 'string' &&
      value.length >= 16 &&
      !/^(name|message|publicKey|idempotencyKey|id|tokenId)$/.test(name)
    ) {
      found.push(value);
    }
    return value;
  });
  return found;
}

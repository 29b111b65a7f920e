import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import {
  advance,
  expectError,
  expectErrorForm,
  idempotentFields,
  createFundedWallets,
  positionOf,
  startTransfer,
  transferBody,
  type Answer,
  type Fields,
} from '../../../support/server/requests.ts';
import { runs } from '../../../support/runner/runs.ts';

let server: TestServer;
let walletId: string;
let walletSetId: string;
let transactionId: string;
let secretBody: Fields;
let transfer: Fields;

beforeAll(async () => {
  server = await startServer();
  const { from } = await createFundedWallets(server);
  walletId = from.id;
  walletSetId = from.walletSetId;
  transactionId = await startTransfer(server, { walletId });
  await advance(server, '1s');
  secretBody = await idempotentFields(server);
  transfer = await transferBody(server, { walletId });
});
afterAll(() => server.close());

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const polluted: unknown = JSON.parse('{"__proto__":{"name":"x","length":1},"constructor":1}');
const overlong = 'x'.repeat(1_001);

/** Any JSON value, and values that often break parsers. */
const junk = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1.5,
    2 ** 53,
    1e308,
    -1e308,
    '',
    ' ',
    'null',
    overlong,
    '\u0000',
    '\ud800',
    [],
    {},
    [[]],
    polluted,
    JSON.parse(nested(300)),
  ),
);
const noText = junk.filter((value) => typeof value !== 'string');
const wrong = {
  uuid: junk,
  /** Ciphertexts are checked after the fields: any text works here. */
  ciphertext: fc.oneof(noText, fc.constant('')),
  text: fc.oneof(noText, fc.constant(overlong)),
  word: junk,
  texts: fc.oneof(
    junk.filter((value) => !Array.isArray(value)),
    fc.array(noText, { minLength: 1 }),
  ),
  words: fc.oneof(junk, fc.array(junk, { minLength: 1 })),
  flag: junk.filter((value) => typeof value !== 'boolean'),
  count: junk.filter((value) => !Number.isInteger(value) || Math.abs(Number(value)) > 200),
  rows: junk.filter((value) => !Array.isArray(value)),
};

interface Mutation {
  readonly method: string;
  readonly path: () => string;
  readonly valid: () => Fields;
  /** Invalid values of each field. A name with `!` is that of a required field. */
  readonly fields: Readonly<Record<string, fc.Arbitrary<unknown>>>;
}

const keyFields = { 'idempotencyKey!': wrong.uuid, 'entitySecretCiphertext!': wrong.ciphertext };
const keyedOnly = { valid: () => secretBody, fields: keyFields };

const mutations: readonly Mutation[] = [
  {
    method: 'POST',
    path: () => '/v1/w3s/config/entity/entitySecret',
    valid: () => secretBody,
    fields: { 'entitySecretCiphertext!': wrong.ciphertext },
  },
  {
    method: 'POST',
    path: () => '/v1/w3s/developer/walletSets',
    valid: () => secretBody,
    fields: { ...keyFields, name: wrong.text },
  },
  {
    method: 'PUT',
    path: () => `/v1/w3s/developer/walletSets/${walletSetId}`,
    valid: () => ({ name: 'a' }),
    fields: { name: wrong.text },
  },
  {
    method: 'POST',
    path: () => '/v1/w3s/developer/wallets',
    valid: () => ({ ...secretBody, walletSetId, blockchains: ['ETH-SEPOLIA'] }),
    fields: {
      ...keyFields,
      'walletSetId!': wrong.uuid,
      'blockchains!': wrong.words,
      count: wrong.count,
      accountType: wrong.word,
      metadata: wrong.rows,
    },
  },
  {
    method: 'PUT',
    path: () => `/v1/w3s/wallets/${walletId}`,
    valid: () => ({ name: 'a', refId: 'b' }),
    fields: { name: wrong.text, refId: wrong.text },
  },
  {
    method: 'POST',
    path: () => '/v1/w3s/developer/transactions/transfer',
    valid: () => transfer,
    fields: {
      ...keyFields,
      'walletId!': wrong.uuid,
      'destinationAddress!': wrong.text,
      amounts: wrong.texts,
      tokenId: wrong.uuid,
      blockchain: wrong.word,
      feeLevel: wrong.word,
      gasLimit: wrong.text,
      gasPrice: wrong.text,
      maxFee: wrong.text,
      priorityFee: wrong.text,
      refId: wrong.text,
    },
  },
  {
    method: 'POST',
    path: () => `/v1/w3s/developer/transactions/${transactionId}/accelerate`,
    ...keyedOnly,
  },
  {
    method: 'POST',
    path: () => `/v1/w3s/developer/transactions/${transactionId}/cancel`,
    ...keyedOnly,
  },
  {
    method: 'POST',
    path: () => '/v1/faucet/drips',
    valid: () => ({ address: '0x00000000000000000000000000000000000000aa', blockchain: 'ETH' }),
    fields: {
      'address!': wrong.text,
      'blockchain!': wrong.word,
      native: wrong.flag,
      usdc: wrong.flag,
      eurc: wrong.flag,
    },
  },
];

const named = mutations.map((mutation) => {
  const name = `${mutation.method} ${mutation.path().replaceAll('undefined', ':id')}`;
  return [name, mutation] as const;
});

/** Sends a body and checks that it is refused in the form of the service, without an event. */
async function expectRefused({ method, path }: Mutation, body: unknown): Promise<Answer> {
  const before = await positionOf(server);
  const answer = await server.request(method, path(), body);
  expectErrorForm(answer);
  expect(await positionOf(server)).toBe(before);
  return answer;
}

/** A value as the text of a body: null and arrays must be printed by the test. */
const written = (value: unknown) => JSON.stringify(value);

describe.each(named)('%s', (_name, mutation) => {
  const required = Object.keys(mutation.fields).filter((field) => field.endsWith('!'));

  it('refuses bodies other than JSON objects', async () => {
    for (const value of [null, [], [{}], 'text', 7, true, 1e308]) {
      expectError(await expectRefused(mutation, written(value)), 400, 2);
    }
    for (const text of ['{', 'null null', '{"a":', '[1,]', '\u0000', '﻿', 'NaN', '{a:1}']) {
      expectError(await expectRefused(mutation, text), 400, 2);
    }
    expectError(await expectRefused(mutation, nested(100_000)), 400, 2);
  });

  it.each(required)('refuses a body without %s', async (field) => {
    const { [field.slice(0, -1)]: _left, ...rest } = mutation.valid();
    expectError(await expectRefused(mutation, rest), 400, 2);
  });

  if (required.length > 0) {
    it('refuses a prototype in place of fields', async () => {
      const body = `{"__proto__":${written(mutation.valid())}}`;
      expectError(await expectRefused(mutation, body), 400, 2);
    });
  }

  it('refuses any one field of the wrong kind', async () => {
    const broken = fc
      .constantFrom(...Object.keys(mutation.fields))
      .chain((field) =>
        fc
          .tuple(fc.constant(field.replace('!', '')), mutation.fields[field] ?? junk)
          .filter(([, value]) => value !== null || field.endsWith('!')),
      ); // null is the same as absent for an optional member
    await fc.assert(
      fc.asyncProperty(broken, async ([field, value]) => {
        const answer = await expectRefused(mutation, { ...mutation.valid(), [field]: value });
        expectError(answer, 400, 2);
      }),
      runs(60),
    );
  });

  it('refuses any JSON value in place of the body', async () => {
    const bodies =
      required.length > 0
        ? junk
        : junk.filter((value) => typeof value !== 'object' || value === null);
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        expectError(await expectRefused(mutation, written(body)), 400, 2);
      }),
      runs(40),
    );
  });
});

describe('valid fields', () => {
  it('are refused with meaningless texts', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 40 });
    const nonsense = fc.record({
      destinationAddress: text.filter((address) => address !== ''),
      amounts: fc.array(text, { maxLength: 3 }),
      gasLimit: text,
      maxFee: text,
      priorityFee: text,
    });
    const mutation = mutations.find(({ path }) => path().endsWith('/transfer'));
    await fc.assert(
      fc.asyncProperty(nonsense, async (fields) => {
        const ciphertext = 'rubbish';
        const body = { ...transfer, entitySecretCiphertext: ciphertext, ...fields };
        await expectRefused(mutation as Mutation, body);
        const fresh = { ...(await transferBody(server, { walletId })), ...fields };
        await expectRefused(mutation as Mutation, fresh);
      }),
      runs(60),
    );
  });
});

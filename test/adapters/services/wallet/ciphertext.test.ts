import { createPublicKey, randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../../adapters/stores/memory/event-store.ts';
import { ciphertext, startServer } from '../../../support/server/server.ts';
import {
  expectError,
  idempotentFields,
  createFundedWallets,
  createWalletSet,
  unknownId,
  positionOf,
  serverForEach,
  startTransfer,
  type Fields,
} from '../../../support/server/requests.ts';

const setsPath = '/v1/w3s/developer/walletSets';
const secretPath = '/v1/w3s/config/entity/entitySecret';
const otherSecret = 'cd'.repeat(32);

describe('an entity secret ciphertext', () => {
  const server = serverForEach();

  const makeSet = (fields: Fields) =>
    server().request('POST', setsPath, { idempotencyKey: randomUUID(), ...fields });

  it('is accepted if it contains the secret', async () => {
    const entitySecretCiphertext = await ciphertext(server());
    expect(Buffer.from(entitySecretCiphertext, 'base64')).toHaveLength(256);
    expect((await makeSet({ entitySecretCiphertext })).status).toBe(201);
  });

  it.each([
    ['what cannot be decrypted', Buffer.alloc(256, 7).toString('base64')],
    ['one byte too few', Buffer.alloc(255, 7).toString('base64')],
    ['one byte too many', Buffer.alloc(257, 7).toString('base64')],
    ['a single byte', 'AA=='],
    ['far too long', Buffer.alloc(10_000, 7).toString('base64')],
    ['no base64', '*'.repeat(344)],
    ['words', 'not a ciphertext'],
  ])('is refused if it is %s', async (_what, entitySecretCiphertext) => {
    const before = await positionOf(server());
    expectError(await makeSet({ entitySecretCiphertext }), 400, 156013);
    expect(await positionOf(server())).toBe(before);
  });

  it('is refused in the alphabet for URLs', async () => {
    const plain = await ciphertext(server());
    const broken = `-_${plain.slice(2)}`;
    expectError(await makeSet({ entitySecretCiphertext: broken }), 400, 156013);
  });

  it('is refused without the padding at its end', async () => {
    const whole = await ciphertext(server());
    expect(whole).toMatch(/==$/);
    for (const entitySecretCiphertext of [whole.slice(0, -1), whole.slice(0, -2)]) {
      expectError(await makeSet({ entitySecretCiphertext }), 400, 156013);
    }
    expect((await makeSet({ entitySecretCiphertext: whole })).status).toBe(201);
  });

  it('is refused if its plain text is not a secret of 32 bytes', async () => {
    const entitySecretCiphertext = await ciphertext(server(), 'ab'.repeat(31));
    expectError(await makeSet({ entitySecretCiphertext }), 400, 156013);
  });

  it('is refused if it contains another secret', async () => {
    await createWalletSet(server());
    const entitySecretCiphertext = await ciphertext(server(), otherSecret);
    expectError(await makeSet({ entitySecretCiphertext }), 400, 156013);
  });

  it('may be used once', async () => {
    const entitySecretCiphertext = await ciphertext(server());
    expect((await makeSet({ entitySecretCiphertext })).status).toBe(201);
    expectError(await makeSet({ entitySecretCiphertext }), 400, 156004);
  });

  it('counts as used after a call that fails later', async () => {
    const once = await idempotentFields(server());
    const wallets = { ...once, walletSetId: unknownId, blockchains: ['ETH-SEPOLIA'] };
    const failed = await server().request('POST', '/v1/w3s/developer/wallets', wallets);
    expectError(failed, 404, 156005);
    const { entitySecretCiphertext } = once;
    expectError(await makeSet({ entitySecretCiphertext }), 400, 156004);
  });

  it('does not count as used after a request with invalid fields', async () => {
    const entitySecretCiphertext = await ciphertext(server());
    expectError(await makeSet({ entitySecretCiphertext, name: 7 }), 400, 2);
    expect((await makeSet({ entitySecretCiphertext })).status).toBe(201);
  });

  it('counts as used in another encoding', async () => {
    const entitySecretCiphertext = await ciphertext(server());
    expect((await makeSet({ entitySecretCiphertext })).status).toBe(201);
    const bare = entitySecretCiphertext.replaceAll('=', '');
    const { status, body } = await makeSet({ entitySecretCiphertext: bare });
    expect(status).toBe(400);
    expect([156004, 156013]).toContain(body.code);
  });

  it('counts as used after a restart', async () => {
    const store = createMemoryStore();
    const first = await startServer({ store });
    const entitySecretCiphertext = await ciphertext(first);
    const fields = { entitySecretCiphertext };
    await first.request('POST', setsPath, { idempotencyKey: randomUUID(), ...fields });
    await first.close();
    const second = await startServer({ store });
    try {
      const again = { idempotencyKey: randomUUID(), ...fields };
      expectError(await second.request('POST', setsPath, again), 400, 156004);
    } finally {
      await second.close();
    }
  });

  it('counts as used in its own world only', async () => {
    await server().control('POST', '/worlds', { name: 'other' });
    const body = await idempotentFields(server());
    expect((await server().request('POST', setsPath, body)).status).toBe(201);
    expect((await server().request('POST', `/w/other${setsPath}`, body)).status).toBe(201);
  });
});

describe('an idempotent repeat', () => {
  const server = serverForEach();

  it('with the same ciphertext answers 200 with the same body', async () => {
    const body = { ...(await idempotentFields(server())), name: 'main' };
    const first = await server().request('POST', setsPath, body);
    const second = await server().request('POST', setsPath, body);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('does not check the ciphertext', async () => {
    const body = await idempotentFields(server());
    const first = await server().request('POST', setsPath, body);
    const repeat = { ...body, entitySecretCiphertext: 'rubbish' };
    const second = await server().request('POST', setsPath, repeat);
    expect(second.status).toBe(200);
    expect(second.body).toEqual(first.body);
  });

  it('does not mark the ciphertext as used', async () => {
    const { idempotencyKey, ...fresh } = await idempotentFields(server());
    await server().request('POST', setsPath, {
      ...(await idempotentFields(server())),
      idempotencyKey,
    });
    const repeat = await server().request('POST', setsPath, { idempotencyKey, ...fresh });
    expect(repeat.status).toBe(200);
    const next = await server().request('POST', setsPath, {
      idempotencyKey: randomUUID(),
      ...fresh,
    });
    expect(next.status).toBe(201);
  });

  it('does not compare the body', async () => {
    const body = { ...(await idempotentFields(server())), name: 'first' };
    await server().request('POST', setsPath, body);
    const second = await server().request('POST', setsPath, { ...body, name: 'second' });
    expect(second.body.data.walletSet.name).toBe('first');
  });

  it('treats a key in capitals as equal', async () => {
    const body = await idempotentFields(server());
    const first = await server().request('POST', setsPath, body);
    const idempotencyKey = body.idempotencyKey.toUpperCase();
    const second = await server().request('POST', setsPath, { ...body, idempotencyKey });
    expect([second.status, second.body]).toEqual([200, first.body]);
  });

  it('changes nothing', async () => {
    const body = await idempotentFields(server());
    await server().request('POST', setsPath, body);
    const before = await positionOf(server());
    await server().request('POST', setsPath, body);
    expect(await positionOf(server())).toBe(before);
  });

  it('of a failed call is a first call', async () => {
    const { idempotencyKey } = await idempotentFields(server());
    const refused = { idempotencyKey, entitySecretCiphertext: 'rubbish' };
    expectError(await server().request('POST', setsPath, refused), 400, 156013);
    const body = { ...(await idempotentFields(server())), idempotencyKey };
    expect((await server().request('POST', setsPath, body)).status).toBe(201);
  });

  it('under another operation is refused', async () => {
    const body = await idempotentFields(server());
    const set = (await server().request('POST', setsPath, body)).body.data.walletSet;
    const wallets = { ...body, walletSetId: set.id, blockchains: ['ETH-SEPOLIA'] };
    const taken = await server().request('POST', '/v1/w3s/developer/wallets', wallets);
    expectError(taken, 403, 156020);
  });

  it('for another transaction is refused', async () => {
    const { from } = await createFundedWallets(server());
    const ids = [
      await startTransfer(server(), { walletId: from.id }),
      await startTransfer(server(), { walletId: from.id }),
    ];
    const body = await idempotentFields(server());
    const path = (id?: string) => `/v1/w3s/developer/transactions/${id}/cancel`;
    expect((await server().request('POST', path(ids[0]), body)).status).toBe(200);
    expectError(await server().request('POST', path(ids[1]), body), 403, 156020);
  });
});

describe('registering the entity secret', () => {
  const server = serverForEach();

  it('returns a recovery file, once', async () => {
    const first = { entitySecretCiphertext: await ciphertext(server()) };
    const answer = await server().request('POST', secretPath, first);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body.data)).toEqual(['recoveryFile']);
    expect(Buffer.from(answer.body.data.recoveryFile, 'base64').length).toBeGreaterThan(0);
    const second = { entitySecretCiphertext: await ciphertext(server()) };
    expectError(await server().request('POST', secretPath, second), 409, 156015);
  });

  it('determines the required secret from then on', async () => {
    const body = { entitySecretCiphertext: await ciphertext(server(), otherSecret) };
    expect((await server().request('POST', secretPath, body)).status).toBe(200);
    expectError(
      await server().request('POST', setsPath, await idempotentFields(server())),
      400,
      156013,
    );
    const entitySecretCiphertext = await ciphertext(server(), otherSecret);
    const made = { idempotencyKey: randomUUID(), entitySecretCiphertext };
    expect((await server().request('POST', setsPath, made)).status).toBe(201);
  });

  it('is refused after the first ciphertext', async () => {
    await createWalletSet(server());
    const body = { entitySecretCiphertext: await ciphertext(server()) };
    expectError(await server().request('POST', secretPath, body), 409, 156015);
  });
});

describe('an entity key of 4096 bits', () => {
  const server = serverForEach({ rsaBits: 4096 });

  it('accepts ciphertexts of 684 characters, and no others', async () => {
    const { body } = await server().request('GET', '/v1/w3s/config/entity/publicKey');
    const key = createPublicKey(body.data.publicKey as string);
    expect(key.asymmetricKeyDetails?.modulusLength).toBe(4_096);
    const fresh = await idempotentFields(server());
    expect(fresh.entitySecretCiphertext).toHaveLength(684);
    expect((await server().request('POST', setsPath, fresh)).status).toBe(201);
    const short = Buffer.alloc(256, 7).toString('base64');
    const refused = { idempotencyKey: randomUUID(), entitySecretCiphertext: short };
    expectError(await server().request('POST', setsPath, refused), 400, 156013);
  });
});

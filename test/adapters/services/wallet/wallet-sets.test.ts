import { describe, expect, it } from 'vitest';
import {
  advance,
  expectError,
  idempotentFields,
  createWalletSet,
  unknownId,
  serverForEach,
  uuidV4,
  type Fields,
} from '../../../support/server/requests.ts';

const made = '/v1/w3s/developer/walletSets';
const listed = '/v1/w3s/walletSets';

describe('creating a wallet set', () => {
  const server = serverForEach();
  const create = async (fields: Fields = {}) =>
    server().request('POST', made, { ...(await idempotentFields(server())), ...fields });

  it('answers 201 with the record', async () => {
    const { status, body } = await create({ name: 'main' });
    expect(status).toBe(201);
    expect(body).toEqual({
      data: {
        walletSet: {
          id: expect.stringMatching(uuidV4),
          custodyType: 'DEVELOPER',
          name: 'main',
          createDate: '2026-01-01T00:00:00Z',
          updateDate: '2026-01-01T00:00:00Z',
        },
      },
    });
  });

  it('omits the name if none was given', async () => {
    const { body } = await create();
    expect(body.data.walletSet).not.toHaveProperty('name');
  });

  it('stores any text as a name', async () => {
    for (const name of ['', ' ', '日本 "\\ \u0000 \ud83d\ude00', '__proto__', 'x'.repeat(1_000)]) {
      const { status, body } = await create({ name });
      expect(status).toBe(201);
      const { id } = body.data.walletSet;
      const { body: read } = await server().request('GET', `${listed}/${id}`);
      expect(read.data.walletSet.name).toBe(name);
    }
  });

  it('ignores unknown fields', async () => {
    const { status, body } = await create({
      xRequestId: 'a',
      id: unknownId,
      custodyType: 'ENDUSER',
    });
    expect(status).toBe(201);
    expect(body.data.walletSet.id).not.toBe(unknownId);
    expect(body.data.walletSet.custodyType).toBe('DEVELOPER');
  });

  it('answers a repeat with 200 and the same body, even after a change', async () => {
    const request = { ...(await idempotentFields(server())), name: 'main' };
    const first = await server().request('POST', made, request);
    await advance(server(), '1h');
    const { id } = first.body.data.walletSet;
    await server().request('PUT', `${made}/${id}`, { name: 'renamed' });
    const second = await server().request('POST', made, request);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
    expect((await server().request('GET', listed)).body.data.walletSets).toHaveLength(1);
  });
});

describe('a wallet set', () => {
  const server = serverForEach();

  it('is read by its id, in any case', async () => {
    const set = await createWalletSet(server(), { name: 'main' });
    for (const id of [set.id, set.id.toUpperCase()]) {
      const { status, body } = await server().request('GET', `${listed}/${id}`);
      expect({ status, body }).toEqual({ status: 200, body: { data: { walletSet: set } } });
    }
  });

  it('is renamed, which changes its update date and nothing else', async () => {
    const set = await createWalletSet(server(), { name: 'main' });
    await advance(server(), '90s');
    const { status, body } = await server().request('PUT', `${made}/${set.id}`, { name: 'second' });
    const changed = { ...set, name: 'second', updateDate: '2026-01-01T00:01:30Z' };
    expect({ status, body }).toEqual({ status: 200, body: { data: { walletSet: changed } } });
    const read = await server().request('GET', `${listed}/${set.id}`);
    expect(read.body.data.walletSet).toEqual(changed);
  });

  it('is unknown for an unused id', async () => {
    expectError(await server().request('GET', `${listed}/${unknownId}`), 404, 156005);
    expectError(await server().request('PUT', `${made}/${unknownId}`, { name: 'a' }), 404, 156005);
  });

  it.each(['7', 'x', `${unknownId}0`, '%00', '__proto__'])('has no id %s', async (id) => {
    expectError(await server().request('GET', `${listed}/${id}`), 400, 156009);
    expectError(await server().request('PUT', `${made}/${id}`, { name: 'a' }), 400, 156009);
  });
});

describe('the list of wallet sets', () => {
  const server = serverForEach();

  it('is empty at first, with links', async () => {
    const { status, body, headers } = await server().request('GET', listed);
    expect({ status, body }).toEqual({ status: 200, body: { data: { walletSets: [] } } });
    expect(headers.get('link')).toContain('rel="self"');
  });

  it('has the same records as single reads', async () => {
    const sets = [await createWalletSet(server(), { name: 'a' }), await createWalletSet(server())];
    const { body } = await server().request('GET', `${listed}?order=ASC`);
    expect(body).toEqual({ data: { walletSets: sets } });
  });
});

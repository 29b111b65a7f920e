// Requests in equivalent forms: methods, slashes, lists, nulls, large numbers, encodings.

import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { routes } from '../../../../adapters/services/wallet/routes.ts';
import {
  expectControlError,
  expectError,
  idempotentFields,
  linksOf,
  createFundedWallets,
  createWallets,
  createWalletSet,
  unknownId,
  externalAddress,
  postTransfer,
  rawRequest,
  sepoliaUsdc,
  sepoliaUsdcAddress,
  serverForEach,
  startTransfer,
  transferBody,
  type Fields,
} from '../../../support/server/requests.ts';
import { testKey, token } from '../../../support/server/server.ts';

const server = serverForEach();
const authorization = `Bearer ${testKey}`;

describe('methods', () => {
  const concrete = (path: string) => path.replaceAll(/:\w+/g, unknownId);

  it('HEAD answers as GET without a body, on every route', async () => {
    await createWallets(server());
    const paths = routes.flatMap(({ methods, path }) =>
      methods.includes('GET') ? [concrete(path)] : [],
    );
    for (const path of [...paths, '/ping']) {
      const url = server().url + path;
      const got = await rawRequest(url, { headers: { authorization } });
      const head = await rawRequest(url, { method: 'HEAD', headers: { authorization } });
      expect([head.status, head.text], path).toEqual([got.status, '']);
      expect(head.headers['x-request-id']).toMatch(/\S/);
      for (const name of ['content-type', 'link']) {
        expect(head.headers[name], path).toBe(got.headers[name]);
      }
    }
  });

  it('that a path does not support are refused with the list of supported ones, on every route', async () => {
    for (const path of new Set(routes.map((route) => route.path))) {
      const methods = routes.flatMap((route) => (route.path === path ? route.methods : []));
      const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        if (methods.some((known) => known === method)) continue;
        const answer = await server().request(method, concrete(path));
        const status = method === 'OPTIONS' ? 204 : 405;
        expect(answer.status, `${method} ${path}`).toBe(status);
        expect(answer.headers.get('allow')?.split(', ').toSorted()).toEqual(allowed.toSorted());
        if (status === 405) expectError(answer, 405, 405);
      }
    }
  });

  it('count as GET if reads are limited', async () => {
    await server().control('PATCH', '/worlds/default/config', { rateLimits: { get: 2, post: 1 } });
    const ask = async (method: string) => {
      const url = `${server().url}/v1/w3s/wallets`;
      return (await rawRequest(url, { method, headers: { authorization } })).status;
    };
    expect([await ask('HEAD'), await ask('GET'), await ask('HEAD')]).toEqual([200, 200, 429]);
  });
});

describe('a slash at the end of a path', () => {
  it('changes nothing', async () => {
    expect((await server().request('GET', '/v1/w3s/wallets/')).status).toBe(200);
    const answer = await server().request(
      'POST',
      '/v1/w3s/developer/walletSets/',
      await idempotentFields(server()),
    );
    expect(answer.status).toBe(201);
    expectError(await server().request('GET', '/v1/w3s/wallets//'), 404, 404);
  });
});

describe('lists in a query', () => {
  const idsOf = async (query: string) => {
    const { status, body } = await server().request(
      'GET',
      `/v1/w3s/transactions?pageSize=50&${query}`,
    );
    expect(status).toBe(200);
    return body.data.transactions.map((one: { walletId: string }) => one.walletId).toSorted();
  };

  it('of wallet ids are accepted with commas, repeated, or both', async () => {
    const wallets = await createWallets(server(), { count: 4 });
    const ids: string[] = wallets.map(({ id }: { id: string }) => id);
    for (const id of ids) {
      await server().control('POST', `/worlds/default/wallet/wallets/${id}/fund`, { native: '1' });
    }
    const [a = '', b = '', c = ''] = ids;
    const wanted = [a, b, c].toSorted();
    expect(await idsOf(`walletIds=${a},${b},${c}`)).toEqual(wanted);
    expect(await idsOf(`walletIds=${a}&walletIds=${b}&walletIds=${c}`)).toEqual(wanted);
    expect(await idsOf(`walletIds=${a},${b}&walletIds=${c}`)).toEqual(wanted);
    const bad = await server().request('GET', `/v1/w3s/transactions?walletIds=${a}&walletIds=none`);
    expectError(bad, 400, 2);
  });

  it('of wallet ids may be as long as a URL, and the real client sends them so', async () => {
    const { from } = await createFundedWallets(server());
    const others = Array.from(
      { length: 70 },
      (_none, index) => `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`,
    );
    const walletIds = [...others, from.id];
    const { data } = await server().client().listTransactions({ walletIds });
    expect(data?.transactions?.map(({ walletId }) => walletId)).toEqual([from.id, from.id]);
    const many = Array.from({ length: 90 }, () => unknownId).join(',');
    expectError(await server().request('GET', `/v1/w3s/transactions?walletIds=${many}`), 414, 414);
  });

  it('of token addresses are accepted with commas or repeated', async () => {
    const { from } = await createFundedWallets(server());
    const balances = async (query: string) => {
      const path = `/v1/w3s/wallets/${from.id}/balances?${query}`;
      return (await server().request('GET', path)).body.data.tokenBalances.length;
    };
    const one = await balances(`tokenAddress=${externalAddress}`);
    const both = await balances(`tokenAddress=${externalAddress},${sepoliaUsdcAddress}`);
    expect(both).toBe(one + 1);
    const query = `tokenAddress=${sepoliaUsdcAddress}&tokenAddress=${externalAddress}`;
    expect(await balances(query)).toBe(both);
  });

  it.each([
    ['/v1/w3s/wallets', 'blockchain=ETH-SEPOLIA&blockchain=SOL'],
    ['/v1/w3s/wallets', 'pageSize=1&pageSize=2'],
    ['/v1/w3s/wallets', 'refId=a&refId=b'],
    ['/v1/w3s/wallets', 'from=2026-01-01&from=2026-01-02'],
    ['/v1/w3s/transactions', 'state=SENT&state=STUCK'],
    ['/v1/w3s/transactions', 'includeAll=true&includeAll=false'],
  ])('are refused where %s expects one: %s', async (path, query) => {
    const answer = await server().request('GET', `${path}?${query}`);
    expectError(answer, 400, 2);
    const name = query.split('=')[0] ?? '';
    expect(answer.body.message).toContain(`query.${name}: is given more than once`);
  });

  it('are refused by the control plane if it expects one value', async () => {
    const answer = await server().control('GET', '/worlds/default/events?limit=1&limit=2');
    expectControlError(answer, 400, 'invalid-request');
    expect(answer.body.error.message).toContain('more than once');
  });
});

describe('a page size', () => {
  it.each(['51', '2147483648', '9'.repeat(24), '9'.repeat(400)])(
    '%s is reduced to 50',
    async (size) => {
      const { id: walletSetId } = await createWalletSet(server());
      await createWallets(server(), { walletSetId, count: 60 });
      const { status, body } = await server().request('GET', `/v1/w3s/wallets?pageSize=${size}`);
      expect([status, body.data.wallets.length]).toEqual([200, 50]);
    },
  );

  it.each(['0', '00', '-1', '1.5', '1e3', 'x'])('%s is refused', async (size) => {
    expectError(await server().request('GET', `/v1/w3s/wallets?pageSize=${size}`), 400, 2);
  });
});

describe('an optional member that is null', () => {
  let from: { readonly id: string; readonly address: string };

  beforeEach(async () => {
    ({ from } = await createFundedWallets(server()));
  });

  const developer = '/v1/w3s/developer';
  const keyedPost = async (path: string, fields: Fields) =>
    server().request('POST', developer + path, {
      ...(await idempotentFields(server())),
      ...fields,
    });

  it.each(['refId', 'gasLimit', 'blockchain', 'gasPrice', 'maxFee', 'priorityFee', 'nftTokenIds'])(
    'is absent: %s of a transfer',
    async (name) => {
      const body = await transferBody(server(), { walletId: from.id, [name]: null });
      expect((await postTransfer(server(), body)).status).toBe(201);
    },
  );

  it('is absent: in every other body', async () => {
    const { id: walletSetId } = await createWalletSet(server(), { name: null });
    const metadata = [{ name: null, refId: 'r' }];
    const wallets = { walletSetId, blockchains: ['ETH-SEPOLIA'], count: null, accountType: null };
    expect((await keyedPost('/wallets', { ...wallets, metadata })).status).toBe(201);
    const call = {
      walletId: from.id,
      contractAddress: externalAddress,
      callData: '0x',
      feeLevel: 'LOW',
    };
    const absent = { amount: null, abiFunctionSignature: null, abiParameters: null, refId: null };
    const executed = await keyedPost('/transactions/contractExecution', { ...call, ...absent });
    expect(executed.status).toBe(201);
    const signed = { walletId: from.id, walletAddress: null, message: 'm', encodedByHex: null };
    const { entitySecretCiphertext } = await idempotentFields(server());
    const body = { entitySecretCiphertext, ...signed, memo: null };
    expect((await server().request('POST', `${developer}/sign/message`, body)).status).toBe(200);
    const update = { name: 'n', refId: null };
    expect((await server().request('PUT', `/v1/w3s/wallets/${from.id}`, update)).status).toBe(200);
    const drip = { address: from.address, blockchain: 'ETH-SEPOLIA', native: true, usdc: null };
    expect((await server().request('POST', '/v1/faucet/drips', drip)).status).toBe(204);
  });

  it('counts as missing if it is required', async () => {
    const body = await transferBody(server(), { walletId: from.id, destinationAddress: null });
    expectError(await postTransfer(server(), body), 400, 2);
    const noFee = await transferBody(server(), { walletId: from.id, feeLevel: null });
    expectError(await postTransfer(server(), noFee), 400, 155231);
  });

  it('remains if it is an element of a list', async () => {
    const fields = { walletId: from.id, contractAddress: externalAddress, abiParameters: [null] };
    const call = { ...fields, abiFunctionSignature: 'f(uint256)', feeLevel: 'LOW' };
    expectError(await keyedPost('/transactions/contractExecution', call), 400, 2);
  });
});

describe('an encoded body', () => {
  it('is refused with 415, by each service', async () => {
    const chunks = [gzipSync('{}')];
    const url = server().url;
    const headers = { authorization, 'content-encoding': 'gzip' };
    const post = { method: 'POST', headers, chunks };
    const wallet = await rawRequest(`${url}/v1/w3s/developer/walletSets`, post);
    expectError({ status: wallet.status, body: JSON.parse(wallet.text) }, 415, 415);
    const calendar = await rawRequest(`${url}/calendar/events/v1/events`, post);
    expect(calendar.status).toBe(415);
    const ofOperator = { ...headers, authorization: `Bearer ${token}` };
    const asked = { ...post, headers: ofOperator };
    const control = await rawRequest(`${url}/__reprise/worlds`, asked);
    expectControlError(
      { status: control.status, body: JSON.parse(control.text) },
      415,
      'body-encoded',
    );
  });

  it('is accepted if the encoding is identity, or there is no body', async () => {
    const headers = { 'Content-Encoding': 'identity' };
    const body = await idempotentFields(server());
    const path = '/v1/w3s/developer/walletSets';
    expect((await server().request('POST', path, body, headers)).status).toBe(201);
    const encoded = { 'Content-Encoding': 'gzip' };
    expect((await server().request('GET', '/v1/w3s/wallets', undefined, encoded)).status).toBe(200);
  });
});

describe('links behind a proxy', () => {
  it.each([
    ['https', 'https:'],
    ['https, http', 'https:'],
    ['http', 'http:'],
    ['gopher', 'http:'],
  ])('begin with X-Forwarded-Proto: %s', async (forwarded, protocol) => {
    const headers = { 'X-Forwarded-Proto': forwarded };
    const answer = await server().request('GET', '/v1/w3s/wallets', undefined, headers);
    const links = linksOf(answer.headers.get('link'));
    expect(new URL(links['self'] ?? '').protocol).toBe(protocol);
  });
});

describe('half of a surrogate pair', () => {
  it('is refused in names', async () => {
    const half = 'a\ud83d';
    const name = await server().request('POST', '/v1/w3s/developer/walletSets', {
      ...(await idempotentFields(server())),
      name: half,
    });
    expectError(name, 400, 2);
    expect(name.body.message).toContain('surrogate');
    const { from } = await createFundedWallets(server());
    expectError(
      await server().request('PUT', `/v1/w3s/wallets/${from.id}`, { refId: half }),
      400,
      2,
    );
    const transfer = await transferBody(server(), { walletId: from.id, refId: half });
    expectError(await postTransfer(server(), { ...transfer, tokenId: sepoliaUsdc }), 400, 2);
    const whole = { walletId: from.id, refId: 'a\ud83d\ude00' };
    expect(await startTransfer(server(), whole)).toMatch(/\S/);
    const set = { custodyType: 'DEVELOPER', name: half };
    const made = await server().control('POST', '/worlds/default/wallet/wallet-sets', set);
    expectControlError(made, 400, 'invalid-request');
  });
});

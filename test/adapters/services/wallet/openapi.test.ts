// The OpenAPI document of the wallet, checked by a public validator, against the routes and real answers of every operation.

import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv } from 'ajv';
import { beforeEach, describe, expect, it } from 'vitest';
import { nodeHash } from '../../../../adapters/node-hash.ts';
import { routes } from '../../../../adapters/services/wallet/routes.ts';
import { pingRoute } from '../../../../adapters/services/wallet/routes/ping.ts';
import { wallet } from '../../../../core/index.ts';
import { createAnswerCheck, type AnswerCheck } from '../../../support/openapi/answer-check.ts';
import {
  idempotentFields,
  unknownId,
  externalAddress,
  sepoliaUsdc,
  sepoliaUsdcAddress,
  serverForEach,
  type Answer,
  type Fields,
} from '../../../support/server/requests.ts';
import type { JsonBody } from '../../../support/server/server.ts';
import {
  evmTransaction,
  nearDelegateAction,
  typedData,
} from '../../../support/wallet/signing-payloads.ts';

const server = serverForEach();
let document: JsonBody;
let check: AnswerCheck;

beforeEach(async () => {
  const { status, body } = await server().control('GET', '/openapi/wallet.json');
  expect(status).toBe(200);
  document = body;
  check = createAnswerCheck(document);
});

const template = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
const operations = () =>
  Object.entries<JsonBody>(document.paths).flatMap(([path, methods]) =>
    Object.entries<JsonBody>(methods).map(
      ([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const,
    ),
  );

describe('the OpenAPI document of the wallet', () => {
  it('passes a public validator', async () => {
    expect(await new Validator().validate(structuredClone(document))).toEqual({ valid: true });
    expect(document).toMatchObject({
      info: { version: '0.0.0-test' },
      servers: [{ url: server().url }, { url: `${server().url}/w/{world}` }],
    });
  });

  it('has every route once, with a unique name', () => {
    const expected = [...routes, pingRoute].flatMap(({ methods, path }) =>
      methods.map((method) => `${method} ${template(path)}`),
    );
    expect(operations().map(([place]) => place)).toEqual(expect.arrayContaining(expected));
    expect(operations()).toHaveLength(expected.length);
    expect(new Set(check.operations).size).toBe(expected.length);
  });

  it('describes summary, parameters, body and the body of each answer', () => {
    for (const [place, operation] of operations()) {
      const { summary, tags, parameters, requestBody, responses } = operation;
      expect(tags, place).toHaveLength(1);
      expect(summary, place).toMatch(/^[A-Z].*\.$/);
      const route = routes.find(
        ({ methods: [method], path }) => place === `${method} ${template(path)}`,
      );
      const { body, query } = route?.reads?.schemas ?? {};
      expect(requestBody !== undefined, place).toBe(body !== undefined);
      const inQuery = parameters.filter((one: JsonBody) => one.in === 'query');
      expect(inQuery.length > 0, place).toBe(query !== undefined);
      const inPath = parameters.filter((one: JsonBody) => one.in === 'path');
      expect(inPath).toHaveLength(place.split('{').length - 1);
      const withoutBody = ['POST /v1/w3s/config/entity/monitoredTokens/delete'].concat(
        'PUT /v1/w3s/config/entity/monitoredTokens/scope',
      );
      for (const [status, { content }] of Object.entries<JsonBody>(responses)) {
        const isEmpty = status === '204' || (status === '200' && withoutBody.includes(place));
        expect(content === undefined, `${place} ${status}`).toBe(isEmpty);
      }
    }
  });

  it('refers to existing components, and to all of them', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]*)"/g)];
    const names = references.map(([, reference]) =>
      reference?.replace('#/components/schemas/', ''),
    );
    expect(new Set(names)).toEqual(new Set(Object.keys(document.components.schemas)));
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Blockchain', 'Error', 'Token', 'Transaction', 'Wallet']),
    );
  });

  it('allows no member that is not described', () => {
    const { schemas } = document.components;
    const open = Object.entries<JsonBody>(schemas).filter(
      ([, schema]) => schema.type === 'object' && schema.additionalProperties !== false,
    );
    expect(open.map(([name]) => name)).toEqual([]);
    const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(document, 'document');
    const entity = { appId: unknownId };
    const isEntity = (value: unknown) =>
      ajv.validate({ $ref: 'document#/components/schemas/Entity' }, value);
    expect([isEntity(entity), isEntity({ ...entity, other: 1 }), isEntity({})]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('a session through every operation', () => {
  /** The operations that have answered with a status below 300. */
  let answered: Set<string>;

  beforeEach(() => {
    answered = new Set();
  });

  async function ask(method: string, path: string, body?: Fields): Promise<Answer> {
    const answer = await server().request(method, path, body);
    const operation = check.expectDocumented(method, path, answer);
    if (answer.status < 300) answered.add(operation);
    return answer;
  }

  async function send(method: string, path: string, fields: Fields = {}): Promise<Answer> {
    const body = { ...(await idempotentFields(server())), ...fields };
    return ask(method, path, body);
  }

  const control = (path: string, body: Fields) =>
    server().control('POST', `/worlds/default${path}`, body);
  const steps = '/v1/w3s/developer/transactions';

  it('is answered as documented', async () => {
    const { entitySecretCiphertext } = await idempotentFields(server());
    await ask('GET', '/ping');
    await ask('GET', '/v1/w3s/config/entity/publicKey');
    await ask('GET', '/v1/w3s/config/entity');
    await ask('POST', '/v1/w3s/config/entity/entitySecret', { entitySecretCiphertext });

    // Wallet sets and wallets
    const created = await send('POST', '/v1/w3s/developer/walletSets', { name: 'desk' });
    const walletSetId = created.body.data.walletSet.id as string;
    await ask('PUT', `/v1/w3s/developer/walletSets/${walletSetId}`, { name: 'counter' });
    await ask('GET', '/v1/w3s/walletSets');
    await ask('GET', `/v1/w3s/walletSets/${walletSetId}`);
    const order = {
      ...(await idempotentFields(server())),
      walletSetId,
      blockchains: ['ETH-SEPOLIA', 'NEAR-TESTNET', 'SOL-DEVNET'],
      metadata: [{ name: 'a', refId: 'b' }],
    };
    const wallets = (await ask('POST', '/v1/w3s/developer/wallets', order)).body.data.wallets;
    expect((await ask('POST', '/v1/w3s/developer/wallets', order)).status).toBe(200);
    const [evm, near, solana] = wallets as { id: string; address: string }[];
    const one = `/v1/w3s/wallets/${evm!.id}`;
    const derive = `/v1/w3s/developer/wallets/${evm!.id}/blockchains/BASE-SEPOLIA`;
    expect((await ask('PUT', derive, {})).status).toBe(201);
    const byAddress = {
      sourceBlockchain: 'ETH-SEPOLIA',
      walletAddress: evm!.address,
      targetBlockchain: 'BASE-SEPOLIA',
    };
    expect((await ask('PUT', '/v1/w3s/developer/wallets/derive', byAddress)).status).toBe(200);
    await ask('PUT', one, { name: 'till', refId: 'first' });
    await ask('GET', one);
    await ask('GET', '/v1/w3s/wallets');

    // Tokens
    for (const id of [evm!.id, solana!.id]) {
      await control(`/wallet/wallets/${id}/fund`, { native: '50', usdc: '100' });
    }
    const nft = { tokenAddress: `0x${'ab'.repeat(20)}`, standard: 'ERC721', nftTokenId: '7' };
    await control(`/wallet/wallets/${evm!.id}/mint`, { ...nft, metadata: 'ipfs://example/7' });
    await ask('GET', `${one}/balances?includeAll=true`);
    const nfts = await ask('GET', `${one}/nfts?includeAll=true`);
    expect(nfts.body.data.nfts).toHaveLength(1);
    await ask('GET', '/v1/w3s/developer/wallets/balances?blockchain=ETH-SEPOLIA');
    await ask('GET', `/v1/w3s/tokens/${sepoliaUsdc}`);
    await ask('GET', `/v1/w3s/tokens/${nfts.body.data.nfts[0].token.id}`);
    const drip = { address: evm!.address, blockchain: 'ETH-SEPOLIA', native: true, usdc: true };
    expect((await ask('POST', '/v1/faucet/drips', drip)).status).toBe(204);
    const monitored = '/v1/w3s/config/entity/monitoredTokens';
    const tokenIds = [sepoliaUsdc];
    expect((await ask('GET', monitored)).status).toBe(204);
    expect((await ask('POST', monitored, { tokenIds })).status).toBe(201);
    expect((await ask('POST', monitored, { tokenIds })).status).toBe(200);
    await ask('PUT', monitored, { tokenIds });
    await ask('PUT', `${monitored}/scope`, { scope: 'MONITOR_ALL' });
    expect((await ask('GET', monitored)).status).toBe(200);
    await ask('POST', `${monitored}/delete`, { tokenIds });

    // Signing
    const sign = async (kind: string, fields: Fields) => {
      const sealed = {
        entitySecretCiphertext: (await idempotentFields(server())).entitySecretCiphertext,
      };
      return ask('POST', `/v1/w3s/developer/sign/${kind}`, { ...sealed, ...fields });
    };
    const walletId = evm!.id;
    await sign('message', { walletId, message: 'hello' });
    await sign('typedData', { walletId, data: JSON.stringify(typedData) });
    const transaction = JSON.stringify(evmTransaction);
    const other = await send('POST', '/v1/w3s/developer/wallets', {
      walletSetId,
      blockchains: ['EVM-TESTNET'],
    });
    await sign('transaction', { walletId: other.body.data.wallets[0].id, transaction });
    const unsignedDelegateAction = nearDelegateAction(near!.address);
    await sign('delegateAction', { walletId: near!.id, unsignedDelegateAction });

    // Webhooks
    const hooks = '/v2/notifications/subscriptions';
    const subscribed = await ask('POST', hooks, { endpoint: 'http://127.0.0.1:9/' });
    const hook = `${hooks}/${subscribed.body.data.id}`;
    await ask('GET', hooks);
    await ask('GET', hook);
    await ask('PATCH', hook, { name: 'mine', enabled: false });
    await ask('DELETE', hook);
    const { seed } = server().reprise.engine.world('default')!.record;
    await ask('GET', `/v2/notifications/publicKey/${wallet.notificationKey(nodeHash, seed).id}`);

    // Fees
    await ask('GET', `${steps}/feeParameters?blockchain=ETH-SEPOLIA`);
    await ask('GET', `${steps}/feeParameters?blockchain=SOL-DEVNET`);
    const asked = { amounts: ['1'], destinationAddress: externalAddress, tokenId: sepoliaUsdc };
    await ask('POST', '/v1/w3s/transactions/transfer/estimateFee', { walletId, ...asked });
    const call = {
      contractAddress: sepoliaUsdcAddress,
      abiFunctionSignature: 'transfer(address,uint256)',
      abiParameters: [externalAddress, '1'],
    };
    await ask('POST', '/v1/w3s/transactions/contractExecution/estimateFee', { walletId, ...call });
    const address = { address: externalAddress, blockchain: 'ETH-SEPOLIA' };
    await ask('POST', '/v1/w3s/transactions/validateAddress', address);
    const query = { blockchain: 'ETH-SEPOLIA', address: sepoliaUsdcAddress };
    await ask('POST', '/v1/w3s/contracts/query', { ...query, abiFunctionSignature: 'name()' });

    // Transactions
    const ofSender = `/v1/w3s/transactions/lowestNonceTransaction?walletId=${walletId}`;
    expect((await ask('GET', ofSender)).status).toBe(204);
    const order2 = { ...(await idempotentFields(server())), walletId, feeLevel: 'LOW', ...asked };
    const sent = await ask('POST', `${steps}/transfer`, order2);
    expect((await ask('POST', `${steps}/transfer`, order2)).status).toBe(200);
    const id = sent.body.data.id as string;
    await send('POST', `${steps}/contractExecution`, { walletId, feeLevel: 'HIGH', ...call });
    const solanaTransfer = { walletId: solana!.id, feeLevel: 'LOW', amounts: ['1'] };
    await send('POST', `${steps}/transfer`, {
      ...solanaTransfer,
      destinationAddress: solana!.address,
      tokenAddress: '',
      blockchain: 'SOL-DEVNET',
    });
    await control('/clock/advance', { by: '2s' });
    expect((await ask('GET', ofSender)).status).toBe(200);
    await ask('GET', `/v1/w3s/transactions/${id}`);
    await send('POST', `${steps}/${id}/accelerate`);
    await send('POST', `${steps}/${id}/cancel`);
    const smart = await control('/wallet/wallets', {
      walletSetId,
      blockchains: ['ETH-SEPOLIA'],
      accountType: 'SCA',
      scaCore: 'circle_6900_singleowner_v1',
    });
    await send('POST', `${steps}/walletUpgrade`, {
      walletId: smart.body.wallets[0].id,
      newScaCore: 'circle_6900_singleowner_v2',
      feeLevel: 'LOW',
    });
    const estimate = '/v1/w3s/transactions/transfer/estimateFee';
    const { id: smartId } = smart.body.wallets[0];
    await control(`/wallet/wallets/${smartId}/fund`, { native: '5', usdc: '5' });
    await ask('POST', estimate, { walletId: smartId, ...asked });
    for (const blockchain of ['OP-SEPOLIA', 'APTOS-TESTNET']) {
      const fields = { walletSetId, blockchains: [blockchain] };
      const ordered = await send('POST', '/v1/w3s/developer/wallets', fields);
      const [{ id: other, address: own }] = ordered.body.data.wallets;
      await control(`/wallet/wallets/${other}/fund`, { native: '5' });
      const transfer = {
        walletId: other,
        destinationAddress: own,
        amounts: ['1'],
        tokenAddress: '',
        blockchain,
      };
      await ask('POST', estimate, transfer);
      await send('POST', `${steps}/transfer`, { ...transfer, feeLevel: 'LOW' });
      await ask('GET', `${steps}/feeParameters?blockchain=${blockchain}`);
    }
    const custody = { custodyType: 'ENDUSER', userId: 'user-1' };
    const { walletSet } = (await control('/wallet/wallet-sets', custody)).body;
    await ask('GET', `/v1/w3s/walletSets/${walletSet.id}`);
    const ofUser = { walletSetId: walletSet.id, blockchains: ['ETH-SEPOLIA'], accountType: 'SCA' };
    const { id: userWallet } = (await control('/wallet/wallets', ofUser)).body.wallets[0];
    await ask('GET', `/v1/w3s/wallets/${userWallet}`);
    await control(`/wallet/wallets/${userWallet}/fund`, { native: '1' });
    for (const blockchain of ['ETH-SEPOLIA', 'NEAR-TESTNET']) {
      await ask('GET', `/v1/w3s/developer/wallets/balances?blockchain=${blockchain}`);
    }
    expect((await ask('POST', hooks, { endpoint: 5 })).status).toBe(400);
    const item = { tokenId: nfts.body.data.nfts[0].token.id, nftTokenIds: ['7'], amounts: ['1'] };
    const moved = {
      walletId,
      feeLevel: 'HIGH',
      destinationAddress: externalAddress,
      refId: 'moved',
    };
    await send('POST', `${steps}/transfer`, { ...moved, ...item });
    const tooMuch = { ...call, abiParameters: [externalAddress, '9'.repeat(30)] };
    await send('POST', `${steps}/contractExecution`, { walletId, feeLevel: 'HIGH', ...tooMuch });
    await control('/clock/advance', { untilIdle: true });
    for (const filter of ['', '?txType=OUTBOUND', '?txType=INBOUND&includeAll=true']) {
      const listed = await ask('GET', `/v1/w3s/transactions${filter}`);
      for (const { id: any } of listed.body.data.transactions) {
        await ask('GET', `/v1/w3s/transactions/${any}`);
      }
    }
    await ask('GET', '/v1/w3s/wallets?pageSize=1');
    expect([...answered].toSorted()).toEqual(check.operations.toSorted());
    expect(check.membersMissing()).toEqual([]);
  });

  it('of a ping needs no key, and is refused in an unknown world only', async () => {
    const keyless = await server().request('GET', '/ping', undefined, { Authorization: 'none' });
    expect(keyless).toMatchObject({ status: 200, body: { message: 'pong' } });
    expect(check.expectDocumented('GET', '/ping', keyless)).toBe('ping');
    expect(document.paths['/ping'].get).toMatchObject({ security: [] });
    const nowhere = await server().request('GET', '/w/nowhere/ping');
    expect(nowhere.status).toBe(404);
    check.expectDocumented('GET', '/ping', nowhere);
  });

  it('is refused as documented', async () => {
    for (const { methods, path, reads } of routes) {
      const place = path.replaceAll(/:\w+/g, () => randomUUID());
      for (const method of methods) {
        const query =
          reads?.schemas.query === undefined ? '' : '?pageSize=x&blockchain=x&walletId=x';
        await ask(method, `${place}${query}`, method === 'GET' ? undefined : { tokenIds: 5 });
        const unknown = await server().request(method, place, undefined, { Authorization: 'none' });
        expect(check.expectDocumented(method, place, unknown)).toMatch(/\w/);
        expect(unknown.status).toBe(401);
      }
    }
  });
});

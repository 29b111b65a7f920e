// Every error code and every errorReason of reference/wallet.md over HTTP: by its natural cause if there is one, and by
// settings or actions of the operator.

import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { walletOperations } from '../../../../adapters/services/wallet/operations.ts';
import { routes } from '../../../../adapters/services/wallet/routes.ts';
import {
  evmTransaction,
  solanaTransaction,
  typedData,
} from '../../../support/wallet/signing-payloads.ts';
import { walletTest } from '../../../support/runner/wallet-test.ts';
import type { TestServer } from '../../../support/server/server.ts';
import {
  advance,
  liveHeaders,
  expectControlError,
  expectError,
  fund,
  idempotentFields,
  createFundedWallets,
  createWallets,
  createWalletSet,
  unknownId,
  externalAddress,
  postTransfer,
  sepoliaUsdc,
  sepoliaUsdcAddress,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
  transferBody,
  type Answer,
  type Fields,
} from '../../../support/server/requests.ts';

/** reference/wallet.md section 2, "Error body": codes by HTTP status. */
const documented: Readonly<Record<number, readonly number[]>> = {
  400: [
    -1, 2, 155201, 155204, 155205, 155209, 155211, 155215, 155218, 155219, 155220, 155221, 155224,
    155225, 155226, 155227, 155228, 155229, 155230, 155231, 155232, 155233, 155234, 155235, 155236,
    155237, 155238, 155239, 155240, 155241, 155242, 155244, 155245, 155247, 155254, 155258, 155264,
    155503, 155507, 155510, 155511, 155514, 155515, 155517, 155601, 155801, 155802, 155803, 155804,
    155805, 155806, 155807, 155808, 156004, 156006, 156009, 156014, 156013, 156017, 156024, 156025,
    156026, 156027, 156030, 156031, 156032,
  ],
  401: [401, 156007],
  403: [3, 155502, 156016, 156019, 156020],
  404: [404, 156001, 156002, 156003, 156005, 156012],
  409: [155501, 156015, 156023],
  429: [429],
};

/** Codes without a cause in the reference or the client that is possible here. */
const withoutCause: readonly number[] = [3, 155241, 155511, 155601, 156017, 156019, 156027];

const codes = Object.entries(documented).flatMap(([status, list]) =>
  list.map((code) => ({ code, status: Number(status) })),
);

/** reference/wallet.md section 7, "errorReason values", each with a state in which a transaction can fail with it. */
const reasons = {
  ESTIMATION_ERROR: 'INITIATED',
  INSUFFICIENT_NATIVE_TOKEN: 'INITIATED',
  ABI_SIGNATURE_PARAMS_MISMATCH: 'INITIATED',
  FEE_EXCEEDS_MAX_ALLOWANCE: 'INITIATED',
  QUERY_NFT_METADATA_ERROR: 'INITIATED',
  GAS_LIMIT_TOO_LOW: 'INITIATED',
  TRANSACTION_UNDER_PRICE: 'INITIATED',
  FAILED_ON_CHAIN: 'SENT',
  FAILED_REORG: 'CONFIRMED',
  INTERNAL_ERROR: 'INITIATED',
  PAYMASTER_POLICY_NOT_ACTIVATED: 'INITIATED',
  PAYMASTER_POLICY_EXCEED_MAX_DAILY_TRANSACTIONS: 'INITIATED',
  PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_PER_TX: 'INITIATED',
  PAYMASTER_POLICY_EXCEED_MAX_SPEND_USD_DAILY: 'INITIATED',
  PAYMASTER_POLICY_EXCEED_MAX_NATIVE_TOKEN_DAILY: 'INITIATED',
  PAYMASTER_POLICY_SENDER_IN_BLOCKLIST: 'INITIATED',
  PAYMASTER_ENTITY_RESTRICTION: 'INITIATED',
} as const;

/** Tests that leave their world as it was. */
const sharedServerTest = walletTest({ scope: 'file' });

const developer = '/v1/w3s/developer';
const estimate = '/v1/w3s/transactions/transfer/estimateFee';
const world = '/worlds/default';

const configure = async (server: TestServer, config: Fields) => {
  expect((await server.control('PATCH', `${world}/config`, config)).status).toBe(200);
};

const post = async (server: TestServer, path: string, fields: Fields): Promise<Answer> =>
  server.request('POST', developer + path, { ...(await idempotentFields(server)), ...fields });

/** A transfer from a wallet with 5 native tokens and 100 USDC. */
const transfer = (fields: Fields, blockchain?: string) => async (server: TestServer) => {
  const { from, to } = await createFundedWallets(server, blockchain);
  const destinationAddress = blockchain === undefined ? externalAddress : to.address;
  const own = { walletId: from.id, destinationAddress, ...fields };
  return postTransfer(server, await transferBody(server, own));
};

/** A transfer of native tokens on Solana, with explicit fees in place of a level. */
const solanaTransfer = (fees: Fields) => async (server: TestServer) => {
  const [from, to] = await createWallets(server, { blockchains: ['SOL-DEVNET'], count: 2 });
  await fund(server, from.id, { native: '5' });
  const token = { tokenId: undefined, tokenAddress: '', blockchain: 'SOL-DEVNET' };
  const own = { walletId: from.id, destinationAddress: to.address, ...token };
  const body = await transferBody(server, { ...own, feeLevel: undefined, amounts: ['1'] });
  return postTransfer(server, { ...body, ...fees });
};

const transferNfts = (standard: string, fields: Fields) => async (server: TestServer) => {
  const { from } = await createFundedWallets(server);
  const path = `${world}/wallet/wallets/${from.id}/mint`;
  const minted = await server.control('POST', path, {
    tokenAddress: externalAddress,
    nftTokenId: '7',
    standard,
  });
  const own = { walletId: from.id, tokenId: minted.body.token.id, ...fields };
  return postTransfer(server, await transferBody(server, own));
};

const call = (fields: Fields) => async (server: TestServer) => {
  const { from } = await createFundedWallets(server);
  const own = { walletId: from.id, contractAddress: sepoliaUsdcAddress, feeLevel: 'LOW' };
  return post(server, '/transactions/contractExecution', { ...own, ...fields });
};

const sign = (kind: string, fields: Fields, blockchain: string) => async (server: TestServer) => {
  const [{ id: walletId }] = await createWallets(server, { blockchains: [blockchain] });
  const { entitySecretCiphertext } = await idempotentFields(server);
  const body = { entitySecretCiphertext, walletId, ...fields };
  return server.request('POST', `${developer}/sign/${kind}`, body);
};

const signSolana = (change: (bytes: Buffer) => Buffer) => async (server: TestServer) => {
  const [{ id: walletId, address }] = await createWallets(server, { blockchains: ['SOL-DEVNET'] });
  const rawTransaction = change(Buffer.from(solanaTransaction(address), 'base64'));
  const { entitySecretCiphertext } = await idempotentFields(server);
  const body = { entitySecretCiphertext, walletId };
  return server.request('POST', `${developer}/sign/transaction`, {
    ...body,
    rawTransaction: rawTransaction.toString('base64'),
  });
};

/** Signs a transaction of a stranger, in which the wallet can be the account of a program. */
const signForStranger = (asProgram: boolean) => async (server: TestServer) => {
  const [{ id: walletId, address }] = await createWallets(server, { blockchains: ['SOL-DEVNET'] });
  const bytes = Buffer.from(solanaTransaction(bs58.encode(Buffer.alloc(32, 9))), 'base64');
  if (asProgram) bytes.set(bs58.decode(address), bytes.length - 32 - 32 - 4);
  const { entitySecretCiphertext } = await idempotentFields(server);
  const rawTransaction = bytes.toString('base64');
  const body = { entitySecretCiphertext, walletId, rawTransaction };
  return server.request('POST', `${developer}/sign/transaction`, body);
};

/** Accelerates or cancels a transfer after the steps of `before`: funds, time, actions of the operator. */
const replacing = (action: string, before: (server: TestServer, id: string) => Promise<unknown>) =>
  async function replace(server: TestServer) {
    const { from } = await createFundedWallets(server);
    const id = await startTransfer(server, { walletId: from.id });
    await before(server, id);
    return post(server, `/transactions/${id}/${action}`, {});
  };

const upgrade = (wallet: Fields) => async (server: TestServer) => {
  const { id: walletSetId } = await createWalletSet(server);
  const made = { walletSetId, blockchains: ['ETH-SEPOLIA'], ...wallet };
  const { body } = await server.control('POST', `${world}/wallet/wallets`, made);
  const fields = { walletId: body.wallets[0].id, newScaCore: 'circle_6900_singleowner_v2' };
  return post(server, '/transactions/walletUpgrade', { ...fields, feeLevel: 'LOW' });
};

const create = (fields: Fields) => async (server: TestServer) => {
  const { id: walletSetId } = await createWalletSet(server);
  return post(server, '/wallets', { walletSetId, blockchains: ['ETH-SEPOLIA'], ...fields });
};

const absolute = { feeLevel: undefined, gasLimit: '65000', maxFee: '30', priorityFee: '1' };
const get = (path: string) => (server: TestServer) => server.request('GET', `/v1/w3s${path}`);

/** A request for each code that causes it. */
const causes: Readonly<Record<number, (server: TestServer) => Promise<Answer>>> = {
  [-1]: async (server) => {
    const subscribe = () =>
      server.request('POST', '/v2/notifications/subscriptions', {
        endpoint: 'https://hooks.example/',
      });
    for (let made = 0; made < 20; made += 1) await subscribe();
    return subscribe();
  },
  2: get('/wallets?pageSize=none'),
  401: (server) => server.request('GET', '/v1/w3s/wallets', undefined, { Authorization: '' }),
  404: get('/nowhere'),
  429: async (server) => {
    await configure(server, { rateLimits: { get: 1 } });
    await get('/wallets')(server);
    return get('/wallets')(server);
  },
  155201: async (server) => {
    const { from } = await createFundedWallets(server);
    const native = { tokenId: undefined, tokenAddress: '', blockchain: 'ETH-SEPOLIA' };
    const fields = { walletId: from.id, ...native, amounts: ['3'] };
    await startTransfer(server, fields);
    return postTransfer(server, await transferBody(server, fields));
  },
  155204: async (server) => {
    const [{ id: walletId }] = await createWallets(server);
    const native = { tokenAddress: '', blockchain: 'ETH-SEPOLIA' };
    const fields = { walletId, ...native, destinationAddress: externalAddress, amounts: ['1'] };
    return server.request('POST', estimate, fields);
  },
  155205: async (server) => {
    const [{ id: walletId }] = await createWallets(server);
    const fields = { walletId, tokenId: sepoliaUsdc, destinationAddress: externalAddress };
    return server.request('POST', estimate, { ...fields, amounts: ['1'] });
  },
  155209: call({ abiFunctionSignature: 'transfer(address,uint256)', abiParameters: [] }),
  155211: transfer({ ...absolute, maxFee: '100000' }),
  155215: replacing('cancel', (server) => settle(server)),
  155218: transferNfts('ERC721', { nftTokenIds: ['7', '8'], amounts: ['1', '1'] }),
  155219: transfer({ destinationAddress: 'nowhere' }),
  155220: transfer({ tokenId: '36b6931a-873a-56a8-8a27-b706b17104ee' }),
  155221: transfer({ amounts: ['0'] }),
  155224: transfer({ amounts: ['much'] }),
  155225: transfer({ blockchain: 'MATIC-AMOY' }),
  155226: (server) =>
    server.request('POST', estimate, {
      sourceAddress: 'nowhere',
      blockchain: 'ETH-SEPOLIA',
      tokenAddress: '',
      destinationAddress: externalAddress,
      amounts: ['1'],
    }),
  155227: async (server) => {
    await createFundedWallets(server);
    const { body } = await get('/transactions?txType=INBOUND')(server);
    return post(server, `/transactions/${body.data.transactions[0].id}/cancel`, {});
  },
  155228: transfer({ tokenId: undefined }),
  155229: replacing('accelerate', async (server, id) => {
    await advance(server, '1s');
    await post(server, `/transactions/${id}/cancel`, {});
  }),
  155230: call({}),
  155231: transfer({ feeLevel: undefined }),
  155232: async (server) => {
    const [{ id: walletId }] = await createWallets(server, { accountType: 'SCA' });
    return postTransfer(server, await transferBody(server, { walletId, ...absolute }));
  },
  155233: transfer({ gasLimit: '1' }),
  155234: transfer({ gasPrice: '1' }),
  155235: transfer({ ...absolute, priorityFee: undefined }),
  155236: transfer({ ...absolute, maxFee: 'much' }),
  155237: transfer({ ...absolute, priorityFee: '31' }),
  155238: solanaTransfer({ gasLimit: '1' }),
  155239: transfer({ tokenId: undefined, tokenAddress: '0x1', blockchain: 'ETH-SEPOLIA' }),
  155240: transfer({ nftTokenIds: ['1'] }),
  155242: transferNfts('ERC1155', { nftTokenIds: ['7', '8'], amounts: ['1'] }),
  155244: async (server) => {
    const [{ id: walletId, address }] = await createWallets(server);
    const sender = { walletId, sourceAddress: address, blockchain: 'ETH-SEPOLIA' };
    const fields = { tokenAddress: '', destinationAddress: externalAddress, amounts: ['1'] };
    return server.request('POST', estimate, { ...sender, ...fields });
  },
  155245: call({ callData: '0x', amount: 'much' }),
  155247: call({ callData: '0x', abiFunctionSignature: 'f()' }),
  155254: solanaTransfer({ gasLimit: '1', maxFee: '1', priorityFee: '1' }),
  155258: transfer({ amounts: ['101'] }),
  155264: async (server) => {
    await configure(server, { walletLimits: { pendingTransactions: 2 } });
    const { from } = await createFundedWallets(server);
    for (let made = 0; made < 2; made += 1) await startTransfer(server, { walletId: from.id });
    return postTransfer(server, await transferBody(server, { walletId: from.id }));
  },
  155501: async (server) => {
    const { from } = await createFundedWallets(server);
    await server.control('POST', `${world}/wallet/wallets/${from.id}/freeze`);
    return postTransfer(server, await transferBody(server, { walletId: from.id }));
  },
  155502: async (server) => {
    await configure(server, { walletLimits: { walletsPerSet: 3 } });
    const { id: walletSetId } = await createWalletSet(server);
    await createWallets(server, { walletSetId, count: 3 });
    return post(server, '/wallets', { walletSetId, blockchains: ['ETH-SEPOLIA'] });
  },
  155503: create({ count: 2, metadata: [{}] }),
  155507: create({ blockchains: ['SOL-DEVNET'], accountType: 'SCA' }),
  155510: sign('message', { message: 'hello' }, 'NEAR-TESTNET'),
  155514: upgrade({ accountType: 'SCA', scaCore: 'circle_4337_v1' }),
  155515: upgrade({}),
  155517: async (server) => {
    const [{ id: walletId }] = await createWallets(server, { accountType: 'SCA' });
    const { entitySecretCiphertext } = await idempotentFields(server);
    const body = { entitySecretCiphertext, walletId, message: 'hello' };
    return server.request('POST', `${developer}/sign/message`, body);
  },
  155801: sign('transaction', {}, 'EVM-TESTNET'),
  155802: signForStranger(false),
  155803: signForStranger(true),
  155804: signSolana((bytes) => Buffer.from(bytes.fill(1, 1, 65))),
  155805: signSolana(() => Buffer.alloc(3)),
  155806: signSolana(() => Buffer.alloc(1_233)),
  155807: sign(
    'transaction',
    { transaction: JSON.stringify({ ...evmTransaction, chainId: 1 }) },
    'EVM-TESTNET',
  ),
  155808: sign(
    'transaction',
    { transaction: JSON.stringify({ ...evmTransaction, chainId: undefined }) },
    'EVM-TESTNET',
  ),
  156001: get(`/wallets/${unknownId}`),
  156002: get(`/tokens/${unknownId}`),
  156003: get(`/transactions/${unknownId}`),
  156004: async (server) => {
    const { idempotencyKey: _key, ...sealed } = await idempotentFields(server);
    await createWalletSet(server, sealed);
    return post(server, '/walletSets', sealed);
  },
  156005: get(`/walletSets/${unknownId}`),
  156006: async (server) => {
    const { id: walletSetId } = await createWalletSet(server);
    return post(server, '/wallets', { walletSetId, blockchains: ['ETH'] });
  },
  156007: (server) =>
    server.request('GET', '/v1/w3s/wallets', undefined, { Authorization: 'Bearer KEY:a:b' }),
  156009: get('/wallets/none'),
  156012: get(`/wallets?pageAfter=${unknownId}`),
  156013: (server) => post(server, '/walletSets', { entitySecretCiphertext: 'AAAA' }),
  156014: get('/wallets?pageAfter=none'),
  156015: async (server) => {
    const path = '/v1/w3s/config/entity/entitySecret';
    await server.request('POST', path, await idempotentFields(server));
    return server.request('POST', path, await idempotentFields(server));
  },
  156016: async (server) => {
    await configure(server, { entitySecret: 'registered' });
    return post(server, '/walletSets', {});
  },
  156020: async (server) => {
    const { idempotencyKey } = await idempotentFields(server);
    const { id: walletSetId } = await createWalletSet(server, { idempotencyKey });
    return post(server, '/wallets', { walletSetId, blockchains: ['ETH-SEPOLIA'], idempotencyKey });
  },
  156023: sign('message', { message: 'hello', encodedByHex: true }, 'ETH-SEPOLIA'),
  156024: sign('typedData', { data: '{' }, 'ETH-SEPOLIA'),
  156025: sign('message', { message: '\ud83d' }, 'ETH-SEPOLIA'),
  156026: sign('typedData', { data: JSON.stringify({ ...typedData, message: {} }) }, 'ETH-SEPOLIA'),
  156030: sign('delegateAction', { unsignedDelegateAction: 'AAAA' }, 'NEAR-TESTNET'),
  156031: get('/developer/wallets/balances?blockchain=ETH-SEPOLIA&tokenAddress=none'),
  156032: get('/developer/wallets/balances?blockchain=ETH-SEPOLIA&amount__gte=much'),
};

describe('each documented code', () => {
  const server = serverForEach();

  it('is one of 83, and either has a cause or is listed without one', () => {
    expect(codes).toHaveLength(83);
    const known = [...Object.keys(causes).map(Number), ...withoutCause];
    expect(new Set(known)).toEqual(new Set(codes.map(({ code }) => code)));
    expect(known).toHaveLength(codes.length);
  });

  it.each(codes.filter(({ code }) => causes[code] !== undefined))(
    '$code is answered with $status by its cause',
    async ({ code, status }) => {
      const answer = await causes[code]?.(server());
      if (answer === undefined) throw new Error(`no cause of ${code}`);
      expectError(answer, status, code);
    },
  );
});

describe('each documented code by a setting', () => {
  sharedServerTest.for(codes)('$code is answered with $status', async (wanted, { server }) => {
    const path = '/v1/w3s/wallets';
    await configure(server, { walletRefusals: [{ operation: `GET ${path}`, code: wanted.code }] });
    expectError(await server.request('GET', path), wanted.status, wanted.code);
    await configure(server, { walletRefusals: [] });
    expect((await server.request('GET', path)).status).toBe(200);
  });
});

describe('refusals by settings', () => {
  const server = serverForEach();

  it('apply to the operations of the service, each named by its route', () => {
    const operations = routes.map(({ methods: [method], path }) => `${method} ${path}`);
    expect([...walletOperations]).toEqual(operations);
  });

  it('apply to one operation or all, in their order', async () => {
    await configure(server(), {
      walletRefusals: [
        { operation: 'POST /v1/w3s/developer/wallets', code: 155511 },
        { operation: 'GET /v1/w3s/wallets/:id', code: 156001 },
        { code: 3 },
      ],
    });
    expectError(await server().request('POST', `${developer}/wallets`, {}), 400, 155511);
    expectError(await get(`/wallets/${unknownId}`)(server()), 404, 156001);
    expectError(await get('/walletSets')(server()), 403, 3);
    expect((await server().request('GET', '/ping')).status).toBe(200);
  });

  it('reach the real client as errors of their class, for keys of both networks', async () => {
    await configure(server(), { walletRefusals: [{ code: 156019 }] });
    const listed = server().client().listWallets({});
    await expect(listed).rejects.toMatchObject({ code: 156019, status: 403 });
    expectError(
      await server().request('GET', '/v1/w3s/wallets', undefined, liveHeaders),
      403,
      156019,
    );
  });

  it('are checked after the key, and before the rest of a request', async () => {
    await configure(server(), { walletRefusals: [{ code: 155601 }] });
    const header = { Authorization: 'Bearer none' };
    expectError(await server().request('GET', '/v1/w3s/wallets', undefined, header), 401, 401);
    expectError(await server().request('POST', `${developer}/walletSets`, '{'), 400, 155601);
  });

  it.each([
    [[{ operation: 'POST /v1/w3s/wallets', code: 3 }], 'operation'],
    [[{ code: 4 }], 'code of the wallet service'],
    [[{ operation: 'GET /v1/w3s/wallets' }], 'code'],
  ])('%j are invalid settings', async (walletRefusals, words) => {
    const answer = await server().control('PATCH', `${world}/config`, { walletRefusals });
    expectControlError(answer, 400, 'invalid-request');
    expect(answer.body.error.message).toContain(words);
  });
});

describe('each documented errorReason', () => {
  const server = serverForEach();
  const waits = { INITIATED: 0, SENT: '1s', CONFIRMED: '30s' } as const;

  it('is one of 17', () => {
    expect(Object.keys(reasons)).toHaveLength(17);
  });

  it.each(Object.entries(reasons))(
    '%s is the reason of a transaction failed in the state %s',
    async (...one) => {
      const [reason, state] = one;
      const { from } = await createFundedWallets(server());
      const id = await startTransfer(server(), { walletId: from.id });
      await advance(server(), waits[state]);
      expect((await transactionOf(server(), id)).state).toBe(state);
      const path = `${world}/wallet/transactions/${id}/fail`;
      expect((await server().control('POST', path, { reason })).status).toBe(200);
      await settle(server());
      const shown = await transactionOf(server(), id);
      expect(shown).toMatchObject({ state: 'FAILED', errorReason: reason });
      expect(shown.errorDetails).toMatch(/\S/);
    },
  );

  it('of a denied transaction is a documented one by default', async () => {
    const { from } = await createFundedWallets(server());
    const id = await startTransfer(server(), { walletId: from.id });
    await server().control('POST', `${world}/wallet/transactions/${id}/deny`);
    expect(Object.keys(reasons)).toContain((await transactionOf(server(), id)).errorReason);
  });
});

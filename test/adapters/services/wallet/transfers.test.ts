import { beforeEach, describe, expect, it } from 'vitest';
import {
  advance,
  liveHeaders,
  expectError,
  fund,
  idempotentFields,
  createFundedWallets,
  createWallets,
  unknownId,
  externalAddress,
  positionOf,
  postTransfer,
  sepoliaUsdc,
  sepoliaUsdcAddress,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
  transferBody,
  uuidV4,
  type Fields,
} from '../../../support/server/requests.ts';

const transactions = '/v1/w3s/developer/transactions';
const ethUsdc = 'b037d751-fb22-5f0d-bae6-47373e7ae3e3';

describe('a transfer', () => {
  const server = serverForEach();
  let from: { id: string; address: string };

  beforeEach(async () => {
    ({ from } = await createFundedWallets(server()));
  });

  const post = async (fields: Fields) =>
    postTransfer(server(), await transferBody(server(), fields));

  it('answers 201 with id and state, nothing else', async () => {
    const { status, body } = await post({ walletId: from.id });
    const data = { id: expect.stringMatching(uuidV4), state: 'INITIATED' };
    expect({ status, body }).toEqual({ status: 201, body: { data } });
  });

  it('answers a repeat with 200 and the same body, even in a later state', async () => {
    const request = await transferBody(server(), { walletId: from.id });
    const first = await postTransfer(server(), request);
    await settle(server());
    expect((await transactionOf(server(), first.body.data.id)).state).toBe('COMPLETE');
    const second = await postTransfer(server(), request);
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(second.body).toEqual(first.body);
  });

  it('names its wallet by address and chain, its token by address', async () => {
    const id = await startTransfer(server(), {
      walletAddress: from.address.toUpperCase().replace('0X', '0x'),
      blockchain: 'ETH-SEPOLIA',
      tokenId: undefined,
      tokenAddress: sepoliaUsdcAddress.toUpperCase().replace('0X', '0x'),
    });
    const { walletId, tokenId } = await transactionOf(server(), id);
    expect({ walletId, tokenId }).toEqual({ walletId: from.id, tokenId: sepoliaUsdc });
  });

  it.each([undefined, ''])('means the native token without one (%j)', async (tokenAddress) => {
    const id = await startTransfer(server(), {
      walletAddress: from.address,
      blockchain: 'ETH-SEPOLIA',
      tokenId: undefined,
      tokenAddress,
      amounts: ['.01'],
    });
    const { tokenId, amounts } = await transactionOf(server(), id);
    expect(amounts).toEqual(['0.01']);
    const { body } = await server().request('GET', `/v1/w3s/tokens/${tokenId}`);
    expect(body.data.token).toMatchObject({ isNative: true, blockchain: 'ETH-SEPOLIA' });
  });

  it('may name fee and gas itself', async () => {
    const fee = {
      feeLevel: undefined,
      gasLimit: '70000',
      maxFee: '12.5',
      priorityFee: '1.5',
      refId: 'inv-9',
    };
    const id = await startTransfer(server(), { walletId: from.id, ...fee });
    const shown = await transactionOf(server(), id);
    expect(shown.estimatedFee).toMatchObject({
      gasLimit: '70000',
      maxFee: '12.5',
      priorityFee: '1.5',
      networkFee: '0.000875',
    });
    expect(shown.refId).toBe('inv-9');
    expect(shown).not.toHaveProperty('feeLevel');
  });

  it.each<[string, Fields, number, number]>([
    ['an unknown wallet', { walletId: unknownId }, 404, 156001],
    ['no wallet', { walletId: undefined }, 400, 2],
    ['two wallets', { walletAddress: externalAddress, blockchain: 'ETH-SEPOLIA' }, 400, 2],
    ['an address without a chain', { walletId: undefined, walletAddress: externalAddress }, 400, 2],
    ['an unknown token', { tokenId: unknownId }, 404, 156002],
    [
      'an empty token address without a chain',
      { tokenId: undefined, tokenAddress: '' },
      400,
      155228,
    ],
    ['two tokens', { tokenAddress: sepoliaUsdcAddress, blockchain: 'ETH-SEPOLIA' }, 400, 2],
    ['an empty address', { destinationAddress: '' }, 400, 2],
    ['a number for an amount', { amounts: [1] }, 400, 2],
    ['an unknown level', { feeLevel: 'ULTRA' }, 400, 2],
  ])('is refused with %s, and nothing happens', async (_what, fields, status, code) => {
    const before = await positionOf(server());
    expectError(await post({ walletId: from.id, ...fields }), status, code);
    expect(await positionOf(server())).toBe(before);
  });

  it('treats an empty list of NFT ids as absent', async () => {
    expect((await post({ walletId: from.id, nftTokenIds: [] })).status).toBe(201);
  });

  it('needs the live key on a main chain', async () => {
    const [wallet] = await createWallets(server(), { blockchains: ['ETH'] }, liveHeaders);
    await fund(server(), wallet.id, { native: '1', usdc: '5' });
    const fields = { walletId: wallet.id, tokenId: ethUsdc };
    expectError(await post(fields), 400, 156006);
    const body = await transferBody(server(), fields);
    expect((await postTransfer(server(), body, liveHeaders)).status).toBe(201);
    const test = await transferBody(server(), { walletId: from.id });
    expectError(await postTransfer(server(), test, liveHeaders), 400, 156006);
  });
});

describe('cancel and accelerate', () => {
  const server = serverForEach();
  let from: { id: string };
  let id: string;

  beforeEach(async () => {
    ({ from } = await createFundedWallets(server()));
    id = await startTransfer(server(), { walletId: from.id });
  });

  const act = async (verb: string, transactionId: string, fields: Fields = {}) => {
    const body = { ...(await idempotentFields(server())), ...fields };
    return server().request('POST', `${transactions}/${transactionId}/${verb}`, body);
  };
  const stateOf = async () => (await transactionOf(server(), id)).state;

  it('cancels an unsent transaction at once, and repeats the response', async () => {
    const body = await idempotentFields(server());
    const path = `${transactions}/${id}/cancel`;
    const first = await server().request('POST', path, body);
    expect([first.status, first.body]).toEqual([200, { data: { id, state: 'CANCELLED' } }]);
    await settle(server());
    expect(await stateOf()).toBe('CANCELLED');
    const second = await server().request('POST', path, body);
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await transactionOf(server(), id)).not.toHaveProperty('networkFee');
  });

  it('accelerates once for one key: same id, another hash, a HIGH fee', async () => {
    await advance(server(), '1s');
    const before = await transactionOf(server(), id);
    const body = await idempotentFields(server());
    const path = `${transactions}/${id}/accelerate`;
    const first = await server().request('POST', path, body);
    expect([first.status, first.body]).toEqual([200, { data: { id } }]);
    const after = await transactionOf(server(), id);
    expect(after).toMatchObject({ id, state: 'SENT', feeLevel: 'HIGH' });
    expect(after.txHash).not.toBe(before.txHash);
    const second = await server().request('POST', path, body);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect((await transactionOf(server(), id)).txHash).toBe(after.txHash);
  });

  it.each(['cancel', 'accelerate'])(
    '%s requires an existing outbound transaction',
    async (verb) => {
      expectError(await act(verb, unknownId), 404, 156003);
      expectError(await act(verb, 'x'), 400, 156009);
      const { body } = await server().request('GET', '/v1/w3s/transactions?txType=INBOUND');
      expectError(await act(verb, body.data.transactions[0].id), 400, 155227);
      expectError(await act(verb, id, { idempotencyKey: 'x' }), 400, 2);
    },
  );
});

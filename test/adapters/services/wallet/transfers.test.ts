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
    ['a token of another chain', { tokenId: ethUsdc }, 400, 155220],
    ['another chain than that of its token', { blockchain: 'MATIC-AMOY' }, 400, 155225],
    ['no token', { tokenId: undefined }, 400, 155228],
    ['two tokens', { tokenAddress: sepoliaUsdcAddress, blockchain: 'ETH-SEPOLIA' }, 400, 2],
    ['a bad address', { destinationAddress: '0x12' }, 400, 155219],
    ['an address of another family', { destinationAddress: '1'.repeat(40) }, 400, 155219],
    ['an empty address', { destinationAddress: '' }, 400, 2],
    ['no amount', { amounts: [] }, 400, 155221],
    ['two amounts', { amounts: ['1', '2'] }, 400, 155221],
    ['nothing', { amounts: ['0'] }, 400, 155221],
    ['less than nothing', { amounts: ['-1'] }, 400, 155221],
    ['a word for an amount', { amounts: ['one'] }, 400, 155224],
    ['an exponent', { amounts: ['1e1'] }, 400, 155224],
    ['a comma', { amounts: ['1,5'] }, 400, 155224],
    ['a dot', { amounts: ['.'] }, 400, 155224],
    ['too many decimals', { amounts: ['1.0000001'] }, 400, 155224],
    ['a number for an amount', { amounts: [1] }, 400, 2],
    ['more than there is', { amounts: ['100.000001'] }, 400, 155258],
    ['no fee', { feeLevel: undefined }, 400, 155231],
    ['a level and a fee', { maxFee: '1', priorityFee: '1' }, 400, 155234],
    ['an unknown level', { feeLevel: 'ULTRA' }, 400, 2],
    ['no max fee', { feeLevel: undefined, gasLimit: '65000' }, 400, 155235],
    [
      'a tip above the max fee',
      { feeLevel: undefined, gasLimit: '65000', maxFee: '1', priorityFee: '2' },
      400,
      155237,
    ],
    [
      'a fee that is no number',
      { feeLevel: undefined, gasLimit: '65000', maxFee: 'x', priorityFee: '1' },
      400,
      155236,
    ],
    ['too little gas', { gasLimit: '20999' }, 400, 155233],
    [
      'a fee above the cap',
      { feeLevel: undefined, gasLimit: '1000000', maxFee: '1000001', priorityFee: '1' },
      400,
      155211,
    ],
  ])('is refused with %s, and nothing happens', async (_what, fields, status, code) => {
    const before = await positionOf(server());
    expectError(await post({ walletId: from.id, ...fields }), status, code);
    expect(await positionOf(server())).toBe(before);
  });

  it('accepts an empty token address for the native token, if the chain is named', async () => {
    const fields = { walletId: from.id, tokenId: undefined, tokenAddress: '', amounts: ['0.5'] };
    const native = await startTransfer(server(), { ...fields, blockchain: 'ETH-SEPOLIA' });
    const { tokenId } = await transactionOf(server(), native);
    const { body } = await server().request('GET', `/v1/w3s/tokens/${tokenId}`);
    expect(body.data.token).toMatchObject({ isNative: true, blockchain: 'ETH-SEPOLIA' });
    expectError(await post(fields), 400, 155228);
  });

  it('treats an empty list of NFT ids as absent', async () => {
    expect((await post({ walletId: from.id, nftTokenIds: [] })).status).toBe(201);
  });

  it('respects the reservations of earlier ones', async () => {
    await startTransfer(server(), { walletId: from.id, amounts: ['99'] });
    expectError(await post({ walletId: from.id, amounts: ['1.1'] }), 400, 155258);
    expect((await post({ walletId: from.id, amounts: ['1'] })).status).toBe(201);
  });

  it('fails later if the balance is too low for the gas', async () => {
    const [poor] = await createWallets(server());
    await fund(server(), poor.id, { usdc: '2' });
    const id = await startTransfer(server(), { walletId: poor.id });
    await settle(server());
    const { state, errorReason, errorDetails } = await transactionOf(server(), id);
    expect({ state, errorReason }).toEqual({
      state: 'FAILED',
      errorReason: 'INSUFFICIENT_NATIVE_TOKEN',
    });
    expect(errorDetails).toMatch(/\S/);
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

  it('cancels a sent transaction by a race for its nonce', async () => {
    await advance(server(), '1s');
    await server().control('POST', `/worlds/default/wallet/transactions/${id}/stick`);
    const { status, body } = await act('cancel', id);
    expect([status, body]).toEqual([200, { data: { id, state: 'SENT' } }]);
    expect(await stateOf()).toBe('SENT');
    await settle(server());
    const record = await transactionOf(server(), id);
    expect(record.state).toBe('CANCELLED');
    expect(Number(record.networkFee)).toBeGreaterThan(0);
  });

  it('accelerates a sent transaction: same id, another hash, a HIGH fee', async () => {
    await advance(server(), '1s');
    const before = await transactionOf(server(), id);
    const { status, body } = await act('accelerate', id);
    expect([status, body]).toEqual([200, { data: { id } }]);
    const after = await transactionOf(server(), id);
    expect(after).toMatchObject({ id, state: 'SENT', feeLevel: 'HIGH' });
    expect(after.txHash).not.toBe(before.txHash);
    expect(Number(after.estimatedFee.maxFee)).toBeGreaterThan(Number(before.estimatedFee.maxFee));
    await settle(server());
    const final = await transactionOf(server(), id);
    expect([final.state, final.txHash]).toEqual(['COMPLETE', after.txHash]);
  });

  it('recovers a STUCK transaction', async () => {
    await advance(server(), '1s');
    await server().control('POST', `/worlds/default/wallet/transactions/${id}/drop`);
    expect(await stateOf()).toBe('STUCK');
    expect((await act('accelerate', id)).status).toBe(200);
    expect(await stateOf()).toBe('SENT');
    await settle(server());
    expect(await stateOf()).toBe('COMPLETE');
  });

  it('does not accelerate twice for one key', async () => {
    await advance(server(), '1s');
    const body = await idempotentFields(server());
    const path = `${transactions}/${id}/accelerate`;
    const first = await server().request('POST', path, body);
    const hash = (await transactionOf(server(), id)).txHash;
    const second = await server().request('POST', path, body);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect((await transactionOf(server(), id)).txHash).toBe(hash);
  });

  it('refuses requests that are too early or too late', async () => {
    expectError(await act('accelerate', id), 400, 155215);
    await settle(server());
    expectError(await act('accelerate', id), 400, 155215);
    expectError(await act('cancel', id), 400, 155215);
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

  it.each(['cancel', 'accelerate'])('%s is not offered on Solana', async (verb) => {
    const { from: wallet } = await createFundedWallets(server(), 'SOL-DEVNET');
    const solana = await startTransfer(server(), {
      walletId: wallet.id,
      tokenId: '8fb3cadb-0ef4-573d-8fcd-e194f961c728',
      destinationAddress: '4zMMC9srt5Ri5X14GAgXhaHii3GnPAEERYPJgZJDncDU',
    });
    expectError(await act(verb, solana), 400, 155510);
  });

  it.each(['cancel', 'accelerate'])('%s needs a key of the right kind', async (verb) => {
    const body = await idempotentFields(server());
    const path = `${transactions}/${id}/${verb}`;
    expectError(await server().request('POST', path, body, liveHeaders), 400, 156006);
  });
});

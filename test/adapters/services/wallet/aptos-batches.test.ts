// The batch call of Aptos, its only contract call: one fungible asset to several receivers.

import { beforeEach, describe, expect, it } from 'vitest';
import {
  advance,
  expectError,
  fund,
  idempotentFields,
  createFundedWallets,
  createWallets,
  serverForEach,
  settle,
  steer,
  transactionOf,
  type Fields,
} from '../../../support/server/requests.ts';

const path = '/v1/w3s/developer/transactions/contractExecution';
const estimatePath = '/v1/w3s/transactions/contractExecution/estimateFee';
const usdc = '0x69091fbab5f7d635ee7ac5098cf0c1efbe31d68fec0f2cd565e8d168daf52832';
const elsewhere = `0x${'ab'.repeat(32)}`;
const signature =
  'aptos_account::batch_transfer_fungible_assets(metadata:object::Object<fungible_asset::Metadata>,recipients:vector<address>,amounts:vector<u64>)';

describe('a batch on APTOS', () => {
  const server = serverForEach();
  let from: { id: string; address: string };
  let to: { id: string; address: string };

  beforeEach(async () => {
    ({ from, to } = await createFundedWallets(server(), 'APTOS-TESTNET'));
  });

  const call = () => ({
    contractAddress: '0x1',
    abiFunctionSignature: signature,
    abiParameters: [usdc, [to.address, elsewhere], ['1500000', '250000']],
  });
  const post = async (fields: Fields) =>
    server().request('POST', path, {
      ...(await idempotentFields(server())),
      walletId: from.id,
      feeLevel: 'MEDIUM',
      ...call(),
      ...fields,
    });
  const made = async (fields: Fields): Promise<string> => {
    const { status, body } = await post(fields);
    expect(status).toBe(201);
    return body.data.id;
  };
  const held = async (wallet: { id: string }, symbol: string): Promise<string | undefined> => {
    const { body } = await server().request('GET', `/v1/w3s/wallets/${wallet.id}/balances`);
    const balances: { amount: string; token: { symbol: string } }[] = body.data.tokenBalances;
    return balances.find(({ token }) => token.symbol === symbol)?.amount;
  };

  it('pays each receiver, with an inbound record for wallets', async () => {
    const id = await made({ refId: 'wages' });
    await settle(server());
    const record = await transactionOf(server(), id);
    expect(record).toMatchObject({
      state: 'COMPLETE',
      operation: 'CONTRACT_EXECUTION',
      blockchain: 'APTOS-TESTNET',
      refId: 'wages',
      ...call(),
    });
    expect(record.txHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(record).not.toHaveProperty('nonce');
    expect(record).not.toHaveProperty('amounts');
    expect([await held(from, 'USDC'), await held(to, 'USDC')]).toEqual(['98.25', '1.5']);
    const listed = await server().request('GET', `/v1/w3s/transactions?walletIds=${to.id}`);
    expect(listed.body.data.transactions).toMatchObject([
      { transactionType: 'INBOUND', amounts: ['1.5'], txHash: record.txHash, state: 'COMPLETE' },
    ]);
  });

  it('pays APT as well, and one receiver twice', async () => {
    const abiParameters = ['0xa', [to.address, to.address], [100_000_000, '50000000']];
    await made({ contractAddress: `0x${'1'.padStart(64, '0')}`, abiParameters });
    await settle(server());
    expect(await held(to, 'APTOS-TESTNET')).toBe('1.5');
  });

  it('reserves its amounts until it is final', async () => {
    const id = await made({ abiParameters: [usdc, [elsewhere], ['60000000']] });
    await steer(server(), id, 'stick');
    const { status, body } = await server().request(
      'POST',
      '/v1/w3s/developer/transactions/transfer',
      {
        ...(await idempotentFields(server())),
        walletId: from.id,
        tokenAddress: usdc,
        blockchain: 'APTOS-TESTNET',
        destinationAddress: elsewhere,
        amounts: ['50'],
        feeLevel: 'LOW',
      },
    );
    expectError({ status, body }, 400, 155258);
    await steer(server(), id, 'fail');
    await settle(server());
    expect(await transactionOf(server(), id)).toMatchObject({ state: 'FAILED' });
    expect(await held(from, 'USDC')).toBe('100');
  });

  it.each([
    ['more than there is', (to: string) => [usdc, [to], ['100000001']]],
    ['an asset that there is not', (to: string) => [elsewhere, [to], ['1']]],
    ['more receivers than amounts', (to: string) => [usdc, [to, to], ['1']]],
  ])('becomes FAILED where it moves %s', async (_what, parametersFor) => {
    const id = await made({ abiParameters: parametersFor(to.address) });
    await advance(server(), 200);
    expect(await transactionOf(server(), id)).toMatchObject({
      state: 'FAILED',
      errorReason: 'ESTIMATION_ERROR',
    });
  });

  const one = [usdc, [elsewhere], ['1']];
  it.each<readonly [code: number, what: string, fields: Fields]>([
    [155510, 'another function', { abiFunctionSignature: 'aptos_account::transfer(address,u64)' }],
    [155510, 'another contract', { contractAddress: elsewhere }],
    [
      155510,
      'call data',
      { abiFunctionSignature: undefined, abiParameters: undefined, callData: '0x00' },
    ],
    [155510, 'no address at all', { contractAddress: '0x12' }],
    [155230, 'nothing', { abiFunctionSignature: undefined, abiParameters: undefined }],
    [155247, 'two calls', { callData: '0x00' }],
    [155209, 'no parameters', { abiParameters: undefined }],
    [155209, 'a parameter too many', { abiParameters: [...one, '1'] }],
    [155209, 'no asset', { abiParameters: [['0xa'], [elsewhere], ['1']] }],
    [
      155209,
      'a receiver on another chain',
      { abiParameters: [usdc, [`0x${'a'.repeat(40)}`], ['1']] },
    ],
    [155209, 'an amount below zero', { abiParameters: [usdc, [elsewhere], [-1]] }],
    [
      155209,
      'an amount of more than 64 bits',
      { abiParameters: [usdc, [elsewhere], [`${2n ** 64n}`]] },
    ],
    [155245, 'an amount that goes along', { amount: '1' }],
    [155225, 'another chain', { blockchain: 'APTOS' }],
    [155231, 'no fee', { feeLevel: undefined }],
  ])('is refused with %i where it names %s', async (code, _what, fields) => {
    expectError(await post(fields), 400, code);
  });

  it('is not offered on chains without such a function', async () => {
    const [solana] = await createWallets(server(), { blockchains: ['SOL-DEVNET'] });
    const [evm] = await createWallets(server(), { blockchains: ['ETH-SEPOLIA'] });
    expectError(await post({ walletId: solana.id }), 400, 155510);
    expectError(await post({ walletId: evm.id }), 400, 155219);
  });

  it('has an estimate that is the maximum of its cost', async () => {
    const asked = { walletId: from.id, ...call() };
    const { status, body } = await server().request('POST', estimatePath, {
      source: { walletId: from.id },
      ...asked,
    });
    expect(status).toBe(200);
    const id = await made({});
    await settle(server());
    const record = await transactionOf(server(), id);
    expect(record.estimatedFee.gasLimit).toBe(body.data.medium.gasLimit);
    expect(Number(record.networkFee)).toBeGreaterThan(0);
    expect(Number(record.networkFee)).toBeLessThanOrEqual(Number(body.data.medium.networkFee));
    expectError(
      await server().request('POST', estimatePath, { ...asked, abiFunctionSignature: 'f()' }),
      400,
      155510,
    );
  });

  it('is too long if its payload has more than 65,536 bytes', async () => {
    const many = (count: number) => [
      usdc,
      Array.from({ length: count }, () => elsewhere),
      Array.from({ length: count }, () => '1'),
    ];
    expect((await post({ abiParameters: many(1_600) })).status).toBe(201);
    expectError(await post({ abiParameters: many(1_700) }), 400, 155209);
  });

  it('works with the real client', async () => {
    await fund(server(), to.id, { native: '1' });
    const { data } = await server()
      .client()
      .createContractExecutionTransaction({
        walletId: from.id,
        contractAddress: '0x1',
        abiFunctionSignature: signature,
        abiParameters: [usdc, [to.address, elsewhere], ['1', '1']],
        fee: { type: 'level', config: { feeLevel: 'HIGH' } },
      });
    await settle(server());
    const { data: found } = await server()
      .client()
      .getTransaction({ id: data?.id ?? '' });
    expect(found?.transaction).toMatchObject({
      state: 'COMPLETE',
      abiFunctionSignature: signature,
    });
  });
});

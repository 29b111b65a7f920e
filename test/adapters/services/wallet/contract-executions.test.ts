import { Interface } from 'ethers';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  expectError,
  idempotentFields,
  createFundedWallets,
  externalAddress,
  sepoliaUsdcAddress,
  serverForEach,
  settle,
  transactionOf,
  type Fields,
} from '../../../support/server/requests.ts';

const path = '/v1/w3s/developer/transactions/contractExecution';
const erc20 = new Interface(['function transfer(address,uint256)']);

describe('a contract execution', () => {
  const server = serverForEach();
  let from: { id: string; address: string };
  let to: { id: string; address: string };

  beforeEach(async () => {
    ({ from, to } = await createFundedWallets(server()));
  });

  const usual = {
    contractAddress: sepoliaUsdcAddress,
    abiFunctionSignature: 'transfer(address,uint256)',
    abiParameters: [externalAddress, 2_500_000],
    feeLevel: 'MEDIUM',
  };
  const body = async (fields: Fields): Promise<Fields> => ({
    ...(await idempotentFields(server())),
    walletId: from.id,
    ...usual,
    ...fields,
  });
  const post = async (fields: Fields) => server().request('POST', path, await body(fields));

  it('answers 201, and 200 to a repeat, with the same body', async () => {
    const request = await body({});
    const [first, second] = [
      await server().request('POST', path, request),
      await server().request('POST', path, request),
    ];
    expect([first.status, second.status]).toEqual([201, 200]);
    expect(first.body).toEqual({ data: { id: expect.any(String), state: 'INITIATED' } });
    expect(second.body).toEqual(first.body);
    expectError(
      await server().request('POST', '/v1/w3s/developer/transactions/transfer', {
        ...request,
        destinationAddress: externalAddress,
        tokenId: undefined,
      }),
      403,
      156020,
    );
  });

  it('shows the call in the record, and is listed by its operation', async () => {
    const { body: answered } = await post({ refId: 'ref', amount: '0.25' });
    await settle(server());
    const record = await transactionOf(server(), answered.data.id);
    expect(record).toMatchObject({
      state: 'COMPLETE',
      operation: 'CONTRACT_EXECUTION',
      contractAddress: sepoliaUsdcAddress,
      abiFunctionSignature: usual.abiFunctionSignature,
      abiParameters: usual.abiParameters,
      amounts: ['0.25'],
      refId: 'ref',
      estimatedFee: { gasLimit: `${100_000 + 16 * 68}` },
    });
    expect(record).not.toHaveProperty('destinationAddress');
    expect(record).not.toHaveProperty('tokenId');
    const listed = async (query: string) =>
      (await server().request('GET', `/v1/w3s/transactions?${query}`)).body.data.transactions;
    expect((await listed('operation=CONTRACT_EXECUTION')).map(({ id }: Fields) => id)).toEqual([
      answered.data.id,
    ]);
    expect(await listed('operation=CONTRACT_DEPLOYMENT')).toEqual([]);
    const transfers = await listed('operation=TRANSFER');
    expect(transfers.every(({ transactionType }: Fields) => transactionType === 'INBOUND')).toBe(
      true,
    );
    const [plain] = await listed('operation=CONTRACT_EXECUTION');
    expect(plain).not.toHaveProperty('estimatedFee');
    const [typed] = await listed('operation=CONTRACT_EXECUTION&txType=OUTBOUND');
    expect(typed).toMatchObject({ feeLevel: 'MEDIUM', estimatedFee: expect.any(Object) });
  });

  it('names its wallet by address and chain, and its call as data', async () => {
    const callData = erc20.encodeFunctionData('transfer', [to.address, 1_000_000n]);
    const { status, body: answered } = await post({
      walletId: undefined,
      walletAddress: from.address,
      blockchain: 'ETH-SEPOLIA',
      abiFunctionSignature: undefined,
      abiParameters: undefined,
      callData,
    });
    expect(status).toBe(201);
    await settle(server());
    expect(await transactionOf(server(), answered.data.id)).toMatchObject({ walletId: from.id });
    const { body: held } = await server().request('GET', `/v1/w3s/wallets/${to.id}/balances`);
    expect(held.data.tokenBalances).toContainEqual(
      expect.objectContaining({ amount: '1', token: expect.objectContaining({ symbol: 'USDC' }) }),
    );
  });

  it.each<readonly [code: number, fields: Fields]>([
    [155209, { abiFunctionSignature: 'nonsense' }],
    [155245, { amount: 'much' }],
    [155219, { contractAddress: '0x12' }],
    [2, { callData: '0x123', abiFunctionSignature: undefined, abiParameters: undefined }],
    [2, { abiParameters: [1.5] }],
    [2, { abiParameters: [{}] }],
    [2, { contractAddress: undefined }],
    [2, { walletId: undefined }],
    [2, { walletAddress: externalAddress }],
  ])('is refused with %i for %o', async (code, fields) => {
    expectError(await post(fields), 400, code);
  });

  it('is refused with parameters that are nested without end', async () => {
    const abiParameters: unknown = JSON.parse('['.repeat(2_000) + ']'.repeat(2_000));
    expectError(await post({ abiParameters }), 400, 2);
  });

  it('works with the real client', async () => {
    const made = await server()
      .client()
      .createContractExecutionTransaction({
        walletId: from.id,
        contractAddress: sepoliaUsdcAddress,
        abiFunctionSignature: 'transfer(address,uint256)',
        abiParameters: [to.address, '1000000'],
        fee: { type: 'level', config: { feeLevel: 'HIGH' } },
      });
    const id = made.data?.id ?? '';
    expect(made.data?.state).toBe('INITIATED');
    await settle(server());
    const { data } = await server().client().getTransaction({ id });
    expect(data?.transaction).toMatchObject({ state: 'COMPLETE', operation: 'CONTRACT_EXECUTION' });
  });
});

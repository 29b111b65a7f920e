// Methods for transactions and fee estimates.

import { Interface } from 'ethers';
import { expect } from 'vitest';
import {
  advance,
  fund,
  externalAddress,
  settle,
  sepoliaUsdc,
  steer,
} from '../../support/server/requests.ts';
import {
  aDecimal,
  anId,
  anInstant,
  balancesOf,
  dated,
  evmHash,
  expectRefused,
  createFundedWallet,
  createWallets,
  mediumFee,
  must,
  transferFrom,
  usdcToken,
  type Scenarios,
  type Scene,
} from './scene.ts';

const erc20 = new Interface(['function transfer(address to, uint256 amount)']);

/** The estimate for one fee level. */
const fee = {
  gasLimit: expect.stringMatching(/^\d+$/),
  baseFee: aDecimal,
  priorityFee: aDecimal,
  maxFee: aDecimal,
  networkFee: aDecimal,
  networkFeeRaw: aDecimal,
};
const { networkFeeRaw: _raw, ...estimatedFee } = fee;

const transactionOf = async ({ client }: Scene, id: string) =>
  must((await client.getTransaction({ id })).data?.transaction);

/** Expects that each fee level costs more than the one before. */
function expectRising(levels: readonly ({ readonly maxFee?: string } | undefined)[]): void {
  const fees = levels.map((level) => Number(level?.maxFee));
  expect(fees.every((one, index) => one > (fees[index - 1] ?? 0))).toBe(true);
}

export const transactions: Scenarios<
  | 'createTransaction'
  | 'createContractExecutionTransaction'
  | 'getTransaction'
  | 'listTransactions'
  | 'getLowestNonceTransaction'
  | 'accelerateTransaction'
  | 'cancelTransaction'
  | 'estimateTransferFee'
  | 'estimateContractExecutionFee'
  | 'getFeeParameters'
  | 'validateAddress'
> = {
  async createTransaction(scene) {
    const wallet = await createFundedWallet(scene);
    const order = {
      walletId: wallet.id,
      tokenId: sepoliaUsdc,
      destinationAddress: externalAddress,
      amount: ['1.25'],
      fee: mediumFee,
      refId: 'invoice 9',
      idempotencyKey: crypto.randomUUID(),
    };
    const made = await scene.client.createTransaction(order);
    expect(made.status).toBe(201);
    expect(made.data).toEqual({ id: anId, state: 'INITIATED' });
    await settle(scene.server);
    const repeated = await scene.client.createTransaction(order);
    expect([repeated.status, repeated.data]).toEqual([200, made.data]);
    expect(await transactionOf(scene, must(made.data).id)).toMatchObject({
      state: 'COMPLETE',
      refId: 'invoice 9',
    });
    expect(await balancesOf(scene, wallet.id)).toHaveProperty('USDC', '98.75');

    const { address: walletAddress } = wallet;
    const native = await scene.client.createTransaction({
      walletAddress,
      blockchain: 'ETH-SEPOLIA',
      destinationAddress: externalAddress,
      amount: ['.5'],
      fee: { type: 'absolute', config: { maxFee: '10', priorityFee: '1', gasLimit: '21000' } },
    });
    expect(native.status).toBe(201);
    expect(await transactionOf(scene, must(native.data).id)).toMatchObject({ amounts: ['0.5'] });
  },

  async createContractExecutionTransaction(scene) {
    const wallet = await createFundedWallet(scene);
    const common = {
      walletId: wallet.id,
      contractAddress: usdcToken.tokenAddress,
      fee: mediumFee,
    };
    const byAbi = await scene.client.createContractExecutionTransaction({
      ...common,
      abiFunctionSignature: 'transfer(address,uint256)',
      abiParameters: [externalAddress, '2500000'],
      refId: 'a call',
    });
    expect(byAbi.status).toBe(201);
    expect(byAbi.data).toEqual({ id: anId, state: 'INITIATED' });
    const callData = erc20.encodeFunctionData('transfer', [
      externalAddress,
      1_500_000,
    ]) as `0x${string}`;
    const byData = await scene.client.createContractExecutionTransaction({ ...common, callData });
    await settle(scene.server);
    const called = await transactionOf(scene, must(byAbi.data).id);
    expect(called).toMatchObject({
      state: 'COMPLETE',
      operation: 'CONTRACT_EXECUTION',
      contractAddress: usdcToken.tokenAddress,
      abiFunctionSignature: 'transfer(address,uint256)',
      abiParameters: [externalAddress, '2500000'],
      refId: 'a call',
    });
    expect(await transactionOf(scene, must(byData.data).id)).toMatchObject({ state: 'COMPLETE' });
    expect(await balancesOf(scene, wallet.id)).toHaveProperty('USDC', '96');
  },

  async getTransaction(scene) {
    const wallet = await createFundedWallet(scene);
    const id = await transferFrom(scene, wallet.id);
    const begun = {
      id,
      blockchain: 'ETH-SEPOLIA',
      tokenId: sepoliaUsdc,
      walletId: wallet.id,
      sourceAddress: wallet.address,
      destinationAddress: externalAddress,
      transactionType: 'OUTBOUND',
      custodyType: 'DEVELOPER',
      state: 'INITIATED',
      operation: 'TRANSFER',
      amounts: ['1.25'],
      feeLevel: 'MEDIUM',
      estimatedFee,
      ...dated,
    };
    const first = await scene.client.getTransaction({ id });
    expect([first.status, first.data]).toEqual([200, { transaction: begun }]);
    await settle(scene.server);
    const last = await scene.client.getTransaction({ id, waitForState: 'COMPLETE' });
    expect(last.data?.transaction).toEqual({
      ...begun,
      state: 'COMPLETE',
      txHash: evmHash,
      blockHash: evmHash,
      blockHeight: expect.any(Number),
      networkFee: aDecimal,
      networkFeeInUSD: aDecimal,
      amountInUSD: '1.25',
      firstConfirmDate: anInstant,
    });
    const unknown = scene.client.getTransaction({ id: crypto.randomUUID() });
    await expectRefused(unknown, 404, 156003);
  },

  async listTransactions(scene) {
    const wallet = await createFundedWallet(scene);
    const ids = [await transferFrom(scene, wallet.id), await transferFrom(scene, wallet.id)];
    const walletIds = [wallet.id];
    const outbound = { txType: 'OUTBOUND', order: 'ASC' } as const;
    const { status, data, headers } = await scene.client.listTransactions({
      ...outbound,
      walletIds,
      pageSize: 1,
    });
    expect(status).toBe(200);
    expect(data?.transactions).toEqual([await transactionOf(scene, must(ids[0]))]);
    expect(headers?.['link']).toContain('rel="next"');
    const pageAfter = must(ids[0]);
    const rest = await scene.client.listTransactions({ ...outbound, walletIds, pageAfter });
    expect(rest.data?.transactions?.map(({ id }) => id)).toEqual(ids.slice(1));
    await settle(scene.server);
    const done = await scene.client.listTransactions({
      blockchain: 'ETH-SEPOLIA',
      destinationAddress: externalAddress,
      operation: 'TRANSFER',
      state: 'COMPLETE',
      includeAll: true,
      order: 'ASC',
    });
    expect(done.data?.transactions?.map(({ id }) => id)).toEqual(ids);
  },

  async getLowestNonceTransaction(scene) {
    const wallet = await createFundedWallet(scene);
    const none = await scene.client.getLowestNonceTransaction({ walletId: wallet.id });
    expect([none.status, none.data]).toEqual([204, undefined]);
    const id = await transferFrom(scene, wallet.id);
    await transferFrom(scene, wallet.id);
    await advance(scene.server, '1s');
    const { address } = wallet;
    const found = await scene.client.getLowestNonceTransaction({
      blockchain: 'ETH-SEPOLIA',
      address,
    });
    expect(found.status).toBe(200);
    expect(found.data).toEqual({
      transaction: await transactionOf(scene, id),
      feeInfo: {
        newHighEstimatedFee: expect.objectContaining(estimatedFee),
        feeDifferenceAmount: aDecimal,
      },
    });
  },

  async accelerateTransaction(scene) {
    const wallet = await createFundedWallet(scene);
    const id = await transferFrom(scene, wallet.id);
    await advance(scene.server, '1s');
    expect((await steer(scene.server, id, 'stick')).status).toBe(200);
    await settle(scene.server);
    const stuck = await transactionOf(scene, id);
    expect(stuck.state).toBe('STUCK');
    const { status, data } = await scene.client.accelerateTransaction({ id });
    expect([status, data]).toEqual([200, { id }]);
    const sent = await transactionOf(scene, id);
    expect(sent).toMatchObject({ state: 'SENT', feeLevel: 'HIGH' });
    expect(sent.txHash).not.toBe(stuck.txHash);
    await settle(scene.server);
    const done = await transactionOf(scene, id);
    expect([done.state, done.txHash]).toEqual(['COMPLETE', sent.txHash]);
    await expectRefused(scene.client.accelerateTransaction({ id }), 400, 155215);
  },

  async cancelTransaction(scene) {
    const wallet = await createFundedWallet(scene);
    const early = await transferFrom(scene, wallet.id);
    const atOnce = await scene.client.cancelTransaction({ id: early });
    expect([atOnce.status, atOnce.data]).toEqual([200, { id: early, state: 'CANCELLED' }]);

    const late = await transferFrom(scene, wallet.id);
    await advance(scene.server, '1s');
    const asked = await scene.client.cancelTransaction({ id: late });
    expect([asked.status, asked.data]).toEqual([200, { id: late, state: 'SENT' }]);
    await settle(scene.server);
    expect((await transactionOf(scene, late)).state).toBe('CANCELLED');
    expect(await balancesOf(scene, wallet.id)).toHaveProperty('USDC', '100');
  },

  async estimateTransferFee(scene) {
    const wallet = await createFundedWallet(scene);
    const order = { amount: ['1'], destinationAddress: externalAddress, tokenId: sepoliaUsdc };
    const { status, data } = await scene.client.estimateTransferFee({
      ...order,
      walletId: wallet.id,
    });
    expect(status).toBe(200);
    expect(data).toEqual({ low: fee, medium: fee, high: fee });
    expectRising([data?.low, data?.medium, data?.high]);
    const [smart] = await createWallets(scene, ['ETH-SEPOLIA'], { accountType: 'SCA' });
    await fund(scene.server, must(smart).id, { usdc: '1' });
    const operation = await scene.client.estimateTransferFee({
      ...order,
      walletId: must(smart).id,
    });
    expect(operation.data).toMatchObject({
      medium: fee,
      callGasLimit: aDecimal,
      verificationGasLimit: aDecimal,
      preVerificationGas: aDecimal,
    });
  },

  async estimateContractExecutionFee(scene) {
    const wallet = await createFundedWallet(scene);
    const call = {
      contractAddress: usdcToken.tokenAddress,
      abiFunctionSignature: 'transfer(address,uint256)',
      abiParameters: [externalAddress, '1'],
    };
    const source = { walletId: wallet.id };
    const { status, data } = await scene.client.estimateContractExecutionFee({ ...call, source });
    expect(status).toBe(200);
    expect(data).toEqual({ low: fee, medium: fee, high: fee });
    expectRising([data?.low, data?.medium, data?.high]);
    const named = { blockchain: 'ETH-SEPOLIA', sourceAddress: wallet.address } as const;
    const same = await scene.client.estimateContractExecutionFee({ ...call, source: named });
    expect(same.data).toEqual(data);
  },

  async getFeeParameters(scene) {
    const order = { blockchain: 'ETH-SEPOLIA', accountType: 'EOA' } as const;
    const { status, data } = await scene.client.getFeeParameters(order);
    expect(status).toBe(200);
    const level = { baseFee: aDecimal, priorityFee: aDecimal, maxFee: aDecimal };
    expect(data).toEqual({ low: level, medium: level, high: level });
    expectRising([data?.low, data?.medium, data?.high]);
    const solana = await scene.client.getFeeParameters({ blockchain: 'SOL-DEVNET' });
    expect(solana.data?.medium).toEqual({ baseFee: aDecimal, priorityFee: aDecimal });
    await expectRefused(scene.client.getFeeParameters(), 400, 2);
  },

  async validateAddress(scene) {
    const ask = (address: string) =>
      scene.client.validateAddress({ address, blockchain: 'ETH-SEPOLIA', xRequestId: anyId });
    const { status, data } = await ask(externalAddress);
    expect([status, data]).toEqual([200, { isValid: true }]);
    expect((await ask('nowhere')).data).toEqual({ isValid: false });
  },
};

const anyId = '9e1f7a52-5d3c-4b8e-9a51-0c2f6f1d7e11';

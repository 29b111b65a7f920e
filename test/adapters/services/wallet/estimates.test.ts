import { describe, expect, it } from 'vitest';
import { wallet } from '../../../../core/index.ts';
import {
  expectError,
  fund,
  createFundedWallets,
  createWallets,
  unknownId,
  externalAddress,
  sepoliaUsdc,
  serverForEach,
} from '../../../support/server/requests.ts';

const ofTransfer = '/v1/w3s/transactions/transfer/estimateFee';
const ofCall = '/v1/w3s/transactions/contractExecution/estimateFee';
const transfer = { destinationAddress: externalAddress, amounts: ['1'], tokenId: sepoliaUsdc };
const contract = { contractAddress: externalAddress, callData: '0x1234', amount: '0.1' };

describe('an estimate', () => {
  const server = serverForEach();
  const ask = (path: string, body: object) => server().request('POST', path, body);

  it('of a transfer and of a call shows the maximum cost of each level', async () => {
    const { from } = await createFundedWallets(server());
    for (const [path, body, gasLimit] of [
      [ofTransfer, transfer, '65000'],
      [ofCall, contract, '100032'],
    ] as const) {
      const { status, body: answer } = await ask(path, { ...body, walletId: from.id });
      expect([status, Object.keys(answer.data)]).toEqual([200, ['low', 'medium', 'high']]);
      for (const fee of Object.values<Record<string, string>>(answer.data)) {
        expect(fee['gasLimit']).toBe(gasLimit);
        const most = (Number(gasLimit) * Number(fee['maxFee'])) / 1e9;
        expect(Number(fee['networkFee'])).toBeCloseTo(most, 12);
      }
      const bySource = { sourceAddress: from.address, blockchain: 'ETH-SEPOLIA' };
      expect((await ask(path, { ...body, ...bySource })).body).toEqual(answer);
    }
  });

  it('of a smart account shows the parts of its gas, and needs no native money on a test network', async () => {
    const [sender] = await createWallets(server(), { accountType: 'SCA' });
    await fund(server(), sender.id, { usdc: '1' });
    const { body } = await ask(ofTransfer, { ...transfer, walletId: sender.id });
    expect(body.data).toMatchObject({
      callGasLimit: '65000',
      verificationGasLimit: '400000',
      preVerificationGas: '50000',
      low: { gasLimit: '515000' },
    });
  });

  it.each(
    wallet.runningChains.flatMap(({ blockchain }) =>
      wallet.chainOf(blockchain).network === 'test' ? [blockchain] : [],
    ),
  )('on %s has a raw fee with a smaller buffer, at each level', async (blockchain) => {
    const [from, to] = await createWallets(server(), { blockchains: [blockchain], count: 2 });
    await fund(server(), from.id, { native: '5' });
    const terms = { walletId: from.id, destinationAddress: to.address, amounts: ['0.01'] };
    const { status, body } = await ask(ofTransfer, { ...terms, blockchain, tokenAddress: '' });
    expect(status).toBe(200);
    const fees = Object.values<Record<string, string>>(body.data);
    const raws = fees.map((fee) => Number(fee['networkFeeRaw']));
    for (const [index, fee] of fees.entries()) {
      expect(raws[index]).toBeLessThan(Number(fee['networkFee']));
    }
    expect(raws.toSorted((one, other) => one - other)).toEqual(raws);
    expect(new Set(raws).size).toBe(3);
  });

  it('shows the fee of the first layer on a rollup', async () => {
    const { from } = await createFundedWallets(server(), 'BASE-SEPOLIA');
    const { body } = await ask(ofCall, { ...contract, walletId: from.id });
    expect(Number(body.data.low.l1Fee)).toBeGreaterThan(0);
  });

  it('is refused if the balance of the token or of native tokens is too low', async () => {
    const [sender] = await createWallets(server());
    expectError(await ask(ofTransfer, { ...transfer, walletId: sender.id }), 400, 155205);
    await fund(server(), sender.id, { usdc: '5' });
    expectError(await ask(ofTransfer, { ...transfer, walletId: sender.id }), 400, 155204);
    expectError(await ask(ofCall, { ...contract, walletId: sender.id }), 400, 155204);
    const { tokenId: _usdc, ...native } = transfer;
    const bySource = { sourceAddress: sender.address, blockchain: 'ETH-SEPOLIA' };
    expectError(await ask(ofTransfer, { ...native, ...bySource }), 400, 155204);
  });

  it('uses a blockchain beside a wallet id as that of the token, also of the native one', async () => {
    const { from } = await createFundedWallets(server());
    const { tokenId: _usdc, ...native } = { ...transfer, walletId: from.id, amounts: ['0.1'] };
    const named = { tokenAddress: '', blockchain: 'ETH-SEPOLIA' };
    const { status, body } = await ask(ofTransfer, { ...native, ...named });
    expect([status, body.data?.low?.gasLimit]).toEqual([200, '21000']);
    expectError(await ask(ofTransfer, { ...native, ...named, blockchain: 'ETH' }), 400, 155225);
  });

  it('accepts any address, without its balance, also for an amount of zero', async () => {
    const sourceAddress = `0x${'00'.repeat(20)}`;
    const anybody = { sourceAddress, blockchain: 'ETH-SEPOLIA' };
    const nothing = { amounts: ['0'], destinationAddress: sourceAddress };
    for (const [path, body, gasLimit] of [
      [ofTransfer, nothing, '21000'],
      [ofTransfer, { ...transfer, amounts: ['1000000'] }, '65000'],
      [ofCall, { ...contract, amount: '1000000' }, '100032'],
    ] as const) {
      const { status, body: answer } = await ask(path, { ...body, ...anybody });
      expect([status, answer.data?.high?.gasLimit]).toEqual([200, gasLimit]);
    }
    const { from } = await createFundedWallets(server());
    expect(
      (await ask(ofTransfer, { ...nothing, walletId: from.id, tokenId: sepoliaUsdc })).status,
    ).toBe(200);
    const negative = { ...nothing, amounts: ['-1'], ...anybody };
    expectError(await ask(ofTransfer, negative), 400, 155221);
  });

  it('requires one name of its sender', async () => {
    const { from } = await createFundedWallets(server());
    const both = { walletId: from.id, sourceAddress: from.address, blockchain: 'ETH-SEPOLIA' };
    for (const [path, body] of [
      [ofTransfer, transfer],
      [ofCall, contract],
    ] as const) {
      expectError(await ask(path, { ...body, ...both }), 400, 155244);
      expectError(await ask(path, body), 400, 2);
      expectError(await ask(path, { ...body, walletId: unknownId }), 404, 156001);
      const odd = { sourceAddress: 'me', blockchain: 'ETH-SEPOLIA' };
      expectError(await ask(path, { ...body, ...odd }), 400, 155226);
    }
  });

  it('answers the real client', async () => {
    const { from } = await createFundedWallets(server());
    const client = server().client();
    const { data } = await client.estimateTransferFee({
      walletId: from.id,
      tokenId: sepoliaUsdc,
      amount: ['1'],
      destinationAddress: externalAddress,
    });
    expect(data?.high?.gasLimit).toBe('65000');
  });
});

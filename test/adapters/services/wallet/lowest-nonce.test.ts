import { describe, expect, it } from 'vitest';
import {
  advance,
  expectError,
  createFundedWallets,
  createWallets,
  unknownId,
  externalAddress,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
} from '../../../support/server/requests.ts';

const lowest = '/v1/w3s/transactions/lowestNonceTransaction';

describe('the transaction of the lowest nonce', () => {
  const server = serverForEach();

  it('is the one for which the others of its wallet wait', async () => {
    const { from } = await createFundedWallets(server());
    const byId = `${lowest}?walletId=${from.id}`;
    const none = await server().request('GET', byId);
    expect([none.status, none.body]).toEqual([204, undefined]);
    const first = await startTransfer(server(), { walletId: from.id });
    await startTransfer(server(), { walletId: from.id });
    expect((await server().request('GET', byId)).status).toBe(204);
    await advance(server(), '1s');
    const { status, body } = await server().request('GET', byId);
    expect(status).toBe(200);
    expect(body.data.transaction).toEqual(await transactionOf(server(), first));
    expect(Object.keys(body.data.feeInfo).sort()).toEqual([
      'feeDifferenceAmount',
      'newHighEstimatedFee',
    ]);
    const { networkFee } = body.data.feeInfo.newHighEstimatedFee;
    const difference = Number(networkFee) - Number(body.data.transaction.estimatedFee.networkFee);
    expect(Number(body.data.feeInfo.feeDifferenceAmount)).toBeCloseTo(difference, 12);
    const byAddress = `${lowest}?address=${from.address}&blockchain=ETH-SEPOLIA`;
    expect((await server().request('GET', byAddress)).body).toEqual(body);
    await settle(server());
    expect((await server().request('GET', byId)).status).toBe(204);
  });

  it('is empty for an unknown wallet', async () => {
    expect((await server().request('GET', `${lowest}?walletId=${unknownId}`)).status).toBe(204);
    const byAddress = `${lowest}?address=${externalAddress}&blockchain=ETH-SEPOLIA`;
    expect((await server().request('GET', byAddress)).status).toBe(204);
  });

  it('needs a wallet by id, or by address and chain', async () => {
    for (const search of [
      '',
      '?walletId=7',
      `?address=${externalAddress}`,
      '?blockchain=ETH-SEPOLIA',
    ]) {
      expectError(await server().request('GET', lowest + search), 400, 2);
    }
  });

  it('is not offered on a chain without nonces', async () => {
    const [wallet] = await createWallets(server(), { blockchains: ['SOL-DEVNET'] });
    expectError(await server().request('GET', `${lowest}?walletId=${wallet.id}`), 400, 155510);
  });
});

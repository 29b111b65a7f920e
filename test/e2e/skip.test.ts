import { beforeEach, describe, expect, it } from 'vitest';
import {
  createFundedWallets,
  serverForEach,
  settle,
  startTransfer,
  transactionOf,
  waitUntil,
} from '../support/server/requests.ts';

const server = serverForEach({ defaults: { clock: { mode: 'skip', rate: 1 } } });
let walletId: string;

beforeEach(async () => {
  ({
    from: { id: walletId },
  } = await createFundedWallets(server()));
  await settle(server());
});

/** Read without a request, because a request would move the world. */
const isIdle = () => server().reprise.engine.world('default')?.nextTickMs() === undefined;

describe('a client that polls a single path in skip mode', () => {
  /** More polls than a transfer has steps, and fast enough that the world does not move by itself. */
  const polls = 10;

  it.each([
    ['the list of transactions', () => '/v1/w3s/transactions'],
    ['the list of a wallet', () => `/v1/w3s/transactions?walletIds=${walletId}`],
    [
      'the transaction of the lowest nonce',
      () => `/v1/w3s/transactions/lowestNonceTransaction?walletId=${walletId}`,
    ],
    ['the balances of the wallet', () => `/v1/w3s/wallets/${walletId}/balances`],
  ])('completes its transfer by polling %s', async (_what, path) => {
    const id = await startTransfer(server(), { walletId });
    for (let poll = 0; poll < polls; poll += 1) {
      expect((await server().request('GET', path())).status).toBeLessThan(300);
    }
    expect(isIdle()).toBe(true);
    expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });

  it('completes the last of many transfers of one sender', async () => {
    let last = '';
    for (let made = 0; made < 40; made += 1) {
      last = await startTransfer(server(), { walletId, amounts: ['1'] });
    }
    let state = '';
    for (let poll = 0; poll < 40 * polls && state !== 'COMPLETE'; poll += 1) {
      ({ state } = await transactionOf(server(), last));
    }
    expect(state).toBe('COMPLETE');
  });
});

describe('a world in skip mode', () => {
  it('moves by itself while a client polls the health of the server', async () => {
    const id = await startTransfer(server(), { walletId });
    await waitUntil('nothing is in progress', async () => {
      expect((await server().control('GET', '/health')).status).toBe(200);
      return isIdle();
    });
    expect((await transactionOf(server(), id)).state).toBe('COMPLETE');
  });
});

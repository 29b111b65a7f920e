// Every steering action in every state of a transaction: executed, or refused with the states that allow it.

import { beforeAll, describe, expect, it } from 'vitest';
import { wallet } from '../../../core/index.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import {
  advance,
  liveHeaders,
  expectControlError,
  idempotentFields,
  createFundedWallets,
  settle,
  startTransfer,
  steer,
  transactionOf,
} from '../../support/server/requests.ts';

/** Moves a new transaction to each state. */
const moveTo: Readonly<
  Record<wallet.TransactionState, (server: TestServer, id: string) => Promise<unknown>>
> = {
  INITIATED: async () => undefined,
  CLEARED: (server) => advance(server, 200),
  QUEUED: (server) => advance(server, 400),
  SENT: (server) => advance(server, 1_000),
  STUCK: async (server, id) => {
    await advance(server, 1_000);
    await steer(server, id, 'stick');
    await advance(server, '3m');
  },
  CONFIRMED: (server) => advance(server, 40_000),
  COMPLETE: (server) => settle(server),
  FAILED: (server, id) => steer(server, id, 'fail'),
  DENIED: (server, id) => steer(server, id, 'deny'),
  CANCELLED: async (server, id) => {
    const path = `/v1/w3s/developer/transactions/${id}/cancel`;
    return server.request('POST', path, await idempotentFields(server));
  },
};

const mempool = ['SENT', 'STUCK'];

/** The states that each action is allowed in. */
const allowedStates: Readonly<Record<wallet.SteeringAction, readonly string[]>> = {
  stick: mempool,
  unstick: mempool,
  drop: mempool,
  confirm: mempool,
  fail: ['INITIATED', 'CLEARED', 'QUEUED', ...mempool],
  deny: ['INITIATED'],
  reorg: ['CONFIRMED'],
};

const states = Object.keys(moveTo) as wallet.TransactionState[];
const cases = states.flatMap((state) =>
  wallet.steeringActions.map((action) => ({ state, action })),
);

describe('steering a transaction', () => {
  let server: TestServer;
  let from: { readonly id: string };
  let inbound: string;

  beforeAll(async () => {
    server = await startServer();
    const pair = await createFundedWallets(server);
    ({ from } = pair);
    const { body } = await server.request('GET', `/v1/w3s/transactions?walletIds=${from.id}`);
    inbound = body.data.transactions[0].id;
    return () => server.close();
  });

  it.each(cases)('$action in state $state', async ({ state, action }) => {
    const { from: sender } = await createFundedWallets(server);
    const id = await startTransfer(server, { walletId: sender.id });
    await moveTo[state](server, id);
    expect((await transactionOf(server, id)).state).toBe(state);
    const answer = await steer(server, id, action);
    if (allowedStates[action].includes(state)) {
      expect(answer.status).toBe(200);
      expect(answer.body.transaction.id).toBe(id);
    } else {
      expectControlError(answer, 409, 'state-unfit');
      expect(answer.body.error.message).toContain(
        `is for a transaction that is ${allowedStates[action][0]}`,
      );
      expect(answer.body.error.message).toContain(`this one is ${state}`);
      expect((await transactionOf(server, id)).state).toBe(state);
    }
  });

  it.each(wallet.steeringActions)('%s of an inbound transaction', async (action) => {
    expectControlError(await steer(server, inbound, action), 400, 'transaction-inbound');
  });
});

describe('changing the conditions of a chain', () => {
  it.each(wallet.runningChains.map(({ blockchain }) => blockchain))(
    'works on %s',
    async (blockchain) => {
      const server = await startServer();
      try {
        const path = `/worlds/default/wallet/chains/${blockchain}`;
        const change = { baseFeeGwei: '7', congestion: '0.5', blockTimeMs: 1_234, paused: false };
        const { status, body } = await server.control('PATCH', path, change);
        expect(status).toBe(200);
        expect(body).toMatchObject({ calmBaseFeeGwei: '7', congestion: '0.5', blockTimeMs: 1_234 });
        await advance(server, 1_234 * 3);
        expect((await server.control('GET', path)).body.height).toBe(body.height + 3);
        const { network } = wallet.chainOf(blockchain);
        const query = `/v1/w3s/developer/transactions/feeParameters?blockchain=${blockchain}`;
        const fees = await server.request(
          'GET',
          query,
          undefined,
          network === 'main' ? liveHeaders : {},
        );
        const { low } = fees.body.data; // Aptos has a gas price only
        expect(Number(low.baseFee ?? low.gasPrice)).toBeGreaterThan(6);
        expect((await server.control('PATCH', path, { paused: true })).body.paused).toBe(true);
        await advance(server, 1_234 * 3);
        expect((await server.control('GET', path)).body.height).toBe(body.height + 3);
      } finally {
        await server.close();
      }
    },
  );
});

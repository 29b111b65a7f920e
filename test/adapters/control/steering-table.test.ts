// Every steering action: executed in a state that allows it, refused in another, with the state that would allow it.
// test/core/wallet/decide/steering.test.ts has the rules for all states.

import { describe, expect } from 'vitest';
import { wallet } from '../../../core/index.ts';
import { walletTest } from '../../support/runner/wallet-test.ts';
import {
  advance,
  createFundedWallets,
  expectControlError,
  liveHeaders,
  settle,
  startTransfer,
  steer,
  transactionOf,
} from '../../support/server/requests.ts';

const it = walletTest({ scope: 'file' });

/** A state that each action is allowed in, and how long after the start it begins. */
const allowed: Readonly<Record<wallet.SteeringAction, readonly [state: string, afterMs: number]>> =
  {
    stick: ['SENT', 1_000],
    unstick: ['SENT', 1_000],
    drop: ['SENT', 1_000],
    confirm: ['SENT', 1_000],
    fail: ['INITIATED', 0],
    deny: ['INITIATED', 0],
    reorg: ['CONFIRMED', 40_000],
    accelerate: ['SENT', 1_000],
    cancel: ['INITIATED', 0],
  };

describe('steering a transaction', () => {
  it.for(wallet.steeringActions)('%s', async (action, { server }) => {
    const { from } = await createFundedWallets(server);
    const id = await startTransfer(server, { walletId: from.id });
    const [state, afterMs] = allowed[action];
    await advance(server, afterMs);
    expect((await transactionOf(server, id)).state).toBe(state);
    const { status, body } = await steer(server, id, action);
    expect({ status, id: body.transaction.id }).toEqual({ status: 200, id });
  });

  it.for(wallet.steeringActions)('%s of a complete transaction', async (action, { server }) => {
    const { from } = await createFundedWallets(server);
    const id = await startTransfer(server, { walletId: from.id });
    await settle(server);
    const answer = await steer(server, id, action);
    expectControlError(answer, 409, 'state-unfit');
    expect(answer.body.error.message).toContain(
      `is for a transaction that is ${allowed[action][0]}`,
    );
    expect(answer.body.error.message).toContain('this one is COMPLETE');
    expect((await transactionOf(server, id)).state).toBe('COMPLETE');
  });

  it.for(wallet.steeringActions)('%s of an inbound transaction', async (action, { server }) => {
    const { from } = await createFundedWallets(server);
    const { body } = await server.request('GET', `/v1/w3s/transactions?walletIds=${from.id}`);
    const answer = await steer(server, body.data.transactions[0].id, action);
    expectControlError(answer, 400, 'transaction-inbound');
  });
});

describe('changing the conditions of a chain', () => {
  it.for(wallet.runningChains.map(({ blockchain }) => blockchain))(
    'works on %s',
    async (blockchain, { server }) => {
      const path = `/worlds/default/wallet/chains/${blockchain}`;
      const change = { baseFeeGwei: '7', congestion: '0.5', blockTimeMs: 1_234, paused: false };
      const { status, body } = await server.control('PATCH', path, change);
      expect(status).toBe(200);
      expect(body).toMatchObject({ calmBaseFeeGwei: '7', congestion: '0.5', blockTimeMs: 1_234 });
      await advance(server, 1_234 * 3);
      expect((await server.control('GET', path)).body.height).toBe(body.height + 3);
      const { network } = wallet.chainOf(blockchain);
      const query = `/v1/w3s/developer/transactions/feeParameters?blockchain=${blockchain}`;
      const headers = network === 'main' ? liveHeaders : {};
      const fees = await server.request('GET', query, undefined, headers);
      const { low } = fees.body.data; // Aptos has a gas price only
      expect(Number(low.baseFee ?? low.gasPrice)).toBeGreaterThan(6);
      expect((await server.control('PATCH', path, { paused: true })).body.paused).toBe(true);
      await advance(server, 1_234 * 3);
      expect((await server.control('GET', path)).body.height).toBe(body.height + 3);
    },
  );
});

// Payouts from the request to the final block, also with failures of the wallet service or the chain.

import { describe, expect } from 'reprise/vitest';
import { payoutTo, postPayout } from './service.ts';
import { test } from './service-test.ts';

const transfers = 'POST /v1/w3s/developer/transactions/transfer';

describe('a payout', () => {
  test('is paid', async ({ world, service }) => {
    const { status, body } = await postPayout(service, payoutTo(world));
    expect(status).toBe(202);
    expect(body.status).toBe('pending');

    await world.clock.untilIdle();
    expect(service.payouts.find(body.id)).toMatchObject({
      status: 'paid',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    await expect(world).toReplay();
  });

  test('is accelerated when it is stuck', async ({ world, service }) => {
    await world.faults.add({ kind: 'stick', when: { count: 1 } });
    const { body } = await postPayout(service, payoutTo(world));
    await world.clock.untilIdle();

    expect(service.payouts.find(body.id)?.status).toBe('paid');
    await expect(world).toHaveEmittedInOrder(
      'TransactionStuck',
      'TransactionAccelerated',
      'TransactionCompleted',
    );
    await expect(world).toMatchRecording('accelerated');
  });

  test('fails when the wallet lacks funds', async ({ world, service }) => {
    const { status, body } = await postPayout(service, { ...payoutTo(world), amount: '99999' });
    expect(status).toBe(422);
    expect(body.reason).toContain('155258');
    await expect(world).not.toHaveEmitted('TransferInitiated');
  });

  test('fails when screening denies it', async ({ world, service }) => {
    const { body } = await postPayout(service, payoutTo(world));
    await world.tx(body.transactionId).deny();
    await world.clock.untilIdle();
    expect(service.payouts.find(body.id)?.status).toBe('failed');
  });

  test('is made once for each reference', async ({ world, service }) => {
    const first = await postPayout(service, payoutTo(world));
    const second = await postPayout(service, payoutTo(world));
    expect(second.body).toEqual(first.body);
    expect(await world.events('TransferInitiated')).toHaveLength(1);
  });

  test('needs a reference, an address and an amount', async ({ service }) => {
    expect(await postPayout(service, { reference: 'invoice-7' })).toMatchObject({ status: 400 });
  });
});

describe('when the network fails', () => {
  test('a payout is paid once if an answer is lost', async ({ world, service }) => {
    await world.faults.add({ kind: 'lose-answer', route: transfers, when: { count: 1 } });
    const { body } = await postPayout(service, payoutTo(world));
    await world.clock.untilIdle();

    await expect(world).toMatchRecording('lost-answer');
    expect(await world.events('TransferInitiated')).toHaveLength(1);
    expect(service.payouts.find(body.id)?.status).toBe('paid');
  });

  test('a payout that is started again by polling is paid once', async ({ world, service }) => {
    await world.faults.add({ kind: 'lose-answer', route: transfers, when: { count: 3 } });
    const { body } = await postPayout(service, payoutTo(world));
    expect(body.status).toBe('new');

    await service.payouts.poll();
    await world.clock.untilIdle();
    expect(service.payouts.find(body.id)?.status).toBe('paid');
    expect(await world.events('TransferInitiated')).toHaveLength(1);
  });

  test('a transfer is sent again until the wallet service is back', async ({ world, service }) => {
    await world.faults.add({ kind: 'refuse', route: transfers, when: { count: 3 } });
    const { body } = await postPayout(service, payoutTo(world));
    expect(body.status).toBe('new');

    await service.payouts.poll();
    await world.clock.untilIdle();
    expect(service.payouts.find(body.id)?.status).toBe('paid');
    expect(await world.requests({ method: 'POST', path: '/v1/w3s/**', status: 503 })).toHaveLength(
      3,
    );
  });
});

describe('polling', () => {
  const timedTest = test.extend({ fakeTimers: true });

  timedTest('finds out what no webhook reports', async ({ world, service }) => {
    await world.faults.add({ kind: 'lose-webhook' });
    const { body } = await postPayout(service, payoutTo(world));
    await world.clock.advance('10m'); // the service polls every 30 seconds
    await expect.poll(() => service.payouts.find(body.id)?.status).toBe('paid');
  });
});

import { describe, expect } from 'vitest';
import { serverTest } from '../support/runner/server-test.ts';
import type { TestServer } from '../support/server/server.ts';
import { fundedPair, payOnce } from '../support/wallet/client-payment.ts';

const it = serverTest();

/** Starts a transfer of 1 USDC on AVAX-FUJI and returns the client with its id. */
async function transferOn(running: TestServer, feeLevel: 'LOW' | 'MEDIUM') {
  const client = running.client();
  const { id } = await payOnce(client, await fundedPair(client), feeLevel);
  return { client, id };
}

describe('a client that polls until its transaction is complete', () => {
  it.for([
    ['real', 60, 20],
    ['skip', 1, 5],
  ] as const)(
    'succeeds in mode %s at the rate %d',
    async ([mode, rate, pollingInterval], { serve }) => {
      const server = await serve({ defaults: { clock: { mode, rate } } });
      const { client, id } = await transferOn(server, 'MEDIUM');
      const waiting = client.getTransaction({ id, waitForState: 'COMPLETE', pollingInterval });
      expect((await waiting).data?.transaction?.state).toBe('COMPLETE');
    },
  );

  it('sees each state on the way in skip mode: each read moves it one step', async ({ serve }) => {
    const clock = { mode: 'skip', rate: 1 } as const;
    const server = await serve({ defaults: { clock }, isPaced: false });
    const { client, id } = await transferOn(server, 'MEDIUM');
    const seen: (string | undefined)[] = [];
    while (seen.at(-1) !== 'COMPLETE') {
      seen.push((await client.getTransaction({ id })).data?.transaction?.state);
    }
    const line = ['INITIATED', 'CLEARED', 'QUEUED', 'SENT', 'CONFIRMED', 'COMPLETE'];
    const places = seen.map((state) => line.indexOf(state ?? ''));
    expect(places).toEqual([...new Set(places)].sort((left, right) => left - right));
    expect(seen).toHaveLength(5);
  });

  it('receives an error when its transaction gets stuck', async ({ serve }) => {
    const server = await serve({ defaults: { clock: { mode: 'skip', rate: 1 } } });
    await server.control('PATCH', '/worlds/default/wallet/chains/AVAX-FUJI', { congestion: 8 });
    const { client, id } = await transferOn(server, 'LOW');
    const waiting = client.getTransaction({ id, waitForState: 'COMPLETE', pollingInterval: 5 });
    await expect(waiting).rejects.toThrow(/STUCK/);
    await client.accelerateTransaction({ id });
    const { data } = await client.getTransaction({
      id,
      waitForState: 'COMPLETE',
      pollingInterval: 5,
    });
    expect(data?.transaction).toMatchObject({ state: 'COMPLETE', feeLevel: 'HIGH' });
  });
});

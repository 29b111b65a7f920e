// A world in `skip` with `idle` off advances only by requests of clients.

import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openReprise } from '../../../adapters/reprise.ts';
import { token } from '../../support/server/server.ts';
import {
  createDriver,
  prelude,
  sessionKeys,
  manualHost,
  type Ciphertexts,
  type Exchange,
  type SessionStep,
} from '../../support/session-requests/session.ts';
import { serverForEach } from '../../support/server/requests.ts';
import { longMs } from '../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs });

const requestStep = (
  kind: 'transfer' | 'show' | 'list' | 'hook' | 'look',
  x: number,
  y: number,
) => ({
  requests: [{ kind, x, y, text: '' }],
});

/** The requests of a client that subscribes, transfers, polls and reads. */
const session: readonly SessionStep[] = [
  requestStep('hook', 2, 0),
  requestStep('hook', 4, 0),
  ...prelude,
  ...[0, 1, 2, 3].flatMap((x) => [
    requestStep('transfer', x, 8),
    requestStep('show', x, 0),
    requestStep('list', x, 0),
  ]),
  ...[0, 1, 2, 3, 0, 1, 2, 3].map((x) => requestStep('show', x, 0)),
  requestStep('look', 0, 0),
  requestStep('look', 0, 3),
];

/** All responses to a sequential client that pauses before each request, and the journal. */
async function run(idle: boolean, clientMs: number, ciphertexts: Ciphertexts) {
  const store = createMemoryStore();
  const reprise = await openReprise({
    store,
    token,
    outboundWaitMs: 60_000,
    async post() {
      await wait(clientMs === 0 ? 15 : 1);
      return { kind: 'answered', status: 500 };
    },
    defaults: {
      clock: { mode: 'skip', rate: 1, idle },
      config: { walletKeys: [sessionKeys.test, sessionKeys.live] },
    },
  });
  const driver = createDriver(reprise, 'default', { host: manualHost(), ciphertexts });
  const answers: Exchange['response'][] = [];
  for (const step of session) {
    await wait(clientMs);
    for (const { response } of await driver.run(step)) answers.push(response);
  }
  const journal = await store.read('default', 1, Number.MAX_SAFE_INTEGER);
  await reprise.close();
  return { answers, journal };
}

describe.concurrent('a world in skip', () => {
  it('answers with equal bytes with idle off, at any speed of its client', async () => {
    const ciphertexts: Ciphertexts = [];
    const quick = await run(false, 0, ciphertexts);
    const slow = await run(false, 60, ciphertexts);
    expect(slow.answers).toEqual(quick.answers);
    expect(slow.journal).toEqual(quick.journal);
    const types = quick.journal.flatMap(({ events }) => events.map(({ event }) => event.type));
    expect(types).toEqual(expect.arrayContaining(['TransactionSent', 'WebhookFailed']));
  });

  it('advances between requests with idle on', async () => {
    const ciphertexts: Ciphertexts = [];
    const quick = await run(true, 0, ciphertexts);
    const slow = await run(true, 60, ciphertexts);
    expect(slow.journal).not.toEqual(quick.journal);
  });
});

describe('the setting idle', () => {
  const server = serverForEach();

  it('is returned while it is off, and journaled', async () => {
    const clock = '/worlds/default/clock';
    const off = await server().control('PATCH', clock, { mode: 'skip', idle: false });
    expect(off.body).toMatchObject({ mode: 'skip', rate: 1, idle: false });
    expect((await server().control('PATCH', clock, { rate: 2 })).body).toMatchObject({
      idle: false,
    });
    const on = await server().control('PATCH', clock, { idle: true });
    expect(on.body).not.toHaveProperty('idle');
    const inputs = await server().reprise.engine.store.read('default', 1, 10);
    expect(inputs.map(({ input }) => (input.kind === 'clock' ? input.clock : undefined))).toEqual([
      { mode: 'skip', rate: 1, idle: false },
      { mode: 'skip', rate: 2, idle: false },
      { mode: 'skip', rate: 2 },
    ]);
  });

  it('is a setting of a new world', async () => {
    const clock = { mode: 'skip', idle: false };
    const created = await server().control('POST', '/worlds', { name: 'still', clock });
    expect(created.body.clock).toMatchObject({ mode: 'skip', rate: 1, idle: false });
    expect(
      (
        await server().control('POST', '/worlds', {
          name: 'b',
          clock: { mode: 'skip', idle: 'off' },
        })
      ).status,
    ).toBe(400);
  });
});

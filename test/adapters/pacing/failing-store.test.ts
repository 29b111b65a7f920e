// A world in `skip` over a store that fails: ticks and outcomes of webhooks are retried with growing delays.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { nodeHash } from '../../../adapters/node-hash.ts';
import { openReprise, type Reprise } from '../../../adapters/reprise.ts';
import type { Append, Input, World } from '../../../core/index.ts';
import { startTransfers } from '../../support/engine/running-world.ts';
import { testKey, token } from '../../support/server/server.ts';

let reprise: Reprise;
/** Whether the store accepts this batch. */
let takes: (batch: readonly Append[]) => boolean;
/** Rejected batches. */
let refused: number;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  takes = () => true;
  refused = 0;
  const store = createMemoryStore();
  reprise = await openReprise({
    store: {
      ...store,
      async append(batch) {
        if (takes(batch)) return store.append(batch);
        refused += 1;
        throw new Error('disk full');
      },
    },
    token,
    host: { hash: nodeHash, monotonicMs: () => performance.now(), defer: setImmediate },
    post: async () => ({ kind: 'answered', status: 200 }),
    defaults: { clock: { mode: 'skip', rate: 1 } },
  });
});

afterEach(async () => {
  await reprise.close();
  vi.useRealTimers();
});

async function request(
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  body?: object,
): Promise<number> {
  const response = await createTwin(reprise.app).fetch(path, {
    method,
    headers: { Authorization: `Bearer ${path.startsWith('/__reprise') ? token : testKey}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return response.status;
}

const subscribe = () =>
  request('POST', '/v2/notifications/subscriptions', { endpoint: 'http://127.0.0.1:9/hook' });

/** Advances host time, and awaits the effects of its timers. */
async function pass(ms: number): Promise<void> {
  for (let passedMs = 0; passedMs < ms; passedMs += 1) {
    vi.advanceTimersByTime(1);
    for (let turn = 0; turn < 4; turn += 1) await new Promise((done) => setImmediate(done));
  }
}

async function events(): Promise<readonly string[]> {
  const entries = await reprise.engine.store.read('default', 1, 1_000);
  return entries.flatMap(({ events: of }) => of.map(({ event }) => event.type));
}

const has = (batch: readonly Append[], kind: Input['kind'], type?: string) =>
  batch.some(({ entries }) =>
    entries.some(
      ({ input }) =>
        input.kind === kind && (input.kind !== 'command' || input.command.type === type),
    ),
  );
const hasOutcome = (batch: readonly Append[]) => has(batch, 'command', 'ReportDelivery');
const hasTime = (batch: readonly Append[]) => has(batch, 'time');

describe('a world in skip over a store that fails', () => {
  it('retries an outcome with growing delays until it is stored', async () => {
    takes = (batch) => !hasOutcome(batch);
    expect(await subscribe()).toBe(200);
    await pass(5_000);
    expect(refused).toBeGreaterThan(4);
    expect(refused).toBeLessThan(12);
    expect(await events()).not.toContain('WebhookDelivered');
    takes = () => true;
    await pass(1_500);
    expect(await events()).toContain('WebhookDelivered');
  });

  it('retries a tick with growing delays until it is stored', async () => {
    takes = (batch) => !hasTime(batch);
    await startTransfers(reprise.engine.world('default') as World);
    await pass(5_000);
    expect(refused).toBeGreaterThan(4);
    expect(refused).toBeLessThan(12);
    takes = () => true;
    await pass(1_500);
    expect(await events()).toContain('TransactionCompleted');
  });

  it('stores a held outcome once the clock is real, even if the store fails at first', async () => {
    takes = (batch) => !hasOutcome(batch);
    expect(await subscribe()).toBe(200);
    await pass(200);
    expect(await request('PATCH', '/__reprise/worlds/default/clock', { mode: 'real' })).toBe(200);
    await pass(500);
    takes = () => true;
    await pass(2_000);
    expect(await events()).toContain('WebhookDelivered');
  });
});

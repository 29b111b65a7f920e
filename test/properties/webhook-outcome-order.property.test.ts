// Webhooks have the same effects in equal sequential sessions, however long their endpoints take to respond.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import type { PostWebhook } from '../../adapters/outbound/post.ts';
import type { ClockMode } from '../../core/index.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import type { RequestSpec } from '../support/session-requests/request-kit.ts';
import {
  createDriver,
  prelude,
  openForSessions,
  wireSession,
  type Ciphertexts,
  type Exchange,
  type SessionStep,
} from '../support/session-requests/session.ts';

vi.setConfig({ testTimeout: 2 * longMs });

/** Outcomes depend on the message and the attempt alone; `turnsOf` returns the event loop turns that each takes. */
function endpoints(turnsOf: () => number): PostWebhook {
  const attempts = new Map<string, number>();
  return async ({ url, body }) => {
    const attempt = (attempts.get(url + body) ?? 0) + 1;
    attempts.set(url + body, attempt);
    for (let turn = turnsOf(); turn > 0; turn -= 1) await new Promise(setImmediate);
    const kinds = ['timeout', 'refused', 'unreachable', 'forbidden'] as const;
    const chance = (body.length + attempt) % 9;
    const kind = kinds[chance];
    return kind === undefined ? { kind: 'answered', status: chance < 7 ? 500 : 200 } : { kind };
  };
}

const subscribe = (x: number, y: number): SessionStep => ({
  requests: [{ kind: 'hook', x, y, text: '' }],
});

/** Four subscriptions on two networks, for all types and for some. */
const subscriptions = [subscribe(2, 0), subscribe(4, 0), subscribe(1, 0), subscribe(6, 1)];

/** Sends one request at a time, in a world whose time moves by requests alone. */
function sequential(steps: readonly SessionStep[]): readonly SessionStep[] {
  return (
    steps
      .flatMap((step): readonly RequestSpec[] => ('requests' in step ? step.requests : []))
      .filter(({ kind }) => kind !== 'clock')
      // A sending fork repeats messages of its parent, so that an endpoint would count the attempts of both.
      .filter(({ kind, y }) => kind !== 'fork' || y % 4 !== 3)
      .map((request) => ({ requests: [request] }))
  );
}

async function run(
  steps: readonly SessionStep[],
  mode: ClockMode,
  ciphertexts: Ciphertexts,
  turnsOf: () => number,
) {
  const store = createMemoryStore();
  const { reprise, host } = await openForSessions({
    store,
    post: endpoints(turnsOf),
    outboundWaitMs: 300_000,
    defaults: { clock: { mode, rate: 1 } },
  });
  const driver = createDriver(reprise, 'default', { host, ciphertexts });
  const answers: Exchange['response'][] = [];
  for (const step of steps) {
    for (const { response } of await driver.run(step)) answers.push(response);
    for (let turn = turnsOf(); turn > 0; turn -= 1) await new Promise(setImmediate); // the client takes its time, too
  }
  const journal = await store.read('default', 1, Number.MAX_SAFE_INTEGER);
  await reprise.close();
  return { answers, journal };
}

/** A repeating list of numbers. */
function cycling(numbers: readonly number[]): () => number {
  let next = 0;
  return () => numbers[next++ % numbers.length] ?? 0;
}

const turns = fc.array(fc.nat({ max: 25 }), { minLength: 1, maxLength: 40 });

it('equal sessions have equal answers and equal journals', async () => {
  const seen = new Set<string>();
  const modes = fc.constantFrom<ClockMode>('frozen', 'skip');
  await fc.assert(
    fc.asyncProperty(wireSession, modes, turns, turns, async (asked, mode, some, others) => {
      const ciphertexts: Ciphertexts = [];
      const steps = [...subscriptions, ...prelude, ...sequential(asked)];
      const first = await run(steps, mode, ciphertexts, cycling(some));
      const again = await run(steps, mode, ciphertexts, cycling(others));
      expect(again.journal).toEqual(first.journal);
      expect(again.answers).toEqual(first.answers);
      for (const { events } of first.journal) for (const { event } of events) seen.add(event.type);
    }),
    runs(50),
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(['WebhookAttempted', 'WebhookDelivered', 'WebhookFailed']),
  );
});

// The same seed and the same faults yield the same bytes on every host, and replay equal. A lost request has no effect, or one
// effect if it is sent again. No fault touches another world.

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSqliteStore } from '../../adapters/stores/sqlite/event-store.ts';
import { faults as known, type EventStore, type World } from '../../core/index.ts';
import { omitUndefined } from '../../core/kernel/omit-undefined.ts';
import {
  openFaultyWorld,
  type FaultyWorld,
  type ObservedAnswer,
} from '../support/faults/faulty-world.ts';
import { onStrike } from '../support/faults/on-strike.ts';
import { expectEqual, recordingFolder } from '../support/recording/recordings.ts';
import { hesitation, hesitations } from '../support/runner/hesitation.ts';
import { runs } from '../support/runner/runs.ts';
import { inExpress, node, twin, type StartHost } from '../support/server/hosts.ts';
import {
  advance,
  createFundedWallets,
  startTransfer,
  transactionOf,
} from '../support/server/requests.ts';
import { ciphertext, type TestServer } from '../support/server/server.ts';

const folder = recordingFolder();

const events = '/calendar/events/v1/events';
const day = { start_date: '2026-02-01', end_date: '2026-02-02' };

const condition = fc.record(
  {
    count: fc.integer({ min: 1, max: 3 }),
    after: fc.nat(2),
    every: fc.integer({ min: 1, max: 3 }),
    chance: fc.constantFrom(0, 0.3, 0.7, 1),
    json: fc.constantFrom({ title: 'A' }, { title: 'B', all_day: true }),
    between: fc.constant(['2026-01-01T00:00:01Z', '2026-01-01T00:00:09Z']),
  },
  { requiredKeys: [] },
);

const kind = fc.oneof(
  fc
    .constantFrom('lose-request', 'lose-answer', 'repeat', 'cut', 'malformed', 'hang')
    .map((name) => ({ kind: name })),
  fc.record(
    {
      kind: fc.constant('refuse'),
      status: fc.constantFrom(400, 429, 503),
      code: fc.constantFrom(155_201, 'busy'),
      retryAfter: fc.nat(9),
    },
    { requiredKeys: ['kind'] },
  ),
  fc.record({ kind: fc.constant('slow'), delay: fc.nat(5_000), jitter: fc.nat(2_000) }),
);

const target = fc.constantFrom(
  {},
  { service: 'calendar' },
  { service: 'wallet' },
  { route: `POST ${events}` },
  { route: '/v1/w3s/*' },
);

const fault = fc
  .tuple(kind, target, condition)
  .map(([how, where, when]) => ({ ...how, ...where, when }));

type Step = readonly [method: string, path: string, body?: object];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom('A', 'B').map((title): Step => ['POST', events, { ...day, title }]),
  fc
    .constantFrom(events, '/v1/w3s/walletSets', '/v1/auth/nothing')
    .map((path): Step => ['GET', path]),
);

const plan = fc.record({
  faults: fc.array(fault, { minLength: 1, maxLength: 4 }),
  steps: fc.array(step, { minLength: 2, maxLength: 8 }),
});

interface Plan {
  readonly faults: object[];
  readonly steps: Step[];
}

/** Each kind strikes one request. */
const everyKind: Plan = {
  faults: known.requestFaultKinds.map((name) => ({
    kind: name,
    when: { count: 1 },
    ...(name === 'slow' ? { delay: '2s' } : {}),
  })),
  steps: known.requestFaultKinds.map((title): Step => ['POST', events, { ...day, title }]),
};

const steering = fc
  .uniqueArray(
    fc.record(
      {
        kind: fc.constantFrom(...known.transactionFaultKinds, ...known.webhookFaultKinds),
        when: fc.record(
          {
            count: fc.integer({ min: 1, max: 2 }),
            after: fc.nat(1),
            chance: fc.constantFrom(0.5, 1),
            json: fc.constantFrom({ refId: 'R-2' }, { notificationType: 'transactions.outbound' }),
          },
          { requiredKeys: [] },
        ),
      },
      { requiredKeys: ['kind'] },
    ),
    { selector: ({ kind }) => kind, minLength: 2, maxLength: 6 },
  )
  .map((faults) =>
    faults.map((one) =>
      one.kind === 'late-webhook' ? { ...one, delay: '3s', jitter: '2s' } : one,
    ),
  );

/** What must not matter. */
interface Conditions {
  readonly file?: string;
  readonly store?: EventStore;
  /** Turns of the event loop that the client lets pass before its requests. */
  readonly delays?: readonly number[];
}

/** The views of transfers by a client and by an endpoint, and the digest of the world. */
async function transferred(
  start: StartHost,
  faults: readonly object[],
  { file, store, delays }: Conditions = {},
) {
  const arrived: { readonly id: string; readonly atMs: number }[] = [];
  const hesitate = hesitation(delays);
  const world = await openFaultyWorld(start, {
    ...omitUndefined({ store }),
    async post({ body }) {
      const { notificationId: id } = JSON.parse(body) as { notificationId: string };
      arrived.push({ id, atMs: inner().nowMs() });
      return { kind: 'answered', status: 200 };
    },
  });
  const inner = () => world.reprise.engine.world('default') as World;
  const request = async (method: string, path: string, body?: object) => {
    await hesitate();
    const seen = await world.send(method, path, body);
    if (!('body' in seen)) throw new Error(JSON.stringify(seen));
    return { status: seen.status, body: JSON.parse(seen.body) };
  };
  const server = { url: '', request, control: world.control } as unknown as TestServer;
  try {
    const { recordings } = world.reprise;
    if (file !== undefined) await recordings.start(inner(), { file });
    const { from } = await createFundedWallets(server);
    const hook = { endpoint: 'http://127.0.0.1/hook', notificationTypes: ['*'] };
    expect((await request('POST', '/v2/notifications/subscriptions', hook)).status).toBe(200);
    await advance(server, '1s');
    for (const one of faults) await world.add(one);
    const ids: string[] = [];
    for (const refId of ['R-1', 'R-2', 'R-2']) {
      ids.push(await startTransfer(server, { walletId: from.id, refId }));
      await advance(server, '20s');
    }
    await advance(server, '20m');
    const states: unknown[] = [];
    for (const id of ids) states.push((await transactionOf(server, id)).state);
    const { digest } = await inner().describe();
    if (file !== undefined) await recordings.stop('default');
    return { states, arrived, digest };
  } finally {
    await world.close();
  }
}

/** Sends a request. If it hangs, the client aborts it after another request: a response would have arrived by then. */
async function sent(world: FaultyWorld, [method, path, body]: Step): Promise<ObservedAnswer> {
  const leaving = new AbortController();
  const inner = world.reprise.engine.world('default') as World;
  const following = onStrike(inner, 'hang', async () => {
    await world.control('GET', '/health');
    leaving.abort();
  });
  const seen = await world.send(method, path, body, leaving.signal);
  following.unsubscribe();
  return seen;
}

/** Returns the client's view and the digest of the world. In `skip`, so that slow responses arrive. */
async function played(start: StartHost, { faults, steps }: Plan, file?: string) {
  const world = await openFaultyWorld(start, { mode: 'skip' });
  try {
    const { engine, recordings } = world.reprise;
    if (file !== undefined) await recordings.start(engine.world('default') as World, { file });
    for (const one of faults) await world.add(one);
    const seen: ObservedAnswer[] = [];
    for (const one of steps) seen.push(await sent(world, one));
    if (file !== undefined) await recordings.stop('default');
    const { body } = await world.control('GET', '/worlds/default');
    return { seen: seen.map(withoutHost), digest: body.digest as string };
  } finally {
    await world.close();
  }
}

/** Global ids of the calendar contain the host. */
const withoutHost = (seen: ObservedAnswer): ObservedAnswer =>
  'body' in seen
    ? {
        ...seen,
        body: seen.body.replaceAll(/"(127\.0\.0\.1|twin\.test)(:\d+)?(\/stand\/in)?\?/g, '"?'),
      }
    : seen;

describe('the same faults', () => {
  it('strike alike on every host, and in a replay', async () => {
    await fc.assert(
      fc.asyncProperty(plan, async (given) => {
        const expected = await played(twin, given);
        const file = join(folder, `${randomUUID()}.jsonl`);
        expect(await played(node, given, file)).toEqual(expected);
        expect(await played(inExpress('/stand/in'), given)).toEqual(expected);
        const { replay } = await expectEqual(file);
        expect(replay.digest).toBe(expected.digest);
      }),
      runs(10, [[everyKind]]),
    );
  });
});

it('faults of transactions and of webhooks strike alike on every host and store, whenever, and in a replay', async () => {
  await fc.assert(
    fc.asyncProperty(steering, fc.boolean(), hesitations, async (faults, isInExpress, delays) => {
      const file = join(folder, `${randomUUID()}.jsonl`);
      const expected = await transferred(twin, faults);
      const other = isInExpress ? inExpress('/stand/in') : node;
      const store = openSqliteStore({ file: join(folder, `${randomUUID()}.sqlite`) });
      expect(await transferred(other, faults, { file, store, delays })).toEqual(expected);
      const { replay } = await expectEqual(file);
      expect(replay.digest).toBe(expected.digest);
    }),
    runs(3),
  );
});

/** The state without that of faults. */
async function otherState(world: FaultyWorld, name = 'default'): Promise<unknown> {
  const { body } = await world.control('GET', `/worlds/${name}/state`);
  return Object.fromEntries(
    Object.entries(body.tables as object).filter(([table]) => !table.startsWith('faults/')),
  );
}

const bodyOf = (seen: ObservedAnswer) =>
  'body' in seen ? (JSON.parse(seen.body) as { data: { walletSets: object[] } }) : undefined;

/** A request that creates a wallet set under an idempotency key, encrypted anew each time. */
async function creating(world: FaultyWorld, idempotencyKey: string) {
  const request = async (method: string, path: string) => ({
    body: bodyOf(await world.send(method, path)),
  });
  const entitySecretCiphertext = await ciphertext({ request } as unknown as TestServer);
  const body = { idempotencyKey, entitySecretCiphertext, name: 'treasury' };
  return ['POST', '/v1/w3s/developer/walletSets', body] as const;
}

describe('a lost request', () => {
  it('has no effect', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 4 }), step, async (before, lost) => {
        const world = await openFaultyWorld(twin);
        for (const sent of before) await world.send(...sent);
        const state = await otherState(world);
        await world.add({ kind: 'lose-request', when: { count: 1 } });
        expect(await world.send(...lost)).toHaveProperty('failed');
        expect(await otherState(world)).toEqual(state);
        await world.close();
      }),
      runs(10),
    );
  });

  it('whose response is lost has one effect and one body, if it is sent again under its key', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('lose-answer', 'cut', 'malformed', 'repeat', 'lose-request'),
        fc.integer({ min: 1, max: 3 }),
        fc.uuid({ version: 4 }),
        async (how, count, key) => {
          const world = await openFaultyWorld(twin);
          await world.add({ kind: how, route: 'POST /v1/w3s/developer/*', when: { count } });
          for (let time = 0; time < count; time += 1)
            await world.send(...(await creating(world, key)));
          const [first, second] = [
            await world.send(...(await creating(world, key))),
            await world.send(...(await creating(world, key))),
          ];
          expect(bodyOf(second)).toEqual(bodyOf(first));
          const listed = bodyOf(await world.send('GET', '/v1/w3s/walletSets'));
          expect(listed?.data.walletSets).toEqual([
            (bodyOf(first) as unknown as { data: { walletSet: object } }).data.walletSet,
          ]);
          await world.close();
        },
      ),
      runs(10),
    );
  });
});

/** Without the id of the request, which derives from its position in the log. */
function withoutRequestId(seen: ObservedAnswer): ObservedAnswer {
  if (!('body' in seen)) return seen;
  const { 'x-request-id': one, 'dg-request-id': other = one, ...headers } = seen.headers;
  const body = other === undefined ? seen.body : seen.body.replaceAll(other, '');
  return { ...seen, headers, body };
}

it('removed faults and faults that match nothing leave the bytes of responses as they are', async () => {
  const nowhere = { service: 'speech', route: '/v1/speak/*' };
  await fc.assert(
    fc.asyncProperty(plan, fc.boolean(), async ({ faults, steps }, areGone) => {
      const play = async (given: readonly object[]) => {
        const world = await openFaultyWorld(twin);
        for (const one of given) await world.add(areGone ? one : { ...one, ...nowhere });
        if (areGone) await world.control('DELETE', '/worlds/default/faults');
        const seen: ObservedAnswer[] = [];
        for (const [method, path, body] of steps) seen.push(await world.send(method, path, body));
        const state = await otherState(world);
        await world.close();
        return { seen: seen.map(withoutRequestId), state };
      };
      expect(await play(faults)).toEqual(await play([]));
    }),
    runs(10),
  );
});

it('no fault touches another world', async () => {
  await fc.assert(
    fc.asyncProperty(plan, async ({ faults, steps }) => {
      const play = async (areFaulty: boolean) => {
        const world = await openFaultyWorld(twin);
        await world.control('POST', '/worlds', { name: 'other' });
        for (const one of areFaulty ? faults : []) await world.add(one);
        const seen: ObservedAnswer[] = [];
        for (const [method, path, body] of steps) {
          // Not awaited: a slow response of a frozen world never arrives.
          if (areFaulty) void world.send(method, path, body);
          seen.push(await world.send(method, `/w/other${path}`, body));
        }
        const { body } = await world.control('GET', '/worlds/other');
        await world.close();
        return { seen, digest: body.digest as string };
      };
      expect(await play(true)).toEqual(await play(false));
    }),
    runs(10),
  );
});

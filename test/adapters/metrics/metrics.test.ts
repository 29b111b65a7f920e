// The metrics of a server: they move by what is done, tell nothing of worlds, and belong to one server.

import fc from 'fast-check';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { nodeHost, type RepriseOptions } from '../../../adapters/reprise.ts';
import { StoreError, type EventStore } from '../../../core/index.ts';
import { readPage } from '../../support/documents/page.ts';
import { samplesIn, type Samples } from '../../support/documents/exposition.ts';
import { runs } from '../../support/runner/runs.ts';
import { createWalletSet, waitUntil } from '../../support/server/requests.ts';
import { startServer, type TestServer } from '../../support/server/server.ts';
import { receiveWebhooks } from '../../support/server/webhook-receiver.ts';

async function started(options: Partial<RepriseOptions> = {}): Promise<TestServer> {
  const server = await startServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** Read as Prometheus does: without a token. */
async function textOf({ url }: Pick<TestServer, 'url'>): Promise<string> {
  const response = await fetch(`${url}/__reprise/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  return response.text();
}

const samplesOf = async (server: TestServer): Promise<Samples> => samplesIn(await textOf(server));

/** How much each sample of Reprise has moved, without those that have not; durations are left out. */
async function moved(server: TestServer, task: () => Promise<unknown>) {
  const before = await samplesOf(server);
  await task();
  const after = await samplesOf(server);
  const changes = [...after].map(([key, value]) => [key, value - (before.get(key) ?? 0)] as const);
  return Object.fromEntries(
    changes.filter(
      ([key, change]) =>
        change !== 0 &&
        key.startsWith('reprise_') &&
        !/seconds_(sum|bucket)|service="control"/.test(key),
    ),
  );
}

it('count requests by service and status, inputs, events and commits', async () => {
  const server = await started();
  await createWalletSet(server); // the key of the entity is read once
  const changes = await moved(server, async () => {
    await createWalletSet(server);
    await server.request('GET', '/v1/w3s/wallets/unknown');
    await server.request('GET', '/calendar/events/v1/events');
    await server.request('GET', '/nowhere');
    await server.request('GET', '/v1/speak'); // a WebSocket is there
  });
  expect(changes).toEqual({
    'reprise_requests_total{service="wallet",status="2xx"}': 1,
    'reprise_requests_total{service="wallet",status="4xx"}': 1,
    'reprise_requests_total{service="calendar",status="2xx"}': 1,
    'reprise_requests_total{service="speech",status="4xx"}': 1,
    'reprise_requests_total{service="none",status="4xx"}': 1,
    'reprise_request_duration_seconds_count{service="wallet"}': 2,
    'reprise_request_duration_seconds_count{service="calendar"}': 1,
    reprise_inputs_total: 1,
    reprise_events_total: 1,
    reprise_commit_duration_seconds_count: 1,
    reprise_commit_entries_count: 1,
    reprise_commit_entries_sum: 1,
    ...Object.fromEntries(
      ['1', '2', '5', '10', '25', '50', '100', '250', '1000', '10000', '+Inf'].map((le) => [
        `reprise_commit_entries_bucket{le="${le}"}`,
        1,
      ]),
    ),
  });
});

it('count what the host refuses before a service sees it', async () => {
  const server = await started();
  const changes = await moved(server, async () => {
    const headers = { 'Content-Encoding': 'gzip' };
    expect((await server.request('POST', '/v1/w3s/wallets', '{}', headers)).status).toBe(415);
    expect((await server.request('GET', `/v1/w3s/${'x'.repeat(20_000)}`)).status).toBe(414);
  });
  expect(changes).toEqual({ 'reprise_requests_total{service="wallet",status="4xx"}': 2 });
});

it('count worlds that are created, put to sleep, woken and removed', async () => {
  let hostMs = 0;
  const host = { ...nodeHost, monotonicMs: () => hostMs };
  const server = await started({ host, sleepAfterMs: 60_000, worldsMax: 7 });
  const { engine } = server.reprise;
  const first = await samplesOf(server);
  expect(first.get('reprise_worlds_awake')).toBe(1);
  expect(first.get('reprise_worlds_awake_max')).toBe(7);
  const created = await moved(server, async () =>
    server.control('POST', '/worlds', { name: 'harbour' }),
  );
  expect(created).toMatchObject({ reprise_worlds_awake: 1, reprise_worlds_started_total: 1 });
  hostMs = 60_000;
  const slept = await moved(server, engine.sleepIdle);
  expect(slept).toEqual({ reprise_worlds_awake: -2, reprise_worlds_slept_total: 2 });
  const woken = await moved(server, async () => server.request('GET', '/w/harbour/v1/w3s/wallets'));
  expect(woken).toEqual({
    reprise_worlds_awake: 1,
    reprise_worlds_started_total: 1,
    reprise_world_load_duration_seconds_count: 1,
    'reprise_requests_total{service="wallet",status="2xx"}': 1,
    'reprise_request_duration_seconds_count{service="wallet"}': 1,
  });
  const unknown = await moved(server, async () => server.request('GET', '/w/none/v1/w3s/wallets'));
  expect(unknown).not.toHaveProperty('reprise_world_load_duration_seconds_count');
  const removed = await moved(server, async () => engine.remove('harbour'));
  expect(removed).toEqual({ reprise_worlds_awake: -1, reprise_worlds_stopped_total: 1 });
});

it('count commits that the store refuses by the code of its error', async () => {
  const errors: unknown[] = [];
  const inner = createMemoryStore();
  const store: EventStore = {
    ...inner,
    async append(batch) {
      const error = errors.shift();
      if (error === undefined) return inner.append(batch);
      if (!(error instanceof StoreError) || error.code !== 'conflict') throw error;
      return batch.map(({ world }) => ({ world, error }));
    },
  };
  const server = await started({ store });
  await createWalletSet(server);
  const changes = await moved(server, async () => {
    errors.push(
      new StoreError('unavailable', 'away'),
      new StoreError('conflict', 'another owner'),
      new StoreError('unavailable', 'lost', { isUncertain: true }),
      new Error('a bug'),
    );
    while (errors.length > 0) await createWalletSet(server).catch(() => undefined);
  });
  expect(changes).toMatchObject({
    'reprise_commits_refused_total{code="unavailable"}': 1,
    'reprise_commits_refused_total{code="conflict"}': 1,
    'reprise_commits_refused_total{code="uncertain"}': 1,
    'reprise_commits_refused_total{code="other"}': 1,
    reprise_commit_duration_seconds_count: 4,
  });
  expect(changes).not.toHaveProperty('reprise_inputs_total');
});

it('tell how many sockets are open, and how many webhooks are on their way', async () => {
  const server = await started({ defaults: { clock: { mode: 'real' } } });
  const receiver = await receiveWebhooks();
  onTestFinished(() => receiver.close());
  receiver.answerWith = 'nothing';
  const open = async () => {
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/speak`, {
      headers: { Authorization: 'Token reprise-demo' },
    });
    await once(socket, 'open');
    return socket;
  };
  const changes = await moved(server, open);
  expect(changes).toMatchObject({
    reprise_sockets_open: 1,
    'reprise_requests_total{service="speech",status="1xx"}': 1,
    'reprise_request_duration_seconds_count{service="speech"}': 1,
  });
  const socket = await open();
  socket.close();
  await once(socket, 'close');
  await waitUntil(
    'it is closed here, too',
    async () => (await samplesOf(server)).get('reprise_sockets_open') === 1,
  );
  await server.request('POST', '/v2/notifications/subscriptions', { endpoint: receiver.url });
  await waitUntil(
    'a webhook is on its way',
    async () => (await samplesOf(server)).get('reprise_outbound_in_flight') === 1,
  );
});

it('are all in the table of the page', async () => {
  const documented = [...readPage('adapters/README.md').matchAll(/^\| `(reprise_\w+)/gm)];
  const shared = await textOf(await started());
  const printed = [...shared.matchAll(/^# TYPE (reprise_\w+)/gm)].map(([, name]) => name);
  const ofNodes = ['lease_held', 'leases_lost_total', 'nodes_gone_total', 'forwarded_total'];
  expect(documented.map(([, name]) => name)).toEqual([
    ...printed,
    ...ofNodes.map((name) => `reprise_${name}`),
  ]);
});

it('are of one server each, where a process has several', async () => {
  const [one, two] = [await started({ version: 'one "1"' }), await started()];
  await createWalletSet(one);
  const [ofOne, ofTwo] = [await samplesOf(one), await samplesOf(two)];
  expect([ofOne.get('reprise_inputs_total'), ofTwo.get('reprise_inputs_total')]).toEqual([1, 0]);
  expect(ofOne.get('reprise_build_info{version="one \\"1\\""}')).toBe(1);
  expect(ofTwo.get('reprise_build_info{version="0.0.0-test"}')).toBe(1);
  expect(ofTwo.get('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  expect(ofTwo.has('reprise_lease_held')).toBe(false);
});

it('have no name of a world, of a path or of a client, and the same series whatever is asked for', async () => {
  const server = await started({ worldsOnDemand: true });
  const own = (samples: Samples) => [...samples.keys()].filter((key) => key.startsWith('reprise_'));
  const before = own(await samplesOf(server));
  expect(before.length).toBeGreaterThan(100);
  const name = fc.stringMatching(/^[a-z][a-z0-9-]{11,40}[a-z0-9]$/).map((text) => `q${text}`);
  await fc.assert(
    fc.asyncProperty(name, name, name, async (world, path, method) => {
      await server.request('GET', `/w/${world}/v1/w3s/wallets`);
      await server.request('GET', `/w/${world}/${path}`);
      await server.control('GET', `/worlds/${world}/${path}`);
      await fetch(server.url, { method: method.slice(0, 12).toUpperCase() }).catch(() => undefined);
      const text = await textOf(server);
      expect(own(samplesIn(text))).toEqual(before);
      for (const given of [world, path]) expect(text).not.toContain(given);
    }),
    runs(10),
  );
});

it('are refused to pages of other sites', async () => {
  const { url } = await started();
  const headers = { Origin: 'http://elsewhere.example' };
  expect((await fetch(`${url}/__reprise/metrics`, { headers })).status).toBe(403);
});

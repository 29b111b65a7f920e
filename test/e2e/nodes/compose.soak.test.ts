// The compose example: its file and the configuration of its proxy are started on the loopback, with the programs themselves.

import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { WebSocket } from 'ws';
import { noticedMs } from '../../../adapters/nodes/limits.ts';
import { seededRandom } from '../../support/arbitraries/seeded-random.ts';
import { samplesIn } from '../../support/documents/exposition.ts';
import { root } from '../../support/documents/page.ts';
import { startPostgres, type PostgresServer } from '../../support/postgres/server.ts';
import { describePostgres } from '../../support/postgres/databases.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';
import {
  composeText,
  deployment,
  LoopbackDeployment,
  readCompose,
} from '../../support/server/compose.ts';
import { haproxy } from '../../support/server/haproxy.ts';
import { sendRequest } from '../../support/server/load.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { createWalletSetLoad, isDone } from '../../support/server/wallet-set-load.ts';

vi.setConfig({ testTimeout: 2 * longMs, hookTimeout: 2 * longMs });

const token = 'token-of-the-example';
const variables = { POSTGRES_PASSWORD: 'p@ss:word/?', REPRISE_TOKEN: token };
const startMsMax = 30_000;

describe('the compose file', () => {
  const schema = JSON.parse(
    readFileSync(join(root, 'test/support/documents/compose-spec.json'), 'utf8'),
  ) as object;
  const isCompose = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  it('fits the Compose Specification', () => {
    const isFine = isCompose(readCompose(composeText(), variables));
    expect({ isFine, errors: isCompose.errors }).toEqual({ isFine: true, errors: null });
    expect(isCompose(readCompose(composeText().replace('ports:', 'portz:'), variables))).toBe(
      false,
    );
  });

  it('needs both secrets, and has none itself', () => {
    for (const name of Object.keys(variables)) {
      expect(() =>
        readCompose(composeText(), { ...variables, [name]: undefined as never }),
      ).toThrow(name);
    }
    const { services } = readCompose(composeText(), variables);
    const secret = /p@ss|token-of/;
    for (const { command = [] } of Object.values(services)) {
      expect(command.join(' ')).not.toMatch(secret);
    }
    expect(composeText()).not.toMatch(secret);
  });

  it('has three nodes, each with an address of its own, and the database on a volume', () => {
    const { services } = readCompose(composeText(), variables);
    const nodes = Object.entries(services).filter(([, { image }]) => image === 'reprise');
    expect(nodes.map(([name]) => name)).toEqual(['reprise-1', 'reprise-2', 'reprise-3']);
    for (const [name, { command = [] }] of nodes) {
      expect(command[command.indexOf('--advertise') + 1]).toBe(`http://${name}:4600`);
    }
    expect(services['postgres']?.volumes).toEqual(['data:/var/lib/postgresql/data']);
    expect(services['proxy']?.ports).toEqual(['127.0.0.1:4600:4600']); // for this machine alone
  });

  it('has a proxy that sees a node stop while that one still answers', () => {
    const text = readFileSync(join(deployment, 'haproxy.cfg'), 'utf8');
    const [, everyMs, times] = /check inter (\d+)ms fall (\d+) /.exec(text) ?? [];
    expect(Number(everyMs) * Number(times)).toBeLessThan(noticedMs / 2);
  });
});

describePostgres('three nodes behind HAProxy', () => {
  const folder = temporaryFolder();
  let database: PostgresServer;
  let deployed: LoopbackDeployment;

  beforeAll(async () => {
    if (haproxy === undefined)
      throw new Error('HAProxy is not installed: apt-get install haproxy.');
    database = await startPostgres({
      settings: ['fsync=off'],
      prepare: () => ({
        settings: [],
        access: ['host all postgres 127.0.0.1/32 trust', 'host all all 127.0.0.1/32 scram-sha-256'],
      }),
    });
    const compose = readCompose(composeText(), variables);
    const { POSTGRES_USER: role = '', POSTGRES_DB: name = '' } =
      compose.services['postgres']?.environment ?? {};
    const client = new pg.Client({ connectionString: database.url() });
    await client.connect();
    const password = client.escapeLiteral(variables.POSTGRES_PASSWORD);
    await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${password}`);
    await client.query(`CREATE DATABASE ${name} OWNER ${role}`);
    await client.end();
    deployed = await LoopbackDeployment.start(compose, {
      folder,
      databasePort: database.port,
    });
    await waitUntil(
      'the proxy answers',
      async () => (await statusOf('/ready')) === 200,
      startMsMax,
    );
  });
  afterAll(async () => {
    await deployed?.stop();
    await database?.remove();
  });

  const place = () => ({ url: deployed.url, token });
  const get = async (path: string) =>
    sendRequest(place(), { method: 'GET', path, body: undefined });
  const statusOf = async (path: string) =>
    fetch(`${deployed.url}/__reprise${path}`).then(
      ({ status }) => status,
      () => 0,
    );
  const metricsOf = async (node: string) =>
    samplesIn(await (await fetch(`${deployed.urlOf(node)}/__reprise/metrics`)).text());
  const sumOf = async (pattern: RegExp) => {
    const all = await Promise.all(deployed.nodes.map(metricsOf));
    return all
      .flatMap((samples) => [...samples])
      .filter(([key]) => pattern.test(key))
      .reduce((sum, [, value]) => sum + value, 0);
  };
  const worlds = Array.from({ length: 24 }, (_, index) => `harbour-${index}`) as [string];

  /** How often the proxy has said so of a node. */
  const timesSeen = (node: string, state: 'UP' | 'DOWN') =>
    deployed.log().split(`Server nodes/${node} is ${state}`).length - 1;

  async function speak(world: string): Promise<WebSocket> {
    const socket = new WebSocket(`${deployed.url.replace('http', 'ws')}/w/${world}/v1/speak`, {
      headers: { Authorization: 'Token reprise-demo' },
    });
    onTestFinished(() => socket.terminate());
    await once(socket, 'open');
    return socket;
  }

  it('have one token, and a password that is in no command', async () => {
    const { nodes } = (await get('/__reprise/nodes')).body as { nodes: { address: string }[] };
    expect(nodes.map(({ address }) => address).sort()).toEqual(
      deployed.nodes.map((name) => deployed.urlOf(name)).sort(),
    );
  });

  it('get the requests of a world on one node, by path, by header and of the control plane', async () => {
    const forwarded = /^reprise_forwarded_total/;
    const before = await sumOf(forwarded);
    for (const world of worlds) {
      expect((await get(`/w/${world}/v1/w3s/wallets`)).status).toBe(200);
      const headers = {
        'X-Reprise-World': world,
        Authorization: 'Bearer TEST_API_KEY:reprise:demo',
      };
      const byHeader = await fetch(`${deployed.url}/v1/w3s/wallets?a=/w/other/`, { headers });
      expect(byHeader.status).toBe(200);
      expect((await get(`/__reprise/worlds/${world}`)).body).toMatchObject({ name: world });
    }
    expect((await sumOf(forwarded)) - before).toBe(0);
    for (const node of deployed.nodes) {
      const awake = (await metricsOf(node)).get('reprise_worlds_awake') ?? 0;
      expect({ node, hasWorlds: awake > 1 }).toEqual({ node, hasWorlds: true });
    }
    expect((await get('/w/harbour-1/v1/w3s/wallets')).status).toBe(200);
  });

  it('answer at any node, and keep the address of the proxy in links', async () => {
    const forwarded = /^reprise_forwarded_total\{outcome="answered"\}/;
    const before = await sumOf(forwarded);
    for (const node of deployed.nodes) {
      const direct = { url: deployed.urlOf(node), token };
      const path = '/w/harbour-0/v1/w3s/wallets';
      expect((await sendRequest(direct, { method: 'GET', path, body: undefined })).status).toBe(
        200,
      );
    }
    expect((await sumOf(forwarded)) - before).toBe(2);
    const { body } = await get('/w/harbour-0/wp-json/tribe/events/v1/events');
    expect(body.rest_url).toContain(`${deployed.url}/w/harbour-0/`);
  });

  it('send events through the proxy as they happen', async () => {
    const [world] = worlds;
    const response = await fetch(`${deployed.url}/__reprise/worlds/${world}/events`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
    });
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const reader = response.body!.getReader();
    const load = createWalletSetLoad([world], seededRandom(3));
    expect(isDone(await load.send(place(), world))).toBe(true);
    let text = '';
    while (!text.includes('"type":"WalletSetCreated"')) {
      const { value, done } = await reader.read();
      expect(done).toBe(false);
      text += Buffer.from(value ?? []).toString();
    }
    await reader.cancel();
  });

  it('open WebSockets through the proxy', async () => {
    const socket = await speak('harbour-2');
    let bytes = 0;
    socket.on('message', (data: Buffer, isBinary) => (bytes += isBinary ? data.length : 0));
    socket.send(JSON.stringify({ type: 'Speak', text: 'Hello.' }));
    socket.send(JSON.stringify({ type: 'Close' }));
    const [code] = (await once(socket, 'close')) as [number];
    expect({ code, hasAudio: bytes > 1_000 }).toEqual({ code: 1000, hasAudio: true });
  });

  it('are updated one after the other without a failed request', async () => {
    const load = createWalletSetLoad(worlds, seededRandom(11));
    const sockets = await Promise.all(worlds.map(speak));
    const codes = sockets.map(async (socket) => ((await once(socket, 'close')) as [number])[0]);
    let isOver = false;
    const running = load.run(place(), 4, () => isOver);
    try {
      for (const node of deployed.nodes) {
        const before = load.answered();
        const [ups, downs] = [timesSeen(node, 'UP'), timesSeen(node, 'DOWN')];
        await waitUntil('it is under load', () => load.answered() > before + 40, startMsMax);
        expect(await deployed.stopNode(node)).toBe(0);
        await waitUntil('others go on', () => load.answered() > before + 120, startMsMax);
        await waitUntil('the proxy notices', () => timesSeen(node, 'DOWN') > downs, startMsMax);
        await deployed.startNode(node);
        await waitUntil('the proxy has seen it', () => timesSeen(node, 'UP') > ups, startMsMax);
      }
    } finally {
      isOver = true;
      await running;
    }
    const failed = load.sent.filter((one) => !isDone(one));
    expect(failed.map(({ world, answer }) => ({ world, answer }))).toEqual([]);
    expect(new Set(await Promise.all(codes))).toEqual(new Set([1012]));
  });
});

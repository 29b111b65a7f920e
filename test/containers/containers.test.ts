// The Dockerfile and the compose file, started as the pages say: three nodes, PostgreSQL and HAProxy in containers of a Docker daemon of
// this test. Skipped where none can be started, unless REQUIRE_CONTAINERS is set.

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../support/arbitraries/seeded-random.ts';
import {
  makeFirstImage,
  makeNodeImage,
  makeServiceImages,
} from '../support/containers/base-images.ts';
import { Docker, missingForContainers } from '../support/containers/docker.ts';
import { wordsOf } from '../support/documents/dockerfile.ts';
import { root } from '../support/documents/page.ts';
import { composeText, deployment } from '../support/server/compose.ts';
import { freePort } from '../support/server/free-port.ts';
import { sendRequest } from '../support/server/load.ts';
import { expectStored, takeoverMsMax } from '../support/server/nodes.ts';
import { waitUntil } from '../support/server/requests.ts';
import { createWalletSetLoad, isDone } from '../support/server/wallet-set-load.ts';

const variables = { POSTGRES_PASSWORD: 'p@ss:word/?#1', REPRISE_TOKEN: 'token-of-the-example' };
const nodes = ['reprise-1', 'reprise-2', 'reprise-3'] as const;
const worlds = Array.from({ length: 24 }, (_, index) => `harbour-${index}`) as [string];
const clientsCount = 4;
const startMsMax = 120_000;
/** HAProxy forgets an address of which its resolver has told nothing for 30 s. */
const addressMsMax = 40_000;

/** A daemon that can run containers, or why there is none. */
async function startDocker(): Promise<Docker | string> {
  const missing = missingForContainers();
  if (missing !== undefined) return missing;
  let docker: Docker | undefined;
  try {
    docker = await Docker.start();
    await makeFirstImage(docker);
    return docker;
  } catch (error) {
    await docker?.stop();
    return (error as Error).message;
  }
}

const figures: Record<string, number> = {};

/** Notes how many seconds something takes. */
async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const startMs = performance.now();
  const result = await work();
  figures[`${what}, s`] = Math.round((performance.now() - startMs) / 1_000);
  return result;
}

const started = await timed('daemon, first image', startDocker);
const isRequired = (process.env['REQUIRE_CONTAINERS'] ?? '') !== '';
if (typeof started === 'string') {
  process.stderr.write(`No container can be started, their tests are skipped: ${started}\n`);
}

describe.skipIf(typeof started === 'string' && !isRequired)('containers', () => {
  if (typeof started === 'string') {
    it('can be started', () => expect.fail(started));
    return;
  }
  const docker = started;
  const folder = join(docker.folder, 'checkout/adapters/deployment');
  const load = createWalletSetLoad(worlds, seededRandom(17));
  let port = 0;

  const place = () => ({ url: `http://127.0.0.1:${port}`, token: variables.REPRISE_TOKEN });
  const compose = async (...args: readonly string[]) => docker.compose(folder, ...args);
  const idOf = async (service: string) => compose('ps', '--all', '--quiet', service);
  const isHealthy = async (id: string) =>
    (await docker.inspect(id, '{{.State.Health.Status}}')) === 'healthy';
  const exitCodeOf = async (id: string) => docker.inspect(id, '{{.State.ExitCode}}');
  const proxyLog = async () => docker.run('logs', await idOf('proxy'));
  /** How often the proxy has said that a node answers its checks. */
  const timesUp = async (node: string) =>
    [...(await proxyLog()).matchAll(new RegExp(`Server nodes/${node} .*is UP`, 'g'))].length;

  async function untilHealthy(service: string): Promise<void> {
    const id = await idOf(service);
    await waitUntil(`${service} is healthy`, () => isHealthy(id), startMsMax);
  }

  async function untilGoesOn(): Promise<void> {
    const before = load.answered();
    await waitUntil('it is under load', () => load.answered() > before + 100, takeoverMsMax);
  }

  /** Requests go on while something is done, also after one that was lost. Returns those of that time. */
  async function underLoad(work: () => Promise<void>): Promise<typeof load.sent> {
    const before = load.sent.length;
    let isOver = false;
    const client = async () => {
      while (!isOver) await load.run(place(), 1, () => isOver);
    };
    const running = Promise.all(Array.from({ length: clientsCount }, client));
    try {
      await work();
    } finally {
      isOver = true;
      await running;
    }
    return load.sent.slice(before);
  }

  const failuresOf = (sent: typeof load.sent) =>
    sent
      .filter((one) => !isDone(one))
      .map(({ world, answer, lostBy }) => ({ world, answer, lostBy }));

  beforeAll(async () => {
    await timed('image of Node', async () => makeNodeImage(docker));
    await Promise.all([
      timed('image', async () => docker.build('reprise', root)),
      timed('images of PostgreSQL and HAProxy', async () => makeServiceImages(docker)),
    ]);
    const bytes = Number(await docker.inspect('reprise', '{{.Size}}'));
    figures['image, MB'] = Math.round(bytes / 1_000_000);
    cpSync(deployment, folder, { recursive: true });
    port = await freePort();
    const text = composeText().replace('127.0.0.1:4600:4600', `127.0.0.1:${port}:4600`);
    const known = docker.hasComposePlugin ? text : text.replace(/^name: .*\n/m, '');
    writeFileSync(join(folder, 'compose.yaml'), known);
    const lines = Object.entries(variables).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(join(folder, '.env'), lines.join(''));
    await timed('compose up', async () => {
      await compose('up', '--detach', '--no-build');
      for (const node of nodes) await untilHealthy(node);
      await waitUntil('the proxy answers', async () => (await statusOf('/ready')) === 200);
    });
  });
  afterAll(async () => {
    try {
      if (existsSync(folder)) await compose('down', '--volumes', '--timeout', '1');
    } finally {
      await docker.stop();
      process.stdout.write(`${JSON.stringify(figures)}\n`);
    }
  });

  const statusOf = async (path: string) =>
    fetch(`${place().url}/__reprise${path}`).then(
      ({ status }) => status,
      () => 0,
    );

  it('run as the user node, which writes below its home only', async () => {
    const id = await idOf('reprise-1');
    expect(await docker.run('exec', id, 'stat', '--format', '%U', '/proc/1')).toBe('node');
    const changed = (await docker.run('diff', id)).split('\n').filter((line) => line !== '');
    expect(changed.filter((line) => !/^. \/home(\/node(\/|$)|$)/.test(line))).toEqual([]);
  });

  it('are unhealthy where nothing answers', async () => {
    const check = wordsOf(readFileSync(join(root, 'Dockerfile'), 'utf8'), 'HEALTHCHECK');
    const id = await idOf('reprise-1');
    await docker.run('exec', id, ...check);
    const failing = docker.run('exec', '--env', 'REPRISE_PORT=4601', id, ...check);
    await expect(failing).rejects.toThrow('ECONNREFUSED');
  });

  it('go on when one of them is killed', async () => {
    await underLoad(async () => {
      await untilGoesOn();
      const id = await idOf('reprise-2');
      await docker.run('kill', '--signal', 'KILL', id);
      for (const world of worlds) {
        const goesOn = async () => isDone(await load.send(place(), world));
        await waitUntil(`${world} goes on`, goesOn, takeoverMsMax);
      }
      const ups = await timesUp('reprise-2');
      await compose('start', 'reprise-2');
      await untilHealthy('reprise-2');
      await waitUntil('the proxy has seen it', async () => (await timesUp('reprise-2')) > ups);
    });
  });

  it('are restarted one after the other without a failed request', async () => {
    const sent = await underLoad(async () => {
      for (const node of nodes) {
        await untilGoesOn();
        const ups = await timesUp(node);
        await compose('stop', node);
        expect(await exitCodeOf(await idOf(node))).toBe('0');
        await untilGoesOn();
        await compose('start', node);
        await untilHealthy(node);
        await waitUntil('the proxy has seen it', async () => (await timesUp(node)) > ups);
      }
    });
    expect(failuresOf(sent)).toEqual([]);
  });

  it('are still found when the addresses of their start have expired', async () => {
    const startedMs = Date.parse(await docker.inspect(await idOf('proxy'), '{{.State.StartedAt}}'));
    const isLate = () => Date.now() > startedMs + addressMsMax;
    const sent = await underLoad(async () => waitUntil('they have', isLate, 2 * addressMsMax));
    for (const world of worlds) {
      expect(isDone(await load.send(place(), world)), world).toBe(true);
    }
    expect(failuresOf(sent)).toEqual([]);
  });

  it('have stored each answered write once', async () => {
    await compose('stop', ...nodes);
    for (const node of nodes) expect(await exitCodeOf(await idOf(node))).toBe('0');
    const addresses = '{{range .NetworkSettings.Networks}}{{.IPAddress}}{{end}}';
    const host = await docker.inspect(await idOf('postgres'), addresses);
    const password = encodeURIComponent(variables.POSTGRES_PASSWORD);
    await expectStored(`postgres://reprise:${password}@${host}:5432/reprise`, load);
    figures['answered writes'] = load.answered();
  });

  it('keep worlds on a volume, at another port and without a right to write elsewhere', async () => {
    const label = 'label=com.docker.compose.network=default';
    const network = await docker.run('network', 'ls', '--quiet', '--filter', label);
    const rights = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL'];
    const own = createWalletSetLoad(['harbour'], seededRandom(5));
    for (const count of [1, 2]) {
      const outside = await freePort();
      const target = { ...place(), url: `http://127.0.0.1:${outside}` };
      const published = ['--network', network, '--publish', `127.0.0.1:${outside}:4711`];
      const env = ['--env', 'REPRISE_PORT=4711', '--env', `REPRISE_TOKEN=${target.token}`];
      const flags = ['--data', '/home/node/world.db', '--worlds-on-demand'];
      const volume = ['--volume', 'reprise-home:/home/node'];
      const args = [...published, ...env, ...volume, ...rights, 'reprise', ...flags];
      const id = await docker.run('run', '--detach', ...args);
      try {
        await waitUntil('it is healthy', () => isHealthy(id), startMsMax);
        expect(isDone(await own.send(target, 'harbour'))).toBe(true);
        const path = '/w/harbour/v1/w3s/walletSets';
        const { body } = await sendRequest(target, { method: 'GET', path, body: undefined });
        expect(body.data.walletSets).toHaveLength(count);
        await docker.run('stop', id);
        expect(await exitCodeOf(id)).toBe('0');
      } finally {
        await docker.run('rm', '--force', id);
      }
    }
  });
});

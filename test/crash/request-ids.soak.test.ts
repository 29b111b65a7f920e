// Request ids over restarts: they never repeat in a world, and after the next event they equal those of a server that ran on.

import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { longMs } from '../support/runner/timeouts.ts';
import { spawnServe, type ServeChild } from '../support/server/serve-child.ts';
import type { Ready } from '../support/server/serve-process.ts';
import { testFolder } from '../support/runner/temporary-folder.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

let folder = '';
let child: ServeChild | undefined;

beforeEach(() => {
  folder = testFolder();
});
afterEach(async () => {
  await end('SIGKILL');
});

async function serve(file: string): Promise<Ready> {
  const flags = ['--data', join(folder, file), '--clock', 'frozen', '--seed', 'request-ids'];
  child = spawnServe(flags, { cwd: folder });
  return child.ready;
}

async function end(signal: NodeJS.Signals): Promise<void> {
  child?.kill(signal);
  await child?.exited;
  child = undefined;
}

async function idOf({ url, walletKey }: Ready, path: string, body?: object): Promise<string> {
  const answer = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${walletKey}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  await answer.arrayBuffer();
  return answer.headers.get('x-request-id') ?? '';
}

/** Two reads; one of them is refused before it reaches the world. */
async function reads(place: Ready, prefix = ''): Promise<string[]> {
  const refused = await idOf(
    { ...place, walletKey: 'TEST_API_KEY:no:body' },
    `${prefix}/v1/w3s/wallets`,
  );
  return [refused, await idOf(place, `${prefix}/v1/w3s/wallets`)];
}

const subscribe = (place: Ready) =>
  idOf(place, '/v2/notifications/subscriptions', { endpoint: 'http://127.0.0.1:1/' });

async function fork({ url, token }: Ready): Promise<void> {
  const answer = await fetch(`${url}/__reprise/worlds/default/fork`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'twin' }),
  });
  expect(answer.status).toBe(201);
}

it(
  'request ids never repeat after kills and stops, in a world and in its fork',
  { timeout: 120_000 },
  async () => {
    const own: string[] = [];
    const twins: string[] = [];
    let place = await serve('kept.db');
    own.push(await subscribe(place));
    await fork(place);
    for (const signal of ['SIGKILL', 'SIGTERM', 'SIGKILL'] as const) {
      own.push(...(await reads(place)), ...(await reads(place)));
      twins.push(...(await reads(place, '/w/twin')));
      await end(signal);
      place = await serve('kept.db');
    }
    own.push(...(await reads(place)));
    twins.push(...(await reads(place, '/w/twin')));
    const last = [await subscribe(place), ...(await reads(place))];
    await end('SIGKILL');
    expect(new Set([...own, ...last]).size).toBe(own.length + last.length);
    expect(new Set(twins).size).toBe(twins.length);

    place = await serve('through.db');
    await subscribe(place);
    expect([await subscribe(place), ...(await reads(place))]).toEqual(last);
  },
);

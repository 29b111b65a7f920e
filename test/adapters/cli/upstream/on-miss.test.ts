// `reprise play --on-miss`: a real service answers what a recording does not have, and a new recording keeps it.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonBody } from '../../../support/server/server.ts';
import { openShell, type RunningVerb, type Shell } from '../shell.ts';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
});
afterEach(() => shell.close());

const eventsPath = '/wp-json/tribe/events/v1/events';

/** Of an answer, what a client compares: no link to where it is. */
async function answerAt(url: string, path: string, init?: RequestInit): Promise<string> {
  const response = await fetch(`${url}${path}`, init);
  const text = await response.text();
  return `${response.status} ${text.replaceAll(url, '').replaceAll(url.replaceAll('/', '\\/'), '')}`;
}

const total = (url: string) => answerAt(url, `${eventsPath}?per_page=1`);

function publish(url: string, title: string): Promise<string> {
  const dates = { start_date: '2026-03-01 20:00', end_date: '2026-03-01 22:00' };
  return answerAt(url, eventsPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title, status: 'publish', ...dates }),
  });
}

async function start(...args: string[]): Promise<RunningVerb> {
  return shell.start([...args, '--port', '0', '--json']);
}

/** A service, and the recording of a client that has published one event at it. */
async function recordedService(): Promise<{
  readonly url: string;
  readonly stop: () => Promise<unknown>;
}> {
  const { ready, stop } = await shell.serve(['--memory', '--clock', 'frozen']);
  const recording = await start('record', '--calendar', ready.url, '-o', 'real.jsonl');
  await total(recording.url);
  await publish(recording.url, 'Concert');
  await total(recording.url);
  expect(await recording.stop()).toBe(0);
  return { url: ready.url, stop };
}

describe('what a recording does not have', () => {
  it('is answered by the service, and kept at its place', async () => {
    const service = await recordedService();
    const playing = await start(
      'play',
      '--on-miss',
      'forward',
      service.url,
      'real.jsonl',
      '--append',
      'more.jsonl',
    );
    /** The new request comes between the two recorded writes and reads. */
    const session = async (url: string) => [
      await total(url),
      await publish(url, 'Opera'),
      await answerAt(url, `${eventsPath}?search=Opera`),
      await publish(url, 'Concert'),
      await total(url),
    ];
    const answers = await session(playing.url);
    expect(answers.map((answer) => answer.slice(0, 3))).toEqual([
      '200',
      '201',
      '200',
      '201',
      '200',
    ]);
    expect(answers[1]).toContain('Opera');
    expect(answers[1]).not.toContain(service.url.slice('http://'.length));
    expect(answers[2]).toContain('"total":1');
    expect(answers[4]).toContain('"total":1');
    expect(playing.errors).toEqual([
      expect.stringContaining(`POST ${eventsPath} is not in the recording. Nearest is entry 3`),
      expect.stringContaining(`GET ${eventsPath}?search=Opera is not in the recording.`),
    ]);
    expect(await playing.stop()).toBe(0);
    expect(playing.out).toContainEqual(
      expect.stringMatching(/^Added 2 requests, .* in more\.jsonl\.$/),
    );
    await service.stop();

    const old = readFileSync(join(shell.cwd, 'real.jsonl'), 'utf8').trimEnd().split('\n');
    const kept = readFileSync(join(shell.cwd, 'more.jsonl'), 'utf8').split('\n');
    expect(kept.slice(0, old.length - 1)).toEqual(old.slice(0, -1));

    const again = await start('play', 'more.jsonl', '--all-used');
    expect(await session(again.url)).toEqual(answers);
    expect(again.errors).toEqual([]);
    expect(await again.stop()).toBe(0);
  });

  it('may be a WebSocket', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'skip']);
    const recording = await start('record', '--speech', ready.url, '-o', 'real.jsonl');
    await recording.stop();
    const playing = await start(
      'play',
      'real.jsonl',
      '--on-miss',
      'forward',
      ready.url,
      '--append',
      'b.jsonl',
    );
    const heard = await spoken(playing.url);
    expect(heard).toContain('Metadata');
    expect(await playing.stop()).toBe(0);
    const again = await start('play', 'b.jsonl', '--all-used');
    expect(await spoken(again.url)).toEqual(heard);
    expect(await again.stop()).toBe(0);
  });

  it('may be a frame: the service goes on with its WebSocket', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'skip']);
    const recording = await start('record', '--speech', ready.url, '-o', 'real.jsonl');
    await spoken(recording.url);
    await recording.stop();
    const real = await spoken(ready.url, 'Other words.');
    const onMiss = ['--on-miss', 'forward', ready.url, '--append', 'b.jsonl'];
    const playing = await start('play', 'real.jsonl', ...onMiss);
    expect(await spoken(playing.url, 'Other words.')).toEqual(real);
    expect(playing.errors).toEqual([expect.stringContaining('"Other words."')]);
    expect(await playing.stop()).toBe(0);
    const again = await start('play', 'b.jsonl', '--json');
    expect(await spoken(again.url, 'Other words.')).toEqual(real);
    expect(await again.stop()).toBe(0);
  });

  it('is an error where nobody else goes on with it', async () => {
    const { ready } = await shell.serve(['--memory', '--clock', 'skip']);
    const recording = await start('record', '--speech', ready.url, '-o', 'real.jsonl');
    await spoken(recording.url);
    await recording.stop();
    const playing = await start('play', 'real.jsonl');
    expect(await spoken(playing.url, 'Other words.')).toEqual([expect.any(String), 1008]);
    expect(await playing.stop()).toBe(2);
  });
});

describe('a simulated world', () => {
  const key = { headers: { Authorization: 'Bearer TEST_API_KEY:of-a:real-account' } };
  const wallets = '/v1/w3s/wallets';
  const jsonAt = async (url: string, path: string): Promise<{ status: number; body: JsonBody }> => {
    const response = await fetch(`${url}${path}`, key);
    return { status: response.status, body: await response.json() };
  };

  it('goes on with what the recording has shown, under its ids', async () => {
    const published = { Authorization: 'Bearer TEST_API_KEY:reprise:demo' };
    const { ready } = await shell.serve([
      '--memory',
      '--clock',
      'skip',
      '--fixture',
      'wallet/treasury',
    ]);
    const recording = await start('record', '--wallet', ready.url, '-o', 'real.jsonl');
    for (const path of ['/v1/w3s/walletSets', wallets, '/v1/w3s/transactions']) {
      expect((await fetch(`${recording.url}${path}`, { headers: published })).status).toBe(200);
    }
    await recording.stop();

    const playing = await start(
      'play',
      '--on-miss',
      'simulate',
      'real.jsonl',
      '--append',
      'b.jsonl',
    );
    const { body } = await jsonAt(playing.url, wallets);
    const shown = body.data.wallets as JsonBody[];
    await jsonAt(playing.url, '/v1/w3s/walletSets');
    const listed = await jsonAt(playing.url, '/v1/w3s/transactions');
    const [wallet] = shown;
    const transaction = listed.body.data.transactions[0].id as string;
    const one = await jsonAt(playing.url, `${wallets}/${wallet.id}`);
    expect(one.status).toBe(200);
    expect(one.body.data.wallet).toMatchObject({
      id: wallet.id,
      walletSetId: wallet.walletSetId,
      blockchain: wallet.blockchain,
      name: wallet.name,
      address: wallet.address,
    });
    // The world answers from now on, also what the recording has.
    const again = await jsonAt(playing.url, wallets);
    const ids = new Set(again.body.data.wallets.map(({ id }: JsonBody) => id));
    expect(ids).toEqual(new Set(shown.map(({ id }) => id)));
    const addresses = (of: readonly JsonBody[]) =>
      new Set(of.map(({ address }) => address).filter((one) => one.startsWith('0x')));
    expect(addresses(again.body.data.wallets)).toEqual(addresses(shown));
    const at = await jsonAt(playing.url, `${wallets}?address=${wallet.address}`);
    expect(at.body.data.wallets.map(({ id }: JsonBody) => id)).toContain(wallet.id);
    expect((await jsonAt(playing.url, `/v1/w3s/transactions/${transaction}`)).status).toBe(404);
    await jsonAt(playing.url, `/v1/w3s/transactions/${transaction}`);
    expect(playing.errors).toEqual([
      expect.stringContaining(`GET ${wallets}/${wallet.id} is not in the recording.`),
      'From here on a simulated world answers.',
      `The simulated world does not know the transaction ${transaction}, which entry 5 of the recording has shown.`,
    ]);
    // Another client has a world of its own.
    const other = `${playing.url}/w/other`;
    expect((await jsonAt(other, `${wallets}/${shown[1].id}`)).status).toBe(404);
    expect(await playing.stop()).toBe(0);

    const kept = await start('play', 'b.jsonl');
    expect(await jsonAt(kept.url, `${wallets}/${wallet.id}`)).toEqual(one);
    expect(await kept.stop()).toBe(0);
  });

  it('is there for WebSockets', async () => {
    await recordedService();
    const playing = await start('play', '--on-miss', 'simulate', 'real.jsonl');
    expect(await spoken(playing.url)).toContain('Flushed');
    expect(await playing.stop()).toBe(0);
  });
});

/** The types of the messages of a speaker, and the close code at the end. */
function spoken(url: string, text = 'Hello there.'): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/speak?model=aura-2-thalia-en`, {
      headers: { Authorization: 'Token reprise-demo' },
    });
    const seen: unknown[] = [];
    let bytes = 0;
    socket.on('open', () => {
      socket.send(JSON.stringify({ type: 'Speak', text }));
      socket.send(JSON.stringify({ type: 'Flush' }));
    });
    socket.on('message', (data, isBinary) => {
      if (isBinary) return void (bytes += (data as Buffer).length);
      const { type } = JSON.parse((data as Buffer).toString()) as { type: string };
      seen.push(type);
      if (type === 'Flushed') {
        seen.push(bytes);
        socket.send(JSON.stringify({ type: 'Close' }));
      }
    });
    socket.on('close', (code) => resolve([...seen, code]));
    socket.on('error', reject);
  });
}

describe('a mistake of the operator', () => {
  const refusal = async (...args: string[]) => {
    const { exitCode, errors } = await shell.run(['play', ...args]);
    return `${exitCode}: ${errors.join(' ')}`;
  };

  it('is said in one sentence', async () => {
    const service = await recordedService();
    const forward = ['--port', '0', '--on-miss', 'forward'];
    expect(await refusal('--port', '0')).toBe('1: Nothing to play: name a recording.');
    expect(await refusal('real.jsonl', '--on-miss', 'guess')).toMatch(
      /^1: .*It must be `simulate` or `forward <url>`/,
    );
    expect(await refusal('real.jsonl', '--on-miss', 'forward')).toBe(
      '1: --on-miss forward needs the URL of a service.',
    );
    expect(await refusal('real.jsonl', ...forward, 'nowhere')).toMatch(/^1: .*must be a URL/);
    expect(await refusal('real.jsonl', ...forward, 'http://127.0.0.1:9')).toBe(
      '1: Cannot use http://127.0.0.1:9 of --on-miss: nothing listens there.',
    );
    expect(await refusal('real.jsonl', '--port', '0', '--append', 'b.jsonl')).toBe(
      '1: --append keeps the answers of --on-miss: set both, or none.',
    );
    writeFileSync(join(shell.cwd, 'b.jsonl'), '');
    expect(await refusal('real.jsonl', ...forward, service.url, '--append', 'b.jsonl')).toMatch(
      /^1: .*b\.jsonl exists already.*Set --append to another file/,
    );
  });
});

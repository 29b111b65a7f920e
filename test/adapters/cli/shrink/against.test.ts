// Recordings of real services are shrunk against a server that answers otherwise.

import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { resolve } from 'node:path';
import { describe, expect } from 'vitest';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { relayTo } from '../../../support/server/relay.ts';
import { waitUntil } from '../../../support/server/requests.ts';
import { recordThrough } from '../../../support/upstream/recorded.ts';

const it = shellTest()
  /** A session of several requests, recorded before the server. */
  .extend('session', async ({ shell, served }) => {
    const file = shell.path('session.jsonl');
    const { url, walletKey } = served.ready;
    const program = async (proxy: string) => {
      const headers = { authorization: `Bearer ${walletKey}` };
      const ask = async (path: string) => (await fetch(`${proxy}${path}`, { headers })).text();
      await ask('/ping');
      await ask('/v1/w3s/config/entity');
      for (let count = 0; count < 4; count += 1) await ask('/v1/w3s/walletSets');
      await ask('/v1/w3s/transactions');
      await ask('/v1/w3s/wallets');
      await ask('/ping');
    };
    await recordThrough(url, file, program, { startMs: Date.parse('2026-01-01T00:00:00Z') });
    await served.control('POST', '/worlds/default/reset');
    return file;
  })
  .extend('shrink', ({ shell, served, session }) => {
    return (...flags: string[]) =>
      shell.run(['shrink', session, '--against', served.ready.url, '-o', 'small.jsonl', ...flags]);
  });

/** The other server refuses to list. */
const refusal = { kind: 'refuse', status: 429, route: 'GET /v1/w3s/wallets' };

describe('shrink --against', () => {
  it('refuses a recording that the server answers as recorded', async ({
    shrink,
    session,
    served,
  }) => {
    expect(await shrink()).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        `${session} is answered as recorded by ${served.ready.url}: there is nothing to shrink.`,
      ],
    });
  });

  it('finds the request that is answered otherwise, and leaves the world as it was', async ({
    shrink,
    shell,
    served,
  }) => {
    expect((await served.control('POST', '/worlds/default/faults', refusal)).status).toBe(201);
    const before = await served.world();
    const { exitCode, out, errors } = await shrink();
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
    expect(out.join('\n')).toMatch(
      /^From 18 entries \(9 requests\) to 2 entries \(1 request\), with /,
    );
    expect(shell.read('small.jsonl')).toContain('"url":"/v1/w3s/wallets"');
    expect((await shell.run(['inspect', 'small.jsonl'])).exitCode).toBe(0);
    expect((await shell.run(['check', 'small.jsonl'])).exitCode).toBe(0);
    expect(await served.world()).toEqual(before);
    const { body } = await served.control('GET', '/worlds');
    expect(body.worlds).toHaveLength(1);
  });

  it('keeps what the failure needs, so that the unchanged server answers as recorded', async ({
    shell,
    served,
  }) => {
    const { url, token } = served.ready;
    const events = '/wp-json/tribe/events/v1/events';
    const program = async (proxy: string) => {
      for (const title of ['Concert', 'Opera']) {
        const event = { title, start_date: '2026-03-01 20:00', end_date: '2026-03-01 22:00' };
        const body = JSON.stringify({ ...event, status: 'publish' });
        const headers = { 'Content-Type': 'application/json' };
        const made = await fetch(proxy + events, { method: 'POST', headers, body });
        const { id } = (await made.json()) as { id: number };
        await (await fetch(`${proxy}${events}/${id}`)).text();
      }
    };
    await recordThrough(url, shell.path('session.jsonl'), program, {
      startMs: Date.parse('2026-01-01T00:00:00Z'),
    });
    await served.control('POST', '/worlds/default/reset');
    const changed = (text: string, { method, url: path = '' }: IncomingMessage) =>
      method === 'GET' && path.includes(events) ? text.replace('"Opera"', '"OPERA"') : text;
    const other = await relayTo(url, { changed });
    const env = { REPRISE_TOKEN: token };
    const args = ['shrink', 'session.jsonl', '--against', other, '-o', 'small.jsonl'];
    const { exitCode, out } = await shell.run(args, env);
    expect(exitCode).toBe(0);
    expect(out.join('\n')).toMatch(/^From 8 entries \(4 requests\) to 4 entries \(2 requests\), /);
    const replay = (server: string) =>
      shell.run(['replay', '--against', server, 'small.jsonl'], env);
    expect(await replay(url)).toMatchObject({ exitCode: 0 });
    await served.control('POST', '/worlds/default/reset');
    expect(await replay(other)).toMatchObject({ exitCode: 2 });
  });

  it('keeps the request that an executed one needs', async ({ shell, served }) => {
    const demo = resolve('recordings/v1/wallet/demo.jsonl');
    const fault = { kind: 'refuse', status: 429, route: 'POST /v1/w3s/developer/wallets' };
    await served.control('POST', '/worlds/default/faults', fault);
    const args = ['shrink', demo, '--against', served.ready.url, '-o', 'small.jsonl'];
    expect((await shell.run(args)).exitCode).toBe(0);
    const requests = shell
      .read('small.jsonl')
      .split('\n')
      .flatMap((line) => /"url":"([^"]*)"/.exec(line)?.[1] ?? []);
    expect(requests).toEqual(['/v1/w3s/developer/walletSets', '/v1/w3s/developer/wallets']);
  });

  it('keeps the smallest so far if the server stops answering', async ({
    shell,
    served,
    session,
  }) => {
    await served.control('POST', '/worlds/default/faults', refusal);
    let stopping: Promise<unknown> | undefined;
    const progress = (text: string) => {
      if (text.endsWith('candidate 4')) stopping = served.stop();
    };
    const { exitCode, out } = await shell.run(
      ['shrink', session, '--against', served.ready.url, '-o', 'small.jsonl'],
      {},
      { progress },
    );
    await stopping;
    expect(exitCode).toBe(2);
    expect(out.join('\n')).toMatch(/ From 18 entries .* may not be the smallest\.$/);
    expect(shell.read('small.jsonl')).toContain('"url":"/v1/w3s/wallets"');
  });

  it('stops at once at a signal, while the server answers nothing', async ({
    shell,
    served,
    session,
  }) => {
    await served.control('POST', '/worlds/default/faults', { kind: 'hang', service: 'wallet' });
    let stop: (signal: string) => void = () => undefined;
    const stopped = new Promise<string>((resolve) => (stop = resolve));
    const args = ['shrink', session, '--against', served.ready.url, '-o', 'small.jsonl'];
    const ended = shell.run([...args, '--wait', '1h'], {}, { stopped: () => stopped });
    const worlds = async () => (await served.control('GET', '/worlds')).body.worlds.length;
    await waitUntil('the session is told', async () => (await worlds()) === 2);
    stop('SIGINT');
    expect(await ended).toEqual({
      exitCode: 2,
      out: [],
      errors: [`Stopped before ${session} was known to fail: nothing is written.`],
    });
    expect(await worlds()).toBe(1);
    expect(existsSync(shell.path('small.jsonl'))).toBe(false);
  });

  it('refuses flags of a server without one', async ({ shell, session }) => {
    expect(await shell.refuses('shrink', session, '--run', 'test {}', '--wallet-key', 'key')).toBe(
      '--wallet-key is for the server of --against.',
    );
  });
});

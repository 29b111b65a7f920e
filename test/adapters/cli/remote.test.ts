import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect } from 'vitest';
import { transactionOf } from '../../support/server/requests.ts';
import { openShell, type RunningServer } from './shell.ts';
import { shellTest } from '../../support/runner/shell-test.ts';

const it = shellTest({ auto: 'transferId' });

const stateOf = async ({ server }: RunningServer, id: string) =>
  (await transactionOf(server, id)).state;

describe('clock', () => {
  it('shows the time as text, and as JSON', async ({ shell }) => {
    const sentence =
      'It is 2026-01-01T00:00:00.000Z, clock frozen, next due 2026-01-01T00:00:00.200Z.';
    expect(await shell.prints('clock')).toBe(sentence);
    expect(await shell.prints('clock', 'show')).toBe(sentence);
    expect(await shell.json('clock', 'show')).toEqual({
      now: '2026-01-01T00:00:00.000Z',
      mode: 'frozen',
      rate: 1,
      nextDue: '2026-01-01T00:00:00.200Z',
    });
  });

  it('sets mode and rate', async ({ shell, served }) => {
    expect(await shell.json('clock', 'set', '--rate', '60')).toMatchObject({
      mode: 'frozen',
      rate: 60,
    });
    expect(await shell.prints('clock', 'set', '--mode', 'real')).toMatch(/clock real x 60/);
    expect(await shell.prints('clock', 'set', '--mode', 'skip', '--idle', 'off')).toMatch(
      /skip with idle off/,
    );
    expect(await shell.json('clock', 'set', '--idle', 'on')).not.toHaveProperty('idle');
    await shell.prints('clock', 'set', '--mode', 'frozen');
    expect((await served.control('GET', '/worlds/default/clock')).body).toMatchObject({
      mode: 'frozen',
      rate: 60,
    });
  });

  it('advances by a duration, to an instant, and until nothing is in progress', async ({
    shell,
    served,
    transferId: id,
  }) => {
    expect(await shell.json('clock', 'advance', '400ms')).toEqual({
      now: '2026-01-01T00:00:00.400Z',
      fired: 2,
      events: 2,
    });
    expect(await stateOf(served, id)).toBe('QUEUED');
    expect(await shell.prints('clock', 'advance', '--to', '2026-01-01T00:00:01Z')).toMatch(
      /^It is 2026-01-01T00:00:01\.000Z\. Ran scheduled commands: \d+; events: \d+\.$/,
    );
    expect(await stateOf(served, id)).toBe('SENT');
    await shell.prints('clock', 'advance', '--until-idle');
    expect(await stateOf(served, id)).toBe('COMPLETE');
  });

  it('prints the error message of the server', async ({ shell }) => {
    expect(await shell.refuses('clock', 'advance', '--to', '2025-01-01')).toContain(
      'is in the past',
    );
    expect(await shell.refuses('clock', '--world', 'nowhere')).toContain("no world 'nowhere'");
  });

  it('explains the format of an invalid duration', async ({ shell }) => {
    expect(await shell.refuses('clock', 'advance', 'soon')).toContain('duration');
    expect(await shell.refuses('clock', 'advance', '10')).toMatch(/needs a unit: 10s, 10m, /);
  });
});

describe('tx', () => {
  it('lists the newest transactions as a table, and as JSON', async ({ shell, transferId: id }) => {
    const table = await shell.prints('tx');
    const [titles, ...rows] = table.split('\n');
    expect(titles).toMatch(/^id +state +type +blockchain +amount +created$/);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(
      new RegExp(`^${id} +INITIATED +OUTBOUND +ETH-SEPOLIA +1\\.25 USDC +2026`),
    );
    expect(rows.slice(1).join('\n')).toMatch(/ 5 ETH-SEPOLIA /);
    const { transactions } = await shell.json('tx', 'list');
    expect(transactions).toHaveLength(3);
    expect(transactions[0].id).toBe(id);
  });

  it('filters by state, and limits the number', async ({ shell, transferId: id }) => {
    const initiated = await shell.json('tx', 'list', '--state', 'INITIATED');
    expect(initiated.transactions.map((row: { id: string }) => row.id)).toEqual([id]);
    expect((await shell.json('tx', 'list', '--limit', '2')).transactions).toHaveLength(2);
    expect(await shell.prints('tx', 'list', '--state', 'DENIED')).toBe(
      'There are no transactions.',
    );
    expect(await shell.refuses('tx', 'list', '--state', 'LOST')).toContain('state');
  });

  it('shows one transaction', async ({ shell, served, transferId: id }) => {
    expect(await shell.json('tx', 'show', id)).toEqual(await transactionOf(served.server, id));
    expect(JSON.parse(await shell.prints('tx', 'show', id))).toMatchObject({
      id,
      state: 'INITIATED',
    });
    expect(await shell.refuses('tx', 'show', 'x')).toContain('UUID');
  });

  it('sticks and unsticks', async ({ shell, served, transferId: id }) => {
    await shell.prints('clock', 'advance', '1s');
    expect(await shell.prints('tx', 'stick', id)).toBe(`stick ${id}: its state is SENT.`);
    await shell.prints('clock', 'advance', '1h');
    expect(await stateOf(served, id)).toBe('STUCK');
    expect((await shell.json('tx', 'unstick', id)).transaction.id).toBe(id);
    await shell.prints('clock', 'advance', '1h');
    expect(await stateOf(served, id)).toBe('COMPLETE');
  });

  it('fails and denies for a reason', async ({ shell, transferId: id }) => {
    expect(await shell.prints('tx', 'fail', id, '--reason', 'INTERNAL_ERROR')).toContain('FAILED');
    expect(await shell.json('tx', 'show', id)).toMatchObject({ errorReason: 'INTERNAL_ERROR' });
    expect(await shell.refuses('tx', 'deny', id, '--reason', 'BAD_LUCK')).toContain(
      'ESTIMATION_ERROR',
    );
  });

  it('prints the refusal of an impossible action', async ({ shell, transferId: id }) => {
    expect(await shell.refuses('tx', 'stick', id)).toContain('INITIATED');
    expect(await shell.refuses('tx', 'stick', 'x')).toContain('UUID');
  });
});

describe('the selected server', () => {
  it('is the newest of the folder, and another by its URL', async ({ shell, served }) => {
    const newer = await shell.serve(['--memory', '--clock', 'skip']);
    expect((await shell.json('clock')).mode).toBe('skip');
    expect((await shell.json('clock', '--url', served.ready.url)).mode).toBe('frozen');
    expect((await shell.json('clock', '--url', `${served.ready.url}/`)).mode).toBe('frozen');
    await newer.stop();
    expect((await shell.json('clock')).mode).toBe('frozen');
  });

  it('is missing if only a dead process is registered', async ({ shell }) => {
    const deadId = process.pid + 1;
    const dead = await shell.serve(['--memory', '--clock', 'skip'], { processId: deadId });
    expect((await shell.json('clock')).mode).toBe('frozen');
    const sentence = await shell.refuses('clock', '--url', dead.ready.url);
    expect(sentence).toBe(
      `The token of ${dead.ready.url} is unknown. Set REPRISE_TOKEN to the token that the server printed at startup.`,
    );
  });

  it('is that of REPRISE_URL, with the token of REPRISE_TOKEN, from any folder', async ({
    served,
  }) => {
    const elsewhere = openShell();
    try {
      const { url, token } = served.ready;
      const env = { REPRISE_URL: url, REPRISE_TOKEN: token };
      const { exitCode, out } = await elsewhere.run(['clock', '--json'], env);
      expect(exitCode).toBe(0);
      expect(JSON.parse(out[0] ?? '').mode).toBe('frozen');
      const wrong = await elsewhere.run(['clock'], { ...env, REPRISE_TOKEN: 'another-token' });
      expect(wrong.exitCode).toBe(1);
      expect(wrong.errors).toHaveLength(1);
      expect(wrong.errors[0]).toContain('token');
    } finally {
      await elsewhere.close();
    }
  });

  it('is reported as unreachable without its token, too', async ({ shell }) => {
    const stopped = await shell.serve(['--memory']);
    await stopped.stop();
    const { url } = stopped.ready;
    const sentence = `No server answers at ${url}. Start it with \`reprise serve\`, or set another --url.`;
    expect(await shell.refuses('worlds', '--url', url)).toBe(sentence);
    const { errors } = await shell.run(['events', '--follow'], { REPRISE_URL: url });
    expect(errors).toEqual([sentence]);
  });

  it('uses the world of --world', async ({ shell, served }) => {
    const request = { name: 'alice', epoch: '2030-01-01', clock: 'frozen' };
    await served.control('POST', '/worlds', request);
    expect((await shell.json('clock', '--world', 'alice')).now).toBe('2030-01-01T00:00:00.000Z');
    expect(await shell.prints('tx', 'list', '--world', 'alice')).toBe('There are no transactions.');
  });

  it('is rejected with one sentence if it is another program', async ({ shell }) => {
    const other = createServer((_request, response) => response.end('<html>Hello</html>'));
    other.listen(0, '127.0.0.1');
    await once(other, 'listening');
    try {
      const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
      const env = { REPRISE_TOKEN: 'a-token-for-tests' };
      for (const args of [['clock'], ['events', '--follow'], ['recording', 'save', 'x.jsonl']]) {
        const { exitCode, out, errors } = await shell.run([...args, '--url', url], env);
        expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
        expect(errors).toEqual([`The server at ${url} is not Reprise. Set another --url.`]);
      }
    } finally {
      other.close();
      other.closeAllConnections();
    }
  });
});

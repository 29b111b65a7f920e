import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createFundedWallets,
  startTransfer,
  transactionOf,
} from '../../support/server/requests.ts';
import { openShell, type RunningServer, type Shell } from './shell.ts';

let shell: Shell;
let served: RunningServer;
let id: string;
beforeEach(async () => {
  shell = openShell();
  served = await shell.serve(['--memory', '--clock', 'frozen']);
  const { from } = await createFundedWallets(served.server);
  id = await startTransfer(served.server, { walletId: from.id });
});
afterEach(() => shell.close());

/** Runs a command line that must succeed; returns its output. */
async function fine(...args: string[]): Promise<string> {
  const { exitCode, out, errors } = await shell.run(args);
  expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: [] });
  return out.join('\n');
}
const asJson = async (...args: string[]) => JSON.parse(await fine(...args, '--json'));
const state = async () => (await transactionOf(served.server, id)).state;

/** Runs a command line that must fail; returns its one-line error. */
async function refused(...args: string[]): Promise<string> {
  const { exitCode, out, errors } = await shell.run(args);
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
  expect(errors).toHaveLength(1);
  return errors[0] ?? '';
}

describe('clock', () => {
  it('shows the time as text, and as JSON', async () => {
    const sentence =
      'It is 2026-01-01T00:00:00.000Z, clock frozen, next due 2026-01-01T00:00:00.200Z.';
    expect(await fine('clock')).toBe(sentence);
    expect(await fine('clock', 'show')).toBe(sentence);
    expect(await asJson('clock', 'show')).toEqual({
      now: '2026-01-01T00:00:00.000Z',
      mode: 'frozen',
      rate: 1,
      nextDue: '2026-01-01T00:00:00.200Z',
    });
  });

  it('sets mode and rate', async () => {
    expect(await asJson('clock', 'set', '--rate', '60')).toMatchObject({
      mode: 'frozen',
      rate: 60,
    });
    expect(await fine('clock', 'set', '--mode', 'real')).toMatch(/clock real x 60/);
    expect(await fine('clock', 'set', '--mode', 'skip', '--idle', 'off')).toMatch(
      /skip with idle off/,
    );
    expect(await asJson('clock', 'set', '--idle', 'on')).not.toHaveProperty('idle');
    await fine('clock', 'set', '--mode', 'frozen');
    expect((await served.server.control('GET', '/worlds/default/clock')).body).toMatchObject({
      mode: 'frozen',
      rate: 60,
    });
  });

  it('advances by a duration, to an instant, and until nothing is in progress', async () => {
    expect(await asJson('clock', 'advance', '400ms')).toEqual({
      now: '2026-01-01T00:00:00.400Z',
      fired: 2,
      events: 2,
    });
    expect(await state()).toBe('QUEUED');
    expect(await fine('clock', 'advance', '--to', '2026-01-01T00:00:01Z')).toMatch(
      /^It is 2026-01-01T00:00:01\.000Z\. Ran scheduled commands: \d+; events: \d+\.$/,
    );
    expect(await state()).toBe('SENT');
    await fine('clock', 'advance', '--until-idle');
    expect(await state()).toBe('COMPLETE');
  });

  it('prints the error message of the server', async () => {
    expect(await refused('clock', 'advance', '--to', '2025-01-01')).toContain('is in the past');
    expect(await refused('clock', '--world', 'nowhere')).toContain("no world 'nowhere'");
  });

  it('explains the format of an invalid duration', async () => {
    expect(await refused('clock', 'advance', 'soon')).toContain('duration');
    expect(await refused('clock', 'advance', '10')).toMatch(/needs a unit: 10s, 10m, /);
  });
});

describe('tx', () => {
  it('lists the newest transactions as a table, and as JSON', async () => {
    const table = await fine('tx');
    const [titles, ...rows] = table.split('\n');
    expect(titles).toMatch(/^id +state +type +blockchain +amount +created$/);
    expect(rows).toHaveLength(3);
    expect(rows[0]).toMatch(
      new RegExp(`^${id} +INITIATED +OUTBOUND +ETH-SEPOLIA +1\\.25 USDC +2026`),
    );
    expect(rows.slice(1).join('\n')).toMatch(/ 5 ETH-SEPOLIA /);
    const { transactions } = await asJson('tx', 'list');
    expect(transactions).toHaveLength(3);
    expect(transactions[0].id).toBe(id);
  });

  it('filters by state, and limits the number', async () => {
    const initiated = await asJson('tx', 'list', '--state', 'INITIATED');
    expect(initiated.transactions.map((row: { id: string }) => row.id)).toEqual([id]);
    expect((await asJson('tx', 'list', '--limit', '2')).transactions).toHaveLength(2);
    expect(await fine('tx', 'list', '--state', 'DENIED')).toBe('There are no transactions.');
    expect(await refused('tx', 'list', '--state', 'LOST')).toContain('state');
  });

  it('shows one transaction', async () => {
    expect(await asJson('tx', 'show', id)).toEqual(await transactionOf(served.server, id));
    expect(JSON.parse(await fine('tx', 'show', id))).toMatchObject({ id, state: 'INITIATED' });
    expect(await refused('tx', 'show', 'x')).toContain('UUID');
  });

  it('sticks and unsticks', async () => {
    await fine('clock', 'advance', '1s');
    expect(await fine('tx', 'stick', id)).toBe(`stick ${id}: its state is SENT.`);
    await fine('clock', 'advance', '1h');
    expect(await state()).toBe('STUCK');
    expect((await asJson('tx', 'unstick', id)).transaction.id).toBe(id);
    await fine('clock', 'advance', '1h');
    expect(await state()).toBe('COMPLETE');
  });

  it('fails and denies for a reason', async () => {
    expect(await fine('tx', 'fail', id, '--reason', 'INTERNAL_ERROR')).toContain('FAILED');
    expect(await asJson('tx', 'show', id)).toMatchObject({ errorReason: 'INTERNAL_ERROR' });
    expect(await refused('tx', 'deny', id, '--reason', 'BAD_LUCK')).toContain('ESTIMATION_ERROR');
  });

  it('prints the refusal of an impossible action', async () => {
    expect(await refused('tx', 'stick', id)).toContain('INITIATED');
    expect(await refused('tx', 'stick', 'x')).toContain('UUID');
  });
});

describe('the selected server', () => {
  it('is the newest of the folder, and another by its URL', async () => {
    const newer = await shell.serve(['--memory', '--clock', 'skip']);
    expect((await asJson('clock')).mode).toBe('skip');
    expect((await asJson('clock', '--url', served.ready.url)).mode).toBe('frozen');
    expect((await asJson('clock', '--url', `${served.ready.url}/`)).mode).toBe('frozen');
    await newer.stop();
    expect((await asJson('clock')).mode).toBe('frozen');
  });

  it('is missing if only a dead process is registered', async () => {
    const deadId = process.pid + 1;
    const dead = await shell.serve(['--memory', '--clock', 'skip'], { processId: deadId });
    expect((await asJson('clock')).mode).toBe('frozen');
    const sentence = await refused('clock', '--url', dead.ready.url);
    expect(sentence).toBe(
      `The token of ${dead.ready.url} is unknown. Set REPRISE_TOKEN to the token that the server printed at startup.`,
    );
  });

  it('is that of REPRISE_URL, with the token of REPRISE_TOKEN, from any folder', async () => {
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

  it('is reported as unreachable without its token, too', async () => {
    const stopped = await shell.serve(['--memory']);
    await stopped.stop();
    const { url } = stopped.ready;
    const sentence = `No server answers at ${url}. Start it with \`reprise serve\`, or set another --url.`;
    expect(await refused('worlds', '--url', url)).toBe(sentence);
    const { errors } = await shell.run(['events', '--follow'], { REPRISE_URL: url });
    expect(errors).toEqual([sentence]);
  });

  it('uses the world of --world', async () => {
    const request = { name: 'alice', epoch: '2030-01-01', clock: 'frozen' };
    await served.server.control('POST', '/worlds', request);
    expect((await asJson('clock', '--world', 'alice')).now).toBe('2030-01-01T00:00:00.000Z');
    expect(await fine('tx', 'list', '--world', 'alice')).toBe('There are no transactions.');
  });

  it('is rejected with one sentence if it is another program', async () => {
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

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect } from 'vitest';
import { WebSocket } from 'ws';
import { storedKey } from '../../../../adapters/fingerprints.ts';
import { openReprise } from '../../../../adapters/reprise.ts';
import { openSqliteStore } from '../../../../adapters/stores/sqlite/event-store.ts';
import { startServer } from '../../../support/server/server.ts';
import {
  expectError,
  createFundedWallets,
  createWalletSet,
  rawRequest,
  settle,
  startTransfer,
  waitUntil,
} from '../../../support/server/requests.ts';
import { connectTo } from '../../../support/speech/client.ts';
import type { Shell } from '../shell.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest();
const inHome = (name: string) => join('.reprise', name);
const homeFiles = (shell: Shell, pattern: RegExp) =>
  readdirSync(shell.path('.reprise')).filter((name) => pattern.test(name));
const portOf = (url: string) => new URL(url).port;

describe('serve', () => {
  it('prints exactly one ready line with --json', async ({ shell }) => {
    const { ready, out, stop } = await shell.serve(['--memory']);
    expect(Object.keys(ready)).toEqual([
      'event',
      'url',
      'token',
      'walletKey',
      'speechKey',
      'world',
    ]);
    expect(ready).toMatchObject({
      event: 'ready',
      walletKey: 'TEST_API_KEY:reprise:demo',
      speechKey: 'reprise-demo',
      world: 'default',
    });
    expect(ready.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(ready.token.length).toBeGreaterThanOrEqual(16);
    expect(await stop()).toBe(0);
    expect(out).toHaveLength(1);
  });

  it('serves with the keys that it prints', async ({ shell }) => {
    const { server } = await shell.serve(['--memory']);
    expect((await server.request('GET', '/v1/w3s/walletSets')).status).toBe(200);
    expect((await server.control('GET', '/worlds/default')).body.clock.mode).toBe('real');
  });

  it('creates a token for each start without REPRISE_TOKEN', async ({ shell }) => {
    const first = await shell.serve(['--memory']);
    const second = await shell.serve(['--memory']);
    expect(second.ready.token).not.toBe(first.ready.token);
    const env = { REPRISE_TOKEN: 'my-own-token' };
    const third = await shell.serve(['--memory'], { env });
    expect(third.ready.token).toBe('my-own-token');
    expect((await third.server.control('GET', '/worlds')).status).toBe(200);
  });

  it.for(['short', '', 'with a blank'])('refuses the token %j', async (token, { shell }) => {
    const args = ['serve', '--port', '0', '--memory'];
    const { exitCode, out, errors } = await shell.run(args, { REPRISE_TOKEN: token });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: [] });
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain('REPRISE_TOKEN');
  });

  it('creates the world by its flags', async ({ shell }) => {
    const flags = ['--seed', 's', '--epoch', '2030-01-01T00:00:00Z', '--clock', 'frozen'];
    const more = ['--rate', '60', '--ids', 'idempotency-key'];
    const { server } = await shell.serve(['--memory', ...flags, ...more]);
    const { body } = await server.control('GET', '/worlds/default');
    expect(body).toMatchObject({
      seed: 's',
      epoch: '2030-01-01T00:00:00.000Z',
      config: { ids: 'idempotency-key' },
      clock: { mode: 'frozen', rate: 60, now: '2030-01-01T00:00:00.000Z' },
    });
  });

  it('reads the epoch now from the clock of the host', async ({ shell }) => {
    const { server } = await shell.serve(['--memory', '--epoch', 'now', '--clock', 'frozen']);
    const { body } = await server.control('GET', '/worlds/default');
    expect(body.epoch).toBe('2026-05-01T10:00:00.000Z');
  });

  it('serves with wallet keys of the operator, and prints the first', async ({ shell }) => {
    const keys = ['--wallet-key', 'LIVE_API_KEY:a:b', '--wallet-key', 'TEST_API_KEY:c:d'];
    const { ready, server } = await shell.serve(['--memory', ...keys]);
    expect(ready.walletKey).toBe('LIVE_API_KEY:a:b');
    const path = '/v1/w3s/walletSets';
    expect((await server.request('GET', path)).status).toBe(200);
    const other = { Authorization: 'Bearer TEST_API_KEY:c:d' };
    expect((await server.request('GET', path, undefined, other)).status).toBe(200);
    const usual = { Authorization: 'Bearer TEST_API_KEY:reprise:demo' };
    expectError(await server.request('GET', path, undefined, usual), 401, 401);
  });

  it('serves with speech keys of the operator, and prints the first', async ({ shell }) => {
    const keys = ['--speech-key', 'hush-one', '--speech-key', 'hush-two'];
    const { ready, server } = await shell.serve(['--memory', ...keys]);
    expect(ready.speechKey).toBe('hush-one');
    const statuses = ['hush-one', 'hush-two', 'reprise-demo'].map(async (key) => {
      const headers = { Authorization: `Token ${key}` };
      return (await server.request('POST', '/v1/auth/grant', undefined, headers)).status;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 401]);
  });

  it.for([
    ['drops audio beyond --attachment-bytes-max', ['--attachment-bytes-max', '2000'], 409],
    ['stores all audio without it', [], 200],
  ] as const)('%s', async ([_name, flags, status], { shell }) => {
    const { ready, server } = await shell.serve(['--memory', '--clock', 'frozen', ...flags]);
    const client = await connectTo({ url: ready.url, WebSocket }, '/v1/listen', {
      query: '?encoding=mulaw&sample_rate=8000',
    });
    for (let count = 0; count < 10; count += 1) client.socket.send(Buffer.alloc(6_000, 0xff));
    client.send({ type: 'Finalize' });
    await waitUntil('it is heard', () => client.seen.length > 0);
    const [{ metadata }] = client.seen as [{ metadata: { request_id: string } }];
    const headers = { Authorization: `Bearer ${ready.token}` };
    const control = (path: string, body: object) =>
      server.request('POST', `/__reprise/worlds${path}`, body, headers);
    await control('/default/fork', { name: 'fork' });
    const frames = [{ text: '{"type":"KeepAlive"}' }];
    const driven = await control(`/fork/sessions/${metadata.request_id}/frames`, { frames });
    expect(driven.status, JSON.stringify(driven.body)).toBe(status);
    client.socket.close();
    await client.closed;
  });

  it('creates worlds on demand only with --worlds-on-demand', async ({ shell }) => {
    const without = await shell.serve(['--memory']);
    expect((await without.server.request('GET', '/w/x/ping')).status).toBe(404);
    const { server } = await shell.serve(['--memory', '--worlds-on-demand']);
    expect((await server.request('GET', '/w/x/ping')).status).toBe(200);
  });

  describe('answers to a Host', () => {
    const statuses = async (shell: Shell, flags: readonly string[], host: string) => {
      const { ready } = await shell.serve(['--memory', ...flags]);
      const headers = { Host: host, Authorization: `Bearer ${ready.token}` };
      const port = portOf(ready.url);
      const ask = async (path: string) =>
        (await rawRequest(`http://127.0.0.1:${port}${path}`, { headers })).status;
      return [await ask('/ping'), await ask('/__reprise/worlds')];
    };

    it.for([
      [[], 'box.lan', [403, 403]],
      [['--allow-host', 'box.lan'], 'box.lan', [200, 200]],
      [['--allow-host', 'a.lan', '--allow-host', 'box.lan'], 'box.lan:80', [200, 200]],
      [['--allow-host', 'box.lan'], 'other.lan', [403, 403]],
      [['--host', '0.0.0.0'], '0.0.0.0', [200, 200]],
      [['--host', '0.0.0.0'], 'box.lan', [200, 403]],
    ] as const)('with %j: %s', async ([flags, host, expected], { shell }) => {
      expect(await statuses(shell, flags, host)).toEqual(expected);
    });
  });

  it('prints its addresses, and a line when it stops', async ({ shell }) => {
    const out = await shell.lines('serve', '--port', '0', '--memory');
    expect(out.join('\n')).toMatch(/^Reprise 1\.2\.3-test at http:\/\/127\.0\.0\.1:\d+$/m);
    expect(out.join('\n')).toContain('TEST_API_KEY:reprise:demo');
    expect(out.at(-1)).toBe('Stopping (SIGTERM).');
  });

  it('ends with 1 if the port is in use', async ({ shell }) => {
    const other = await startServer();
    try {
      const port = portOf(other.url);
      const args = ['serve', '--port', port, '--memory'];
      expect(await shell.refuses(...args)).toContain(`Port ${port} is in use`);
      expect(existsSync(shell.path(inHome(`server-${port}.json`)))).toBe(false);
    } finally {
      await other.close();
    }
  });
});

describe('the store of a run', () => {
  const frozen = ['--clock', 'frozen'];

  it('is complete after the stop, and reopens with the same digest', async ({ shell }) => {
    const file = shell.path('kept.db');
    const { server, stop } = await shell.serve(['--data', file, ...frozen]);
    const { from } = await createFundedWallets(server);
    await startTransfer(server, { walletId: from.id });
    await settle(server);
    const sets = await Promise.all([1, 2, 3].map(() => createWalletSet(server)));
    const before = (await server.control('GET', '/worlds/default')).body;
    expect(await stop()).toBe(0);
    expect(existsSync(`${file}-wal`)).toBe(false);

    const store = openSqliteStore({ file });
    const reprise = await openReprise({ store, token: 'a-token-for-tests', version: '0' });
    const view = await reprise.engine.world('default')?.describe();
    await reprise.close();
    expect(view?.digest).toBe(before.digest);
    expect(view?.position).toBe(before.position);

    const again = await shell.serve(['--data', file]);
    const after = (await again.server.control('GET', '/worlds/default')).body;
    expect(after).toEqual(before);
    for (const set of sets) {
      const { body } = await again.server.request('GET', `/v1/w3s/walletSets/${set.id}`);
      expect(body.data.walletSet).toEqual(set);
    }
  });

  it('rejects flags that contradict it', async ({ shell }) => {
    const file = shell.path('kept.db');
    const first = await shell.serve(['--data', file, '--seed', 'one', ...frozen]);
    await first.stop();
    for (const [flag, value, known] of [
      ['--seed', 'two', 'one'],
      ['--epoch', '2030-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z'],
      ['--ids', 'idempotency-key', 'ordinal'],
    ] as const) {
      const args = ['serve', '--port', '0', '--data', file, flag, value];
      const error = await shell.refuses(...args);
      expect(error).toContain(flag);
      expect(error).toContain(known);
    }
    const same = ['--seed', 'one', '--epoch', '2026-01-01T00:00:00Z', '--ids', 'ordinal'];
    const { server } = await shell.serve(['--data', file, ...same]);
    expect((await server.control('GET', '/worlds/default')).body.clock.mode).toBe('frozen');
  });

  it('has the clock of the flags at the next start', async ({ shell }) => {
    const file = shell.path('kept.db');
    await (await shell.serve(['--data', file, ...frozen])).stop();
    const { server } = await shell.serve(['--data', file, '--clock', 'skip']);
    expect((await server.control('GET', '/worlds/default/clock')).body.mode).toBe('skip');
  });

  it('rejects other keys, and prints none of them', async ({ shell }) => {
    const data = ['--data', shell.path('kept.db')];
    const [own, other] = ['TEST_API_KEY:own:hush-one', 'TEST_API_KEY:own:hush-two'];
    await (await shell.serve([...data, '--wallet-key', own])).stop();
    const args = ['serve', '--port', '0', ...data, '--wallet-key', other];
    const error = await shell.refuses(...args);
    expect(error).toContain('created with other keys than those of --wallet-key');
    expect(error).not.toContain('hush');
    await (await shell.serve([...data, '--wallet-key', own])).stop();
  });

  it('rejects other speech keys, and prints a placeholder for unknown ones', async ({ shell }) => {
    const data = ['--data', shell.path('kept.db'), ...frozen];
    await (await shell.serve([...data, '--speech-key', 'hush-one'])).stop();
    const args = ['serve', '--port', '0', ...data];
    const error = await shell.refuses(...args, '--speech-key', 'hush-two');
    expect(error).toContain('created with other keys than those of --speech-key');
    expect(error).not.toContain('hush');
    const { out } = await shell.run(args);
    expect(out.join('\n')).toMatch(
      /speech     \S+\/v1\/speak, \/v1\/listen, \/v2\/listen, \/v1\/agent\/converse  \(WebSockets; key <secret>\)/,
    );
    const given = await shell.serve([...data, '--speech-key', 'hush-one']);
    expect(given.ready.speechKey).toBe('hush-one');
  });

  it('prints a wallet key that works at the next start too', async ({ shell }) => {
    const flags = ['--data', shell.path('kept.db'), ...frozen];
    await (await shell.serve(flags)).stop();
    const { server } = await shell.serve(flags);
    expect((await server.request('GET', '/v1/w3s/walletSets')).status).toBe(200);
  });

  it('warns if it has only the fingerprint of a key, which still works, and prints a key that is set again', async ({
    shell,
  }) => {
    const key = 'TEST_API_KEY:own:hush-hush';
    const flags = ['--data', shell.path('kept.db'), ...frozen];
    await (await shell.serve([...flags, '--wallet-key', key])).stop();
    const resumed = await shell.serve(flags);
    expect(resumed.ready).not.toHaveProperty('walletKey');
    const authorization = { Authorization: `Bearer ${key}` };
    const asked = resumed.server.request('GET', '/v1/w3s/walletSets', undefined, authorization);
    expect((await asked).status).toBe(200);
    await resumed.stop();
    const { out, errors } = await shell.run(['serve', '--port', '0', ...flags]);
    expect(out.join('\n')).toContain('(key TEST_API_KEY:own:<secret>)');
    expect(errors).toEqual([expect.stringContaining('only fingerprints of its wallet keys')]);
    const given = await shell.serve([...flags, '--wallet-key', key]);
    expect(given.ready.walletKey).toBe(key);
    expect((await given.server.request('GET', '/v1/w3s/walletSets')).status).toBe(200);
  });

  it('prints the application passwords of the fixture, else placeholders', async ({ shell }) => {
    const user = (id: number, login: string, password: string) =>
      `{ id: ${id}, login: ${login}, password: ${password}, role: editor }`;
    const users = [user(1, 'ann', 'hush hush'), user(2, 'bob', 'reprise-demo')].join(', ');
    const calendar = `{ mode: wordpress, users: [${users}] }`;
    const fixture = shell.write('users.yaml', `version: 1\nconfig: { calendar: ${calendar} }`);
    const args = ['serve', '--port', '0', '--data', shell.path('kept.db'), ...frozen];
    const first = await shell.run([...args, '--fixture', fixture]);
    expect(first.out.join(' ')).toContain('password ann:hush hush or bob:reprise-demo)');
    const { out } = await shell.run(args);
    expect(out.join(' ')).toContain('password ann:<password> or bob:reprise-demo)');
  });

  it('ends with 3 if it was edited, or is a database of another program', async ({ shell }) => {
    const foreign = shell.path('foreign.db');
    new Database(foreign).exec('CREATE TABLE notes (text TEXT)').close();
    const edited = shell.path('edited.db');
    const { server, stop } = await shell.serve(['--data', edited, ...frozen]);
    await createWalletSet(server, { name: 'before' });
    await stop();
    new Database(edited)
      .exec(`UPDATE events SET text = replace(text, '"before"', '"behind"')`)
      .close();
    for (const file of [foreign, edited]) {
      const { exitCode, out, errors } = await shell.run(['serve', '--port', '0', '--data', file]);
      expect({ file, exitCode, out }).toEqual({ file, exitCode: 3, out: [] });
      expect(errors).toHaveLength(1);
    }
  });

  it.for([
    ['its events are gone', 'DROP TABLE events'],
    [
      'two events have one idempotency key',
      `UPDATE events SET aside = (SELECT aside FROM events WHERE aside IS NOT NULL ORDER BY key)
       WHERE aside IS NOT NULL`,
    ],
  ] as const)('ends with 3 and a sentence if %s', async ([_what, statement], { shell }) => {
    const file = shell.path('edited.db');
    const { server, stop } = await shell.serve(['--data', file, ...frozen]);
    await createWalletSet(server, { name: 'first' });
    await createWalletSet(server, { name: 'second' });
    await stop();
    new Database(file).exec(statement).close();
    const args = ['serve', '--port', '0', '--data', file];
    const { exitCode, out, errors } = await shell.run(args);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: [] });
    expect(errors).toEqual([expect.stringContaining('damaged')]);
  });

  it('is rejected with one sentence if it is not a database', async ({ shell }) => {
    const text = 'This is no database, whatever its name says. '.repeat(100);
    const file = shell.write('text.db', text);
    const args = ['serve', '--port', '0', '--data', file];
    const { exitCode, out, errors } = await shell.run(args);
    expect([1, 3]).toContain(exitCode);
    expect(out).toEqual([]);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toContain(file);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('ends with 1 if it cannot be created', async ({ shell }) => {
    const file = shell.path('no/such/folder/a.db');
    expect(await shell.refuses('serve', '--port', '0', '--data', file)).toContain(file);
  });

  it('is a new file for each run under .reprise; the last ten files are retained', async ({
    shell,
  }) => {
    for (const suffix of ['', '-wal', '-shm']) {
      shell.write(inHome(`run-2025-01-01T00-00-00-000Z-1.db${suffix}`), '');
    }
    shell.write(inHome('notes.db'), 'mine');
    const created: string[] = [];
    for (let day = 1; day <= 12; day += 1) {
      const now = () => new Date(Date.UTC(2026, 4, day));
      const before = homeFiles(shell, /^run-.*\.db$/);
      const gone = { processId: 1_000 + day, isRunning: () => false };
      const { stop } = await shell.serve(frozen, { now, ...gone });
      created.push(...homeFiles(shell, /^run-.*\.db$/).filter((name) => !before.includes(name)));
      expect(await stop()).toBe(0);
    }
    expect(created).toHaveLength(12);
    expect(homeFiles(shell, /^run-.*\.db$/)).toEqual(created.slice(2));
    expect(homeFiles(shell, /^run-.*-lock$/)).toHaveLength(10);
    expect(shell.read(inHome('notes.db'))).toBe('mine');
  });

  it('survives failed starts, which leave no file', async ({ shell }) => {
    const served = await shell.serve(frozen);
    const port = portOf(served.ready.url);
    const [kept] = homeFiles(shell, /^run-.*\.db$/);
    const event = '{ title: A, start_date: today, end_date: the day after }';
    const unfit = shell.write('unfit.yaml', `version: 1\ncalendar: { events: [${event}] }`);
    const there = shell.write('there.jsonl', '');
    for (let day = 1; day <= 12; day += 1) {
      const now = () => new Date(Date.UTC(2026, 5, day));
      const gone = { now, processId: 1_000 + day, isRunning: () => false };
      for (const flags of [
        ['--port', port],
        ['--port', '0', '--fixture', unfit],
        ['--port', '0', '--record', there],
      ]) {
        expect((await shell.run(['serve', ...flags], {}, gone)).exitCode).toBe(1);
      }
    }
    expect(homeFiles(shell, /^run-/).filter((name) => !name.startsWith(kept ?? 'none'))).toEqual(
      [],
    );
    expect(await served.stop()).toBe(0);
    expect(homeFiles(shell, /^run-.*\.db$/)).toEqual([kept]);
  });

  it('is not changed by a start whose port is in use', async ({ shell }) => {
    const served = await shell.serve(['--memory']);
    const file = shell.path('never.db');
    await shell.refuses('serve', '--port', portOf(served.ready.url), '--data', file);
    expect(existsSync(file)).toBe(false);
  });

  it('is locked for a second server, which ends with one sentence', async ({ shell }) => {
    const file = shell.path('kept.db');
    const first = await shell.serve(['--data', file, ...frozen]);
    expect(await shell.refuses('serve', '--port', '0', '--data', file)).toBe(
      `${file} is in use by another process; stop it first.`,
    );
    expect(await first.stop()).toBe(0);
  });

  it('is not removed while its run continues', async ({ shell }) => {
    const running = inHome('run-2025-01-01T00-00-00-000Z-77.db');
    shell.write(running, '');
    for (let day = 1; day <= 12; day += 1) {
      const now = () => new Date(Date.UTC(2026, 4, day));
      const alive = { processId: 1_000 + day, isRunning: (id: number) => id === 77 };
      await (await shell.serve(frozen, { now, ...alive })).stop();
    }
    expect(shell.read(running)).toBe('');
  });

  it('creates no file with --memory', async ({ shell }) => {
    const { stop } = await shell.serve(['--memory']);
    await stop();
    expect(homeFiles(shell, /\.db/)).toEqual([]);
  });
});

describe('the folder .reprise', () => {
  it('is ignored by git from its creation on; the file may be changed', async ({ shell }) => {
    await shell.lines('serve', '--port', '0', '--memory');
    expect(shell.read(inHome('.gitignore'))).toBe('*\n');
    shell.write(inHome('.gitignore'), '*.db\n');
    await shell.lines('serve', '--port', '0', '--memory');
    expect(shell.read(inHome('.gitignore'))).toBe('*.db\n');
  });

  it('is ignored by git, too, if it exists already', async ({ shell }) => {
    mkdirSync(shell.path('.reprise'));
    await shell.lines('serve', '--port', '0', '--memory');
    expect(shell.read(inHome('.gitignore'))).toBe('*\n');
  });

  it('must be writable, unless there is --data or --memory', async ({ shell }) => {
    const home = shell.path('.reprise');
    shell.write('.reprise', 'not a folder');
    const refused = `No store can be created in ${home}: make it a writable folder, or serve with --data or --memory.`;
    expect(await shell.refuses('serve', '--port', '0')).toBe(refused);
    const { out } = await shell.run(['doctor'], { REPRISE_PORT: '0' });
    expect(out).toContain(`fix  ${refused}`);
    const { server } = await shell.serve(['--memory']);
    expect(await server.control('POST', '/worlds/default/recording/start')).toMatchObject({
      body: {
        error: {
          message: `No recording can be created in ${home}: make it a writable folder, or serve with --record and a file in another one.`,
        },
      },
    });
  });
});

describe('the registration of a server', () => {
  it('can be read by its owner only, and is removed at the stop', async ({ shell }) => {
    const { ready, stop } = await shell.serve(['--memory']);
    const file = shell.path(inHome(`server-${portOf(ready.url)}.json`));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const { url, token, processId } = JSON.parse(readFileSync(file, 'utf8'));
    expect({ url, token, processId }).toEqual({
      url: ready.url,
      token: ready.token,
      processId: process.pid,
    });
    expect(await stop()).toBe(0);
    expect(existsSync(file)).toBe(false);
  });

  it('replaces an old file that others can read', async ({ shell }) => {
    const first = await shell.serve(['--memory']);
    const port = portOf(first.ready.url);
    await first.stop();
    writeFileSync(shell.path(inHome(`server-${port}.json`)), '{"url":"old"}', { mode: 0o644 });
    const second = await shell.serve(['--memory', '--port', port]);
    expect(second.ready.url).toBe(first.ready.url);
    expect(statSync(shell.path(inHome(`server-${port}.json`))).mode & 0o777).toBe(0o600);
  });
});

describe('serve --fixture', () => {
  it('begins with a fixture of the package, or of a file', async ({ shell }) => {
    const file = shell.write('own.yaml', 'version: 1\nwallet: { walletSets: [{ name: own }] }');
    for (const [fixture, name] of [
      ['wallet/treasury', 'treasury'],
      [file, 'own'],
    ] as const) {
      const { server } = await shell.serve(['--memory', '--fixture', fixture]);
      const { body } = await server.request('GET', '/v1/w3s/walletSets?order=ASC');
      expect(body.data.walletSets[0].name).toBe(name);
    }
  });

  it('begins with a calendar and the settings of its site', async ({ shell }) => {
    const { server } = await shell.serve(['--memory', '--fixture', 'calendar/town-year']);
    const { body } = await server.request('GET', '/calendar/events/v1/events/by-slug/midsummer');
    expect(body).toMatchObject({ timezone: 'Europe/Berlin', cost: '12€ – 30€', sticky: true });
  });

  it('applies its settings, which flags override', async ({ shell }) => {
    const keys = 'config: { ids: idempotency-key, walletKeys: ["TEST_API_KEY:of:fixture"] }';
    const file = shell.write('keys.yaml', `version: 1\n${keys}`);
    const own = await shell.serve(['--memory', '--fixture', file]);
    expect(own.ready.walletKey).toBe('TEST_API_KEY:of:fixture');
    const flags = ['--wallet-key', 'TEST_API_KEY:of:flag', '--ids', 'ordinal'];
    const { server } = await shell.serve(['--memory', '--fixture', file, ...flags]);
    expect((await server.control('GET', '/worlds/default')).body.config).toEqual({
      ids: 'ordinal',
      walletKeys: [storedKey('TEST_API_KEY:of:flag')],
    });
  });

  it('overrides the mode of the calendar by the flag, and applies its other settings', async ({
    shell,
  }) => {
    const site = 'config: { calendar: { mode: open, zone: Europe/Vienna } }';
    const file = shell.write('site.yaml', `version: 1\n${site}`);
    const data = ['--data', shell.path('site.db'), '--fixture', file];
    const { server, stop } = await shell.serve([...data, '--calendar-auth', 'wordpress']);
    expect((await server.control('GET', '/worlds/default')).body.config.calendar).toEqual({
      mode: 'wordpress',
      zone: 'Europe/Vienna',
    });
    await stop();
    expect(
      await shell.refuses('serve', '--port', '0', ...data, '--calendar-auth', 'open'),
    ).toContain('created with --calendar-auth wordpress');
  });

  it('resumes a store that was created with it, and no other store', async ({ shell }) => {
    const data = ['--data', shell.path('kept.db'), '--clock', 'frozen'];
    const first = await shell.serve([...data, '--fixture', 'wallet/treasury']);
    const { digest } = (await first.server.control('GET', '/worlds/default')).body;
    await first.stop();
    for (const flags of [[], ['--fixture', 'wallet/treasury']]) {
      const again = await shell.serve([...data, ...flags]);
      expect((await again.server.control('GET', '/worlds/default')).body.digest).toBe(digest);
      await again.stop();
    }
    const other = shell.write('other.json', '{"version":1}');
    expect(await shell.refuses('serve', '--port', '0', ...data, '--fixture', other)).toContain(
      'created with another --fixture',
    );
    const bare = ['--data', shell.path('bare.db')];
    await (await shell.serve(bare)).stop();
    expect(await shell.refuses('serve', '--port', '0', ...bare, '--fixture', other)).toContain(
      'created without --fixture',
    );
  });

  it('refuses an invalid fixture in one sentence', async ({ shell }) => {
    const none = await shell.refuses(
      'serve',
      '--port',
      '0',
      '--memory',
      '--fixture',
      'wallet/none',
    );
    expect(none).toContain('There is no fixture wallet/none');
    expect(none).toContain('wallet/treasury');
    const unfit = shell.write('unfit.json', '{"version":1,"wallet":{"sets":[]}}');
    expect(await shell.refuses('serve', '--port', '0', '--memory', '--fixture', unfit)).toContain(
      'sets',
    );
    const broken = shell.write('broken.yaml', 'version: [1');
    expect(await shell.refuses('serve', '--port', '0', '--memory', '--fixture', broken)).toContain(
      'cannot be read',
    );
    const wallets = '[{ blockchains: [ETH], funds: { usdc: none } }]';
    const badFunds = shell.write(
      'bad-funds.yaml',
      `version: 1\nwallet:\n  walletSets: [{ wallets: ${wallets} }]`,
    );
    expect(
      await shell.refuses('serve', '--port', '0', '--memory', '--fixture', badFunds),
    ).toContain(
      `The fixture is refused: ${badFunds}, line 3, fixture.wallet.walletSets.0.wallets.0.funds: `,
    );
    const day = 'title: A\n      start_date: today\n      end_date: the day after\n';
    const badDate = shell.write('bad-date.yaml', `version: 1\ncalendar:\n  events:\n    - ${day}`);
    expect(await shell.refuses('serve', '--port', '0', '--memory', '--fixture', badDate)).toBe(
      `The fixture is refused: ${badDate}, line 6, fixture.calendar.events.0.end_date: must be a date such as 2031-01-10 09:00:00 or tomorrow 9am.`,
    );
  });
});

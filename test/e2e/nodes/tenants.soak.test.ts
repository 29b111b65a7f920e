// Tenants of real servers: over a file that is reopened, and over one PostgreSQL that several processes share.

import { expect, it, onTestFinished, vi } from 'vitest';
import { createClient } from '../../../adapters/client/index.ts';
import { describePostgres, testServer } from '../../support/postgres/databases.ts';
import { temporaryFolder } from '../../support/runner/temporary-folder.ts';
import { longMs } from '../../support/runner/timeouts.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { spawnServeForTest } from '../../support/server/serve-child.ts';
import { testKey } from '../../support/server/server.ts';

vi.setConfig({ testTimeout: 2 * longMs, hookTimeout: longMs });

const folder = temporaryFolder();

/** A status with what decides about a client. */
async function sent(url: string, token: string, method = 'GET', body?: object) {
  const response = await fetch(url, {
    method,
    headers: { Authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, text: await response.text(), retryAfter };
}

it('a file has its tenants with their limits after a restart', async () => {
  const serve = async () => {
    const child = spawnServeForTest(['--data', 'bank.db', '--clock', 'frozen'], { cwd: folder });
    return { child, ...(await child.ready) };
  };
  const first = await serve();
  const limits = { worlds: 1, requestsPerMinute: 5 };
  const { token = '' } = await createClient(first).tenants.put('acme', limits);
  const acme = createClient({ url: first.url, token });
  await acme.worlds.create({ name: 'acme.a' });
  first.child.kill('SIGTERM');
  expect(await first.child.exited).toBe(0);
  const second = await serve();
  const control = `${second.url}/__reprise/worlds`;
  expect((await sent(`${control}/acme.a`, token)).status).toBe(200);
  const refused = await sent(control, token, 'POST', { name: 'acme.b' });
  expect([refused.status, JSON.parse(refused.text).error.code]).toEqual([403, 'tenant-limit']);
  const wallets = `${second.url}/w/acme.a/v1/w3s/wallets`;
  for (let count = 3; count <= 5; count += 1) {
    expect((await sent(wallets, testKey)).status).toBe(200);
  }
  const surplus = await sent(wallets, testKey);
  expect([surplus.status, JSON.parse(surplus.text).code]).toEqual([429, 429]);
  expect(Number(surplus.retryAfter)).toBeGreaterThan(30);
  expect((await sent(control, token)).status).toBe(429);
  expect((await sent(control, second.token)).status).toBe(200);
});

describePostgres('tenants of processes that share a store', () => {
  const { newUrl } = testServer(['fsync=off']);

  it('reach their worlds through each, and see none of others, whatever becomes of these', async () => {
    const url = await newUrl();
    const node = async () => {
      const flags = ['--store', url, '--clock', 'frozen'];
      const child = spawnServeForTest(flags, { cwd: folder });
      return { child, ...(await child.ready) };
    };
    const [one, two] = [await node(), await node()];
    const operator = createClient(one);
    await operator.worlds.create({ name: 'other.a' });
    const { token = '' } = await operator.tenants.put('acme', {});
    const acme = createClient({ url: one.url, token });
    await acme.worlds.create({ name: 'acme.a' });
    const through = createClient({ url: two.url, token });
    expect((await through.world('acme.a').get()).name).toBe('acme.a'); // a token that it does not know is looked up
    await through.worlds.create({ name: 'acme.b' });
    expect((await acme.worlds.list()).map(({ name }) => name)).toEqual(['acme.a', 'acme.b']);
    const foreign = async () => {
      const answers = ['other.a', 'other.z'].map(async (name) => {
        const answer = await sent(`${two.url}/__reprise/worlds/${name}`, token);
        return { ...answer, text: answer.text.replace(name, '<name>') };
      });
      const [existing, absent] = await Promise.all(answers);
      expect(existing).toEqual(absent);
      return existing?.status;
    };
    expect(await foreign()).toBe(404);
    const moved = await operator.tenants.drawToken('acme');
    const isRefused = async () => (await sent(`${two.url}/__reprise/worlds`, token)).status === 401;
    await waitUntil('the other process refuses the token', isRefused, 6_000);
    const again = createClient({ url: two.url, token: moved });
    expect(await again.worlds.list()).toHaveLength(2);
    await operator.tenants.remove('acme', { withWorlds: true }); // worlds of both
    expect(await operator.tenants.list()).toEqual([]);
    const back = (await operator.tenants.put('acme', {})).token ?? '';
    one.child.kill('SIGSTOP'); // it has the world of the other tenant, and answers nothing any more
    onTestFinished(() => one.child.kill('SIGCONT'));
    const answered = await Promise.all(
      ['other.a', 'other.z'].map(async (name) =>
        sent(`${two.url}/__reprise/worlds/${name}`, back).then(({ status }) => status),
      ),
    );
    expect(answered).toEqual([404, 404]);
  });
});

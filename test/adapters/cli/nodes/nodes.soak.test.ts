// `reprise nodes`, and whether a server is ready.

import { expect, it, onTestFinished, vi } from 'vitest';
import { openPostgresStore } from '../../../../adapters/stores/postgres/event-store.ts';
import { describePostgres, testServer } from '../../../support/postgres/databases.ts';
import { longMs } from '../../../support/runner/timeouts.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';
import { openShell } from '../shell.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

shellTest({ auto: 'served' })(
  'nodes: none for a store of one process',
  async ({ shell, served }) => {
    expect(await shell.prints('nodes')).toBe('The store of this server is for one process.');
    expect(await shell.json('nodes')).toEqual({ nodes: [] });
    expect(await served.control('GET', '/ready')).toMatchObject({ status: 200 });
  },
);

describePostgres('nodes', () => {
  const { newUrl, server } = testServer(['fsync=off']);

  it('are named at the start of another one, and those of another version', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const url = await newUrl();
    const store = await openPostgresStore({ url });
    const address = 'http://10.9.8.7:4600';
    await store.leases?.begin({ address, version: '1.2.4', process: '' });
    const { out, errors } = await shell.run(['serve', '--port', '0', '--store', url]);
    expect(out).toContain(`  nodes      also ${address}`);
    expect(errors).toContain(
      `The node at ${address} has version 1.2.4, this one 1.2.3-test: give all nodes of a store the same version once an update is over.`,
    );
    await store.close();
  });

  it('say if no other can reach them, or has another token', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const url = await newUrl();
    const start = async (token: string, ...flags: string[]) => {
      const errors: string[] = [];
      const serve = await shell.serve(['--store', url, '--clock', 'frozen', ...flags], {
        env: { REPRISE_TOKEN: token },
        printError: (line) => line.includes('fsync') || errors.push(line),
      });
      return { serve, errors };
    };
    const one = await start('token-of-one');
    const two = await start('token-of-two');
    const three = await start('token-of-one', '--advertise', 'http://127.0.0.1:1/');
    await vi.waitFor(() => {
      const address = one.serve.ready.url;
      expect(two.errors).toEqual([
        `The node at ${address} has another token: give all nodes the same REPRISE_TOKEN.`,
      ]);
      expect(three.errors).toEqual([
        'The other nodes cannot reach this one at http://127.0.0.1:1: set --advertise to a URL at which they do.',
      ]);
    });
    expect(one.errors).toEqual([]);
  });

  it('lists them; one without its store is not ready', async () => {
    const shell = openShell();
    onTestFinished(() => shell.close());
    const url = await newUrl();
    const { ready, control, errors } = await shell.serve(['--store', url, '--clock', 'frozen']);
    const [title, row, ...rest] = (await shell.prints('nodes')).split('\n');
    expect(title).toMatch(/^address +version +worlds awake +load/);
    expect(row).toMatch(new RegExp(`^${ready.url} +1\\.2\\.3-test +\\d +\\d+ % +answers`));
    expect(rest).toEqual([]);
    expect((await control('GET', '/ready')).status).toBe(200);
    await server().stop();
    await vi.waitFor(
      async () => {
        const { status, body } = await control('GET', '/ready');
        expect([status, body.error.code]).toEqual([503, 'not-ready']);
      },
      { timeout: 20_000, interval: 100 },
    );
    await server().start();
    await vi.waitFor(async () => expect((await control('GET', '/ready')).status).toBe(200), {
      timeout: 20_000,
      interval: 100,
    });
    expect(errors.filter((line) => line.includes('reached again'))).toEqual([
      expect.stringMatching(
        /^Cannot .* postgres:.* Requests are refused until the store is reached again\.$/,
      ),
      'The store is reached again.',
    ]);
  });
});

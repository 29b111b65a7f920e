// The verb `fault`, and the profiles of `serve`.

import { describe, expect } from 'vitest';
import { faultProfiles } from '../../../../adapters/faults/profiles.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest();
const wallets = ['--route', 'GET /v1/w3s/wallets'];

describe('reprise fault', () => {
  it('adds, lists and removes faults', async ({ shell, served: { server } }) => {
    const add = 'fault add refuse --id f --count 1 --status 429 --retry-after 7 --code 155201';
    const added = await shell.lines(...add.split(' '), ...wallets, '--message', 'Later');
    expect(added).toEqual(["Added fault 'f': refuse."]);
    const refused = await server.request('GET', '/v1/w3s/wallets');
    expect(refused).toMatchObject({ status: 429, body: { code: 155_201, message: 'Later.' } });
    expect(refused.headers.get('retry-after')).toBe('7');
    expect((await server.request('GET', '/v1/w3s/wallets')).status).toBe(200);
    expect((await shell.prints('fault')).split('\n')).toEqual([
      'id  kind    of                   when     tried  struck',
      'f   refuse  GET /v1/w3s/wallets  count 1  1      1',
    ]);
    expect(await shell.prints('fault', 'remove', 'f')).toBe("Removed fault 'f'.");
    expect(await shell.prints('fault', 'list')).toBe('There are no faults.');
  });

  it('sends conditions in the form of the control plane', async ({ shell, served: _served }) => {
    const when = ['--between', '2026-01-01/2026-01-02', '--chance', '0.5', '--after', '0'];
    const where = ['--where', 'refId=R-7', '--where', 'amounts=["1"]', '--where', 'title=a=b'];
    const slow = ['fault', 'add', 'slow', '--delay', '2s', '--service', 'wallet'];
    expect(await shell.json(...slow, ...when, ...where)).toMatchObject({
      kind: 'slow',
      service: 'wallet',
      delay: 2_000,
      when: {
        after: 0,
        chance: 0.5,
        between: ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z'],
        json: { refId: 'R-7', amounts: ['1'], title: 'a=b' },
      },
    });
  });

  it('adds faults of transactions, webhooks and sockets', async ({ shell, served: _served }) => {
    const add = (...args: string[]) => shell.lines('fault', 'add', ...args);
    await add('fail', '--id', 'a', '--where', 'refId=R-7', '--reason', 'FAILED_ON_CHAIN');
    await add('swap-webhooks', '--id', 'b', '--delay', '1m');
    await add('close-socket', '--id', 'c', '--conn', '2', '--direction', 'in', '--code', '1013');
    expect((await shell.json('fault', 'list')).faults).toMatchObject([
      { id: 'a', kind: 'fail', reason: 'FAILED_ON_CHAIN', when: { json: { refId: 'R-7' } } },
      { id: 'b', kind: 'swap-webhooks', delay: 60_000 },
      { id: 'c', kind: 'close-socket', conn: 2, direction: 'in', code: 1013 },
    ]);
  });

  it.for([
    [['add', 'slo'], /Allowed choices are refuse, lose-request/],
    [['add', 'slow', '--between', '2026-01-01'], /^--between must be two instants/],
    [['add', 'slow'], /^delay: is missing: it must be a duration/],
    [['add', 'cut', '--chance', '2'], /It must be a number from 0 to 1\./],
    [['add', 'cut', '--where', 'refId'], /It must be a path and a value, such as refId=R-7\./],
    [['add', 'cut', '--status', '500'], /must not have "status"/],
    [['add', 'fail', '--reason', 'LUCK'], /^reason: must be one of /],
    [['add', 'close-socket', '--code', '1006'], /^code: must be 1000 to 1003/],
    [['add', 'drop-frame', '--direction', 'up'], /Allowed choices are in, out/],
    [['add', 'drop-frame', '--service', 'wallet'], /^service: must be speech or left out/],
    [['add', 'cut', '--conn', '1'], /must not have "conn"/],
    [['remove'], /^Set either the id of a fault or --all\.$/],
    [['remove', 'f', '--all'], /^Set either the id of a fault or --all\.$/],
    [['remove', 'f'], /There is no fault 'f'/],
  ] as const)('refuses %j', async ([args, message], { shell, served: _served }) => {
    const { exitCode, errors } = await shell.run(['fault', ...args]);
    expect({ exitCode, text: errors.join('\n') }).toEqual({
      exitCode: 1,
      text: expect.stringMatching(message),
    });
  });
});

describe('serve --faults', () => {
  it('refuses a fixture with a fault of the same id', async ({ shell }) => {
    const file = shell.write('own.yaml', 'version: 1\nfaults: [{ id: slow, kind: cut }]\n');
    const flags = ['--memory', '--fixture', file, '--faults', 'slow'];
    expect(await shell.refuses('serve', '--port', '0', ...flags)).toBe(
      `The fixture ${file} has a fault 'slow', as --faults slow has: change the id in the fixture, or omit --faults.`,
    );
  });

  it.for(Object.keys(faultProfiles))(
    '%s begins new worlds with its faults',
    async (profile, { shell }) => {
      const { server } = await shell.serve(['--memory', '--faults', profile]);
      await shell.run(['worlds', 'create', 'alice']);
      const { faults, chains } = { chains: {}, ...faultProfiles[profile as 'flaky'] };
      for (const world of ['default', 'alice']) {
        const { body } = await server.control('GET', `/worlds/${world}/faults`);
        expect(body.faults.map(({ id }: { id: string }) => id)).toEqual(faults.map(({ id }) => id));
        const chain = await server.control('GET', `/worlds/${world}/wallet/chains/ETH-SEPOLIA`);
        expect(chain.body.congestion).toBe('ETH-SEPOLIA' in chains ? '4' : '0');
      }
    },
  );

  it('is combined with a fixture, and stored with its worlds', async ({ shell }) => {
    const data = `${shell.cwd}/kept.db`;
    const flags = ['--data', data, '--fixture', 'wallet/treasury', '--faults', 'lossy'];
    const served = await shell.serve(flags);
    const { body } = await served.server.control('GET', '/worlds/default');
    expect(body.counts.wallets).toBeGreaterThan(0);
    expect((await shell.run(['fault'])).out.join()).toContain('lossy-repeat');
    await served.stop();
    await (await shell.serve(['--data', data])).stop();
    expect(await shell.refuses('serve', '--port', '0', '--data', data, '--faults', 'slow')).toBe(
      'The store was created with another --fixture and --faults. Leave --fixture and --faults out, or set another --data file.',
    );
  });
});

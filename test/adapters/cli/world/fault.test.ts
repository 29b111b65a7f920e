// The verb `fault`, and the profiles of `serve`.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { faultProfiles } from '../../../../adapters/faults/profiles.ts';
import { openShell, type Shell } from '../shell.ts';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
});
afterEach(() => shell.close());

const serve = (...flags: string[]) => shell.serve(['--memory', '--clock', 'frozen', ...flags]);
const wallets = ['--route', 'GET /v1/w3s/wallets'];

describe('reprise fault', () => {
  it('adds, lists and removes faults', async () => {
    const { server } = await serve();
    const refuse = [
      '--status',
      '429',
      '--retry-after',
      '7',
      '--code',
      '155201',
      '--message',
      'Later',
    ];
    const added = await shell.run([
      'fault',
      'add',
      'refuse',
      '--id',
      'f',
      ...wallets,
      ...refuse,
      '--count',
      '1',
    ]);
    expect(added).toMatchObject({ exitCode: 0, out: ["Added fault 'f': refuse."] });
    const refused = await server.request('GET', '/v1/w3s/wallets');
    expect(refused).toMatchObject({ status: 429, body: { code: 155_201, message: 'Later.' } });
    expect(refused.headers.get('retry-after')).toBe('7');
    expect((await server.request('GET', '/v1/w3s/wallets')).status).toBe(200);
    expect((await shell.run(['fault'])).out.join('\n').split('\n')).toEqual([
      'id  kind    of                   when     tried  struck',
      'f   refuse  GET /v1/w3s/wallets  count 1  1      1',
    ]);
    expect((await shell.run(['fault', 'remove', 'f'])).out).toEqual(["Removed fault 'f'."]);
    expect((await shell.run(['fault', 'list'])).out).toEqual(['There are no faults.']);
  });

  it('sends conditions in the form of the control plane', async () => {
    await serve();
    const when = ['--between', '2026-01-01/2026-01-02', '--chance', '0.5', '--after', '0'];
    const where = ['--where', 'refId=R-7', '--where', 'amounts=["1"]', '--where', 'title=a=b'];
    const slow = ['fault', 'add', 'slow', '--delay', '2s', '--service', 'wallet', '--json'];
    const { out } = await shell.run([...slow, ...when, ...where]);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
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

  it('adds faults of transactions, webhooks and sockets', async () => {
    await serve();
    const add = (...args: string[]) => shell.run(['fault', 'add', ...args]);
    await add('fail', '--id', 'a', '--where', 'refId=R-7', '--reason', 'FAILED_ON_CHAIN');
    await add('swap-webhooks', '--id', 'b', '--delay', '1m');
    await add('close-socket', '--id', 'c', '--conn', '2', '--direction', 'in', '--code', '1013');
    const { out } = await shell.run(['fault', 'list', '--json']);
    expect(JSON.parse(out[0] ?? '').faults).toMatchObject([
      { id: 'a', kind: 'fail', reason: 'FAILED_ON_CHAIN', when: { json: { refId: 'R-7' } } },
      { id: 'b', kind: 'swap-webhooks', delay: 60_000 },
      { id: 'c', kind: 'close-socket', conn: 2, direction: 'in', code: 1013 },
    ]);
  });

  it.each([
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
  ])('refuses %j', async (args, message) => {
    await serve();
    const { exitCode, errors } = await shell.run(['fault', ...args]);
    expect({ exitCode, text: errors.join('\n') }).toEqual({
      exitCode: 1,
      text: expect.stringMatching(message),
    });
  });
});

describe('serve --faults', () => {
  it('refuses a fixture with a fault of the same id', async () => {
    const file = join(shell.cwd, 'own.yaml');
    writeFileSync(file, 'version: 1\nfaults: [{ id: slow, kind: cut }]\n');
    const flags = ['--memory', '--fixture', file, '--faults', 'slow'];
    expect(await shell.run(['serve', '--port', '0', ...flags])).toEqual({
      exitCode: 1,
      out: [],
      errors: [
        `The fixture ${file} has a fault 'slow', as --faults slow has: change the id in the fixture, or omit --faults.`,
      ],
    });
  });

  it.each(Object.keys(faultProfiles))('%s begins new worlds with its faults', async (profile) => {
    const { server } = await serve('--faults', profile);
    await shell.run(['worlds', 'create', 'alice']);
    const { faults, chains } = { chains: {}, ...faultProfiles[profile as 'flaky'] };
    for (const world of ['default', 'alice']) {
      const { body } = await server.control('GET', `/worlds/${world}/faults`);
      expect(body.faults.map(({ id }: { id: string }) => id)).toEqual(faults.map(({ id }) => id));
      const chain = await server.control('GET', `/worlds/${world}/wallet/chains/ETH-SEPOLIA`);
      expect(chain.body.congestion).toBe('ETH-SEPOLIA' in chains ? '4' : '0');
    }
  });

  it('is combined with a fixture, and stored with its worlds', async () => {
    const data = `${shell.cwd}/kept.db`;
    const flags = ['--data', data, '--fixture', 'wallet/treasury', '--faults', 'lossy'];
    const served = await shell.serve(flags);
    const { body } = await served.server.control('GET', '/worlds/default');
    expect(body.counts.wallets).toBeGreaterThan(0);
    expect((await shell.run(['fault'])).out.join()).toContain('lossy-repeat');
    await served.stop();
    await (await shell.serve(['--data', data])).stop();
    const other = await shell.run(['serve', '--data', data, '--faults', 'slow']);
    expect(other.errors).toEqual([
      'The store was created with another --fixture and --faults. Leave --fixture and --faults out, or set another --data file.',
    ]);
  });
});

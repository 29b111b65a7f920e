import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openShell, type Shell } from '../shell.ts';

let shell: Shell;
beforeAll(() => {
  shell = openShell();
});
afterAll(() => shell.close());

const write = (name: string, text: string) => {
  writeFileSync(join(shell.cwd, name), text);
  return join(shell.cwd, name);
};

it('checks files and packaged fixtures by creating worlds from them', async () => {
  const file = write('shop.yaml', 'version: 1\ncalendar: { venues: [{ venue: Hall }] }\n');
  expect(await shell.run(['fixture', 'check', file, 'wallet/treasury'])).toEqual({
    exitCode: 0,
    out: [
      `${file} is valid: venues 1.`,
      expect.stringMatching(/^wallet\/treasury is valid: walletSets 2, wallets 5, /),
    ],
    errors: [],
  });
});

it('counts faults', async () => {
  const file = write('faults.yaml', 'version: 1\nfaults: [{ kind: cut }]\n');
  expect((await shell.run(['fixture', 'check', file])).out).toEqual([
    `${file} is valid: faults 1.`,
  ]);
});

it('checks all files, and ends with 1 if a schema or a service rejects one', async () => {
  const broken = write('broken.yaml', 'version: 1\nwallet:\n  walletSets: 3\n');
  const funds = '{ wallets: [{ blockchains: [ETH], funds: { usdc: none } }] }';
  const refused = write('refused.yaml', `version: 1\nwallet:\n  walletSets: [${funds}]\n`);
  const args = ['fixture', 'check', broken, 'wallet/treasury', refused, 'absent.yaml'];
  const { exitCode, out, errors } = await shell.run(args);
  expect(exitCode).toBe(1);
  expect(out).toEqual([expect.stringMatching(/^wallet\/treasury is valid/)]);
  expect(errors).toEqual([
    expect.stringContaining(`${broken} is not a valid fixture. Line 3, fixture.wallet.walletSets:`),
    expect.stringContaining(`The fixture is refused: ${refused}, line 3, fixture.wallet`),
    expect.stringContaining('There is no fixture absent.yaml.'),
  ]);
  const json = await shell.run([...args, '--json']);
  expect(json.exitCode).toBe(1);
  expect(JSON.parse(json.out.join('')).fixtures).toMatchObject([
    { fixture: broken, error: errors[0] },
    { fixture: 'wallet/treasury', counts: { walletSets: 2 } },
    { error: errors[1] },
    { error: errors[2] },
  ]);
});

it('lists packaged fixtures', async () => {
  const { out } = await shell.run(['fixture']);
  expect(out).toContain('wallet/treasury');
  const { out: json } = await shell.run(['fixture', 'list', '--json']);
  expect(JSON.parse(json.join(''))).toEqual({ fixtures: out });
});

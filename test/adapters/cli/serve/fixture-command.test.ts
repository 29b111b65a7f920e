import { expect } from 'vitest';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest({ scope: 'file' });

it('checks files and packaged fixtures by creating worlds from them', async ({ shell }) => {
  const file = shell.write('shop.yaml', 'version: 1\ncalendar: { venues: [{ venue: Hall }] }\n');
  expect(await shell.lines('fixture', 'check', file, 'wallet/treasury')).toEqual([
    `${file} is valid: venues 1.`,
    expect.stringMatching(/^wallet\/treasury is valid: walletSets 2, wallets 5, /),
  ]);
});

it('counts faults', async ({ shell }) => {
  const file = shell.write('faults.yaml', 'version: 1\nfaults: [{ kind: cut }]\n');
  expect(await shell.prints('fixture', 'check', file)).toBe(`${file} is valid: faults 1.`);
});

it('checks all files, and ends with 1 if a schema or a service rejects one', async ({ shell }) => {
  const broken = shell.write('broken.yaml', 'version: 1\nwallet:\n  walletSets: 3\n');
  const funds = '{ wallets: [{ blockchains: [ETH], funds: { usdc: none } }] }';
  const refused = shell.write('refused.yaml', `version: 1\nwallet:\n  walletSets: [${funds}]\n`);
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

it('lists packaged fixtures', async ({ shell }) => {
  const fixtures = await shell.lines('fixture');
  expect(fixtures).toContain('wallet/treasury');
  expect(await shell.json('fixture', 'list')).toEqual({ fixtures });
});

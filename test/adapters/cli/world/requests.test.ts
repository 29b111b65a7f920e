// The verb `requests`, against a server in this process.

import { afterEach, expect, it } from 'vitest';
import { createWalletSet } from '../../../support/server/requests.ts';
import { openShell, type Shell } from '../shell.ts';

let shell: Shell;
afterEach(() => shell.close());

const printed = async (...args: string[]) => {
  const { exitCode, out } = await shell.run(['requests', ...args]);
  expect(exitCode).toBe(0);
  return out.join('\n').split('\n');
};

it('lists requests with their effects, and clears them', async () => {
  shell = openShell();
  const { server } = await shell.serve(['--memory', '--clock', 'frozen']);
  await printed('clear');
  await createWalletSet(server);
  await server.request('GET', '/v1/w3s/wallet?walletSetId=x');
  await server.request('GET', '/v1/w3s/wallets');
  const [heading, ...rows] = await printed();
  expect(heading).toMatch(/^n +at +service +request +status +caused$/);
  expect(rows.at(-3)).toMatch(
    / wallet +POST \/v1\/w3s\/developer\/walletSets +201 .*, WalletSetCreated \w{8}$/,
  );
  expect(rows.at(-2)).toMatch(
    /GET \/v1\/w3s\/wallet\?walletSetId=x +404 +no route; GET \/v1\/w3s\/wallets\?$/,
  );
  expect(rows.at(-1)).toMatch(/GET \/v1\/w3s\/wallets +200$/);
  expect((await printed('--unmatched')).slice(1)).toEqual([
    expect.stringMatching(/ 404 +no route/),
  ]);
  expect(await printed('--status', '4xx', '--method', 'get', '--limit', '1')).toHaveLength(2);
  expect((await printed('--limit', '1')).at(-1)).toMatch(/GET \/v1\/w3s\/wallets +200$/);
  const json = JSON.parse((await printed('--path', '/v1/w3s/wallets', '--json')).join(''));
  expect(json.requests).toMatchObject([{ route: 'GET /v1/w3s/wallets', status: 200, events: [] }]);
  expect(await printed('clear')).toEqual(["Cleared the requests of world 'default'."]);
  expect(await printed()).toEqual(["The journal of world 'default' has no requests."]);
});

it('reports that a server has no journal', async () => {
  shell = openShell();
  await shell.serve(['--memory', '--no-journal']);
  const { exitCode, errors } = await shell.run(['requests']);
  expect(exitCode).toBe(1);
  expect(errors.join(' ')).toContain('Start it without --no-journal.');
});

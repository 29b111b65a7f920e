// The verb `requests`, against a server in this process.

import { expect } from 'vitest';
import { createWalletSet } from '../../../support/server/requests.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest();

it('lists requests with their effects, and clears them', async ({ shell, served: { server } }) => {
  const printed = async (...args: string[]) =>
    (await shell.prints('requests', ...args)).split('\n');
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
  const json = await shell.json('requests', '--path', '/v1/w3s/wallets');
  expect(json.requests).toMatchObject([{ route: 'GET /v1/w3s/wallets', status: 200, events: [] }]);
  expect(await printed('clear')).toEqual(["Cleared the requests of world 'default'."]);
  expect(await printed()).toEqual(["The journal of world 'default' has no requests."]);
});

it('reports that a server has no journal', async ({ shell }) => {
  await shell.serve(['--memory', '--no-journal']);
  expect(await shell.refuses('requests')).toContain('Start it without --no-journal.');
});

// `serve --log`: the lines printed for requests of clients.

import { expect } from 'vitest';
import {
  createFundedWallets,
  createWalletSet,
  startTransfer,
  waitUntil,
} from '../../../support/server/requests.ts';
import { WebSocket } from 'ws';
import { connectTo } from '../../../support/speech/client.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest();
const terminal = { isTerminal: true, env: { NO_COLOR: '1' } };

it('prints a line for each request, in the order of the answers', async ({ shell }) => {
  const flags = ['--memory', '--clock', 'frozen', '--log', 'pretty'];
  const { server, out, stop } = await shell.serve(flags, terminal);
  const { from } = await createFundedWallets(server);
  const before = out.length;
  await startTransfer(server, { walletId: from.id });
  await server.request('GET', '/v1/w3s/wallet?walletSetId=x');
  await server.request('GET', '/nothing', undefined, { 'X-Reprise-World': 'a\tb' });
  await stop();
  const at = String.raw`2026-01-01T00:00:00\.000Z`;
  const lines = out.slice(before).filter((line) => !line.includes('entity/publicKey'));
  expect(lines).toEqual([
    expect.stringMatching(
      new RegExp(
        `^${at} default wallet   POST /v1/w3s/developer/transactions/transfer -> 201 [0-9.]+ ms  TransferInitiated [0-9a-f]{8}$`,
      ),
    ),
    expect.stringMatching(
      /default wallet {3}GET \/v1\/w3s\/wallet\?walletSetId=x -> 404 [0-9.]+ ms {2}no route; GET \/v1\/w3s\/wallets\?$/,
    ),
    expect.stringMatching(/ a\\u0009b {10}GET \/nothing -> 404 [0-9.]+ ms {2}no route$/),
  ]);
});

it('prints a socket when it opens and when it closes', async ({ shell }) => {
  const { ready, out } = await shell.serve(['--memory', '--log', 'pretty']);
  const { socket } = await connectTo({ url: ready.url, WebSocket }, '/v1/speak');
  socket.close();
  await waitUntil('it is closed', () => out.length === 3);
  expect(out[1]).toMatch(/ default speech {3}GET \/v1\/speak -> 101 /);
  expect(out[2]).toMatch(
    / GET \/v1\/speak -> closed 1\d\d\d after \d+ frames in, \d+ out [0-9.]+ ms$/,
  );
});

it('prints JSON without secrets, and only with --log', async ({ shell }) => {
  const { server, ready, out, stop } = await shell.serve(['--memory', '--log', 'json']);
  await createWalletSet(server);
  await stop();
  const [request] = out.slice(1).map((line) => JSON.parse(line));
  expect(request).toMatchObject({ event: 'request', world: 'default', service: 'wallet', n: 1 });
  expect(request.durationMs).toBeGreaterThan(0);
  expect(out.slice(1).join('\n')).not.toContain(ready.walletKey);
  const plain = await shell.run(['--memory', '--port', '0', '--log', 'json']);
  for (const line of plain.out) expect(JSON.parse(line)).toMatchObject({ event: 'ready' });
  for (const flags of [[], ['--log', 'off']]) {
    const quiet = await shell.serve(['--memory', ...flags], terminal);
    await createWalletSet(quiet.server);
    await quiet.stop();
    expect(quiet.out).toHaveLength(1); // only the ready line
  }
});

it('requires the journal', async ({ shell }) => {
  expect(await shell.refuses('--memory', '--no-journal', '--log', 'json')).toBe(
    '--log prints the journal of requests. Leave --no-journal or --log out.',
  );
});

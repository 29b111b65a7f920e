// A recording with faults, printed by `inspect`: strikes are shown, what only a replay needs is left out.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import {
  advance,
  createFundedWallets,
  postTransfer,
  transferBody,
} from '../../../support/server/requests.ts';
import { connectTo } from '../../../support/speech/client.ts';
import { openShell, type Shell } from '../../cli/shell.ts';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
});
afterEach(() => shell.close());

const recorded = ['--memory', '--clock', 'frozen', '--record', 'a.jsonl'];

async function record(): Promise<string> {
  const { server, ready, stop } = await shell.serve(recorded);
  const { from } = await createFundedWallets(server);
  for (const fault of [
    { id: 'pay', kind: 'stick', when: { json: { refId: 'R-7' } } },
    { id: 'third', kind: 'lose-answer', route: 'GET /v1/w3s/wallets', when: { every: 3 } },
    { id: 'late', kind: 'delay-frame', delay: '1s', direction: 'in', when: { count: 1 } },
    { id: 'hooks', kind: 'lose-webhook', when: { after: 9 } },
  ]) {
    expect((await server.control('POST', '/worlds/default/faults', fault)).status).toBe(201);
  }
  const fields = { walletId: from.id, refId: 'R-7' };
  await postTransfer(server, await transferBody(server, fields));
  for (let count = 0; count < 3; count += 1) {
    await server.request('GET', '/v1/w3s/wallets').catch(() => {});
  }
  const endpoint = 'https://hooks.example/wallet';
  await server.request('POST', '/v2/notifications/subscriptions', { endpoint });
  const client = await connectTo({ url: ready.url, WebSocket }, '/v1/listen');
  client.send({ type: 'CloseStream' });
  const struck = async () =>
    (await server.control('GET', '/worlds/default/events?type=FaultStruck')).body.events;
  await expect.poll(async () => (await struck()).length).toBe(3);
  await advance(server, '2s');
  await client.closed;
  expect(await stop()).toBe(0);
  return 'a.jsonl';
}

const path = '/v1/w3s/developer/transactions/transfer';

it('tells strikes, and leaves out tries that passed', async () => {
  const file = await record();
  const { out } = await shell.run(['inspect', file]);
  const lines = out.slice(out.indexOf('') + 1, -2).map((line) => line.slice(23));
  expect(
    lines.filter((line) => /TryFaults|StrikeFrame|FaultPassed|entry \d+ goes on/.test(line)),
  ).toEqual([]);
  expect(lines.filter((line) => / (FaultStruck|DelayEnded) /.test(line))).toEqual([
    expect.stringMatching(`FaultStruck  fault pay: stick on POST ${path}$`),
    expect.stringMatching('FaultStruck  fault third: lose-answer on GET /v1/w3s/wallets$'),
    expect.stringMatching(
      'FaultStruck  fault late: delay-frame on frame 1 from the client of connection 1, /v1/listen, until ',
    ),
    expect.stringMatching(
      /DelayEnded {2}delay \d+: frame 1 from the client of connection 1, \/v1\/listen, because of #\d+$/,
    ),
  ]);
  const first = lines.findIndex((line) => line.includes(`POST ${path} -> 201 INITIATED`));
  expect(lines[first + 1]).toContain('FaultStruck');
  expect(lines[first + 2]).toContain('TransferInitiated'); // of the same request, which went on
  const clock = 'POST /__reprise/worlds/default/clock/advance';
  const further = lines.filter((line) => line.includes('goes on'));
  expect(further.length).toBeGreaterThan(0);
  for (const line of further) {
    expect(line).toMatch(new RegExp(`^clock +${clock} goes on  \\(input \\d+\\)$`));
  }
  const passed = await shell.run(['inspect', file, '--grep', 'FaultPassed']);
  expect(passed.out.join('\n')).toContain('FaultPassed  fault third');
});

// The examples of README.md: each of them strikes.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { blocksOf, readPage } from '../../support/documents/page.ts';
import { createFundedWallets, postTransfer, transferBody } from '../../support/server/requests.ts';
import { connectTo } from '../../support/speech/client.ts';
import { WebSocket } from 'ws';
import { openShell, type RunningServer, type Shell } from '../cli/shell.ts';

const page = readPage('adapters/faults/README.md');

let shell: Shell;
let served: RunningServer;
beforeEach(async () => {
  shell = openShell();
  served = await shell.serve(['--memory', '--clock', 'frozen']);
});
afterEach(() => shell.close());

const add = async (fault: object) =>
  expect(await served.server.control('POST', '/worlds/default/faults', fault)).toMatchObject({
    status: 201,
  });

async function struck(): Promise<readonly number[]> {
  const { body } = await served.server.control('GET', '/worlds/default/faults');
  return body.faults.map(({ struck: count }: { struck: number }) => count);
}

async function transfer(): Promise<void> {
  const { from } = await createFundedWallets(served.server);
  const fields = { walletId: from.id, refId: 'R-7', feeLevel: 'LOW' };
  await postTransfer(served.server, await transferBody(served.server, fields)).catch(() => {});
}

async function keepAlive(): Promise<void> {
  const client = await connectTo({ url: served.ready.url, WebSocket }, '/v1/listen');
  client.send({ type: 'KeepAlive' }, { type: 'CloseStream' });
  await client.closed;
}

/** What is struck by the faults that the page shows as members: `{…}`. */
const inline: readonly (readonly [RegExp, (given: object) => object, () => Promise<void>])[] = [
  [/^\{"kind": "drop-frame"/, (fault) => fault, keepAlive],
  [/^\{"refId"/, (json) => ({ kind: 'deny', when: { json } }), transfer],
];

const members = [...page.matchAll(/`(\{"[^`]*\})`/g)].map(([, text]) => text!);

it.each(members)('%s strikes', async (text) => {
  const [, faultOf, act] = inline.find(([pattern]) => pattern.test(text))!;
  await add(faultOf(JSON.parse(text) as object));
  await act();
  expect(await struck()).toEqual([1]);
});

const commands = [...page.matchAll(/^reprise (fault add .*)$|`reprise (fault add [^`]*)`/gm)].map(
  ([, line, word]) => line ?? word!,
);

it.each(commands)('%s strikes', async (command) => {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, text, word]) => text ?? word!);
  const { from } = await createFundedWallets(served.server);
  expect(await shell.run(words)).toMatchObject({ exitCode: 0 });
  const body = await transferBody(served.server, { walletId: from.id, refId: 'R-7' });
  await postTransfer(served.server, body).catch(() => {});
  expect(await struck()).toEqual([1]);
});

it('the faults of its fixture strike', async () => {
  const fixture = JSON.parse(blocksOf(page).find(({ language }) => language === 'json')!.code);
  const created = await served.server.control('POST', '/worlds', {
    name: 'a',
    clock: { mode: 'skip' },
    fixture,
  });
  expect(created.status).toBe(201);
  for (let count = 0; count < 20; count += 1) {
    await served.server.request('GET', '/w/a/calendar/events/v1/events');
  }
  const { body } = await served.server.control('GET', '/worlds/a/faults');
  for (const { struck: count } of body.faults) expect(count).toBeGreaterThan(0);
});

it('finds the examples of the page', () => {
  expect([members.length, commands.length]).toEqual([2, 2]);
});

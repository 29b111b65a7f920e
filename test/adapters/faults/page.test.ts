// The examples of README.md: each of them strikes.

import { expect } from 'vitest';
import { blocksOf, readPage } from '../../support/documents/page.ts';
import { createFundedWallets, postTransfer, transferBody } from '../../support/server/requests.ts';
import { connectTo } from '../../support/speech/client.ts';
import { WebSocket } from 'ws';
import { shellTest } from '../../support/runner/shell-test.ts';
import type { RunningServer } from '../cli/shell.ts';

const page = readPage('adapters/faults/README.md');

const it = shellTest();

async function struck({ control }: RunningServer): Promise<readonly number[]> {
  const { body } = await control('GET', '/worlds/default/faults');
  return body.faults.map(({ struck: count }: { struck: number }) => count);
}

async function transfer({ server }: RunningServer): Promise<void> {
  const { from } = await createFundedWallets(server);
  const fields = { walletId: from.id, refId: 'R-7', feeLevel: 'LOW' };
  await postTransfer(server, await transferBody(server, fields)).catch(() => {});
}

async function keepAlive({ ready }: RunningServer): Promise<void> {
  const client = await connectTo({ url: ready.url, WebSocket }, '/v1/listen');
  client.send({ type: 'KeepAlive' }, { type: 'CloseStream' });
  await client.closed;
}

/** What is struck by the faults that the page shows as members: `{…}`. */
const inline: readonly (readonly [
  RegExp,
  (given: object) => object,
  (served: RunningServer) => Promise<void>,
])[] = [
  [/^\{"kind": "drop-frame"/, (fault) => fault, keepAlive],
  [/^\{"refId"/, (json) => ({ kind: 'deny', when: { json } }), transfer],
];

const members = [...page.matchAll(/`(\{"[^`]*\})`/g)].map(([, text]) => text!);

it.for(members)('%s strikes', async (text, { served }) => {
  const [, faultOf, act] = inline.find(([pattern]) => pattern.test(text))!;
  const fault = faultOf(JSON.parse(text) as object);
  const { status } = await served.control('POST', '/worlds/default/faults', fault);
  expect(status).toBe(201);
  await act(served);
  expect(await struck(served)).toEqual([1]);
});

const commands = [...page.matchAll(/^reprise (fault add .*)$|`reprise (fault add [^`]*)`/gm)].map(
  ([, line, word]) => line ?? word!,
);

it.for(commands)('%s strikes', async (command, { shell, served }) => {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, text, word]) => text ?? word!);
  const { from } = await createFundedWallets(served.server);
  await shell.lines(...words);
  const body = await transferBody(served.server, { walletId: from.id, refId: 'R-7' });
  await postTransfer(served.server, body).catch(() => {});
  expect(await struck(served)).toEqual([1]);
});

it('the faults of its fixture strike', async ({ served }) => {
  const fixture = JSON.parse(blocksOf(page).find(({ language }) => language === 'json')!.code);
  const created = await served.control('POST', '/worlds', {
    name: 'a',
    clock: { mode: 'skip' },
    fixture,
  });
  expect(created.status).toBe(201);
  for (let count = 0; count < 20; count += 1) {
    await served.server.request('GET', '/w/a/calendar/events/v1/events');
  }
  const { body } = await served.control('GET', '/worlds/a/faults');
  for (const { struck: count } of body.faults) expect(count).toBeGreaterThan(0);
});

it('finds the examples of the page', () => {
  expect([members.length, commands.length]).toEqual([2, 2]);
});

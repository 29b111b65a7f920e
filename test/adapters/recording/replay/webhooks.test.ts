import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import {
  expectComplete,
  expectEqual,
  linesOf,
  writeSealed,
} from '../../../support/recording/recordings.ts';
import { serverTest } from '../../../support/runner/server-test.ts';
import { token, type TestServer } from '../../../support/server/server.ts';
import type { WebhookReceiver } from '../../../support/server/webhook-receiver.ts';
import {
  advance,
  createFundedWallets,
  settle,
  startTransfer,
} from '../../../support/server/requests.ts';

const it = serverTest({ outboundWaitMs: 30_000 });
const secrets = ['a-login-that-nobody-may-see', 'short', 'a-token-that-nobody-may-see'] as const;

/** Subscribes an endpoint whose URL contains secrets, and reads the subscription. */
async function subscribe(server: TestServer, { url }: WebhookReceiver): Promise<void> {
  const [login, pin, token] = secrets;
  const endpoint = `${url.replace('//', `//me:${login}@`)}?pin=${pin}&of=${token}`;
  const path = '/v2/notifications/subscriptions';
  const { status, body } = await server.request('POST', path, { endpoint });
  expect(status).toBe(200);
  const { body: read } = await server.request('GET', `${path}/${body.data.id}`);
  expect(read.data.endpoint).toBe(endpoint);
}

/** Runs a transfer whose webhooks fail at first. */
async function transfer(server: TestServer, receiver: WebhookReceiver): Promise<void> {
  const { from, to } = await createFundedWallets(server);
  receiver.answerWith = 500;
  await startTransfer(server, { walletId: from.id, destinationAddress: to.address });
  await advance(server, '30s');
  receiver.answerWith = 200;
  await settle(server);
  await advance(server, '1m');
}

describe('a recording with webhooks', () => {
  it('contains every attempt and outcome, and replays equal without sending', async ({
    server,
    receiver,
    record,
  }) => {
    const { file, stop } = await record(server);
    await subscribe(server, receiver);
    await transfer(server, receiver);
    await stop();
    const sent = receiver.received.length;
    await receiver.close();
    const { entries, replay, ...recording } = await expectEqual(file);
    await expectComplete({ entries, ...recording }, server.reprise.engine.store);
    const attempts = entries.filter(({ kind }) => kind === 'webhook.attempt');
    const outcomes = entries.filter(({ kind }) => kind === 'webhook.outcome');
    expect([attempts.length, outcomes.length, replay.compared.webhooks]).toEqual([
      sent,
      sent,
      sent,
    ]);
    expect(outcomes.map((entry) => ('outcome' in entry ? entry.outcome : {}))).toEqual(
      expect.arrayContaining([
        { kind: 'answered', status: 200 },
        { kind: 'answered', status: 500 },
      ]),
    );
    expect(attempts.map((entry) => ('text' in entry ? entry.text : ''))).toEqual(
      receiver.received.map(({ text }) => text),
    );
    expect(receiver.received).toHaveLength(sent);
  });

  it('can begin after a subscription', async ({ server, receiver, record }) => {
    await subscribe(server, receiver);
    const { file, stop } = await record(server);
    await transfer(server, receiver);
    await stop();
    await receiver.close();
    const { replay } = await expectEqual(file);
    expect(replay.compared.webhooks).toBeGreaterThan(4);
    for (const secret of secrets) expect(readFileSync(file, 'utf8')).not.toContain(secret);
  });

  it('contains no credentials of a URL', async ({ server, receiver, record }) => {
    const { file, stop } = await record(server);
    await subscribe(server, receiver);
    await advance(server, 0);
    await stop();
    await receiver.close();
    await expectEqual(file);
    const text = readFileSync(file, 'utf8');
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain(`${new URL(receiver.url).host}/hook?pin=%5Bredacted%3Asecret%5D&of=~`);
  });

  it('counts what has no outcome at the end of an advance, whatever ran between', async ({
    server,
    receiver,
    record,
  }) => {
    await subscribe(server, receiver);
    await advance(server, 0);
    receiver.answerWith = 500;
    const { from, to } = await createFundedWallets(server);
    await startTransfer(server, { walletId: from.id, destinationAddress: to.address });
    const { file, stop } = await record(server);
    const { app } = server.reprise;
    const advanceAtOnce = (by: number) =>
      app.handle({
        method: 'POST',
        url: '/__reprise/worlds/default/clock/advance',
        origin: server.url,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify({ by })),
      });
    // The second one has its end before the webhook of the first has its outcome, and is answered after it.
    const answers = await Promise.all([advanceAtOnce(60_000), advanceAtOnce(0)]);
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    await stop();
    await receiver.close();
    await expectEqual(file);
  });

  it('differs if another message would be sent', async ({ server, receiver, record, folder }) => {
    const { file, stop } = await record(server);
    await subscribe(server, receiver);
    await advance(server, 0);
    await stop();
    await receiver.close();
    const lines = linesOf(file);
    const attempt = lines.find(({ kind }) => kind === 'webhook.attempt');
    attempt.text = attempt.text.replace('world', 'moon');
    const changed = writeSealed(join(folder, 'changed.jsonl'), lines);
    const replay = await replayRecording(changed, await readRecording(changed));
    expect(replay.divergence).toMatchObject({
      exchange: {
        kind: 'webhook.attempt',
        path: 'body.notification.hello',
        expected: 'moon',
        actual: 'world',
      },
    });
  });
});

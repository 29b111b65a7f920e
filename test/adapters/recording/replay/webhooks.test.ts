import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../adapters/recording/replay/replay.ts';
import {
  expectComplete,
  expectEqual,
  linesOf,
  recordingFolder,
  writeSealed,
} from '../../../support/recording/recordings.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { receiveWebhooks, type WebhookReceiver } from '../../../support/server/webhook-receiver.ts';
import {
  advance,
  createFundedWallets,
  settle,
  startTransfer,
} from '../../../support/server/requests.ts';

const folder = recordingFolder();
const secrets = ['a-login-that-nobody-may-see', 'short', 'a-token-that-nobody-may-see'] as const;

let server: TestServer;
let receiver: WebhookReceiver;

beforeEach(async () => {
  receiver = await receiveWebhooks();
  server = await startServer({ outboundWaitMs: 30_000 });
});

afterEach(() => server.close());

/** Subscribes an endpoint whose URL contains secrets, and reads the subscription. */
async function subscribe(): Promise<void> {
  const [login, pin, token] = secrets;
  const endpoint = `${receiver.url.replace('//', `//me:${login}@`)}?pin=${pin}&of=${token}`;
  const path = '/v2/notifications/subscriptions';
  const { status, body } = await server.request('POST', path, { endpoint });
  expect(status).toBe(200);
  expect((await server.request('GET', `${path}/${body.data.id}`)).body.data.endpoint).toBe(
    endpoint,
  );
}

/** Runs a transfer whose webhooks fail at first. */
async function transfer(): Promise<void> {
  const { from, to } = await createFundedWallets(server);
  receiver.answerWith = 500;
  await startTransfer(server, { walletId: from.id, destinationAddress: to.address });
  await advance(server, '30s');
  receiver.answerWith = 200;
  await settle(server);
  await advance(server, '1m');
}

async function record(name: string, session: () => Promise<void>): Promise<string> {
  const { engine, recordings } = server.reprise;
  const world = engine.world('default');
  if (world === undefined) throw new Error('There is no world.');
  const file = join(folder, name);
  await recordings.start(world, { file });
  await session();
  await recordings.stop('default');
  return file;
}

describe('a recording with webhooks', () => {
  it('contains every attempt and outcome, and replays equal without sending', async () => {
    const file = await record('webhooks.jsonl', async () => {
      await subscribe();
      await transfer();
    });
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

  it('can begin after a subscription', async () => {
    await subscribe();
    const file = await record('later.jsonl', transfer);
    await receiver.close();
    const { replay } = await expectEqual(file);
    expect(replay.compared.webhooks).toBeGreaterThan(4);
    for (const secret of secrets) expect(readFileSync(file, 'utf8')).not.toContain(secret);
  });

  it('contains no credentials of a URL', async () => {
    const file = await record('secrets.jsonl', async () => {
      await subscribe();
      await advance(server, 0);
    });
    await receiver.close();
    await expectEqual(file);
    const text = readFileSync(file, 'utf8');
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(text).toContain(`${new URL(receiver.url).host}/hook?pin=%5Bredacted%3Asecret%5D&of=~`);
  });

  it('differs if another message would be sent', async () => {
    const file = await record('other.jsonl', async () => {
      await subscribe();
      await advance(server, 0);
    });
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

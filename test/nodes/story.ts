// A short run against a server on a given Node: a fixture of the package, the real client, a webhook, a calendar, a recording.

import { strict as assert } from 'node:assert';
import { openSession } from '../recordings/session.ts';
import { startServe } from '../support/server/serve-process.ts';
import type { receiveWebhooks } from '../support/server/webhook-receiver.ts';
import type { Node } from './install.ts';

export interface StoryOptions {
  readonly node: Node;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The new file for the recording. */
  readonly record: string;
  /** `--memory`, or `--data` and a file. */
  readonly store: readonly string[];
  /** The endpoint of the webhooks. */
  readonly receiver: Awaited<ReturnType<typeof receiveWebhooks>>;
}

/** Plays the story and returns the digest of its world. Rejects if the story takes another course. */
export async function playStory(options: StoryOptions): Promise<string> {
  const { node, cwd, env, record, store, receiver } = options;
  const flags = ['--clock', 'frozen', '--fixture', 'calendar/town-year', '--record', record];
  const server = await startServe([...flags, ...store], { cwd, node: node.path, env });
  const session = openSession(server);
  const before = receiver.received.length;
  const { sender, receiver: payee } = await session.createWalletPair('nodes');
  await session.client.createSubscription({ endpoint: receiver.url });
  await session.fund(sender, { native: '5', usdc: '100' });
  await session.settle();
  const id = await session.send(sender, payee, '1.5', 'MEDIUM');
  await session.settle();
  assert.equal((await session.transaction(id)).state, 'COMPLETE');
  assert.ok(receiver.received.length > before, 'webhooks arrive');
  const created = await fetch(`${server.url}/calendar/events/v1/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      title: 'Größe, İstanbul',
      start_date: '2026-05-01 10:00:00',
      end_date: '2026-05-01 12:00:00',
      timezone: 'Pacific/Apia',
    }),
  });
  assert.equal(created.status, 201);
  const listed = await fetch(`${server.url}/calendar/events/v1/events?search=istanbul`);
  assert.equal(listed.status, 200);
  const world = await fetch(`${server.url}/__reprise/worlds/default`, {
    headers: { Authorization: `Bearer ${server.token}` },
  });
  const { digest } = (await world.json()) as { readonly digest: unknown };
  assert.match(String(digest), /^[0-9a-f]{64}$/);
  assert.equal(await server.stop(), 0, 'the server stops cleanly');
  return String(digest);
}

// Twenty transfers at once, with webhooks: the cause of each webhook is an event of its own transaction, or the failure of
// the previous attempt. `inspect` prints it below the event that sends it.

import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { EntryOf } from '../../../../adapters/recording/format/entries.ts';
import { readRecording } from '../../../../adapters/recording/format/reader.ts';
import { openShell, type Shell } from '../../cli/shell.ts';
import { advance, createFundedWallets, startTransfer } from '../../../support/server/requests.ts';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
});
afterEach(() => shell.close());

async function record(): Promise<string> {
  const { server, stop } = await shell.serve([
    '--memory',
    '--clock',
    'frozen',
    '--record',
    'a.jsonl',
  ]);
  const endpoint = 'https://hooks.example/wallet';
  await server.request('POST', '/v2/notifications/subscriptions', { endpoint });
  const { from, to } = await createFundedWallets(server);
  const fields = { walletId: from.id, destinationAddress: to.address };
  for (const count of [12, 8]) {
    await Promise.all(Array.from({ length: count }, () => startTransfer(server, fields)));
    await advance(server, '600ms');
  }
  await advance(server, '1s');
  expect(await stop()).toBe(0);
  return 'a.jsonl';
}

const isUuid = /[0-9a-f]{8}-[0-9a-f-]{27}/;

it('with twenty interleaved transfers', async () => {
  const file = await record();
  const { entries } = await readRecording(join(shell.cwd, file));
  const events = new Map<number, EntryOf<'event'>>();
  for (const entry of entries) if (entry.kind === 'event') events.set(entry.position, entry);
  let [firsts, repeated] = [0, 0];
  for (const attempt of entries) {
    if (attempt.kind !== 'webhook.attempt') continue;
    const sent = events.get(attempt.position);
    const cause = events.get(sent?.cause ?? 0);
    const { notification, notificationId } = JSON.parse(attempt.text) as {
      readonly notificationId: string;
      readonly notification: { readonly id?: string };
    };
    expect(sent?.stream).toBe(`wallet/notification/${notificationId}`);
    if (attempt.attempt > 1) {
      expect(cause).toMatchObject({ type: 'WebhookFailed', data: { notificationId } });
      repeated += 1;
    } else if (notification.id !== undefined) {
      expect(cause?.stream).toBe(`wallet/transaction/${notification.id}`);
      firsts += 1;
    }
  }
  expect({ firsts: firsts >= 40, repeated: repeated > 10 }).toEqual({
    firsts: true,
    repeated: true,
  });

  const { out } = await shell.run(['inspect', file]);
  const lines = out.slice(out.indexOf('') + 1, -2);
  const posted = lines.flatMap((line, index) => (/ webhook +POST /.test(line) ? [index] : []));
  expect(posted.length).toBeGreaterThan(firsts);
  for (const index of posted) expect(lines[index - 1]).toMatch(/#\d+ WebhookAttempted {2}/);
  expect(lines.filter((line) => isUuid.test(line))).toEqual([]);
});

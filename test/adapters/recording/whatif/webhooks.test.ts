// Outcomes of webhooks in another run: each belongs to the notification of the same kind and entity, whatever its id is.

import { describe, expect, it } from 'vitest';
import type { RecordingChange } from '../../../../adapters/recording/edit/change.ts';
import { readRecording, type Recording } from '../../../../adapters/recording/format/reader.ts';
import { alternativeOf } from '../../../../adapters/recording/whatif/alternative.ts';

const file = 'recordings/v1/wallet/webhooks.jsonl';

async function alternative(...changes: readonly RecordingChange[]) {
  const recording = await readRecording(file);
  const writtenBy = recording.header.engine;
  const { groups, before, after } = await alternativeOf(file, recording, changes, { writtenBy });
  const webhooks = groups.flatMap(({ consequences }) =>
    consequences.flatMap((one) =>
      one.kind === 'webhook' ? [{ what: shortText(one.what), sent: [one.before, one.after] }] : [],
    ),
  );
  return { webhooks, attempts: [before, after].map((run) => attemptsOf(run.recording)) };
}

function shortText(what: string): string {
  return what.replace(/ \(.*\)/, '');
}

/** How often each kind was sent, in the order of the first attempts. */
function attemptsOf({ entries }: Recording): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const entry of entries) {
    if (entry.kind !== 'webhook.attempt') continue;
    const { notificationType, notification } = JSON.parse(entry.text) as {
      readonly notificationType: string;
      readonly notification: { readonly state?: string };
    };
    const { state = '' } = notification;
    const kind = `${notificationType} ${state}`.trim();
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

describe('webhooks of an alternative', () => {
  it('are tried again with other ids, too', async () => {
    const { webhooks, attempts } = await alternative({ kind: 'seed', seed: 'other' });
    expect(attempts[1]).toEqual(attempts[0]);
    expect(webhooks).toEqual([]);
  });

  it('keep their outcomes where an earlier notification takes the id of a recorded one', async () => {
    const { webhooks } = await alternative({
      kind: 'insert',
      entry: 23,
      method: 'POST',
      url: '/v2/notifications/subscriptions',
      body: { endpoint: 'https://hooks.example/second' },
    });
    expect(webhooks.filter(({ sent }) => sent[0] !== 0)).toEqual([]);
  });

  it('end with another outcome: only what was tried again after that one is not sent', async () => {
    const { webhooks } = await alternative({
      kind: 'set',
      entry: 28,
      path: 'outcome',
      value: { kind: 'answered', status: 200 },
    });
    expect(webhooks).toEqual([{ what: 'webhooks.test', sent: [3, 1] }]);
  });

  it('are not tried again without an outcome, and others are', async () => {
    const { webhooks } = await alternative({ kind: 'drop', entry: 28 });
    expect(webhooks).toEqual([{ what: 'webhooks.test', sent: [3, 1] }]);
  });
});

// A recorded world performed against a Reprise with something planted in it: each difference names what was planted.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../adapters/client/index.ts';
import type { ClientDifference } from '../../../adapters/recording/diff/client-difference.ts';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { withCauses } from '../../../adapters/retell/causes/causes.ts';
import { historySince } from '../../../adapters/retell/causes/live-history.ts';
import { compareSessions } from '../../../adapters/retell/compare-sessions.ts';
import { retoldTo, targetAt } from '../../support/retell/retold.ts';
import { startServer, token } from '../../support/server/server.ts';
import { inFolder } from '../../support/upstream/recorded.ts';

interface Planted {
  readonly recording: string;
  readonly act: readonly [method: string, path: string, body: object];
}

/** What comes otherwise, or not at all, with its causes. */
async function explained({ recording: name, act }: Planted): Promise<readonly ClientDifference[]> {
  const file = join('recordings/v1', name);
  const recorded = await readRecording(file);
  const { seed, epoch, clock } = recorded.header;
  const server = await startServer({ defaults: { seed, epoch, clock } });
  try {
    const [method, path, body] = act;
    const { status } = await server.control(method, `/worlds/default/${path}`, body);
    expect(status).toBeLessThan(300);
    const historyOf = await historySince(createClient({ url: server.url, token }).world('default'));
    return await inFolder(async (folder) => {
      const retold = await retoldTo(targetAt(server), file, join(folder, 'now.jsonl'));
      const history = await historyOf();
      if (history === undefined) throw new Error('The world gives no history.');
      const diff = compareSessions(recorded, retold);
      return withCauses(diff, { recorded, retold }, history).consequences;
    });
  } finally {
    await server.close();
  }
}

/** The last cause of a difference. */
function rootOf(difference: ClientDifference): string {
  const { causes = [] } =
    difference.kind === 'only-left'
      ? difference
      : 'right' in difference
        ? difference.right
        : { causes: [] };
  return `${difference.kind}: ${causes.at(-1)?.title ?? 'unknown'}`;
}

async function rootsOf(planted: Planted): Promise<readonly string[]> {
  return [...new Set((await explained(planted)).map(rootOf))];
}

describe('a planted change is the last cause', () => {
  it('of an answer that a setting refuses, and of what follows from it', async () => {
    const roots = await rootsOf({
      recording: 'wallet/transfer.jsonl',
      act: ['PATCH', 'config', { walletLimits: { walletsPerSet: 1 } }],
    });
    expect(roots).toMatchInlineSnapshot(`
      [
        "changed: the setting (PATCH config) walletLimits {"walletsPerSet":1} in place of nothing",
      ]
    `);
  });

  it('of webhooks that do not come, as the transaction is stuck', async () => {
    const roots = await rootsOf({
      recording: 'wallet/webhooks.jsonl',
      act: ['POST', 'faults', { kind: 'stick', id: 'stuck' }],
    });
    expect(roots).toMatchInlineSnapshot(`
      [
        "only-right: POST /v2/notifications/subscriptions",
        "changed: event 1, FaultAdded of faults/fault/stuck from outside the session, at +00:00:00.000",
        "only-left: event 1, FaultAdded of faults/fault/stuck from outside the session, at +00:00:00.000",
        "only-right: event 1, FaultAdded of faults/fault/stuck from outside the session, at +00:00:00.000",
      ]
    `);
  });

  it('of frames that are dropped', async () => {
    const roots = await rootsOf({
      recording: 'speech/second-settings.jsonl',
      act: [
        'POST',
        'faults',
        { kind: 'drop-frame', id: 'gone', direction: 'out', when: { after: 4, count: 2 } },
      ],
    });
    expect(roots).toMatchInlineSnapshot(`
      [
        "changed: event 1, FaultAdded of faults/fault/gone from outside the session, at +00:00:00.000",
      ]
    `);
  });
});

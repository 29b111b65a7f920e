// A session with any service, performed again against the same service, is equal.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { ClientDiff } from '../../adapters/recording/diff/client-difference.ts';
import { clientReport } from '../../adapters/recording/diff/client-report.ts';
import { textOf } from '../../adapters/recording/differences/text.ts';
import { readAnyRecording } from '../../adapters/recording/format/reader.ts';
import { compareSessions } from '../../adapters/retell/compare-sessions.ts';
import { retoldTo } from '../support/retell/retold.ts';
import {
  conversations,
  converse,
  startStub,
  type Conversation,
  type Exchange,
} from '../support/upstream/conversations.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { inFolder, recordThrough } from '../support/upstream/recorded.ts';

vi.setConfig({ testTimeout: longMs }); // whole sessions are recorded and performed again

/** The stub answers by count, so a read that is repeated, and so sent once, would get another answer. */
function hasRepeatedReads({ exchanges }: Conversation): boolean {
  const reads = exchanges.filter(({ method }) => method === 'GET' || method === 'HEAD');
  return new Set(reads.map(({ method, path }) => `${method} ${path}`)).size < reads.length;
}

const sessions = conversations.filter((one) => !hasRepeatedReads(one));

/** Records a conversation with a service, and performs it against one that answers as another conversation says. */
async function retold(one: Conversation, other: Conversation): Promise<ClientDiff> {
  return inFolder(async (folder) => {
    const [file, again] = [join(folder, 'real.jsonl'), join(folder, 'again.jsonl')];
    const service = await startStub([one]);
    try {
      await recordThrough(service.url, file, (url) => converse(url, [one]));
    } finally {
      await service.close();
    }
    const server = await startStub([other]);
    try {
      const keys = { secrets: {}, hasPublishedKeys: false, hasOwnKeys: true };
      const now = await retoldTo({ base: server.url, ...keys }, file, again);
      return compareSessions(await readAnyRecording(file), now);
    } finally {
      await server.close();
    }
  });
}

it('is equal against the same service', async () => {
  await fc.assert(
    fc.asyncProperty(sessions, async (one) => {
      const diff = await retold(one, one);
      expect(textOf(clientReport(diff)).slice(1)).toEqual([]);
      expect(diff.isEqual).toBe(true);
    }),
    { endOnFailure: true }, // a smaller one takes as long again and again
  );
});

it('is not equal if an answer has another status, which is named', async () => {
  const withExchanges = sessions.filter(({ exchanges }) => exchanges.length > 0);
  await fc.assert(
    fc.asyncProperty(withExchanges, async (one) => {
      const [first, ...rest] = one.exchanges as readonly [Exchange, ...Exchange[]];
      const status = first.answer.status === 400 ? 500 : 400;
      const changed = { ...first, answer: { ...first.answer, status } };
      const diff = await retold(one, { ...one, exchanges: [changed, ...rest] });
      const fields = diff.consequences.flatMap((difference) =>
        difference.kind === 'changed' ? difference.fields : [],
      );
      expect(fields).toContainEqual(expect.objectContaining({ path: 'answer.status' }));
    }),
    { endOnFailure: true },
  );
});

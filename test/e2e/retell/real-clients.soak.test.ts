// The real clients, recorded through the proxy before a service, then told to another service again: nothing differs.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compareSessions } from '../../../adapters/retell/compare-sessions.ts';
import { clientReport } from '../../../adapters/recording/diff/client-report.ts';
import { textOf } from '../../../adapters/recording/differences/text.ts';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import {
  recordSession,
  retoldTo,
  serve,
  targetAt,
  type Prepare,
  type Session,
} from '../../support/retell/retold.ts';
import { agentClients } from '../../support/speech/agent-clients.ts';
import {
  agentScript,
  call,
  importer,
  listening,
  payment,
} from '../../support/upstream/client-programs.ts';
import { inFolder } from '../../support/upstream/recorded.ts';

/** Records a session, and performs it against a service like the recorded one, with something changed; resolves with what differs. */
async function retold(session: Session, change?: Prepare) {
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    await recordSession(file, session);
    const server = await serve(session);
    try {
      await change?.(server);
      const now = await retoldTo(targetAt(server), file, join(folder, 'retold.jsonl'));
      const diff = compareSessions(await readAnyRecording(file), now);
      return { diff, text: textOf(clientReport(diff, { isAll: true })).join('\n') };
    } finally {
      await server.close();
    }
  });
}

const withScript: Prepare = (server) =>
  server.control('PUT', '/worlds/default/speech/script', agentScript);

/** Changes a service, which must agree. */
const changing =
  (method: string, path: string, body: object): Prepare =>
  async (server) => {
    const { status } = await server.control(method, `/worlds/default/${path}`, body);
    if (status !== 200) throw new Error(`${path} was answered with ${status}.`);
  };

interface ChangedSession extends Session {
  readonly name: string;
  /** What is planted in the other service, and the fields in which it then answers otherwise: their last names. */
  readonly change: Prepare;
  readonly fields: readonly string[];
}

const sessions: readonly ChangedSession[] = [
  {
    name: 'a payment that sticks',
    program: payment('LOW'),
    change: changing('PATCH', 'wallet/chains/AVAX-FUJI', { congestion: 2 }),
    fields: [
      'state',
      'baseFee',
      'maxFee',
      'networkFee',
      'blockHash',
      'blockHeight',
      'firstConfirmDate',
      'networkFeeInUSD',
      'amountInUSD',
      'transactions.0',
      'amount',
    ],
  },
  {
    name: 'an import of shorter pages',
    program: importer,
    change: changing('PATCH', 'config', { calendar: { perPage: 7 } }),
    fields: ['default'],
  },
  {
    name: 'words that are heard as others',
    program: listening,
    change: changing('PUT', 'speech/script', { hear: [{ utterances: ['Where is it?'] }] }),
    fields: ['transcript', 'end', 'start', 'word', 'words.3'],
  },
  ...agentClients.map(([name, open]): ChangedSession => ({
    name: `a call of ${name} with another answer`,
    program: call(open),
    prepare: withScript,
    change: changing('PUT', 'speech/script', {
      answer: [agentScript.answer[0], { after: 'find', says: 'It is lost.' }],
    }),
    fields: ['content', 'audio', 'sha256'],
  })),
];

describe('a session told to a service like the recorded one', () => {
  it.each(sessions)('is equal: $name', async (session) => {
    const { diff, text } = await retold(session);
    expect(diff.isEqual, text).toBe(true);
    expect(diff.counts.received).toBeGreaterThan(3);
  });

  it.each(sessions)('is told what has changed: $name', async ({ change, fields, ...session }) => {
    const { diff, text } = await retold(session, change);
    expect(diff.requests, text).toEqual([]);
    const names = diff.consequences.flatMap((difference) =>
      difference.kind === 'changed' ? difference.fields.map(({ path }) => lastNameIn(path)) : ['?'],
    );
    expect([...new Set(names)], text).toEqual(fields);
  });
});

/** With the index of an item. */
function lastNameIn(path: string): string {
  return /[^.]+(?:\.\d+)?$/.exec(path)?.[0] ?? path;
}

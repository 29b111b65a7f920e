// The real clients, recorded through the proxy before a service, then told to another service again: nothing differs.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createClient } from '../../../adapters/client/index.ts';
import { compareClients } from '../../../adapters/recording/diff/client-difference.ts';
import { clientReport } from '../../../adapters/recording/diff/client-report.ts';
import { textOf } from '../../../adapters/recording/differences/text.ts';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import { retellThroughProxy } from '../../../adapters/retell/through-proxy.ts';
import { Connector } from '../../../adapters/upstream/relay/connector.ts';
import { startServer, token, type TestServer } from '../../support/server/server.ts';
import { agentClients } from '../../support/speech/agent-clients.ts';
import {
  agentScript,
  call,
  importer,
  listening,
  payment,
  type Program,
} from '../../support/upstream/client-programs.ts';
import { trafficIn } from '../../support/upstream/compared.ts';
import { inFolder, recordThrough } from '../../support/upstream/recorded.ts';

/** Prepares a service before a client comes. */
type Prepare = (server: TestServer) => Promise<unknown>;

const nothing: Prepare = async () => undefined;

/** Records a program before a service, and tells it to another one; resolves with what differs. */
async function retold(program: Program, prepare = nothing, change = nothing) {
  return inFolder(async (folder) => {
    const [file, output] = [join(folder, 'real.jsonl'), join(folder, 'retold.jsonl')];
    const real = await startServer({ defaults: { clock: 'skip' } });
    try {
      await prepare(real);
      await recordThrough(real.url, file, program);
    } finally {
      await real.close();
    }
    const other = await startServer({ defaults: { clock: 'skip' } });
    await prepare(other);
    await change(other);
    const connector = new Connector();
    try {
      const world = createClient({ url: other.url, token }).world('default');
      await retellThroughProxy(await trafficIn(file), {
        target: {
          base: other.url,
          control: { url: other.url, token, world },
          secrets: {},
          hasPublishedKeys: true,
          hasOwnKeys: true,
        },
        connector,
        file: output,
        version: '1.2.3',
        now: () => new Date(),
        waitMsMax: 10_000,
        speed: 1,
      });
    } finally {
      connector.close();
      await other.close();
    }
    const diff = compareClients(await readAnyRecording(file), await readAnyRecording(output));
    return { diff, text: textOf(clientReport(diff, { isAll: true })) };
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

interface Session {
  readonly name: string;
  readonly program: Program;
  readonly prepare?: Prepare;
  /** What is planted in the other service, and the fields in which it then answers otherwise: their last names. */
  readonly change: Prepare;
  readonly fields: readonly string[];
}

const sessions: readonly Session[] = [
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
  ...agentClients.map(([name, open]): Session => ({
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
  it.each(sessions)('is equal: $name', async ({ program, prepare }) => {
    const { diff, text } = await retold(program, prepare);
    expect(diff.isEqual, text.join('\n')).toBe(true);
    expect(diff.counts.received).toBeGreaterThan(3);
  });

  it.each(sessions)(
    'is told what has changed: $name',
    async ({ program, prepare, change, fields }) => {
      const { diff, text } = await retold(program, prepare, change);
      expect(diff.requests, text.join('\n')).toEqual([]);
      const names = diff.consequences.flatMap((difference) =>
        difference.kind === 'changed'
          ? difference.fields.map(({ path }) => lastNameIn(path))
          : ['?'],
      );
      expect([...new Set(names)], text.join('\n')).toEqual(fields);
    },
  );
});

/** With the index of an item. */
function lastNameIn(path: string): string {
  return /[^.]+(?:\.\d+)?$/.exec(path)?.[0] ?? path;
}

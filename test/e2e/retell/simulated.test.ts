// Recordings of a service performed in a fresh world: it begins with what was there, as far as it was shown.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import { fidelityOf } from '../../../adapters/retell/fidelity.ts';
import {
  recordSession,
  simulatedFrom,
  type Prepare,
  type Session,
} from '../../support/retell/retold.ts';
import { realClient, testKey } from '../../support/server/server.ts';
import { agentClients } from '../../support/speech/agent-clients.ts';
import {
  agentScript,
  call,
  importer,
  listening,
  payment,
} from '../../support/upstream/client-programs.ts';
import { inFolder } from '../../support/upstream/recorded.ts';

const [[, open]] = agentClients as readonly [(typeof agentClients)[number]];

/** What follows from the seed, and from the instants at which blocks are made. */
const byChance = /Fee(?:InUSD)?$|blockHeight$|tokenBalances\.\*\.amount$/;

const withScript: Prepare = (server) =>
  server.control('PUT', '/worlds/default/speech/script', agentScript);

async function fidelity(session: Session) {
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    await recordSession(file, session);
    const { now, sentences } = await simulatedFrom(file, join(folder, 'now.jsonl'));
    const operations = fidelityOf(await readAnyRecording(file), now);
    const differing = operations.flatMap(({ operation, differences }) =>
      differences
        .filter(({ path }) => !byChance.test(path))
        .map(({ path, example }) => [operation, path, example.recorded, example.now]),
    );
    return { operations, differing, sentences };
  });
}

describe('a session in a fresh world', () => {
  it('lists wallets that were there before, and pays from them', async () => {
    const { differing, operations } = await fidelity({
      defaults: { fixture: 'wallet/treasury' },
      program: async (url) => {
        const client = realClient(url, testKey);
        const blockchain = 'ETH-SEPOLIA';
        const { data: payers } = await client.listWallets({ refId: 'operations', blockchain });
        const { data: tills } = await client.listWallets({ refId: 'till' });
        const [[from], [to]] = [payers?.wallets ?? [], tills?.wallets ?? []];
        const { data: balances } = await client.getWalletTokenBalance({ id: from?.id ?? '' });
        const usdc = balances?.tokenBalances?.find(({ token }) => token.symbol === 'USDC');
        const { data: made } = await client.createTransaction({
          walletId: from?.id ?? '',
          destinationAddress: to?.address ?? '',
          tokenId: usdc?.token.id ?? '',
          amount: ['1.25'],
          fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
        });
        const id = made?.id ?? '';
        await client.getTransaction({ id, waitForState: 'COMPLETE', pollingInterval: 5 });
        return client.getWalletTokenBalance({ id: from?.id ?? '' });
      },
    });
    expect(differing).toEqual([]);
    expect(operations.length).toBeGreaterThan(3);
  });

  it.each<readonly [string, Session, readonly string[]]>([
    ['a payment from new wallets', { program: payment('LOW') }, []],
    ['an import', { program: importer }, []],
    [
      'words heard, whose places in the audio no script has',
      { program: listening },
      ['end', 'start'].map((name) => `body.channel.alternatives.*.words.*.${name}`),
    ],
    ['a call', { program: call(open), prepare: withScript }, []],
  ])('is as recorded: %s', async (_name, session, paths) => {
    const { differing } = await fidelity(session);
    expect(differing.map(([, path]) => path)).toEqual(paths);
  });
});

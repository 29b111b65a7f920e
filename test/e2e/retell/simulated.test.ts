// Recordings of a service performed in a fresh world: it begins with what was there, as far as it was shown.

import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { AnyRecording } from '../../../adapters/recording/diff/proxy-exchanges.ts';
import { readAnyRecording } from '../../../adapters/recording/format/reader.ts';
import { fidelityOf } from '../../../adapters/retell/fidelity.ts';
import {
  recordSession,
  simulatedFrom,
  type Prepare,
  type Session,
} from '../../support/retell/retold.ts';
import { realClient, testKey, type JsonBody } from '../../support/server/server.ts';
import { agentClients } from '../../support/speech/agent-clients.ts';
import {
  agentScript,
  call,
  importer,
  listening,
  payment,
} from '../../support/upstream/client-programs.ts';
import { inFolder } from '../../support/upstream/recorded.ts';
import { longMs } from '../../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs }); // whole sessions, with speech

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
    const usdc = [await readAnyRecording(file), now].map(lastUsdc);
    return { operations, differing, sentences, usdc };
  });
}

/** The amount of USDC in the last balances of a recording, which depends on no fee. */
function lastUsdc({ entries }: AnyRecording): unknown {
  const texts = entries.flatMap((entry) =>
    entry.kind === 'http.answer' ? [entry.text ?? ''] : [],
  );
  const last = texts.findLast((text) => text.includes('"tokenBalances"'));
  if (last === undefined) return undefined;
  const { data }: JsonBody = JSON.parse(last);
  return data.tokenBalances.find(({ token }: JsonBody) => token.symbol === 'USDC').amount;
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

  it('begins with what its wallets had before they paid, if their balances are read later', async () => {
    const { differing, usdc } = await fidelity({
      defaults: { fixture: 'wallet/treasury' },
      program: async (url) => {
        const client = realClient(url, testKey);
        const blockchain = 'ETH-SEPOLIA';
        const { data: payers } = await client.listWallets({ refId: 'operations', blockchain });
        const { data: tills } = await client.listWallets({ refId: 'till' });
        const [[from], [to]] = [payers?.wallets ?? [], tills?.wallets ?? []];
        const { data: made } = await client.createTransaction({
          walletId: from?.id ?? '',
          destinationAddress: to?.address ?? '',
          tokenId: '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
          amount: ['1.25'],
          fee: { type: 'level', config: { feeLevel: 'MEDIUM' } },
        });
        const id = made?.id ?? '';
        await client.getTransaction({ id, waitForState: 'COMPLETE', pollingInterval: 5 });
        return client.getWalletTokenBalance({ id: from?.id ?? '' });
      },
    });
    expect(differing).toEqual([]);
    expect(usdc[0]).toMatch(/\.75$/);
    expect(usdc[1]).toBe(usdc[0]);
  });

  it('knows the numbers of what a site had before, and gives out others', async () => {
    const below = '/wp-json/tribe/events/v1';
    const dates = { start_date: '2026-03-01 20:00', end_date: '2026-03-01 22:00' };
    const json = { 'Content-Type': 'application/json' };
    const sent = async (method: string, url: string, body?: object): Promise<JsonBody> => {
      const init = body === undefined ? {} : { headers: json, body: JSON.stringify(body) };
      return (await fetch(url, { method, ...init })).json();
    };
    const { differing, operations, sentences } = await fidelity({
      prepare: async ({ url, control }) => {
        for (const title of ['Gone', 'Concert', 'Opera']) {
          const venue = { venue: `${title} hall` };
          const event = { title, ...dates, status: 'publish', venue, categories: [title] };
          await sent('POST', `${url}${below}/events`, event);
        }
        await sent('DELETE', `${url}${below}/events/2`);
        await control('POST', '/worlds/default/clock/advance', { by: '1h' });
      },
      program: async (url) => {
        const site = `${url}${below}`;
        const { events } = await sent('GET', `${site}/events?per_page=2&page=1`);
        const [first, second] = events;
        await sent('GET', `${site}/events/${second.id}`);
        await sent('PUT', `${site}/events/${second.id}`, { venue: first.venue.id });
        await sent('GET', `${site}/venues/${first.venue.id}`);
        await sent(
          'GET',
          `${site}/events?venue=${first.venue.id}&categories=${first.categories[0].id}`,
        );
        const { id } = await sent('POST', `${site}/events`, { title: 'Ball', ...dates });
        await sent('GET', `${site}/events/${id}`);
        await sent('DELETE', `${site}/events/${id}`);
        await sent('DELETE', `${site}/events/${first.id}`);
        return sent('GET', `${site}/events/9999`);
      },
    });
    expect(sentences).toEqual([]);
    expect(differing).toEqual([]);
    expect(operations.length).toBeGreaterThan(4);
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

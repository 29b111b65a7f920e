// The real clients, recorded through the proxy before a service, then played with the service gone: they notice nothing.

import { join } from 'node:path';
import { WebSocket } from 'ws';
import { describe, expect, it } from 'vitest';
import { serviceErrors } from '../../../adapters/upstream/play/service-errors.ts';
import { mirror, walkLinks } from '../../support/calendar/clients/importer.ts';
import { openPublisher } from '../../support/calendar/clients/publisher.ts';
import { noticesOf } from '../../support/calendar/clients/sample-site.ts';
import { openSite } from '../../support/calendar/clients/site.ts';
import { waitUntil } from '../../support/server/requests.ts';
import { realClient, startServer, testKey } from '../../support/server/server.ts';
import { fundedPair, payOnce } from '../../support/wallet/client-payment.ts';
import { agentClients } from '../../support/speech/agent-clients.ts';
import { openListener } from '../../support/speech/listening-clients.ts';
import { spokenBy } from '../../support/speech/speaking-client.ts';
import { inFolder, playing, recordThrough } from '../../support/upstream/recorded.ts';

/** Speaks to a service at a URL; resolves with what its client has seen. */
type Program = (url: string) => Promise<unknown>;

/** Records a program before a real service, and plays it to another run after the service has gone. */
async function recordedAndPlayed(program: Program, changed: Program = program, script?: object) {
  return inFolder(async (folder) => {
    const file = join(folder, 'real.jsonl');
    const server = await startServer({ defaults: { clock: 'skip' } });
    let real: unknown;
    try {
      if (script !== undefined)
        await server.control('PUT', '/worlds/default/speech/script', script);
      real = await recordThrough(server.url, file, program);
    } finally {
      await server.close();
    }
    return { real, ...(await playing(file, changed, { refuse: serviceErrors() })) };
  });
}

type FeeLevel = 'LOW' | 'HIGH';

/** Pays once, and polls the payment until it is complete. */
const payment =
  (feeLevel: FeeLevel): Program =>
  async (url) => {
    const client = realClient(url, testKey);
    const pair = await fundedPair(client);
    const { created, wallets, sender, receiver } = pair;
    const balances = async () => (await client.getWalletTokenBalance({ id: sender.id })).data;
    const before = await balances();
    const made = await payOnce(client, pair, feeLevel);
    const { id } = made;
    const done = await client.getTransaction({ id, waitForState: 'COMPLETE', pollingInterval: 5 });
    const listed = await client.listTransactions({ walletIds: [receiver.id] });
    return [created, wallets, before, made, done.data, await balances(), listed.data];
  };

describe('the wallet client', () => {
  it('pays again without the service', async () => {
    const { real, value, misses, unused } = await recordedAndPlayed(payment('LOW'));
    expect(value).toEqual(real);
    expect({ misses, unused }).toEqual({ misses: [], unused: 0 });
  });

  it('is told the field that it has changed', async () => {
    const outcome = (feeLevel: FeeLevel): Program => {
      return (url) => payment(feeLevel)(url).catch((error: unknown) => String(error));
    };
    const { value, misses } = await recordedAndPlayed(outcome('LOW'), outcome('HIGH'));
    const difference = 'body.feeLevel "LOW" in place of "HIGH"';
    expect(misses).toEqual([expect.stringContaining(difference)]);
    expect(value).toContain(difference);
  });
});

describe('a calendar importer', () => {
  it('mirrors the same site, and publishes into it', async () => {
    const { real, value, misses, unused } = await recordedAndPlayed(async (url) => {
      const site = await openSite(url);
      const publisher = openPublisher(site);
      const { id: venue } = await publisher.venueCalled('Town Hall', { city: 'Springfield' });
      for (const notice of noticesOf(12)) await publisher.announce({ ...notice, venue });
      const walked = await walkLinks(site, 'events', { start_date: '2026-01-01', per_page: 5 });
      const seen = JSON.stringify([walked, await mirror(site)]);
      return seen.replaceAll(url, '{here}').replaceAll(encodeURIComponent(url), '{here}');
    });
    expect(value).toBe(real);
    expect(real).toContain('{here}/wp-json');
    expect({ misses, unused }).toEqual({ misses: [], unused: 0 });
  });
});

const text = 'Where is my transfer?';

describe('the speech client', () => {
  it('speaks, and hears its own audio', async () => {
    const { real, value, misses, unused } = await recordedAndPlayed(async (url) => {
      const audio = await spokenBy(url, text);
      const listener = await openListener({ url }, 'v1', { model: 'nova-3', sample_rate: 16_000 });
      listener.hear(audio);
      listener.socket.sendFinalize({ type: 'Finalize' });
      await waitUntil('it is heard', () =>
        listener.messages.some((message) => message['from_finalize'] === true),
      );
      listener.socket.sendCloseStream({ type: 'CloseStream' });
      const code = await listener.closed;
      return { audio: audio.toString('base64'), messages: listener.messages, code };
    });
    expect(value).toEqual(real);
    expect(JSON.stringify(real)).toContain('where is my transfer');
    expect({ misses, unused }).toEqual({ misses: [], unused: 0 });
  });
});

describe.each(agentClients)('the voice agent of %s', (_name, open) => {
  it('calls a function, and says the same', async () => {
    const answer = [
      { hears: '* my transfer', calls: [{ name: 'find' }] },
      { after: 'find', says: 'It is on its way.' },
    ];
    const settings = {
      audio: {
        input: { encoding: 'linear16', sample_rate: 16_000 },
        output: { encoding: 'linear16', sample_rate: 16_000, container: 'none' },
      },
      agent: {
        greeting: 'Hello.',
        listen: { provider: { type: 'deepgram', version: 'v1', model: 'nova-3' } },
        think: {
          provider: { type: 'open_ai', model: 'gpt-4o-mini' },
          prompt: 'You help.',
          functions: [{ name: 'find', description: 'Finds it', parameters: { type: 'object' } }],
        },
        speak: { provider: { type: 'deepgram', model: 'aura-2-thalia-en' } },
      },
    };
    const program: Program = async (url) => {
      const audio = await spokenBy(url, text);
      const call = await open({ url, WebSocket });
      await call.comes('Welcome');
      call.configure(settings);
      await call.comes('AgentAudioDone');
      call.hear(Buffer.concat([audio, Buffer.alloc(16_000 * 2 * 2)]));
      const { functions } = (await call.comes('FunctionCallRequest')) as unknown as {
        functions: readonly { id: string; name: string }[];
      };
      const [{ id, name } = { id: '', name: '' }] = functions;
      call.answer({ id, name, content: '{"state":"SENT"}' });
      await call.comes('AgentAudioDone', 2);
      const seen = { messages: [...call.messages], audioBytes: call.audioBytes() };
      call.close();
      return seen;
    };
    const { real, value, misses, unused } = await recordedAndPlayed(program, program, { answer });
    expect(value).toEqual(real);
    expect(JSON.stringify(real)).toContain('It is on its way.');
    expect({ misses, unused }).toEqual({ misses: [], unused: 0 });
  });
});

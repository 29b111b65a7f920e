// What real clients do at a service, and what they see: each program is recorded through a proxy, and then played, or told to another
// service again.

import { WebSocket } from 'ws';
import { waitUntil } from '../server/requests.ts';
import { realClient, testKey } from '../server/server.ts';
import { fundedPair, payOnce } from '../wallet/client-payment.ts';
import { mirror, walkLinks } from '../calendar/clients/importer.ts';
import { openPublisher } from '../calendar/clients/publisher.ts';
import { noticesOf } from '../calendar/clients/sample-site.ts';
import { openSite } from '../calendar/clients/site.ts';
import type { AgentCall, OpenAgentCall } from '../speech/agent-clients.ts';
import { openListener } from '../speech/listening-clients.ts';
import { spokenBy } from '../speech/speaking-client.ts';

/** Speaks to a service at a URL; resolves with what its client has seen. */
export type Program = (url: string) => Promise<unknown>;

export type FeeLevel = 'LOW' | 'HIGH';

/** Pays once, and polls the payment until it is complete. */
export const payment =
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

/** Publishes into a site, and mirrors it. */
export const importer: Program = async (url) => {
  const site = await openSite(url);
  const publisher = openPublisher(site);
  const { id: venue } = await publisher.venueCalled('Town Hall', { city: 'Springfield' });
  for (const notice of noticesOf(12)) await publisher.announce({ ...notice, venue });
  const walked = await walkLinks(site, 'events', { start_date: '2026-01-01', per_page: 5 });
  const seen = JSON.stringify([walked, await mirror(site)]);
  return seen.replaceAll(url, '{here}').replaceAll(encodeURIComponent(url), '{here}');
};

const text = 'Where is my transfer?';

/** Has a text spoken, and hears its own audio. */
export const listening: Program = async (url) => {
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
};

/** How the agent of that call answers. */
export const agentScript = {
  answer: [
    { hears: '* my transfer', calls: [{ name: 'find' }] },
    { after: 'find', says: 'It is on its way.' },
  ],
};

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

/** Calls an agent, and says a sentence after its greeting. */
async function begunCall(url: string, open: OpenAgentCall, said: string): Promise<AgentCall> {
  const audio = await spokenBy(url, said);
  const call = await open({ url, WebSocket });
  await call.comes('Welcome');
  call.configure(settings);
  await call.comes('AgentAudioDone');
  call.hear(Buffer.concat([audio, Buffer.alloc(16_000 * 2 * 2)]));
  return call;
}

/** Calls an agent, says a sentence, and hears its answer. */
export const question =
  (open: OpenAgentCall, said = text): Program =>
  async (url) => {
    const call = await begunCall(url, open, said);
    await call.comes('AgentAudioDone', 2);
    call.close();
  };

/** Calls an agent, and calls the function that it asks for. `said`: what the caller says. */
export const call =
  (open: OpenAgentCall, said = text): Program =>
  async (url) => {
    const call = await begunCall(url, open, said);
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

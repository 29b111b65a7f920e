// Every parameter of the listening channels changes the messages for the same audio, or is documented to have no effect.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenParameters } from '../../../../../adapters/services/speech/parameters/listen.ts';
import { turnParameters } from '../../../../../adapters/services/speech/parameters/turns.ts';
import { waitUntil } from '../../../../support/server/requests.ts';
import { receiveWebhooks } from '../../../../support/server/webhook-receiver.ts';
import { connectTo } from '../../../../support/speech/client.ts';
import { inProcess, type SpeechHost } from '../../../../support/speech/hosts.ts';
import { tone } from '../../../../support/speech/tones.ts';

type Query = Readonly<Record<string, string>>;
/** Two queries that differ in the parameter. */
type Queries = readonly [without: Query, withIt: Query];

const raw = { encoding: 'linear16', sample_rate: '8000' };
const withoutEffect: readonly string[] = ['diarize_model', 'mip_opt_out'];

const listen: Record<keyof typeof listenParameters, Queries> = {
  callback: [{}, { callback: 'receiver' }],
  callback_method: [{ callback: 'receiver' }, { callback: 'receiver', callback_method: 'PUT' }],
  channels: [{}, { channels: '2' }],
  detect_entities: [{ punctuate: 'true' }, { punctuate: 'true', detect_entities: 'true' }],
  diarize: [{}, { diarize: 'true' }],
  diarize_model: [{}, { diarize_model: 'latest' }],
  dictation: [{ punctuate: 'true' }, { punctuate: 'true', dictation: 'true' }],
  encoding: [{}, { encoding: 'mulaw' }],
  endpointing: [{}, { endpointing: 'false' }],
  extra: [{}, { extra: 'a:b' }],
  interim_results: [{}, { interim_results: 'true' }],
  keyterm: [{}, { keyterm: 'acmepay' }],
  keywords: [{ model: 'nova-2' }, { model: 'nova-2', keywords: 'acmepay:-5' }],
  language: [{}, { language: 'multi' }],
  mip_opt_out: [{}, { mip_opt_out: 'true' }],
  model: [{}, { model: 'nova-2' }],
  multichannel: [{ channels: '2' }, { channels: '2', multichannel: 'true' }],
  numerals: [{}, { numerals: 'true' }],
  profanity_filter: [{}, { profanity_filter: 'true' }],
  punctuate: [{}, { punctuate: 'true' }],
  redact: [{}, { redact: 'ssn' }],
  replace: [{}, { replace: 'acmepay:other' }],
  sample_rate: [{}, { sample_rate: '16000' }],
  search: [{}, { search: 'acmepay' }],
  smart_format: [{ punctuate: 'true' }, { punctuate: 'true', smart_format: 'true' }],
  tag: [{}, { tag: 'support' }],
  utterance_end_ms: [
    { interim_results: 'true' },
    { interim_results: 'true', utterance_end_ms: '1000' },
  ],
  vad_events: [{}, { vad_events: 'true' }],
  version: [{}, { version: '2.1' }],
};

const multi = { model: 'flux-general-multi' };
const slow = { eot_threshold: '0.9' };

const turns: Record<keyof typeof turnParameters, Queries> = {
  eager_eot_threshold: [{}, { eager_eot_threshold: '0.3' }],
  encoding: [{}, { encoding: 'mulaw' }],
  eot_threshold: [{}, slow],
  eot_timeout_ms: [slow, { ...slow, eot_timeout_ms: '500' }],
  keyterm: [{}, { keyterm: 'AcmePay' }],
  language_hint: [multi, { ...multi, language_hint: 'es' }],
  mip_opt_out: [{}, { mip_opt_out: 'true' }],
  model: [{}, { model: 'nova-3' }],
  numerals: [{}, { numerals: 'true' }],
  profanity_filter: [{}, { profanity_filter: 'true' }],
  redact: [{}, { redact: 'numbers' }],
  sample_rate: [{}, { sample_rate: '16000' }],
  tag: [{}, { tag: 'support' }],
};

const text = 'well damn acmepay it is five dollars period 123-45-6789';
const hear = [
  { tag: 'support', utterances: ['How can I help you?'] },
  { utterances: [{ text, speaker: 'Ann', confidence: 0.8 }] },
];

const silence = Buffer.alloc(24_000);
const audio = Buffer.concat([silence, tone(4), silence, tone(1), silence]);

let host: SpeechHost;
let receiver: Awaited<ReturnType<typeof receiveWebhooks>>;
beforeAll(async () => {
  [host, receiver] = await Promise.all([inProcess(), receiveWebhooks()]);
  await host.control('PUT', '/worlds/default/speech/script', { hear });
});
afterAll(() => Promise.all([host.close(), receiver.close()]));

/** All messages for the audio, over the socket and to the callback, with `uuid` in place of ids. */
async function sent(path: string, given: Query): Promise<string> {
  const query = new URLSearchParams({ ...raw, ...given });
  if (given['callback'] !== undefined) query.set('callback', receiver.url);
  const before = receiver.received.length;
  const client = await connectTo(host, path, { query: `?${query}` });
  if (client.socket.readyState === client.socket.OPEN) {
    for (let at = 0; at < audio.length; at += 4_000)
      client.socket.send(audio.subarray(at, at + 4_000));
    client.send({ type: 'CloseStream' });
  }
  const closed = await client.closed;
  const called = () => receiver.received.slice(before);
  if (given['callback'] !== undefined)
    await waitUntil('the callback has all', () => called().at(-1)?.body.type === 'Metadata');
  const methods = [...new Set(called().map(({ method }) => method))];
  const all = JSON.stringify({ seen: client.seen, closed, methods });
  return all.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid');
}

const sentBefore = new Map<string, Promise<string>>();

/** As `sent`, but computed once for each query. */
function sentOnce(path: string, given: Query): Promise<string> {
  const key = `${path} ${JSON.stringify(given)}`;
  const known = sentBefore.get(key) ?? sent(path, given);
  sentBefore.set(key, known);
  return known;
}

describe.each([
  { path: '/v1/listen', base: { model: 'nova-3' }, rows: listen, parameters: listenParameters },
  {
    path: '/v2/listen',
    base: { model: 'flux-general-en' },
    rows: turns,
    parameters: turnParameters,
  },
])('the parameters of $path', ({ path, base, rows, parameters }) => {
  it('are all tried', () => {
    expect(Object.keys(rows).toSorted()).toEqual(Object.keys(parameters).toSorted());
  });

  it.each(Object.entries<Queries>(rows))('%s', async (name, [without, withIt]) => {
    const one = await sentOnce(path, { ...base, ...without });
    const other = await sent(path, { ...base, ...withIt });
    if (withoutEffect.includes(name)) expect(other).toBe(one);
    else expect(other).not.toBe(one);
  });

  it('without effect are described so', () => {
    for (const [name, parameter] of Object.entries(parameters)) {
      const { description } = parameter.meta() as { readonly description: string };
      expect([name, description === 'without effect']).toEqual([
        name,
        withoutEffect.includes(name),
      ]);
    }
  });
});

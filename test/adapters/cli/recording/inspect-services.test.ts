// `reprise inspect` of a recording of real services.

import { describe, expect } from 'vitest';
import { openLineWriter } from '../../../../adapters/recording/format/file-writer.ts';
import { proxyHeader } from '../../../../adapters/upstream/record/open-recording.ts';
import type { TrafficEntry } from '../../../../adapters/upstream/relay/traffic-log.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const audio = Buffer.alloc(3_200).toString('base64');
const json = { 'content-type': 'application/json' };
const url = '/v1/speak?encoding=linear16&sample_rate=16000';

const notification = JSON.stringify({
  notificationType: 'transactions.outbound',
  notification: { id: 'cf0b114d-4704-495f-b54f-e0ea5ad04da9', state: 'COMPLETE' },
});

const session: readonly TrafficEntry[] = [
  { kind: 'http.request', service: 'wallet', method: 'GET', url: '/v1/w3s/wallets', headers: {} },
  { kind: 'http.request', service: 'other', method: 'POST', url: '/a', headers: {}, parts: true },
  { kind: 'http.answer', to: 1, status: 200, headers: json, text: '{"data":{"wallets":[]}}' },
  { kind: 'http.part', to: 2, text: 'long, ', last: true },
  { kind: 'http.answer', to: 2, status: 200, headers: json, parts: true },
  { kind: 'ws.open', conn: 1, service: 'speech', url, headers: {} },
  { kind: 'http.part', to: 5, text: '[1, ' },
  { kind: 'http.answer', to: 6, status: 101, headers: {} },
  { kind: 'http.part', to: 5, text: '2]', last: true },
  { kind: 'ws.in', conn: 1, text: '{"type":"Speak","text":"Hello"}' },
  { kind: 'ws.out', conn: 1, base64: audio },
  { kind: 'ws.in', conn: 1, control: 'ping', base64: '' },
  { kind: 'ws.out', conn: 1, base64: audio },
  { kind: 'ws.close', conn: 1, by: 'client', code: 1000, reason: 'done' },
  { kind: 'http.request', service: 'other', method: 'GET', url: '/gone', headers: {} },
  { kind: 'http.failure', to: 15, failure: 'refused' },
  { kind: 'webhook.request', method: 'POST', url: '/hook', headers: json, text: notification },
  { kind: 'http.answer', to: 17, status: 500, headers: json, text: '{"message":"No."}' },
  { kind: 'http.request', service: 'other', method: 'GET', url: '/half', headers: {} },
  { kind: 'http.answer', to: 19, status: 200, headers: {}, parts: true },
  { kind: 'http.part', to: 20, base64: audio },
  { kind: 'http.failure', to: 20, failure: 'reset' },
  { kind: 'ws.open', conn: 2, service: 'speech', url, headers: {} },
  { kind: 'http.answer', to: 23, status: 101, headers: {} },
  { kind: 'ws.close', conn: 2, by: 'server', code: 1006, reason: '', failure: 'reset' },
  { kind: 'http.request', service: 'other', method: 'GET', url: '/closed', headers: {} },
  { kind: 'http.failure', to: 26, failure: 'closed' },
  { kind: 'http.request', service: 'other', method: 'GET', url: '/last', headers: {} },
];

function writeSession(file: string): void {
  const upstreams = [
    { service: 'wallet', base: 'https://wallet.example' },
    { service: 'other', base: 'https://api.example' },
  ];
  const recordedAt = new Date(0);
  const rules = ['header:x-tenant'];
  const header = proxyHeader({ version: '1.2.3', upstreams, recordedAt, rules });
  const fail = (error: unknown) => {
    throw error;
  };
  const writer = openLineWriter(file, header, (entry) => entry, fail);
  session.forEach((entry, index) => writer.append({ at: 5_000 + 100 * index, ...entry }));
  writer.end({});
}

const it = shellTest().extend('shown', ({ shell }) => {
  writeSession(shell.path('real.jsonl'));
  /** The lines that `inspect` prints of the session. */
  return (...flags: readonly string[]): Promise<readonly string[]> =>
    shell.lines('inspect', 'real.jsonl', ...flags);
});

describe('inspect, of real services', () => {
  it('shows exchanges, frames, webhooks and failures', async ({ shown }) => {
    expect(`\n${(await shown()).join('\n')}\n`).toMatchInlineSnapshot(`
      "
      other     https://api.example
      wallet    https://wallet.example
      redacted  header:x-tenant
      recorded  1970-01-01T00:00:00.000Z by reprise 1.2.3

           1  +00:00:00.000  wallet      GET /v1/w3s/wallets -> 200 0 wallets
           2  +00:00:00.100  other       POST /a -> 200 6 bytes in 2 parts
           6  +00:00:00.500  speech#1    opens /v1/speak?encoding=linear16&sample_rate=16000
          10  +00:00:00.900  speech#1    > Speak {"type":"Speak","text":"Hello"}
          11  +00:00:01.000  speech#1    < 0.20 s of linear16 at 16000 Hz, 6400 bytes in 2 frames
          12  +00:00:01.100  speech#1    > ping
          14  +00:00:01.300  speech#1    closed by the client: 1000 done
          15  +00:00:01.400  other       GET /gone -> refused
          17  +00:00:01.600  webhook     POST /hook transactions.outbound: cf0b114d COMPLETE -> 500 No.
          19  +00:00:01.800  other       GET /half -> 200 3200 bytes, then reset
          23  +00:00:02.200  speech#2    opens /v1/speak?encoding=linear16&sample_rate=16000
          25  +00:00:02.400  speech#2    closed by the server: 1006 reset
          26  +00:00:02.500  other       GET /closed -> closed
          28  +00:00:02.700  other       GET /last -> no answer

      28 entries, whole
      "
    `);
  });

  it('selects requests with all that belongs to them', async ({ shown }) => {
    const numbers = async (...flags: string[]) =>
      (await shown(...flags)).flatMap((line) => /^ +\d+/.exec(line)?.[0].trim() ?? []);
    expect(await numbers('--service', 'wallet')).toEqual(['1']);
    expect(await numbers('--grep', '/half')).toEqual(['19']);
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ProxyEntry } from '../../../adapters/recording/format/proxy-entries.ts';
import {
  readAnyRecording,
  type ProxyLines,
  type Recording,
} from '../../../adapters/recording/format/reader.ts';
import { writeWithout } from '../../../adapters/shrink/proxy-rest.ts';
import { proxyUnits } from '../../../adapters/shrink/proxy-units.ts';
import { trafficOf } from '../../../adapters/upstream/traffic.ts';
import { writeSealed } from '../../support/recording/recordings.ts';
import { testFolder } from '../../support/runner/temporary-folder.ts';

const id = '0b44e9fb-0a14-4f75-a0d2-5eb12b1a8f6c';

const header = {
  reprise: 3,
  kind: 'header',
  engine: 'reprise 1.2.3',
  behaviour: 0,
  source: 'proxy',
  upstreams: { other: 'http://service.example' },
  redaction: { salt: '0'.repeat(32) },
  recordedAt: '2026-05-01T00:00:00.000Z',
};
const request = { kind: 'http.request', service: 'other', method: 'GET', headers: {} };
const answer = { kind: 'http.answer', status: 200, headers: {} };
const open = { kind: 'ws.open', service: 'other', url: '/socket', headers: {} };
const close = { kind: 'ws.close', by: 'client', code: 1000, reason: '' };

/** A session with each kind of entry. The last request was sent later, while the recording was played. */
async function session(folder: string): Promise<Recording<ProxyLines>> {
  const entries = [
    { ...request, url: '/first' },
    { ...answer, to: 1, text: `{"id":"${id}"}` },
    { ...open, conn: 1 },
    { kind: 'ws.out', conn: 1, text: 'hello' },
    { ...open, conn: 2 },
    { kind: 'ws.in', conn: 2, text: 'one' },
    { kind: 'ws.out', conn: 2, text: 'one again' },
    { ...request, url: '/second', method: 'POST', parts: true },
    { kind: 'http.part', to: 8, text: `{"of":"${id}"}`, last: true },
    { ...answer, to: 8, parts: true },
    { kind: 'http.part', to: 10, text: 'a part' },
    { kind: 'http.failure', to: 10, failure: 'reset' },
    { kind: 'webhook.request', method: 'POST', url: '/', headers: {}, text: `{"about":"${id}"}` },
    { kind: 'ws.in', conn: 2, text: 'two' },
    { ...close, conn: 1 },
    { ...close, conn: 2 },
    { ...request, url: '/later', after: 8 },
    { ...answer, to: 17 },
  ];
  const lines = [header, ...entries.map((entry) => ({ ...entry, at: 1_000 })), { kind: 'end' }];
  const file = writeSealed(join(folder, 'session.jsonl'), lines);
  return (await readAnyRecording(file)) as Recording<ProxyLines>;
}

/** The session without the units that begin with these entries. */
async function without(...numbers: readonly number[]): Promise<Recording<ProxyLines>> {
  const folder = testFolder();
  const given = await session(folder);
  const { units } = proxyUnits(given);
  const removed = units.flatMap(({ n }, place) => (numbers.includes(n) ? [place] : []));
  expect(removed).toHaveLength(numbers.length);
  const file = join(folder, 'rest.jsonl');
  writeWithout(file, given, new Set(removed));
  return (await readAnyRecording(file)) as Recording<ProxyLines>;
}

const textOf = (entry: ProxyEntry) =>
  [
    entry.n,
    entry.kind,
    ...('to' in entry ? [`to ${entry.to}`] : []),
    ...('conn' in entry ? [`conn ${entry.conn}`] : []),
    ...('url' in entry ? [entry.url] : []),
    ...('after' in entry ? [`after ${entry.after}`] : []),
    ...('text' in entry ? [entry.text] : []),
  ].join(' ');

describe('proxyUnits', () => {
  it('finds requests, connections, frames and webhooks, and what uses their ids', async () => {
    const { units, owners } = proxyUnits(await session(testFolder()));
    expect(units).toEqual([
      { n: 1, dependants: [4, 5] },
      { n: 3, dependants: [] },
      { n: 5, dependants: [] },
      { n: 6, within: 2, dependants: [] },
      { n: 8, dependants: [] },
      { n: 13, dependants: [] },
      { n: 14, within: 2, dependants: [] },
      { n: 17, dependants: [] },
    ]);
    expect(owners).toEqual([0, 0, 1, 1, 2, 3, 3, 4, 4, 4, 4, 4, 5, 6, 1, 2, 7, 7]);
  });
});

describe('writeWithout', () => {
  it('writes all lines as they were if nothing is left out', async () => {
    const given = await session(testFolder());
    expect(await without()).toEqual(given);
  });

  it('leaves out a request with its answer and all parts, and numbers the rest again', async () => {
    const { entries, ending } = await without(1, 3, 8);
    expect(entries.map(textOf)).toEqual([
      '1 ws.open conn 1 /socket',
      '2 ws.in conn 1 one',
      '3 ws.out conn 1 one again',
      `4 webhook.request / {"about":"${id}"}`,
      '5 ws.in conn 1 two',
      '6 ws.close conn 1',
      '7 http.request /later after 1',
      '8 http.answer to 7',
    ]);
    expect(ending).toMatchObject({ kind: 'whole', end: { entries: 8 } });
  });

  it('leaves out a frame with what was sent after it', async () => {
    const { entries } = await without(6);
    const texts = entries.map(textOf);
    expect(texts).toContain('4 ws.out conn 1 hello');
    expect(texts).toContain('12 ws.in conn 2 two');
    expect(texts.join()).not.toContain('one');
  });

  it('keeps the places of requests that were added later', async () => {
    const pathsIn = async (recording: Promise<Recording<ProxyLines>>) =>
      trafficOf(await recording).requests.map(({ url }) => url);
    expect(await pathsIn(without())).toEqual(['/first', '/second', '/later']);
    expect(await pathsIn(without(8))).toEqual(['/first', '/later']);
    const last = await without(1, 3, 5, 6, 14, 8, 13);
    expect(last.entries.map(textOf)).toEqual([
      '1 http.request /later after 0',
      '2 http.answer to 1',
    ]);
  });
});

// The traffic of recordings.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AnyRecording } from '../../../adapters/recording/diff/proxy-exchanges.ts';
import { filesBelow } from '../../../adapters/files-below.ts';
import { trafficOf } from '../../../adapters/upstream/traffic.ts';
import { trafficIn } from '../../support/upstream/compared.ts';

const folder = 'recordings/v1';

it.each(filesBelow(folder))('is in the order of the entries: %s', async (file) => {
  const { requests, operations, sockets, webhooks } = await trafficIn(join(folder, file));
  const starts = [...requests, ...operations, ...sockets, ...webhooks];
  const byPlace = starts.sort((one, other) => one.place - other.place).map(({ n }) => n);
  expect(byPlace).toEqual([...byPlace].sort((one, other) => one - other));
});

it('joins the parts of requests, answers and webhooks', () => {
  const headers = { 'content-type': 'application/json' };
  const request = { service: 'wallet', method: 'POST', url: '/a', headers };
  const entries = [
    { kind: 'http.request', ...request, parts: true },
    { kind: 'http.part', to: 1, text: '[1,' },
    { kind: 'http.part', to: 1, text: '2]', last: true },
    { kind: 'http.answer', to: 1, status: 200, headers, parts: true },
    { kind: 'http.part', to: 4, base64: 'aGFsZg==' },
    { kind: 'webhook.request', method: 'POST', url: '/hook', headers, parts: true },
    { kind: 'http.part', to: 6, text: '{"a":' },
    { kind: 'http.part', to: 6, text: '1}', last: true },
  ].map((entry, index) => ({ n: index + 1, at: index, h: '', ...entry }));
  const header = { source: 'proxy', upstreams: {}, redaction: { salt: '' } };
  const recording = { header, entries, ending: { kind: 'whole' } } as unknown as AnyRecording;
  const { requests, webhooks } = trafficOf(recording);
  expect(requests[0]?.content).toEqual({ text: '[1,2]' });
  expect(requests[0]?.outcome).toMatchObject({
    n: 5,
    isCut: true,
    parts: [{ atMs: 3 }, { atMs: 4, base64: 'aGFsZg==' }],
  });
  expect(webhooks[0]?.content).toEqual({ text: '{"a":1}' });
});

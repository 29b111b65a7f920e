// The exchanges of a recorded real service, in the form of those of a world.

import { expect, it } from 'vitest';
import {
  exchangeEntries,
  type AnyRecording,
} from '../../../../adapters/recording/diff/proxy-exchanges.ts';

const headers = { 'content-type': 'application/json' };

function exchangesOf(...entries: readonly object[]) {
  const numbered = entries.map((entry, index) => ({ n: index + 1, at: index, h: '', ...entry }));
  const header = { source: 'proxy', upstreams: {} };
  return exchangeEntries({
    header,
    entries: numbered,
    ending: { kind: 'whole' },
  } as unknown as AnyRecording);
}

const request = { kind: 'http.request', service: 'wallet', method: 'GET', url: '/a', headers };

it('joins the parts of an answer, also where text turns into bytes', () => {
  const answer = { kind: 'http.answer', to: 1, status: 200, headers, parts: true };
  const [, text] = exchangesOf(
    request,
    answer,
    { kind: 'http.part', to: 2, text: '[1,' },
    { kind: 'http.part', to: 2, text: '2]', last: true },
  );
  expect(text).toMatchObject({ kind: 'http.answer', text: '[1,2]' });
  const [, bytes] = exchangesOf(
    request,
    answer,
    { kind: 'http.part', to: 2, text: 'ä' },
    { kind: 'http.part', to: 2, base64: 'AA==', last: true },
  );
  expect(bytes).toMatchObject({ base64: Buffer.from([0xc3, 0xa4, 0]).toString('base64') });
});

it('says of an answer that has begun what broke it', () => {
  const entries = exchangesOf(
    request,
    { kind: 'http.answer', to: 1, status: 200, headers, parts: true },
    { kind: 'http.part', to: 2, text: '[1,' },
    { kind: 'http.failure', to: 2, failure: 'reset' },
  );
  expect(entries).toHaveLength(2);
  expect(entries[1]).toMatchObject({ kind: 'http.answer', to: 1, status: 200, failure: 'reset' });
});

it('has one outcome for a webhook whose answer has begun', () => {
  const text = JSON.stringify({ notificationId: 'n1', notificationType: 'a' });
  const entries = exchangesOf(
    { kind: 'webhook.request', method: 'POST', url: '/hook', headers, text },
    { kind: 'http.answer', to: 1, status: 200, headers, parts: true },
    { kind: 'http.failure', to: 2, failure: 'reset' },
  );
  expect(entries.map(({ kind }) => kind)).toEqual(['webhook.attempt', 'webhook.outcome']);
});

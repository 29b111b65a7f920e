import { describe, expect, it } from 'vitest';
import { WireReader } from '../../../../adapters/recording/check/wire-reader.ts';
import type { Raw } from '../../../support/recording/recordings.ts';

/** The moments of entries, as what they are. */
function momentsOf(entries: readonly Raw[], isOfWorld = false): Raw[] {
  const reader = new WireReader(isOfWorld);
  return entries.flatMap((entry, index) => reader.read({ at: index + 1, n: index + 1, ...entry }));
}

const asked = (rest: object = {}) => ({
  kind: 'http.request',
  method: 'GET',
  service: 'wallet',
  url: '/v1/a?b=c',
  headers: {},
  ...rest,
});
const answered = (to: number, rest: object = {}) => ({
  kind: 'http.answer',
  to,
  status: 200,
  headers: { 'X-Request-Id': 'r' },
  ...rest,
});

describe('moments', () => {
  it('are a request, then its exchange with the JSON of both', () => {
    const [first, second] = momentsOf([
      asked({ method: 'POST', text: '{"a":1}' }),
      answered(1, { text: '{"b":2}' }),
    ]);
    expect(first.moment).toMatchObject({ kind: 'request', n: 1, path: '/v1/a', sent: { a: 1 } });
    expect(second.moment).toMatchObject({
      kind: 'exchange',
      n: 2,
      since: 1,
      sinceMs: 1,
      atMs: 2,
      status: 200,
      sent: { a: 1 },
      answer: { b: 2 },
      answerHeaders: { 'x-request-id': 'r' },
    });
    expect([...second.moment.query]).toEqual([['b', 'c']]);
  });

  it('read forms, and nothing of other bodies', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const [form, image] = momentsOf([
      asked({ method: 'POST', headers, text: 'a=1&b=x+y' }),
      asked({ method: 'POST', base64: '/9g=' }),
    ]);
    expect(form.moment.sent).toEqual({ a: '1', b: 'x y' });
    expect(image.moment.sent).toBeUndefined();
  });

  it('wait for the parts of bodies', () => {
    const moments = momentsOf([
      asked({ method: 'POST', parts: true }),
      { kind: 'http.part', to: 1, text: '{"a"' },
      { kind: 'http.part', to: 1, text: ':1}', last: true },
      answered(1, { parts: true }),
      { kind: 'http.part', to: 4, text: '{"b":', last: undefined },
      { kind: 'http.part', to: 4, base64: Buffer.from('2}').toString('base64'), last: true },
    ]);
    expect(moments.map(({ moment }) => moment.kind)).toEqual(['request', 'exchange']);
    expect(moments[1].moment).toMatchObject({ sent: { a: 1 }, answer: { b: 2 }, since: 1 });
  });

  it('have no exchange that failed, or that a fault kept from the client', () => {
    const kinds = (entries: readonly Raw[]) => momentsOf(entries).map(({ moment }) => moment.kind);
    expect(kinds([asked(), { kind: 'http.failure', to: 1, failure: 'reset' }])).toEqual([
      'request',
    ]);
    expect(kinds([asked(), answered(1, { delivery: 'cut' })])).toEqual(['request']);
    expect(kinds([answered(9)])).toEqual([]);
  });

  it('are placed in the world that a client has named, of real services', () => {
    const entries = [
      asked({ url: '/w/alice/v1/a' }),
      answered(1),
      asked({ headers: { 'x-reprise-world': 'bob' } }),
    ];
    expect(momentsOf(entries).map(({ world }) => world)).toEqual(['alice', 'alice', 'bob']);
    expect(momentsOf(entries)[0].moment.path).toBe('/v1/a');
    expect(momentsOf(entries, true).map(({ world }) => world)).toEqual(['', '', '']);
  });

  it('are frames of data on connections whose opening is known', () => {
    const open = { kind: 'ws.open', conn: 1, service: 'speech', url: '/w/a/v1/speak', headers: {} };
    const moments = momentsOf([
      { kind: 'ws.out', conn: 2, text: '{}' },
      open,
      { kind: 'ws.in', conn: 1, text: '{"type":"Speak"}' },
      { kind: 'ws.out', conn: 1, base64: 'AAECAw==' },
      { kind: 'ws.in', conn: 1, control: 'ping', text: '' },
      { kind: 'ws.out', conn: 1, text: 'no JSON' },
      { kind: 'ws.close', conn: 1, by: 'server', code: 1000, reason: '' },
      { kind: 'ws.out', conn: 1, text: '{}' },
    ]);
    expect(moments.map(({ world, moment }) => [world, moment.kind])).toEqual([
      ['a', 'socket'],
      ['a', 'frame'],
      ['a', 'frame'],
      ['a', 'frame'],
      ['a', 'close'],
    ]);
    const contents = moments.flatMap(({ moment }) => moment.content ?? []);
    expect(contents).toEqual([{ value: { type: 'Speak' } }, { bytes: 4 }, { value: undefined }]);
  });

  it('are webhooks of both, their outcomes, events and acts of operators', () => {
    const moments = momentsOf([
      { kind: 'webhook.attempt', text: '{"a":1}' },
      { kind: 'webhook.request', text: '{"b":2}' },
      { kind: 'webhook.outcome', notificationId: 'n', outcome: { kind: 'answered', status: 204 } },
      { kind: 'webhook.outcome', notificationId: 'n', outcome: { kind: 'answered', status: 500 } },
      { kind: 'event', type: 'A', stream: 's', data: {} },
      { kind: 'control' },
      { kind: 'touch' },
    ]);
    expect(moments.map(({ moment }) => [moment.kind, moment.sent ?? moment.isDelivered])).toEqual([
      ['webhook', { a: 1 }],
      ['webhook', { b: 2 }],
      ['outcome', true],
      ['outcome', false],
      ['event', undefined],
      ['operator', undefined],
    ]);
  });
});

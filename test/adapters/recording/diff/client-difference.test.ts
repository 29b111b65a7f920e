import { describe, expect, it } from 'vitest';
import {
  compareClients,
  type ClientDiff,
} from '../../../../adapters/recording/diff/client-difference.ts';
import { clientReport } from '../../../../adapters/recording/diff/client-report.ts';
import type { ComparisonOptions } from '../../../../adapters/recording/diff/compared-items.ts';
import { textOf } from '../../../../adapters/recording/differences/text.ts';
import type { UnsealedEntry } from '../../../../adapters/recording/format/entries.ts';
import type { Header } from '../../../../adapters/recording/format/header.ts';
import type { Recording } from '../../../../adapters/recording/format/reader.ts';
import { epochMs, exchange, printRecording } from '../../../support/recording/recording-file.ts';

type Given = Partial<Parameters<typeof exchange>[1]>;

const recordedAt = '2026-05-01T10:00:00.000Z';

function recording(
  entries: readonly UnsealedEntry[],
  header: Partial<Omit<Header, 'h'>> = {},
): Recording {
  const { end, ...file } = printRecording({ entries, header });
  return { ...file, ending: { kind: 'whole', end } };
}

/** A recording of requests with their answers. */
function recordingOf(given: readonly Given[], header: Partial<Omit<Header, 'h'>> = {}): Recording {
  const exchanges = given.map((one, index) =>
    exchange(2 * index + 1, { at: epochMs, url: '/a', ...one }),
  );
  return recording(exchanges.flat(), header);
}

const compared = (left: readonly Given[], right: readonly Given[], options?: ComparisonOptions) =>
  compareClients(recordingOf(left), recordingOf(right), options);

/** The first sentence of a report. */
const sentence = (diff: ClientDiff) => clientReport(diff)[0]?.text;

const id = (digit: string) => `${digit.repeat(8)}-0000-4000-8000-000000000000`;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(id) as [string, string, string, string];

/** A transfer with its answer. Keys, ciphertexts, ids and dates differ by run. */
const transfer = (fee: string, run: 'x' | 'y', more: Given = {}): Given => ({
  url: '/v1/w3s/developer/transactions/transfer',
  headers: {
    'content-length': run === 'x' ? '400' : '401',
    'user-agent': `client ${run}`,
    date: run,
    authorization: run === 'x' ? `Bearer ~${'a'.repeat(15)}` : `Bearer ~${'b'.repeat(20)}`,
    'x-session': run === 'x' ? c : d,
  },
  body: {
    idempotencyKey: run === 'x' ? a : b,
    entitySecretCiphertext: run === 'x' ? `~${'c'.repeat(64)}~~` : `~${'d'.repeat(64)}~`,
    feeLevel: fee,
  },
  answer: {
    data: {
      id: run === 'x' ? id('1') : id('2'),
      createDate: `2026-01-0${run === 'x' ? 1 : 2}T00:00:00Z`,
    },
  },
  ...more,
});
const shown = (run: 'x' | 'y', state = 'SENT'): Given => {
  const transaction = run === 'x' ? id('1') : id('2');
  return { url: `/w/${run}/v1/w3s/transactions/${transaction}`, answer: { data: { state } } };
};

describe('two runs of one client', () => {
  it('are equal if only keys, ciphertexts, addresses, dates and ids differ', () => {
    const diff = compared([transfer('LOW', 'x'), shown('x')], [transfer('LOW', 'y'), shown('y')]);
    expect(diff).toMatchObject({ isEqual: true, requests: [], consequences: [] });
    expect(sentence(diff)).toBe('The clients did the same: 2 requests sent, 2 messages received.');
  });

  it.each([
    ['a URL', (world: string) => `http://127.0.0.1:4600/w/${world}/event/fair/`],
    ['a base URL', (world: string) => `http://127.0.0.1:4600/w/${world}`],
    ['a name of the site', (world: string) => `127.0.0.1/w/${world}?id=1`],
  ])('are equal for any name of the world in %s', (_what, place) => {
    const shows = (world: string, more: object = {}): Given => ({
      url: `/w/${world}/wp-json`,
      headers: { referer: place(world) },
      body: { site: place(world), slug: 'a/b' },
      answer: { lineage: [place(world)], ...more },
    });
    expect(compared([shows('fair-1')], [shows('fair-10')]).isEqual).toBe(true);
    const other = compared([shows('fair-1', { id: 1 })], [shows('fair-10', { id: 2 })]);
    expect(other.consequences).toMatchObject([{ fields: [{ path: 'answer.body.id' }] }]);
  });

  it('differ by members beside a base URL, and by worlds of other sites', () => {
    const sends = (site: string, name: string): Given => ({ body: { site, name, slug: 'a/b' } });
    const base = 'http://127.0.0.1:4600/w/fair';
    const renamed = compared([sends(base, 'Ann')], [sends(base, 'Bob')]);
    expect(renamed.requests).toMatchObject([{ fields: [{ path: 'body.name' }] }]);
    const elsewhere = (world: string) => sends(`my.127.0.0.1/w/${world}`, 'Ann');
    expect(compared([elsewhere('a')], [elsewhere('b')]).isEqual).toBe(false);
  });

  it('are equal for any ids of traces, also where the answer has them', () => {
    const run = (text: string, requestId: string): Given => ({
      headers: {
        'X-B3-TraceId': text,
        'x-b3-spanid': text,
        b3: text,
        'x-correlation-id': text,
        'X-Request-Id': requestId,
      },
      body: {},
      answerHeaders: { 'X-Request-Id': requestId },
    });
    const left = [run('463ac35c9f6413ad', a), run('48485a3953bb6124', a)];
    expect(compared(left, [run('one', c), run('two', d)]).isEqual).toBe(true);
    const own = (requestId: string): Given => ({ answerHeaders: { 'x-request-id': requestId } });
    expect(compared([own(a), own(a)], [own(c), own(d)]).consequences).toMatchObject([
      { fields: [{ path: 'answer.headers.x-request-id' }] },
    ]);
  });

  it('are equal for any boundaries of multipart bodies and any ports of the loopback', () => {
    const upload = (boundary: string, port: number): Given => ({
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: `--${boundary} http://localhost:${port}/hook --${boundary}--`,
    });
    expect(compared([upload('----one-1', 4100)], [upload('----other-2', 4200)]).isEqual).toBe(true);
  });

  it('are equal if they send the time of the host', () => {
    const sends = (time: unknown): Given => ({ body: { time, at: '2026-02-01T00:00:00Z' } });
    const now = Date.parse(recordedAt);
    const left = recordingOf([sends(now), sends(new Date(now).toISOString()), sends(now / 1_000)]);
    const later = now + 5_000;
    const right = recordingOf([
      sends(later),
      sends(new Date(later).toISOString()),
      sends(later / 1_000),
    ]);
    expect(compareClients(left, right).isEqual).toBe(true);
    const another = compared([sends('2026-02-01T00:00:00Z')], [sends('2026-02-02T00:00:00Z')]);
    expect(another.requests).toMatchObject([{ fields: [{ path: 'body.time' }] }]);
  });

  it.each<[string, (nowMs: number) => string]>([
    ['milliseconds', (nowMs) => String(nowMs)],
    ['seconds', (nowMs) => String(nowMs / 1_000)],
    ['seconds with a fraction', (nowMs) => `${nowMs / 1_000}.25`],
    ['milliseconds in a text', (nowMs) => `payout-${nowMs}_a`],
    ['milliseconds behind a word', (nowMs) => `trade${nowMs}`],
    ['an offset', (nowMs) => new Date(nowMs + 7_200_000).toISOString().replace('Z', '+02:00')],
    ['an offset without a colon', (nowMs) => new Date(nowMs).toISOString().replace('Z', '+0000')],
    ['a space', (nowMs) => `at ${new Date(nowMs).toISOString().replace('T', ' ')}`],
    ['RFC 1123', (nowMs) => new Date(nowMs).toUTCString()],
    ['RFC 5322', (nowMs) => new Date(nowMs).toUTCString().replace('GMT', '+0000')],
    ['JavaScript', (nowMs) => `for ${String(new Date(nowMs))}`],
    ['no zone', (nowMs) => new Date(nowMs).toISOString().slice(0, 19).replace('T', ' ')],
  ])('are equal if services repeat the time of the host that they send, in %s', (_what, text) => {
    const run = (nowMs: number) => {
      const refId = text(nowMs);
      const sent = encodeURIComponent(refId);
      return recording([
        ...exchange(1, { at: epochMs, url: '/t', answer: { items: [] } }),
        ...exchange(3, { at: epochMs, url: '/t', body: { refId }, answer: { refId } }),
        ...exchange(5, {
          at: epochMs,
          method: 'PUT',
          url: `/t/${sent}?of=${sent}`,
          body: {},
          answer: { self: `http://h/t/${sent}`, refId },
        }),
        {
          kind: 'webhook.attempt',
          at: epochMs,
          position: 1,
          attempt: 1,
          headers: {},
          url: 'http://127.0.0.1:1/hook',
          text: JSON.stringify({ notificationId: 'n1', notification: { refId } }),
        },
      ]);
    };
    const nowMs = Date.parse(recordedAt);
    const diff = compareClients(run(nowMs), run(nowMs + 5_000));
    expect(textOf(clientReport(diff, { isAll: true }))).toEqual([
      'The clients did the same: 3 requests sent, 4 messages received.',
    ]);
  });

  it.each<[string, (nowMs: number) => string]>([
    ['ISO 8601', (ms) => new Date(ms).toISOString()],
    ['ISO 8601 with an offset', (ms) => new Date(ms).toISOString().replace('Z', '+00:00')],
    ['RFC 1123', (ms) => new Date(ms).toUTCString()],
    ['JavaScript', (ms) => String(new Date(ms))],
  ])('are equal if the calendar repeats their dates in slugs and parts: %s', (_what, text) => {
    const run = (nowMs: number): readonly Given[] => {
      const title = `Fair ${text(nowMs)}`;
      const plain = title.toLowerCase().replaceAll(/[:,+()]/g, '');
      const slug = plain.replaceAll(/[ .]/g, '-');
      const date = new Date(nowMs);
      const parts = {
        year: String(date.getUTCFullYear()),
        month: '05',
        day: '01',
        hour: '10',
        minutes: '00',
        seconds: String(date.getUTCSeconds()),
      };
      return [
        {
          body: { title },
          answer: { slug, url: `http://h/${slug}-2/`, start_date_details: parts },
        },
        { url: `/by-slug/${slug}`, answer: { slug } },
      ];
    };
    const nowMs = Date.parse(recordedAt);
    const diff = compared(run(nowMs), run(nowMs + 5_000));
    expect(textOf(clientReport(diff, { isAll: true }))).toEqual([
      'The clients did the same: 2 requests sent, 2 messages received.',
    ]);
    const other = (slug: string): Given => ({ body: {}, answer: { slug } });
    expect(compared([other('fair-2026-05-01')], [other('fair-2026-05-02')]).isEqual).toBe(false);
  });

  it('differ by instants that the service alone knows, and by those far from the recording', () => {
    const nowMs = Date.parse(recordedAt);
    const shows = (now: number, timestamp: number): Given => ({
      body: { now },
      answer: { now, timestamp },
    });
    const left = [shows(nowMs, nowMs - 5)];
    expect(compared(left, [shows(nowMs + 9, nowMs - 5)]).isEqual).toBe(true);
    expect(compared(left, [shows(nowMs + 9, nowMs - 4)])).toMatchObject({
      requests: [],
      consequences: [{ fields: [{ path: 'answer.body.timestamp' }] }],
    });
    const early = nowMs - 7_200_000;
    for (const text of [String, (ms: number) => new Date(ms).toUTCString()]) {
      const pays = (ms: number): Given => ({ body: { refId: `r ${text(ms)}` } });
      expect(compared([pays(early)], [pays(early - 1_000)]).requests).toMatchObject([
        { fields: [{ path: 'body.refId', left: `r ${text(early)}` }] },
      ]);
    }
  });

  it('are equal if the answer to an earlier request repeats the time of a later one', () => {
    const run = (nowMs: number) => {
      const refId = String(nowMs);
      const [read, listed] = exchange(1, { at: epochMs, url: '/t', answer: { refId } });
      const [create, created] = exchange(2, { at: epochMs, url: '/t', body: { refId } });
      return recording([read, create, { ...created, to: 2 }, { ...listed, to: 1 }] as never);
    };
    const nowMs = Date.parse(recordedAt);
    expect(compareClients(run(nowMs), run(nowMs + 5_000)).isEqual).toBe(true);
  });

  it('are equal for any frames of audio and any number of keep-alives, but not for the first one', () => {
    const speaks = (...frames: readonly (Buffer | string)[]) =>
      recording([
        {
          kind: 'ws.open',
          at: epochMs,
          conn: 1,
          service: 'speech',
          url: '/v1/listen',
          origin: 'ws://h',
          headers: {},
          after: 0,
        },
        ...frames.map((frame): UnsealedEntry => {
          const content =
            typeof frame === 'string'
              ? { text: JSON.stringify({ type: frame }) }
              : { base64: frame.toString('base64') };
          return { kind: 'ws.in', at: epochMs, conn: 1, after: 0, ...content };
        }),
      ]);
    const audio = Buffer.from('some audio with many samples');
    const [head, tail] = [audio.subarray(0, 7), audio.subarray(7)];
    const whole = speaks(audio, 'Finalize', 'KeepAlive', 'CloseStream');
    const parts = speaks(head, 'KeepAlive', tail, 'Finalize', 'KeepAlive', 'CloseStream');
    expect(sentence(compareClients(whole, parts))).toBe(
      'The clients did the same: 4 messages sent, 0 messages received.',
    );
    const silent = speaks(audio, 'Finalize', 'CloseStream');
    expect(compareClients(silent, whole).requests).toMatchObject([
      { fields: [{ path: 'keepsAlive', left: undefined, right: true }] },
    ]);
    const other = speaks(head, 'Finalize', tail, 'KeepAlive', 'CloseStream');
    expect(compareClients(whole, other).isEqual).toBe(false);
  });

  it('are equal for any number of polls in real mode', () => {
    const polls = (states: readonly string[], mode: 'frozen' | 'real') =>
      recordingOf(
        states.map((state) => shown('x', state)),
        { clock: { mode, rate: 1 } },
      );
    const [few, many] = [
      ['SENT', 'COMPLETE'],
      ['SENT', 'SENT', 'CONFIRMED', 'COMPLETE'],
    ];
    expect(compareClients(polls(few, 'real'), polls(many, 'real')).isEqual).toBe(true);
    const frozen = compareClients(polls(few, 'frozen'), polls(many, 'frozen'));
    expect(frozen).toMatchObject({ isEqual: false, requests: [{ kind: 'only-right' }] });
  });

  it.each<[string, UnsealedEntry]>([
    [
      'an input',
      {
        n: 1,
        kind: 'input',
        at: epochMs,
        input: 1,
        data: { kind: 'clock', clock: { mode: 'real', rate: 1 } },
      },
    ],
    [
      'a request',
      {
        n: 1,
        kind: 'clock',
        at: epochMs,
        input: 1,
        method: 'PUT',
        url: '/__reprise/worlds/w/clock',
        text: '{"mode":"real"}',
      },
    ],
  ] as never)('are equal for any number of polls once %s has set the clock', (_what, set) => {
    const polls = (count: number) => {
      const exchanges = Array.from({ length: count }, (_, index) =>
        exchange(2 * index + 2, { at: epochMs, url: '/a', ...shown('x') }),
      );
      return recording([set, ...exchanges.flat()]);
    };
    expect(compareClients(polls(1), polls(3)).isEqual).toBe(true);
  });
});

describe('a changed client', () => {
  it('is reported with its request first, and consequences folded', () => {
    const run = (fee: string, side: 'x' | 'y', state: string) => [
      transfer(fee, side),
      shown(side, state),
      shown(side, 'COMPLETE'),
    ];
    const diff = compared(run('LOW', 'x', 'STUCK'), run('HIGH', 'y', 'SENT'));
    expect(textOf(clientReport(diff, { hint: '--all shows them' }))).toEqual([
      '1 of your requests changed (feeLevel LOW to HIGH); 1 consequence, --all shows them.',
      '',
      'Requests:',
      '~ POST /v1/w3s/developer/transactions/transfer (entry 1)',
      '    body.feeLevel',
      '      - "LOW"',
      '      + "HIGH"',
    ]);
    expect(textOf(clientReport(diff, { isAll: true }).slice(-5))).toEqual([
      'Consequences:',
      `~ GET /v1/w3s/transactions/${id('1')} (entry 3)`,
      '    answer.body.data.state',
      '      - "STUCK"',
      '      + "SENT"',
    ]);
  });

  it('is found if it draws a new idempotency key for a retry', () => {
    const retries = (key: string, run: 'x' | 'y') => {
      const { body, ...again } = transfer('LOW', run) as { body: object };
      return [
        { ...again, body },
        { ...again, body: { ...body, idempotencyKey: key } },
      ];
    };
    expect(compared(retries(a, 'x'), retries(b, 'y')).isEqual).toBe(true);
    const diff = compared(retries(a, 'x'), retries(d, 'y'));
    expect(diff.requests).toMatchObject([{ fields: [{ path: 'body.idempotencyKey' }] }]);
    expect(textOf(clientReport(diff))).toEqual([
      '1 of your requests changed (idempotencyKey is not reused as before); 0 consequences.',
      '',
      'Requests:',
      '~ POST /v1/w3s/developer/transactions/transfer (entry 3)',
      '    body.idempotencyKey',
      `      - "${a}", that of entry 1`,
      `      + "${d}", a new one`,
    ]);
  });

  it.each([
    ['idempotency-key', '0.e5qfwt93qcl', '0.8z1k4mfw02', 'k'],
    ['Idempotency_Key', 'pay 1', 'pay 2', 'pay 3'],
    ['X-Idempotency-Key', '~abc', `${a}-1`, b],
    ['idempotencyKey', String(Date.parse(recordedAt)), String(Date.parse(recordedAt) + 1), '5'],
  ])('is found if its keys in %s are texts of any form', (name, left, right, other) => {
    const run = (...keys: readonly string[]) =>
      keys.map((key, amount): Given => ({ headers: { [name]: key }, body: { amount } }));
    expect(compared(run(left, left), run(right, right)).isEqual).toBe(true);
    const inBodies = (key: string): Given => ({ body: { [name]: key } });
    expect(compared([inBodies(left)], [inBodies(right)]).isEqual).toBe(true);
    for (const [one, two] of [
      [run(left, left), run(right, other)],
      [run(left, other), run(right, right)],
      [run(left), run('')],
    ] as const) {
      const diff = compared(one, two);
      expect(diff.requests).toMatchObject([
        { kind: 'changed', fields: [{ path: `headers.${name.toLowerCase()}` }] },
      ]);
      expect(sentence(diff)).toMatch(/ is not reused as before\); 0 consequences\.$/);
    }
  });

  it('has no difference by facts that only one of the runs needed', () => {
    const keyed = (facts?: object) => {
      const [request, answer] = exchange(1, { at: epochMs, url: '/a' });
      return recording([
        { ...request, ...(facts === undefined ? {} : { facts }) },
        answer,
      ] as never);
    };
    const opened = (fingerprint: string) => keyed({ ciphertext: { kind: 'opened', fingerprint } });
    expect(compareClients(keyed(), opened('x')).isEqual).toBe(true);
    expect(compareClients(opened('x'), opened('y')).requests).toMatchObject([
      { fields: [{ path: 'facts.ciphertext.fingerprint' }] },
    ]);
  });

  it('is found if it sends another id from outside the run', () => {
    const pays = (tokenId: string): Given => ({ body: { tokenId }, answer: { tokenId } });
    expect(compared([pays(a)], [pays(b)]).requests).toMatchObject([
      { fields: [{ path: 'body.tokenId', left: a, right: b }] },
    ]);
  });

  it('is found if it sends a text that begins as a token of a secret does', () => {
    const pays = (refId: string): Given => ({ body: { refId } });
    expect(compared([pays('~abcdef12')], [pays('~abcdef99')]).requests).toMatchObject([
      { fields: [{ path: 'body.refId', left: '~abcdef12', right: '~abcdef99' }] },
    ]);
  });

  it('is found if it requests another one of the received ids', () => {
    const listed = (first: string, second: string): Given => ({
      answer: { data: [{ id: first }, { id: second }] },
    });
    const left = [listed(a, b), { url: `/t/${a}` }];
    expect(compared(left, [listed(c, d), { url: `/t/${c}` }]).isEqual).toBe(true);
    expect(compared(left, [listed(c, d), { url: `/t/${d}` }]).requests).toMatchObject([
      { fields: [{ path: 'path', left: `/t/${a}`, right: `/t/${d}` }] },
    ]);
  });

  it('is named by the parameters of queries and forms', () => {
    const form = (title: string): Given => ({
      url: `/posts?draft=1&tag=${title}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    const body = (title: string) => ({ kind: 'http.request', text: `title=${title}&title=b` });
    const left = recordingOf([form('x')]);
    const [request, answer] = left.entries;
    const withBody = (title: string): Recording => ({
      ...recordingOf([form(title)]),
      entries: [
        { ...recordingOf([form(title)]).entries[0], ...body(title) },
        answer,
      ] as Recording['entries'],
    });
    expect(request?.kind).toBe('http.request');
    expect(compareClients(withBody('x'), withBody('y')).requests).toMatchObject([
      { fields: [{ path: 'query.tag' }, { path: 'body.title.0' }] },
    ]);
  });

  it('has requests that are missing, new, or in another order', () => {
    const posts = (...names: readonly string[]) =>
      names.map((name): Given => ({ url: `/${name}`, body: { name } }));
    const kinds = ({ requests }: ClientDiff) => requests.map(({ kind }) => kind);
    expect(kinds(compared(posts('a', 'b'), posts('a')))).toEqual(['only-left']);
    expect(kinds(compared(posts('a', 'b'), posts('a', 'c', 'b')))).toEqual(['only-right']);
    const swapped = compared(posts('a', 'b'), posts('b', 'a'));
    expect(kinds(swapped)).toEqual(['moved']);
    expect(sentence(swapped)).toMatch(
      /^1 of your requests changed \(POST \/[ab] in another order\)/,
    );
  });

  const pays = (amount: number | string, answer: object = {}): Given => ({
    url: '/pay',
    body: { amount, refId: `r${amount}` },
    answer,
  });

  it('has concurrent requests that are only in another order', () => {
    const all = (...amounts: readonly number[]) => amounts.map((amount) => pays(amount));
    const diff = compared(all(1, 2, 3, 4, 5, 6), all(3, 1, 6, 2, 5, 4));
    expect(diff.requests.map(({ kind }) => kind)).toEqual(['moved', 'moved', 'moved']);
    expect(diff).toMatchObject({ isEqual: false, consequences: [] });
    expect(sentence(diff)).toBe(
      '3 of your requests changed (POST /pay in another order); 0 consequences.',
    );
  });

  it('has requests in another order whose facts only the first one needed', () => {
    const all = (...amounts: readonly number[]): Recording => {
      const [first, ...rest] = recordingOf(amounts.map((amount) => pays(amount))).entries;
      const facts = { ciphertext: { kind: 'opened', fingerprint: 'x' } };
      return recording([{ ...first, facts }, ...rest] as never);
    };
    const { requests } = compareClients(all(1, 2, 3), all(3, 1, 2));
    expect(requests.map(({ kind }) => kind)).toEqual(['moved']);
  });

  it('has its changed request among those in another order', () => {
    const all = (...amounts: readonly (number | string)[]) => amounts.map((amount) => pays(amount));
    const { requests } = compared(all(1, 2, 3, 4, 5, 6), all(6, 1, 5, 4, 3, '2x'));
    const changed = requests.filter(({ kind }) => kind === 'changed');
    expect(changed).toMatchObject([
      {
        left: { n: 3 },
        right: { n: 11 },
        fields: [{ path: 'body.amount' }, { path: 'body.refId' }],
      },
    ]);
    expect(requests.filter(({ kind }) => kind !== 'changed')).toHaveLength(3);
    for (const { kind } of requests) expect(['changed', 'moved']).toContain(kind);
  });

  it('has requests in another order whose ids come from a changed one', () => {
    const opens = (name: string, of: string): Given => ({
      url: '/wallets',
      body: { name },
      answer: { id: of },
    });
    const from = (wallet: string, ...amounts: readonly number[]) =>
      amounts.map((amount): Given => ({ url: '/pay', body: { wallet, amount } }));
    const left = [opens('till', a), ...from(a, 1, 2, 3)];
    const { requests } = compared(left, [opens('bank', b), ...from(b, 3, 2, 1)]);
    expect(requests.map(({ kind }) => kind)).toEqual(['changed', 'moved', 'moved']);
  });

  it('that polls more often after a change has one changed request', () => {
    const run = (fee: string, polls: number) => [
      transfer(fee, 'x'),
      ...Array.from({ length: polls }, () => shown('x')),
    ];
    const diff = compared(run('HIGH', 1), run('LOW', 3));
    expect(diff.requests).toHaveLength(1);
    expect(diff.consequences.map(({ kind }) => kind)).toEqual(['only-right', 'only-right']);
  });

  it('has no difference in ignored members', () => {
    const named = (name: string, trace: string): Given => ({
      body: { list: [{ name, fee: 1 }] },
      headers: { 'x-run': trace },
      answer: { echo: { name } },
    });
    const ignoring = (...ignore: readonly string[]) =>
      compared([named('one', 'left')], [named('two', 'right')], { ignore }).isEqual;
    expect(ignoring()).toBe(false);
    expect(ignoring('name')).toBe(false);
    expect(ignoring('name', 'x-run')).toBe(true);
    expect(ignoring('body.list.*.name', 'echo', 'headers.x-run')).toBe(true);
    expect(ignoring('body.name', 'answer', 'headers')).toBe(false);
  });
});

describe('a difference outside of requests', () => {
  it('is reported if only answers differ, with the actions of the operator', () => {
    const operated = (action: string, state: string) =>
      recording([
        ...exchange(1, {
          at: epochMs,
          kind: 'control',
          url: `/__reprise/worlds/w/tx/${action}`,
          body: {},
        }),
        ...exchange(3, { at: epochMs, url: '/t', answer: { state } }),
      ]);
    const diff = compareClients(operated('stick', 'STUCK'), operated('fail', 'FAILED'));
    expect(textOf(clientReport(diff))).toEqual([
      'Your requests are equal; 1 received message changed (state STUCK to FAILED). The operator did something else.',
      '',
      'The operator did:',
      '- POST /tx/stick (entry 1) is only in the first recording',
      '+ POST /tx/fail (entry 1) is only in the second recording',
      '',
      'Consequences:',
      '~ GET /t (entry 3)',
      '    answer.body.state',
      '      - "STUCK"',
      '      + "FAILED"',
    ]);
    expect(compareClients(operated('stick', 'SENT'), operated('fail', 'SENT')).isEqual).toBe(true);
  });

  it('counts if the client answers webhooks with another status', () => {
    const hooked = (status: number | undefined, port: number) =>
      recording([
        {
          kind: 'webhook.attempt',
          at: epochMs,
          position: 1,
          attempt: 1,
          headers: {},
          url: `http://127.0.0.1:${port}/hook`,
          text: '{"notificationId":"n1","notificationType":"webhooks.test"}',
        },
        ...(status === undefined
          ? []
          : [
              {
                kind: 'webhook.outcome',
                at: epochMs,
                input: 1,
                notificationId: 'n1',
                attempt: 1,
                outcome: { kind: 'answered', status },
              } as const,
            ]),
      ]);
    const compare = (left: number | undefined, right: number | undefined) =>
      compareClients(hooked(left, 4000), hooked(right, 5000));
    expect(compare(200, 200).isEqual).toBe(true);
    expect(compare(200, undefined).isEqual).toBe(true);
    expect(compare(200, 500).requests).toMatchObject([
      { left: { title: 'webhook webhooks.test' }, fields: [{ path: 'outcome.status' }] },
    ]);
  });

  it('is a note for another seed, and for a cut file', () => {
    const left = recordingOf([{ answer: { name: 'a' } }]);
    const right = recordingOf([{ answer: { name: 'b' } }], { seed: 'thorns' });
    const diff = compareClients(left, { ...right, ending: { kind: 'cut', entries: 2 } });
    expect(diff.notes.map(({ path }) => path)).toEqual(['seed', 'ending']);
    expect(clientReport(diff).at(-2)?.text).toBe('note: seed is "roses" and "thorns"');
  });
});

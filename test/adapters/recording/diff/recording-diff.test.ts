import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareRecordings,
  type RecordingDiff,
} from '../../../../adapters/recording/diff/recording-diff.ts';
import type { EntryOf, UnsealedEntry } from '../../../../adapters/recording/format/entries.ts';
import type { Recording } from '../../../../adapters/recording/format/reader.ts';
import { recordingArbitrary } from '../../../support/arbitraries/recording.ts';
import {
  epochMs,
  event,
  exchange,
  sampleSession,
  printRecording,
} from '../../../support/recording/recording-file.ts';
import type { Session, RecordingText } from '../../../support/recording/recording-file.ts';

const read = ({ header, entries, end }: RecordingText): Recording => ({
  header,
  entries,
  ending: { kind: 'whole', end },
});
const recording = (session: Session) => read(printRecording(session));
const counts = ({ counts: { equal, changed, onlyLeft, onlyRight } }: RecordingDiff) => [
  equal,
  changed,
  onlyLeft,
  onlyRight,
];

/** A session of requests of one kind, numbered together with their answers. */
function sessionOf(...given: readonly Partial<Parameters<typeof exchange>[1]>[]): Session {
  return {
    entries: given.flatMap((one, index) =>
      exchange(2 * index + 1, { at: epochMs, url: '/a', ...one }),
    ),
  };
}

const withSecrets = (...secrets: readonly string[]) =>
  sessionOf(...secrets.map((secret) => ({ headers: { authorization: `Bearer ${secret}` } })));
const tokenOf = (digit: string) => `~${digit.repeat(64)}~~`;
const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(tokenOf) as [string, string, string, string];

describe('a comparison', () => {
  it('finds a recording equal to itself', () => {
    fc.assert(
      fc.property(recordingArbitrary, (one) => {
        expect(compareRecordings(read(one), read(one))).toMatchObject({
          isEqual: true,
          notes: [],
          differences: [],
        });
      }),
    );
  });

  it('finds missing items and other instants', () => {
    fc.assert(
      fc.property(recordingArbitrary, fc.nat(), (one, place) => {
        fc.pre(one.entries.length > 0);
        const index = place % one.entries.length;
        const fewer = read({ ...one, entries: one.entries.toSpliced(index, 1) });
        expect(compareRecordings(read(one), fewer).isEqual).toBe(false);
        expect(compareRecordings(fewer, read(one)).isEqual).toBe(false);
        const later = one.entries.map((entry, at) =>
          at === index ? { ...entry, at: entry.at + 1 } : entry,
        );
        expect(compareRecordings(read(one), read({ ...one, entries: later })).isEqual).toBe(false);
      }),
    );
  });

  it('reports differences that do not count as notes', () => {
    const { entries } = sampleSession();
    const other = entries.map((entry) =>
      'origin' in entry ? { ...entry, origin: 'http://127.0.0.1:9999' } : entry,
    );
    const header = {
      engine: 'reprise 9',
      recordedAt: '2027-01-01T00:00:00.000Z',
      redaction: { salt: 'b3RoZXI=' },
      world: { name: 'twin' },
      data: { zones: '2019a' },
      afterFixture: { inputs: 1, position: 1, digest: 'a'.repeat(64) },
    };
    const found = compareRecordings(recording({ entries }), recording({ entries: other, header }));
    expect(found.isEqual).toBe(true);
    expect(found.notes.map(({ path }) => path).sort()).toEqual([
      'afterFixture',
      'data.zones',
      'engine',
      'origins',
      'recordedAt',
      'redaction.salt',
      'world.name',
    ]);
  });

  it('notes the versions of the format', () => {
    const { data: _data, ...header } = printRecording(sampleSession()).header;
    const { entries, end } = printRecording(sampleSession());
    const older = read({
      header: { ...header, reprise: 1 },
      entries,
      end,
    } as unknown as RecordingText);
    const found = compareRecordings(older, recording(sampleSession()));
    expect(found.isEqual).toBe(true);
    expect(found.notes.map(({ path }) => path).sort()).toEqual(['data', 'reprise']);
  });

  it('reports differences of the header and the digest', () => {
    const left = recording(sampleSession());
    const right = recording({
      ...sampleSession(),
      header: { seed: 'thorns' },
      digest: 'e'.repeat(64),
    });
    expect(compareRecordings(left, right).differences).toEqual([
      { kind: 'header', fields: [{ path: 'seed', left: 'roses', right: 'thorns' }] },
      {
        kind: 'ending',
        fields: [{ path: 'digest', left: 'd'.repeat(64), right: 'e'.repeat(64) }],
      },
    ]);
  });

  it('distinguishes a cut file from a whole one', () => {
    const whole = recording(sampleSession());
    const cut: Recording = { ...whole, ending: { kind: 'cut', entries: whole.entries.length } };
    expect(compareRecordings(whole, cut).differences).toMatchObject([{ kind: 'ending' }]);
    expect(compareRecordings(cut, cut).isEqual).toBe(true);
  });

  it('names fields inside JSON bodies, and ignores their layout', () => {
    const left = sessionOf({ body: { amounts: ['1', '2'] }, answer: { data: { state: 'SENT' } } });
    const right = sessionOf({ body: { amounts: ['1', '3'] }, answer: { data: {} }, status: 201 });
    expect(compareRecordings(recording(left), recording(right)).differences).toMatchObject([
      {
        kind: 'changed',
        left: { n: 1, channel: 'wallet', title: 'POST /a' },
        fields: [
          { path: 'body.amounts.1', left: '2', right: '3' },
          { path: 'answer.status', left: 200, right: 201 },
          { path: 'answer.body.data.state', left: 'SENT' },
        ],
      },
    ]);
    const spaced = left.entries.map((entry) =>
      'text' in entry
        ? { ...entry, text: JSON.stringify(JSON.parse(entry.text ?? ''), null, 2) }
        : entry,
    );
    expect(compareRecordings(recording(left), recording({ entries: spaced })).isEqual).toBe(true);
  });

  it('pairs by content, not by number', () => {
    const many = [{ url: '/a' }, { url: '/b' }, { url: '/c' }, { url: '/d' }];
    const fewer = many.toSpliced(1, 1);
    const found = compareRecordings(recording(sessionOf(...many)), recording(sessionOf(...fewer)));
    expect(counts(found)).toEqual([3, 0, 1, 0]);
    expect(found.differences).toMatchObject([
      { kind: 'only-left', left: { n: 3, title: 'GET /b' } },
    ]);
    const back = compareRecordings(recording(sessionOf(...fewer)), recording(sessionOf(...many)));
    expect(counts(back)).toEqual([3, 0, 0, 1]);
  });

  it('pairs requests that differ in ids only', () => {
    const [one, other] = [1, 2].map((digit) => `/t/00000000-0000-4000-8000-00000000000${digit}`);
    const left = recording(sessionOf({ url: one as string }));
    expect(counts(compareRecordings(left, recording(sessionOf({ url: other as string }))))).toEqual(
      [0, 1, 0, 0],
    );
  });

  it('compares causes by event, not by position', () => {
    const told = (first: number, cause: number) =>
      recording({
        entries: [
          { ...(event(first, epochMs, 'Made') as EntryOf<'event'>), version: 1 },
          { ...(event(first + 1, epochMs, 'Sent', { cause }) as EntryOf<'event'>), version: 2 },
        ],
      });
    expect(compareRecordings(told(1, 1), told(7, 7)).isEqual).toBe(true);
    expect(compareRecordings(told(1, 1), told(7, 8)).differences).toMatchObject([
      { kind: 'changed', fields: [{ path: 'cause' }] },
    ]);
  });

  it('pairs connections in their order, for any numbers', () => {
    const on = (conn: number, text: string): UnsealedEntry[] => [
      {
        kind: 'ws.open',
        at: epochMs,
        conn,
        service: 'speech',
        url: '/v1/speak',
        origin: 'ws://h',
        headers: {},
      },
      { kind: 'ws.out', at: epochMs, conn, text },
    ];
    const left = recording({ entries: [...on(1, 'one'), ...on(2, 'two')] });
    expect(
      compareRecordings(left, recording({ entries: [...on(5, 'one'), ...on(9, 'two')] })).isEqual,
    ).toBe(true);
    const changed = compareRecordings(
      left,
      recording({ entries: [...on(1, 'one'), ...on(2, 'TWO')] }),
    );
    expect(changed.differences).toMatchObject([
      {
        left: { channel: 'speech#2', n: 4 },
        fields: [{ path: 'body', left: 'two', right: 'TWO' }],
      },
    ]);
  });

  it('compares binary frames byte by byte', () => {
    const frame = (base64: string) =>
      recording({ entries: [{ kind: 'ws.out', at: epochMs, conn: 1, base64 }] });
    expect(compareRecordings(frame('AAAA'), frame('AAAB')).differences).toMatchObject([
      { fields: [{ path: 'base64', left: 'AAAA', right: 'AAAB' }] },
    ]);
  });
});

describe('tokens of the redaction', () => {
  it('are equal under another salt', () => {
    const found = compareRecordings(
      recording(sampleSession()),
      recording(sampleSession('0123456789abcdef')),
    );
    expect(found.isEqual).toBe(true);
  });

  it('must correspond throughout', () => {
    const one = recording(withSecrets(a, b, a));
    expect(compareRecordings(one, recording(withSecrets(c, d, c))).isEqual).toBe(true);
    expect(counts(compareRecordings(one, recording(withSecrets(c, d, d))))).toEqual([2, 1, 0, 0]);
    expect(counts(compareRecordings(one, recording(withSecrets(c, c, c))))).toEqual([2, 1, 0, 0]);
  });

  it('are found in Basic credentials, whose login is compared, too', () => {
    const basic = (login: string, ...secrets: readonly string[]) =>
      recording(
        sessionOf(
          ...secrets.map((secret) => {
            const text = Buffer.from(`${login}:${secret}`).toString('base64');
            return { headers: { authorization: `Basic ${text}` } };
          }),
        ),
      );
    expect(compareRecordings(basic('ann', a, b, a), basic('ann', c, d, c)).isEqual).toBe(true);
    expect(compareRecordings(basic('ann', a, b, a), basic('ann', c, d, d)).isEqual).toBe(false);
    expect(compareRecordings(basic('ann', a), basic('bob', a)).isEqual).toBe(false);
  });

  it('are not found in other text', () => {
    const one = recording(withSecrets(a));
    expect(compareRecordings(one, recording(withSecrets('[redacted:key]'))).isEqual).toBe(false);
    expect(compareRecordings(one, recording(withSecrets('plain'))).isEqual).toBe(false);
    const short = (kind: string) => recording(withSecrets(`[redacted:${kind}]`));
    expect(compareRecordings(short('pin'), short('pin')).isEqual).toBe(true);
    expect(compareRecordings(short('pin'), short('key')).isEqual).toBe(false);
  });
});

describe('multipart bodies', () => {
  const parts = (boundary: string, text: string) => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    return recording(sessionOf({ headers, body: `--${boundary} ${text} --${boundary}--` }));
  };

  it('are equal for any boundary', () => {
    expect(compareRecordings(parts('----one-1', 'x'), parts('----other-2', 'x')).isEqual).toBe(
      true,
    );
    expect(compareRecordings(parts('----one-1', 'x'), parts('----one-1', 'y')).isEqual).toBe(false);
  });
});

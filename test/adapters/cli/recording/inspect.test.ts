import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { summaryOf } from '../../../../adapters/cli/recording/answer-summary.ts';
import { virtualOffset } from '../../../../adapters/recording/format/virtual-time.ts';
import { waitingMax } from '../../../../adapters/recording/inspect/timeline.ts';
import type { UnsealedEntry } from '../../../../adapters/recording/format/entries.ts';
import {
  epochMs,
  event,
  exchange,
  sampleSession,
  printRecording,
} from '../../../support/recording/recording-file.ts';
import { root } from '../../../support/documents/page.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest().extend('shown', ({ shell }) => {
  /** The lines that `inspect` prints between the header and the ending of a recording. */
  return async (text: string, ...flags: readonly string[]): Promise<readonly string[]> => {
    shell.write('session.jsonl', text);
    const lines = await shell.lines('inspect', 'session.jsonl', ...flags);
    return lines.slice(lines.indexOf('') + 1, lines.lastIndexOf(''));
  };
});
const booking = join(root, 'recordings/v1/speech/booking.jsonl');
const whole = printRecording(sampleSession());
const escape = '\u001b';

/** The entry numbers at the beginning of lines. */
const numbers = (lines: readonly string[]) => lines.map((line) => Number(line.slice(0, 6)));

describe('inspect', () => {
  it('explains the rules of a conversation', async ({ shell }) => {
    const { out, errors } = await shell.run(['inspect', booking, '--explain']);
    expect(errors).toEqual([]);
    const first = out.findIndex((line) => line.includes('A table for four'));
    expect(out[first + 1]).toMatch(
      /^call 1  \+00:00:07\.600  rule    answer\.0 .*: \{count\} 'four', \{time\} 'seven', \* 'A'$/,
    );
    const turns = out.filter((line) => !/^call 1  \S+  (rule|near|hint)/.test(line));
    expect(turns).toEqual((await shell.run(['inspect', booking, '--conversation'])).out);
  });

  it('shows a recording as a timeline', async ({ shell }) => {
    shell.write('session.jsonl', whole.text);
    const out = await shell.lines('inspect', 'session.jsonl');
    expect(`\n${out.join('\n')}\n`).toMatchInlineSnapshot(`
      "
      world     default, seed 'roses'
      epoch     2026-01-01T00:00:00.000Z
      clock     frozen
      services  wallet, speech
      base      position 1, after 1 input
      data      zones 2026f
      recorded  2026-05-01T10:00:00.000Z by reprise 0.1.0

           1  +00:00:00.000  input       wallet OpenAccount  (input 1)
           2  +00:00:00.000                #1 AccountOpened  account
           3  +00:00:01.000  wallet      POST /v1/w3s/developer/transactions/transfer -> 201 INITIATED  (input 2)
           4  +00:00:01.000                #2 TransactionSubmitted  transaction t1
           6  +00:00:01.000  wallet      GET /v1/w3s/transactions/t1 -> 200 INITIATED  (at 2)
           8  +00:00:01.500  wallet      GET /v1/w3s/wallets/nobody -> 404 There is no such wallet  (at 2)
          11  +00:00:02.000                #3 TransactionSent  transaction t1, because of #2
          10  +00:00:11.500  clock       POST /__reprise/worlds/default/clock/advance by 10s -> 200 now 2026-01-01T00:00:11.500Z, events: 1  (input 3)
          13  +00:00:11.500  control     POST /__reprise/worlds/default/wallet/transactions/t1/stick -> 204  (input 4)
          15  +00:00:12.000  speech#1    opens /v1/speak?model=aura
          16  +00:00:12.100  speech#1    > Speak {"type":"Speak","text":"Grüße, 世界 🎈"}  (input 5)
          17  +00:00:12.200  speech#1    < Metadata {"type":"Metadata","request_id":"r1"}
          18  +00:00:12.300  speech#1    < 0.00 s of linear16 at 24000 Hz, 16 bytes
          19  +00:00:13.000  speech#1    closed by the server: 1000 done
          21  +1d 01:00:00.000                #4 TransactionConfirmed  transaction t1, because of #3

      21 entries, digest dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd, whole
      "
    `);
  });

  it.for([
    [1, '1 input'],
    [346, '346 inputs'],
  ] as const)(
    'shows the number of inputs of its fixture: %i',
    async ([inputs, shownCount], { shell }) => {
      const afterFixture = { inputs, position: 1, digest: 'a'.repeat(64) };
      shell.write(
        'session.jsonl',
        printRecording({ ...sampleSession(), header: { afterFixture } }).text,
      );
      const { out } = await shell.run(['inspect', 'session.jsonl']);
      expect(out).toContain(`fixture   ${shownCount}, not in the file`);
    },
  );

  it('escapes control characters', async ({ shown }) => {
    const { text } = printRecording({
      entries: exchange(1, {
        at: epochMs,
        url: `/a?${escape}[2J\u202e`,
        answer: { state: '\u0007' },
      }),
    });
    const [line] = await shown(text);
    expect(line).toContain('GET /a?\\u001b[2J\\u202e -> 200 \\u0007');
  });

  it('marks a request without an answer, and an answer without its request', async ({ shown }) => {
    const [asked, answered] = exchange(1, { at: epochMs, url: '/a', input: 1 });
    const unanswered = await shown(printRecording({ entries: [asked as UnsealedEntry] }).text);
    expect(unanswered[0]).toContain('GET /a -> no answer  (input 1)');
    const stream = { ...(answered as object), stream: true } as UnsealedEntry;
    const lines = await shown(
      printRecording({ entries: [asked as UnsealedEntry, stream] }).text,
      '--from',
      '2',
    );
    expect(lines[0]).toContain('answer to entry 1: 200 a stream');
  });

  it('prints events below their cause, at any position of the answer', async ({ shown }) => {
    const ask = exchange(1, { at: epochMs, url: '/a', input: 1 });
    const told = [event(1, epochMs, 'First'), event(2, epochMs, 'Second')];
    for (const entries of [
      [ask[0], ...told, ask[1]],
      [...ask, ...told],
    ] as UnsealedEntry[][]) {
      const lines = await shown(printRecording({ entries }).text);
      expect(lines).toHaveLength(3);
      expect(lines[0]).toContain('GET /a -> 200');
      expect(lines[1]).toMatch(/ {4}#1 First/);
      expect(lines[2]).toMatch(/ {4}#2 Second/);
    }
  });

  it('waits for an answer up to a limit of entries', async ({ shown }) => {
    const [asked] = exchange(1, { at: epochMs, url: '/never' });
    const rest = Array.from({ length: waitingMax + 500 }, (_, index): UnsealedEntry => ({
      kind: 'input',
      at: epochMs,
      input: index + 1,
      data: { kind: 'hold', subject: 's', name: 'speak' },
    }));
    const late = { kind: 'http.answer', at: epochMs, to: 1, status: 200, headers: {} } as const;
    const lines = await shown(
      printRecording({ entries: [asked as UnsealedEntry, ...rest, late] }).text,
    );
    expect(lines[0]).toContain('GET /never -> no answer');
    expect(lines.at(-1)).toContain('answer to entry 1: 200');
    expect(lines).toHaveLength(rest.length + 2);
  });
});

describe('a session at rest', () => {
  const conn = { conn: 1 } as const;
  const keepAlives = [1, 2, 3].flatMap((n): UnsealedEntry[] => [
    { kind: 'ws.in', at: epochMs + n, ...conn, text: '{"type":"KeepAlive"}', input: 2 * n },
    { ...event(n, epochMs + n, 'KeepAliveReceived'), stream: 'speech/session/s' } as UnsealedEntry,
    { kind: 'input', at: epochMs + n, input: 2 * n + 1, data: { kind: 'time' } },
  ]);
  const { text } = printRecording({
    entries: [
      ...keepAlives,
      { kind: 'input', at: epochMs + 4, input: 8, data: { kind: 'time' } },
      { kind: 'touch', at: epochMs + 5, to: 1, input: 9 },
    ],
  });

  it('has a line for keep-alives and one for touches', async ({ shown }) => {
    expect(await shown(text)).toEqual([
      '     1  +00:00:00.001  ws#1        > KeepAlive {"type":"KeepAlive"} in 3 frames  #1 to #3',
      '     9  +00:00:00.003  input       time passes, entry 1 goes on  (inputs 7 to 9)',
    ]);
  });

  it('shows each touch that is selected by its kind', async ({ shown }) => {
    const lines = await shown(text, '--kind', 'input', '--kind', 'touch');
    expect(numbers(lines)).toEqual([3, 6, 9, 10, 11]);
  });
});

describe('the filters of inspect', () => {
  it.for<[readonly string[], readonly number[]]>([
    [
      ['--kind', 'event'],
      [2, 4, 11, 21],
    ],
    [
      ['--kind', 'http.answer'],
      [5, 7, 9, 12, 14],
    ],
    [
      ['--kind', 'ws.in', '--kind', 'ws.out'],
      [16, 17, 18],
    ],
    [
      ['--service', 'wallet'],
      [1, 2, 3, 4, 6, 8, 11, 21],
    ],
    [
      ['--service', 'speech'],
      [15, 16, 17, 18, 19],
    ],
    [['--conn', '1', '--kind', 'ws.close'], [19]],
    [['--conn', '2'], []],
    [
      ['--from', '6', '--to', '9'],
      [6, 8],
    ],
    [['--grep', 'NOBODY'], [8]],
    [
      ['--grep', 'transactionS', '--kind', 'event'],
      [4, 11],
    ],
    [
      ['--grep', 'speak'],
      [15, 16],
    ],
    [
      ['--no-events', '--to', '10'],
      [1, 3, 6, 8, 10],
    ],
  ])('%j leave entries %j', async ([flags, expected], { shell }) => {
    const text = printRecording(sampleSession()).text;
    shell.write('session.jsonl', text);
    const { out } = await shell.run(['inspect', 'session.jsonl', ...flags]);
    const lines = out.filter((line) => /^ *\d+ {2}\+/.test(line));
    expect(numbers(lines)).toEqual(expected);
  });

  it.for([
    ['--kind', 'http.request'],
    ['--kind', 'clock', '--kind', 'control'],
    ['--from', '3', '--to', '3'],
    ['--grep', 'nobody'],
    ['--service', 'wallet', '--kind', 'http.request'],
    ['--no-events'],
  ] as const)(
    'show the answers of the requests that they show: %s %s',
    async ([...flags], { shown }) => {
      const lines = await shown(whole.text, ...flags);
      const requests = lines.filter((line) => / (GET|POST) /.test(line));
      expect(requests.length).toBeGreaterThan(0);
      for (const line of requests) expect(line).toMatch(/ -> [2-5]\d\d/);
    },
  );

  it('print answers with their requests, also as JSON', async ({ shell }) => {
    shell.write('session.jsonl', whole.text);
    const flags = ['--json', '--kind', 'http.request', '--to', '3'];
    const { out } = await shell.run(['inspect', 'session.jsonl', ...flags]);
    const { entries } = JSON.parse(out[0] ?? '') as { entries: readonly { n: number }[] };
    expect(entries.map(({ n }) => n)).toEqual([3, 5]);
  });

  it('print the answer to an opening with it', async ({ shell }) => {
    const [opening] = sampleSession().entries.filter(({ kind }) => kind === 'ws.open') as [
      UnsealedEntry,
    ];
    const answer: UnsealedEntry = {
      kind: 'http.answer',
      at: opening.at,
      to: 1,
      status: 101,
      headers: {},
    };
    shell.write('session.jsonl', printRecording({ entries: [opening, answer] }).text);
    const { out } = await shell.run(['inspect', 'session.jsonl', '--json', '--kind', 'ws.open']);
    const { entries } = JSON.parse(out[0] ?? '') as { entries: readonly { kind: string }[] };
    expect(entries.map(({ kind }) => kind)).toEqual(['ws.open', 'http.answer']);
  });

  it('apply to --json too', async ({ shell }) => {
    shell.write('session.jsonl', whole.text);
    const { out } = await shell.run(['inspect', 'session.jsonl', '--json', '--kind', 'ws.open']);
    expect(out.map((line) => JSON.parse(line))).toEqual([
      {
        header: whole.header,
        entries: whole.entries.filter(({ kind }) => kind === 'ws.open'),
        ending: { kind: 'whole', end: whole.end },
      },
    ]);
  });
});

describe('colours', () => {
  it.for<[string, readonly string[], boolean, Record<string, string>, boolean]>([
    ['a pipe', [], false, {}, false],
    ['a terminal', [], true, {}, true],
    ['a terminal with NO_COLOR', [], true, { NO_COLOR: '1' }, false],
    ['a terminal with an empty NO_COLOR', [], true, { NO_COLOR: '' }, true],
    ['--no-color on a terminal', ['--no-color'], true, {}, false],
    ['--color in a pipe', ['--color'], false, { NO_COLOR: '1' }, true],
  ])('depend on the output: %s', async ([_name, flags, isTerminal, env, isColoured], { shell }) => {
    shell.write('session.jsonl', whole.text);
    const { out } = await shell.run(['inspect', 'session.jsonl', ...flags], env, { isTerminal });
    expect(out.join('\n').includes(escape)).toBe(isColoured);
  });

  it('do not count for the width of a terminal', async ({ shell }) => {
    shell.write('session.jsonl', whole.text);
    const terminal = { isTerminal: true, columns: 72 };
    const { out } = await shell.run(['inspect', 'session.jsonl', '--no-color'], {}, terminal);
    const lines = out.slice(out.indexOf('') + 1, out.lastIndexOf(''));
    expect(Math.max(...lines.map(({ length }) => length))).toBe(72);
  });
});

describe('inspect of an incomplete file', () => {
  it('shows a cut file, and reports the place of the cut', async ({ shell }) => {
    shell.write(
      'session.jsonl',
      whole.text.slice(0, whole.text.indexOf('"/v1/w3s/wallets/nobody"')),
    );
    const out = await shell.lines('inspect', 'session.jsonl');
    expect(out.at(-1)).toBe('7 entries. The recording was cut after entry 7: it has no end line.');
    const json = await shell.run(['inspect', 'session.jsonl', '--json']);
    expect(JSON.parse(json.out[0] ?? '')).toMatchObject({ ending: { kind: 'cut', entries: 7 } });
  });

  it.for([
    ['damage', whole.text.replace('1.25', '9.25'), /is damaged in entry 3/],
    ['no recording', 'hello\n', /is not a recording/],
    [
      'what steers terminals',
      '{"engine":"\\u001b[2J","kind":"header","reprise":99}\n',
      /Read it with \\u001b\[2J/,
    ],
    ['another version', '{"kind":"header","reprise":99}\n', /format version 99/],
  ] as const)('ends with 3 for %s', async ([_name, text, sentence], { shell }) => {
    shell.write('session.jsonl', text);
    for (const flags of [[], ['--json']]) {
      const { exitCode, errors } = await shell.run(['inspect', 'session.jsonl', ...flags]);
      expect(exitCode).toBe(3);
      expect(errors).toEqual([expect.stringMatching(sentence)]);
    }
  });

  it('ends with 3 for a missing file', async ({ shell }) => {
    const { exitCode, out, errors } = await shell.run(['inspect', 'nothing.jsonl']);
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: [] });
    expect(errors).toEqual([
      `There is no file ${shell.path('nothing.jsonl')}. Set the path of a recording (*.jsonl).`,
    ]);
  });
});

describe('the words of the timeline', () => {
  it.each([
    [0, '+00:00:00.000'],
    [72_345, '+00:01:12.345'],
    [86_400_000, '+1d 00:00:00.000'],
    [-1_500, '-00:00:01.500'],
  ])('offset %d is %s', (ms, text) => {
    expect(virtualOffset(ms)).toBe(text);
  });

  it.each<[unknown, string]>([
    [undefined, ''],
    ['text', ''],
    [{ data: { id: 'a', state: 'SENT' } }, 'SENT'],
    [{ data: { transaction: { id: 'a', state: 'SENT' } } }, 'SENT'],
    [{ data: { wallets: [1, 2] } }, '2 wallets'],
    [{ code: 1, message: 'No.' }, 'No.'],
    [{ error: { code: 'x', message: 'Never.' } }, 'Never.'],
    [{ data: { walletSet: { id: 'w' } } }, 'w'],
    [{ id: 4, title: 'Fair', status: 'trash', categories: [] }, '4 Fair trash'],
    [{ id: 1, status: 'publish', venue: 'Hall', state: 'NY' }, '1 Hall publish'],
    [{ id: 2, name: 'Music', meta: [] }, '2 Music'],
    [{}, ''],
  ])('%j is summarized as "%s"', (body, text) => {
    expect(summaryOf(body)).toBe(text);
  });
});

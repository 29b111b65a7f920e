import { describe, expect } from 'vitest';
import type { UnsealedEntry } from '../../../../adapters/recording/format/entries.ts';
import {
  epochMs,
  exchange,
  sampleSession,
  printRecording,
  type Session,
} from '../../../support/recording/recording-file.ts';
import { shellTest } from '../../../support/runner/shell-test.ts';

const it = shellTest().extend('diffOf', ({ shell }) => {
  return async (left: Session | string, right: Session | string, ...flags: string[]) => {
    for (const [name, side] of [
      ['a.jsonl', left],
      ['b.jsonl', right],
    ] as const) {
      shell.write(name, typeof side === 'string' ? side : printRecording(side).text);
    }
    return shell.run(['diff', 'a.jsonl', 'b.jsonl', ...flags]);
  };
});
/** The session `story` with another state of the transfer, and without its last event. */
function changed(): Session {
  const entries = sampleSession('0123456789abcdef').entries.slice(0, -1);
  const other = entries.map((entry): UnsealedEntry =>
    entry.kind === 'http.answer' && entry.to === 3
      ? { ...entry, status: 202, text: '{"data":{"id":"t1","state":"QUEUED"}}' }
      : entry,
  );
  return { entries: other };
}

describe('diff', () => {
  it('ends with 0 for recordings that are equal but for their salt', async ({ diffOf }) => {
    const { exitCode, out, errors } = await diffOf(
      sampleSession(),
      sampleSession('0123456789abcdef'),
    );
    expect({ exitCode, out, errors }).toEqual({
      exitCode: 0,
      out: ['The recordings are equal: 16 items compared.'],
      errors: [],
    });
  });

  it('prints the first difference in detail, and lists all', async ({ diffOf }) => {
    const { exitCode, out } = await diffOf(sampleSession(), changed());
    expect(exitCode).toBe(2);
    expect(out).toEqual([
      'First difference: entry 3, wallet, POST /v1/w3s/developer/transactions/transfer',
      '  answer.status',
      '    - 201',
      '    + 202',
      '  answer.body.data.state',
      '    - "INITIATED"',
      '    + "QUEUED"',
      '',
      '14 equal, 1 changed, 1 only in the first, 0 only in the second.',
      '~ entry 3, wallet, POST /v1/w3s/developer/transactions/transfer: answer.status, answer.body.data.state',
      '- entry 21, event, TransactionConfirmed wallet/transaction/t1 is only in the first recording',
    ]);
  });

  it('prints annotations in GitHub Actions', async ({ shell, diffOf }) => {
    await diffOf(sampleSession(), changed());
    const { out } = await shell.run(['diff', 'a.jsonl', 'b.jsonl'], { GITHUB_ACTIONS: 'true' });
    expect(out.filter((line) => line.startsWith('::'))).toEqual([
      '::error file=a.jsonl,line=4,title=reprise diff%3A changed::POST /v1/w3s/developer/transactions/transfer: answer.status, answer.body.data.state',
      '::error file=a.jsonl,line=22,title=reprise diff%3A only-left::TransactionConfirmed wallet/transaction/t1 is only in the first recording',
    ]);
    const client = await shell.run([
      'diff',
      '--client',
      '--github',
      '--json',
      'a.jsonl',
      'b.jsonl',
    ]);
    expect(client.out).toHaveLength(1);
    expect(client.errors).toEqual([
      '::error file=a.jsonl,line=4,title=reprise diff%3A answer::POST /v1/w3s/developer/transactions/transfer: status 201 to 202',
    ]);
  });

  it('lists 20 differences, and all with --all', async ({ diffOf }) => {
    const exchanges = (answer: string): Session => ({
      entries: Array.from({ length: 30 }, (_, index) =>
        exchange(2 * index + 1, { at: epochMs, url: `/${index}`, answer: { answer } }),
      ).flat(),
    });
    const short = await diffOf(exchanges('yes'), exchanges('no'));
    expect(short.out.filter((line) => line.startsWith('~'))).toHaveLength(20);
    expect(short.out.at(-1)).toBe('... and 10 more: --all shows them.');
    const { out } = await diffOf(exchanges('yes'), exchanges('no'), '--all');
    expect(out.filter((line) => line.startsWith('~'))).toHaveLength(30);
  });

  it('prints the comparison with --json', async ({ diffOf }) => {
    const { exitCode, out } = await diffOf(sampleSession(), changed(), '--json');
    expect(exitCode).toBe(2);
    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      isEqual: false,
      counts: { equal: 14, changed: 1, onlyLeft: 1, onlyRight: 0 },
      differences: [
        { kind: 'changed', left: { n: 3, lane: 'wallet' }, right: { n: 3, lane: 'wallet' } },
        { kind: 'only-left', left: { lane: expect.any(String) } },
      ],
    });
  });

  it('reports a cut file', async ({ diffOf }) => {
    const { text } = printRecording(sampleSession());
    const { exitCode, out } = await diffOf(text, text.slice(0, -30));
    expect(exitCode).toBe(2);
    expect(out[0]).toBe('b.jsonl was cut after entry 21: it has no end line.');
    expect(out[1]).toBe('First difference: the ending');
  });

  it.for<[string, string]>([
    ['hello\n', 'a.jsonl is not a recording'],
    [printRecording(sampleSession()).text.replace('1.25', '1.26'), 'a.jsonl is damaged in entry 3'],
  ])('ends with 3 for an unreadable file', async ([text, sentence], { diffOf }) => {
    const { exitCode, out, errors } = await diffOf(text, sampleSession());
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: [] });
    expect(errors).toEqual([expect.stringContaining(sentence)]);
  });

  it('prints colours on request', async ({ diffOf }) => {
    const { out } = await diffOf(sampleSession(), changed(), '--color');
    expect(out.join('\n')).toContain('\u001b[31m');
  });
});

describe('diff --client', () => {
  /** A session with one transfer and one read of it; keys and ids differ by run. */
  function client(run: string, feeLevel: string, state: string): Session {
    const id = `${run.repeat(8)}-0000-4000-8000-000000000000`;
    const body = { idempotencyKey: id.replace('4000', '4001'), feeLevel, refId: `order-${run}` };
    return {
      entries: [
        ...exchange(1, { at: epochMs, url: '/transfer', body, answer: { id } }),
        ...exchange(3, { at: epochMs, url: `/transfer/${id}`, answer: { id, state } }),
      ],
    };
  }
  const ignoring = ['--client', '--ignore', 'body.refId'];

  it('ends with 0 for two runs of one program', async ({ diffOf }) => {
    const { exitCode, out } = await diffOf(
      client('1', 'LOW', 'SENT'),
      client('2', 'LOW', 'SENT'),
      ...ignoring,
    );
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: ['The clients did the same: 2 requests sent, 2 messages received.'],
    });
  });

  it('prints requests first, and consequences with --all', async ({ diffOf }) => {
    const sides = [client('1', 'LOW', 'STUCK'), client('2', 'HIGH', 'SENT')] as const;
    const { exitCode, out } = await diffOf(...sides, ...ignoring);
    expect(exitCode).toBe(2);
    expect(out).toEqual([
      '1 of your requests changed (feeLevel LOW to HIGH); 1 consequence, --all shows them.',
      '',
      'Requests:',
      '~ POST /transfer (entry 1)',
      '    body.feeLevel',
      '      - "LOW"',
      '      + "HIGH"',
    ]);
    const all = await diffOf(...sides, ...ignoring, '--all', '--color');
    expect(all.out.join('\n')).toContain('\u001b[31m      - "STUCK"');
  });

  it('prints the comparison with --json', async ({ diffOf }) => {
    const sides = [client('1', 'LOW', 'SENT'), client('2', 'LOW', 'SENT')] as const;
    const { exitCode, out } = await diffOf(...sides, '--client', '--json');
    expect(exitCode).toBe(2);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      isEqual: false,
      counts: { sent: 1, received: 2 },
      requests: [{ fields: [{ path: 'body.refId', left: 'order-1', right: 'order-2' }] }],
      consequences: [],
    });
  });

  it('is required by --ignore', async ({ diffOf }) => {
    const { exitCode, errors } = await diffOf(
      sampleSession(),
      sampleSession(),
      '--ignore',
      'body.refId',
    );
    expect({ exitCode, errors }).toEqual({
      exitCode: 1,
      errors: ['--ignore needs --client, which compares what the clients did.'],
    });
  });
});

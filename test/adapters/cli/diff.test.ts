import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { UnsealedEntry } from '../../../adapters/recording/format/entries.ts';
import {
  epochMs,
  exchange,
  story,
  written,
  type Session,
} from '../../support/recording/recording-file.ts';
import { openShell, type Shell } from './shell.ts';

let shell: Shell;
beforeEach(() => {
  shell = openShell();
});
afterEach(() => shell.close());

async function diffOf(left: Session | string, right: Session | string, ...flags: string[]) {
  for (const [name, side] of [
    ['a.jsonl', left],
    ['b.jsonl', right],
  ] as const) {
    writeFileSync(join(shell.cwd, name), typeof side === 'string' ? side : written(side).text);
  }
  return shell.run(['diff', 'a.jsonl', 'b.jsonl', ...flags]);
}

/** The story with the state of the transfer changed, and without its last event. */
function changed(): Session {
  const entries = story('0123456789abcdef').entries.slice(0, -1);
  const other = entries.map((entry): UnsealedEntry =>
    entry.kind === 'http.answer' && entry.to === 3
      ? { ...entry, status: 202, text: '{"data":{"id":"t1","state":"QUEUED"}}' }
      : entry,
  );
  return { entries: other };
}

describe('diff', () => {
  it('ends with 0 for recordings that are equal but for their salt', async () => {
    const { exitCode, out, complaints } = await diffOf(story(), story('0123456789abcdef'));
    expect({ exitCode, out, complaints }).toEqual({
      exitCode: 0,
      out: ['The recordings are equal: 16 items compared.'],
      complaints: [],
    });
  });

  it('prints the first difference in detail, and lists all', async () => {
    const { exitCode, out } = await diffOf(story(), changed());
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
      '- entry 21, event, TransactionConfirmed wallet/transaction/t1 is only in the first',
    ]);
  });

  it('lists 20 differences, and all with --all', async () => {
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

  it('prints the comparison with --json', async () => {
    const { exitCode, out } = await diffOf(story(), changed(), '--json');
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

  it('reports a cut file', async () => {
    const { text } = written(story());
    const { exitCode, out } = await diffOf(text, text.slice(0, -30));
    expect(exitCode).toBe(2);
    expect(out[0]).toBe('b.jsonl was cut after entry 21: it has no end line.');
    expect(out[1]).toBe('First difference: the ending');
  });

  it.each<[string, string]>([
    ['hello\n', 'a.jsonl is not a recording'],
    [written(story()).text.replace('1.25', '1.26'), 'a.jsonl is damaged in entry 3'],
  ])('ends with 3 for an unreadable file', async (text, sentence) => {
    const { exitCode, out, complaints } = await diffOf(text, story());
    expect({ exitCode, out }).toEqual({ exitCode: 3, out: [] });
    expect(complaints).toEqual([expect.stringContaining(sentence)]);
  });

  it('is coloured on request', async () => {
    const { out } = await diffOf(story(), changed(), '--color');
    expect(out.join('\n')).toContain('\u001b[31m');
  });
});

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { createOutput } from '../../../../adapters/cli/support/output.ts';

function opened(file?: number) {
  const errors: string[] = [];
  const written: string[] = [];
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written.push(String(chunk));
      done();
    },
  });
  const output = createOutput(stream, file, (line) => errors.push(line));
  const fail = (code: string) =>
    stream.emit('error', Object.assign(new Error(`${code}: no room, write`), { code }));
  return { errors, written, fail, output };
}

it('prints lines, and leaves the exit code as it is', () => {
  const { output, errors, written } = opened();
  output.print('one');
  output.print('two');
  expect(written).toEqual(['one\n', 'two\n']);
  expect([0, 1, 2].map(output.exitCodeAfter)).toEqual([0, 1, 2]);
  expect({ isEnded: output.ended.aborted, errors }).toEqual({ isEnded: false, errors: [] });
});

it('escapes what would control the terminal or turn the text around, and leaves colours', () => {
  const { output, written } = opened();
  const data = '\u009b31m\u0085\u202e\u2067\u200f\u061c';
  output.print(JSON.stringify({ data }));
  output.print(`\u001b[31mred\u001b[39m\t${data}é漢`);
  const escaped = String.raw`\u009b31m\u0085\u202e\u2067\u200f\u061c`;
  expect(written).toEqual([`{"data":"${escaped}"}\n`, `\u001b[31mred\u001b[39m\t${escaped}é漢\n`]);
  expect(JSON.parse(written[0] ?? '')).toEqual({ data });
});

it('ends in silence if the reader has left', () => {
  const { output, errors, fail } = opened();
  fail('EPIPE');
  expect(output.exitCodeAfter(0)).toBe(0);
  expect({ isEnded: output.ended.aborted, errors }).toEqual({ isEnded: true, errors: [] });
});

it('reports once that lines cannot be written, with exit code 1 in place of 0', () => {
  const { output, errors, fail } = opened();
  fail('ENOSPC');
  fail('ENOSPC');
  expect([0, 1, 2].map(output.exitCodeAfter)).toEqual([1, 1, 2]);
  expect(output.ended.aborted).toBe(true);
  expect(errors).toEqual([
    'Cannot write to standard output (ENOSPC: no room, write): the output is not complete.',
  ]);
});

it('writes to a file by itself, and reports if it cannot', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-output-'));
  const path = join(folder, 'out.txt');
  writeFileSync(path, '');
  const [open, readOnly] = [openSync(path, 'a'), openSync(path, 'r')];
  try {
    const fine = opened(open);
    fine.output.print('one');
    fine.output.print('two');
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(fine.output.exitCodeAfter(0)).toBe(0);
    const lost = opened(readOnly);
    lost.output.print('three');
    expect(lost.output.exitCodeAfter(0)).toBe(1);
    expect(lost.errors).toEqual([
      expect.stringMatching(/^Cannot write to standard output \(EBADF/),
    ]);
  } finally {
    closeSync(open);
    closeSync(readOnly);
    rmSync(folder, { recursive: true });
  }
});

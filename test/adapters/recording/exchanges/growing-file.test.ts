// Lines of a file that grows: each once, as soon as it is whole, whatever its length and wherever a chunk ends.

import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GrowingFile } from '../../../../adapters/recording/exchanges/growing-file.ts';
import { recordingFolder } from '../../../support/recording/recordings.ts';
import { runs } from '../../../support/runner/runs.ts';

const folder = recordingFolder();
let count = 0;

function readAll(growing: GrowingFile): readonly string[] {
  const lines: string[] = [];
  for (let some = growing.read(); some !== undefined; some = growing.read()) lines.push(...some);
  return lines;
}

describe('a growing file', () => {
  it('gives each line once, however it was appended', () => {
    const line = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'ü', '😀', '{') }),
      fc.nat(600_000).map((length) => 'ß'.repeat(length)),
    );
    const pieces = fc.array(fc.nat(300_000), { maxLength: 5 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 6 }), pieces, (lines, sizes) => {
        const file = join(folder, `${(count += 1)}.txt`);
        const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''));
        writeFileSync(file, '');
        const growing = new GrowingFile(file);
        const read: string[] = [];
        let start = 0;
        for (const size of [...sizes, bytes.length]) {
          appendFileSync(file, bytes.subarray(start, start + size));
          start += size;
          read.push(...readAll(growing));
        }
        expect(read).toEqual(lines);
      }),
      runs(60),
    );
  });
});

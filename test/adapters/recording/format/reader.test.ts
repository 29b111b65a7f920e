import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { chainStart, link } from '../../../../adapters/recording/format/chain.ts';
import { lineBytesMax, splitLines } from '../../../../adapters/recording/format/lines.ts';
import {
  openRecording,
  readChunks,
  readRecording,
} from '../../../../adapters/recording/format/reader.ts';
import { RecordingError } from '../../../../adapters/recording/format/recording-error.ts';
import {
  chunked,
  headerOf,
  sampleSession,
  printRecording,
  type Session,
} from '../../../support/recording/recording-file.ts';
import { testFolder } from '../../../support/runner/temporary-folder.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = testFolder();
  file = join(folder, 'session.jsonl');
});

const whole = printRecording(sampleSession());
const linesOfText = (text: string) => text.split('\n').slice(0, -1);

/** The error of reading a text: its message without the file name, and its place. */
async function faultIn(text: string | Uint8Array): Promise<[string, unknown]> {
  writeFileSync(file, text);
  const fault: unknown = await readRecording(file).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof RecordingError)) throw new Error(`It was read: ${String(fault)}`);
  expect(fault.file).toBe(file);
  return [fault.message.replaceAll(file, 'FILE'), fault.place];
}

/** A recording of any lines, with valid hashes. */
function chainOf(...lines: readonly object[]): string {
  let previous = chainStart;
  return lines
    .map((line) => {
      const { text, hash } = link(previous, line, 'entries' in line ? 'seal' : 'h');
      previous = hash;
      return `${text}\n`;
    })
    .join('');
}

const time = { kind: 'input', at: 1, input: 1, data: { kind: 'time' } };
const end = { kind: 'end', entries: 1, digest: 'd'.repeat(64) };

describe('reading a whole recording', () => {
  it('returns the written entries', async () => {
    writeFileSync(file, whole.text);
    expect(await readRecording(file)).toEqual({
      header: whole.header,
      entries: whole.entries,
      ending: { kind: 'whole', end: whole.end },
    });
  });

  it.each([1, 2, 7, 64, 1_000])('returns them from chunks of %d bytes', async (size) => {
    const read = await readChunks(chunked(Buffer.from(whole.text), size), 'memory');
    expect(read.entries).toEqual(whole.entries);
    expect(read.ending.kind).toBe('whole');
  });

  it('returns the header first, entries in batches, and the ending last', async () => {
    writeFileSync(file, whole.text);
    const reader = await openRecording(file);
    expect(reader.header).toEqual(whole.header);
    expect(() => reader.ending).toThrow('not read to its end');
    let entries = 0;
    for await (const batch of reader.batches) entries += batch.length;
    expect(entries).toBe(whole.entries.length);
    expect(reader.ending).toEqual({ kind: 'whole', end: whole.end });
  });

  it('can be closed after the header or in the middle', async () => {
    writeFileSync(file, whole.text);
    await (await openRecording(file)).close();
    const reader = await openRecording(file);
    for await (const batch of reader.batches) if (batch.length > 0) break;
    await reader.close();
    expect(() => reader.ending).toThrow('not read to its end');
  });

  it('reports progress', async () => {
    const many: Session = { entries: Array.from({ length: 12_000 }, () => time as never) };
    const { text } = printRecording(many);
    writeFileSync(file, text);
    const told: (readonly [number, number])[] = [];
    await readRecording(file, { onProgress: (done, total) => told.push([done, total]) });
    expect(told.length).toBeGreaterThan(1);
    expect(told.map(([done]) => done)).toEqual(
      told.map(([done]) => done).toSorted((a, b) => a - b),
    );
    expect(told.at(-1)).toEqual([text.length, text.length]);
  });

  it('reads one without entries', async () => {
    const none = printRecording({ entries: [] });
    writeFileSync(file, none.text);
    expect(await readRecording(file)).toMatchObject({ entries: [], ending: { kind: 'whole' } });
  });
});

describe('reading a recording that was cut', () => {
  const count = whole.entries.length;

  it('returns entries up to the last whole one', async () => {
    const lines = linesOfText(whole.text);
    writeFileSync(file, `${lines.slice(0, 5).join('\n')}\n${lines[5]?.slice(0, 40)}`);
    const { entries, ending } = await readRecording(file);
    expect(entries).toEqual(whole.entries.slice(0, 4));
    expect(ending).toEqual({ kind: 'cut', entries: 4 });
  });

  it('is cut without its end line', async () => {
    writeFileSync(file, whole.text.slice(0, whole.text.lastIndexOf('{"digest"')));
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: count });
  });

  it('is cut in the middle of a character', async () => {
    const bytes = Buffer.from(whole.text);
    writeFileSync(file, bytes.subarray(0, bytes.indexOf('世') + 1));
    expect((await readRecording(file)).ending.kind).toBe('cut');
  });

  it('is cut after the header', async () => {
    writeFileSync(file, `${linesOfText(whole.text)[0]}\n`);
    expect((await readRecording(file)).ending).toEqual({ kind: 'cut', entries: 0 });
  });

  it('is whole without the last line break', async () => {
    writeFileSync(file, whole.text.slice(0, -1));
    expect((await readRecording(file)).ending).toEqual({ kind: 'whole', end: whole.end });
  });

  it('is no recording without a whole header', async () => {
    expect(await faultIn(whole.text.slice(0, 100))).toEqual([
      'FILE has no whole header: it was cut inside its first line.',
      'header',
    ]);
    expect(await faultIn('')).toEqual([
      'FILE is empty: it has no whole header; choose another file.',
      'header',
    ]);
  });
});

describe('reading a recording that was changed', () => {
  const lines = linesOfText(whole.text);
  const withLine = (index: number, change: (line: string) => string) =>
    `${lines.map((line, at) => (at === index ? change(line) : line)).join('\n')}\n`;

  it('names the entry', async () => {
    expect(await faultIn(withLine(3, (line) => line.replace('1.25', '1.26')))).toEqual([
      'FILE is damaged in entry 3: it does not fit its chain hash; restore a copy.',
      3,
    ]);
  });

  it('names the header', async () => {
    expect(await faultIn(withLine(0, (line) => line.replace('roses', 'noses')))).toEqual([
      'FILE is damaged in the header: it does not fit its chain hash; restore a copy.',
      'header',
    ]);
  });

  it('names the end line', async () => {
    const digit = withLine(lines.length - 1, (line) => line.replace('dddd', 'dded'));
    expect(await faultIn(digit)).toEqual([
      'FILE is damaged in the end line: it does not fit its chain hash; restore a copy.',
      'end',
    ]);
  });

  it.each<[string, (line: string) => string, RegExp]>([
    ['spaces', (line) => line.replace(',', ', '), /not canonical/],
    ['a carriage return', (line) => `${line}\r`, /carriage return/],
    ['a byte order mark', (line) => `\uFEFF${line}`, /not JSON/],
    ['keys in another order', (line) => `{"zone":1,${line.slice(1)}`, /not canonical/],
    ['a key twice', (line) => `{"at":1,${line.slice(1)}`, /not canonical/],
    ['a number beyond all numbers', (line) => `{"a":1e999,${line.slice(1)}`, /not canonical/],
    ['nothing', () => '', /not JSON/],
    ['no object', () => '[]', /not a JSON object/],
    ['null', () => 'null', /not a JSON object/],
    ['half of itself', (line) => line.slice(0, 50), /not JSON/],
  ])('finds %s in a line', async (_name, change, fault) => {
    const [message, place] = await faultIn(withLine(2, change));
    expect(message).toMatch(fault);
    expect(place).toBe(2);
  });

  it('finds bytes that are not UTF-8', async () => {
    const bytes = Buffer.from(whole.text);
    bytes[bytes.indexOf('世')] = 0xff;
    const [message] = await faultIn(bytes);
    expect(message).toMatch(/damaged in entry \d+: it is not UTF-8/);
  });

  it('finds a missing line and a repeated one', async () => {
    const gone = `${lines.toSpliced(4, 1).join('\n')}\n`;
    expect(await faultIn(gone)).toEqual([expect.stringContaining('chain hash'), 4]);
    const twice = `${lines.toSpliced(4, 0, lines[4] as string).join('\n')}\n`;
    expect(await faultIn(twice)).toEqual([expect.stringContaining('chain hash'), 5]);
  });

  it('finds text after the end line', async () => {
    writeFileSync(file, whole.text);
    for (const more of ['\n', '{', `${lines[1]}\n`]) {
      expect(await faultIn(whole.text + more)).toEqual([
        'FILE is damaged: there is text after the end line; restore a copy.',
        'end',
      ]);
    }
  });

  it('is not a cut if text follows a whole last line', async () => {
    expect(await faultIn(`${whole.text.slice(0, -1)} `)).toEqual([expect.anything(), 'end']);
    expect(await faultIn(`${lines.slice(0, 4).join('\n')}x`)).toEqual([expect.anything(), 3]);
  });
});

describe('reading invalid lines with valid hashes', () => {
  const header = headerOf();

  it('requires entries numbered from 1 without gaps', async () => {
    expect(await faultIn(chainOf(header, { ...time, n: 2 }, end))).toEqual([
      'FILE is damaged in entry 1: it has number 2 instead of 1; restore a copy.',
      1,
    ]);
  });

  it('requires as many entries as the end line counts', async () => {
    expect(await faultIn(chainOf(header, { ...time, n: 1 }, { ...end, entries: 2 }))).toEqual([
      'FILE is damaged in the end line: it counts 2 entries, but there are 1; restore a copy.',
      'end',
    ]);
  });

  it('requires the members of the format', async () => {
    const [odd, place] = await faultIn(chainOf(header, { ...time, n: 1, colour: 'red' }, end));
    expect(odd).toMatch(/in entry 1: it does not match the schema \(.*colour/);
    expect(place).toBe(1);
    expect(await faultIn(chainOf({ ...header, seed: 7 }))).toEqual([
      expect.stringMatching(/in the header: .*seed/),
      'header',
    ]);
    expect(await faultIn(chainOf(header, { ...end, entries: -1 }))).toEqual([
      expect.stringMatching(/in the end line: .*entries/),
      'end',
    ]);
  });

  it('reports another format version first', async () => {
    expect(await faultIn('{"reprise":4,"kind":"header","engine":"reprise 9.0"}\n')).toEqual([
      'FILE has format version 4 in the header, and this Reprise reads versions 1 to 3. Read it with reprise 9.0, which wrote it.',
      'header',
    ]);
  });

  it('reports another behaviour first', async () => {
    const [message, place] = await faultIn(chainOf({ ...header, behaviour: 3, more: 'things' }));
    expect(message).toMatch(/^FILE has behaviour 3 in the header, .*reprise 0\.1\.0.*again\.$/);
    expect(place).toBe('header');
  });
});

describe('a file that is no recording', () => {
  it.each([
    ['text', 'hello'],
    ['lines of text', 'hello\nyou\n'],
    ['packed', '\u001f\u008b\u0008'],
    ['another JSON', '{"log":{"version":"1.2"}}\n'],
    ['a JSON text', '"header"\n'],
  ])('is rejected: %s', async (_name, text) => {
    const [message, place] = await faultIn(text);
    expect(message).toMatch(/^FILE is (not a recording of Reprise|damaged)/);
    expect(place).toBe('header');
  });

  it('is missing or a folder', async () => {
    await expect(readRecording(join(folder, 'nothing.jsonl'))).rejects.toThrow(
      `There is no file ${join(folder, 'nothing.jsonl')}. Set the path of a recording (*.jsonl).`,
    );
    await expect(readRecording(folder)).rejects.toThrow(
      `${folder} is a folder, not a recording; choose a file.`,
    );
  });

  it('is not read further if a line is too long', async () => {
    let chunks = 0;
    async function* endless() {
      for (;;) {
        chunks += 1;
        yield Buffer.alloc(8 * 1024 * 1024, 0x20);
      }
    }
    for await (const [line] of splitLines(endless())) {
      expect(line?.bytes.length).toBeGreaterThan(lineBytesMax);
    }
    expect(chunks).toBe(9);
  });
});

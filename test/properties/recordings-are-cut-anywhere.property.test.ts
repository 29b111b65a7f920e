import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readChunks } from '../../adapters/recording/format/reader.ts';
import { recordingArbitrary } from '../support/arbitraries/recording.ts';
import { chunked, story, written, type Written } from '../support/recording/recording-file.ts';

/** Reads the first bytes of a recording and holds that against what was written. */
async function readCut(recording: Written, bytes: Buffer, length: number, size: number) {
  const cut = bytes.subarray(0, length);
  const headerBytes = bytes.indexOf(0x0a);
  const reading = readChunks(chunked(cut, size), 'file');
  if (length < headerBytes) return expect(reading).rejects.toThrow('has no whole header');
  const { header, entries, ending } = await reading;
  // A line that lacks nothing but its break is whole.
  const lines = Buffer.concat([cut, Buffer.from('\n')]);
  const breaks = [...bytes.keys()].filter((index) => bytes[index] === 0x0a);
  const whole = breaks.filter((index) => index < lines.length).length - 1;
  const count = Math.min(whole, recording.entries.length);
  expect(header).toEqual(recording.header);
  expect(entries).toEqual(recording.entries.slice(0, count));
  expect(ending).toEqual(
    whole > recording.entries.length
      ? { kind: 'whole', end: recording.end }
      : { kind: 'cut', entries: count },
  );
}

it('reads a file that was cut anywhere up to its last whole entry, without damage', async () => {
  await fc.assert(
    fc.asyncProperty(
      recordingArbitrary,
      fc.array(fc.nat(), { minLength: 10, maxLength: 10 }),
      fc.integer({ min: 1, max: 2_000 }),
      async (recording, cuts, size) => {
        const bytes = Buffer.from(recording.text);
        for (const cut of cuts) await readCut(recording, bytes, cut % (bytes.length + 1), size);
      },
    ),
  );
});

it('reads a file that was cut at each byte', async () => {
  const recording = written(story());
  const bytes = Buffer.from(recording.text);
  for (let length = 0; length <= bytes.length; length += 1) {
    await readCut(recording, bytes, length, 100_000);
  }
  expect(bytes.length).toBeGreaterThan(1_000);
});

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readChunks } from '../../adapters/recording/format/reader.ts';
import { recordingArbitrary } from '../support/arbitraries/recording.ts';
import {
  chunked,
  sampleSession,
  printRecording,
  type RecordingText,
} from '../support/recording/recording-file.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs }); // thousands of files are read

interface CutFile extends RecordingText {
  readonly bytes: Buffer;
  /** The offsets of its line breaks. */
  readonly breaks: readonly number[];
}

function cutFile(recording: RecordingText): CutFile {
  const bytes = Buffer.from(recording.text);
  const breaks = [...bytes.keys()].filter((index) => bytes[index] === 0x0a);
  return { ...recording, bytes, breaks };
}

/** Reads the first bytes of a recording and compares them with the written entries. */
async function readCut({ bytes, breaks, ...recording }: CutFile, length: number, size: number) {
  const reading = readChunks(chunked(bytes.subarray(0, length), size), 'file');
  if (length < breaks[0]!) return expect(reading).rejects.toThrow('has no whole header');
  const { header, entries, ending } = await reading;
  // A line that lacks only its break is whole.
  const whole = breaks.filter((index) => index <= length).length - 1;
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
        const file = cutFile(recording);
        for (const cut of cuts) await readCut(file, cut % (file.bytes.length + 1), size);
      },
    ),
  );
});

it('reads a file that was cut at each byte', async () => {
  const file = cutFile(printRecording(sampleSession()));
  for (let length = 0; length <= file.bytes.length; length += 1) {
    await readCut(file, length, 100_000);
  }
  expect(file.bytes.length).toBeGreaterThan(1_000);
});

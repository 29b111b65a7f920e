import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readChunks } from '../../adapters/recording/format/reader.ts';
import {
  RecordingError,
  type RecordingPlace,
} from '../../adapters/recording/format/recording-error.ts';
import { recordingArbitrary } from '../support/arbitraries/recording.ts';
import {
  chunked,
  sampleSession,
  printRecording,
  type RecordingText,
} from '../support/recording/recording-file.ts';
import { longMs } from '../support/runner/timeouts.ts';

vi.setConfig({ testTimeout: longMs }); // thousands of files are read

/** The line of a byte; a line break belongs to the line that it ends. */
function placeOf(bytes: Uint8Array, index: number, { entries }: RecordingText): RecordingPlace {
  const before = bytes.subarray(0, index).filter((byte) => byte === 0x0a).length;
  if (before === 0) return 'header';
  return before > entries.length ? 'end' : before;
}

/** The line that reading reports after one byte is changed. */
async function namedWith(bytes: Uint8Array, index: number, value: number): Promise<unknown> {
  const changed = Uint8Array.from(bytes);
  changed[index] = value;
  try {
    const { ending } = await readChunks(chunked(changed), 'file');
    return `read as ${ending.kind}`;
  } catch (error) {
    return error instanceof RecordingError ? error.place : error;
  }
}

const flips = fc.array(fc.record({ place: fc.nat(), step: fc.integer({ min: 1, max: 255 }) }), {
  minLength: 40,
  maxLength: 40,
});

it('names the line of any changed byte', async () => {
  await fc.assert(
    fc.asyncProperty(recordingArbitrary, flips, async (recording, changes) => {
      const bytes = Buffer.from(recording.text);
      for (const { place, step } of changes) {
        const index = place % bytes.length;
        const value = ((bytes[index] as number) + step) % 256;
        const name = placeOf(bytes, index, recording);
        expect({ index, value, name: await namedWith(bytes, index, value) }).toEqual({
          index,
          value,
          name,
        });
      }
    }),
  );
});

// Line breaks and brackets are where the wrong line is reported most easily.
it('a damaged recording names the line of each byte that became a line break or a bracket', async () => {
  const short = printRecording({ entries: sampleSession().entries.slice(0, 4) });
  const bytes = Buffer.from(short.text);
  for (const value of Buffer.from('\n}{" ')) {
    for (let index = 0; index < bytes.length; index += 1) {
      if (bytes[index] === value) continue;
      const name = placeOf(bytes, index, short);
      expect({ index, value, name: await namedWith(bytes, index, value) }).toEqual({
        index,
        value,
        name,
      });
    }
  }
});

it('names the line of each changed line break', async () => {
  const whole = printRecording(sampleSession());
  const bytes = Buffer.from(whole.text);
  for (const [index, byte] of bytes.entries()) {
    if (byte !== 0x0a) continue;
    for (let value = 0; value < 256; value += 1) {
      if (value === byte) continue;
      const name = placeOf(bytes, index, whole);
      expect({ value, name: await namedWith(bytes, index, value) }).toEqual({ value, name });
    }
  }
});

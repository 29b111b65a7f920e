// Random sessions for recordings: entries of all kinds in any order, texts of all alphabets.

import fc from 'fast-check';
import type { UnsealedEntry } from '../../../adapters/recording/format/entries.ts';
import {
  epochMs,
  event,
  sampleSession,
  printRecording,
  type RecordingText,
} from '../recording/recording-file.ts';

const text = fc.string({ unit: 'binary', maxLength: 30 });
const sampleEntries = sampleSession().entries;

const entry: fc.Arbitrary<UnsealedEntry> = fc.oneof(
  fc.constantFrom(...sampleEntries),
  fc.record({
    kind: fc.constant('ws.out' as const),
    at: fc.nat().map((ms) => epochMs + ms),
    conn: fc.integer({ min: 1, max: 9 }),
    text,
  }),
  fc
    .tuple(fc.integer({ min: 1, max: 99 }), fc.dictionary(text, fc.jsonValue({ maxDepth: 3 })))
    .map(([position, data]) => event(position, epochMs, 'SomethingHappened', { data })),
);

/** A whole recording of 0 to 12 entries. */
export const recordingArbitrary: fc.Arbitrary<RecordingText> = fc
  .array(entry, { maxLength: 12 })
  .map((entries) => printRecording({ entries }));

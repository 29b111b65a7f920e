// A recording that was cut anywhere, overwritten with random bytes, or edited and sealed again is told or refused with a sentence: its
// story folds, and no content of it is read as HTML.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { readAnyRecording } from '../../adapters/recording/format/reader.ts';
import { RecordingError } from '../../adapters/recording/format/recording-error.ts';
import { recordingStory } from '../../adapters/studio/story/recording-story.ts';
import { storyPieces } from '../../adapters/studio/story/unwritten-story.ts';
import { hostileTexts, hostileValue, put } from '../support/recording/edited-lines.ts';
import { recordingFolder, linesOf, writeSealed } from '../support/recording/recordings.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { foldedWorld, readStory } from '../support/studio/stories.ts';

vi.setConfig({ testTimeout: longMs });

const folder = recordingFolder();
const names = ['wallet/webhooks', 'wallet/transfer', 'calendar/publishers-day'].map(
  (name) => `recordings/v1/${name}.jsonl`,
);

/** The distance of the positions that are looked at. */
const momentsEvery = 7;

/** What a fault of the file leads to: a story that folds, or the sentence of a refusal. */
async function told(file: string): Promise<'told' | 'refused'> {
  try {
    const story = await recordingStory(file, await readAnyRecording(file));
    for (const piece of storyPieces(story)) expect(piece).not.toContain('<');
    const { worlds, notes } = readStory(story);
    for (const world of worlds) {
      const past = await foldedWorld(world);
      for (let position = 0; position < past.position; position += momentsEvery) {
        expect((await past.at({ position })).position).toBeGreaterThanOrEqual(position);
      }
    }
    for (const note of notes) expect(note).toMatch(/\S/);
    return 'told';
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    expect(error.message).toContain(file);
    return 'refused';
  }
}

it.each(['event', 'http.answer', 'http.request', 'webhook.attempt', 'input', 'header'])(
  'tells or refuses recordings with other values in lines of kind %s',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...names),
        fc.nat(),
        hostileValue,
        async (name, place, given) => {
          const lines = linesOf(name);
          const edited = lines.filter((line) => line.kind === kind);
          if (edited.length > 0) put(edited, place, given);
          await told(writeSealed(join(folder, 'edited.jsonl'), lines));
        },
      ),
      runs(40),
    );
  },
);

it('tells or refuses recordings that were cut or damaged anywhere', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.uint8Array({ maxLength: 12 }),
      async (name, part, bytes) => {
        const whole = readFileSync(name);
        const at = Math.floor(part * whole.length);
        const file = join(folder, 'damaged.jsonl');
        // Without bytes it is cut there.
        const rest = bytes.length === 0 ? [] : [bytes, whole.subarray(at + bytes.length)];
        writeFileSync(file, Buffer.concat([whole.subarray(0, at), ...rest]));
        await told(file);
      },
    ),
    runs(100),
  );
});

it('tells each kind of edit at least once', async () => {
  const lines = linesOf(names[1]!);
  lines.find(({ kind }) => kind === 'http.answer').text = hostileTexts.join('\n');
  expect(await told(writeSealed(join(folder, 'hostile.jsonl'), lines))).toBe('told');
});

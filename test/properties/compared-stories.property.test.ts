// What the compare view marks first is what `reprise replay` and `reprise diff` name: for recordings in which one event is edited.

import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { compareRecordings } from '../../adapters/recording/diff/recording-diff.ts';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { diffStory } from '../../adapters/studio/story/diff-story.ts';
import type { Story } from '../../adapters/studio/story/story.ts';
import { compareJournals, journalInMemory } from '../../core/index.ts';
import { nextLoopTurn } from '../../adapters/host-timers.ts';
import {
  linesOf,
  recordingFolder,
  writeSealed,
  type Raw,
} from '../support/recording/recordings.ts';
import { runs } from '../support/runner/runs.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { foldedWorld, readStory, storyOf } from '../support/studio/stories.ts';

vi.setConfig({ testTimeout: longMs });

const folder = recordingFolder();
const names = ['wallet/webhooks', 'wallet/transfer', 'calendar/publishers-day'].map(
  (name) => `recordings/v1/${name}.jsonl`,
);

/** Values of the data of events that a fold does not look up, so that the edited recording can be shown whole. */
const members = /^(name|refId|description|title|amounts|networkFee|content|excerpt|cost)$/;

interface Edit {
  readonly file: string;
  /** Of the edited event. */
  readonly position: number;
}

function edited(name: string, place: number): Edit | undefined {
  const lines = linesOf(name);
  const places = lines.flatMap((line) =>
    line.kind === 'event'
      ? Object.keys(line.data as object)
          .filter((member) => members.test(member))
          .map((member) => [line, member] as const)
      : [],
  );
  const found = places[place % places.length];
  if (found === undefined) return undefined;
  const [line, member] = found;
  line.data[member] = changed(line.data[member]);
  return { file: writeSealed(join(folder, 'edited.jsonl'), lines), position: line.position };
}

function changed(value: Raw): Raw {
  if (typeof value === 'string') return /^\d+$/.test(value) ? `${value}1` : `${value}x`;
  return Array.isArray(value) && value.length > 0 ? [changed(value[0]), ...value.slice(1)] : 'x';
}

/** The first position that the view marks, of the first two worlds of a story. */
async function marked({ worlds }: Story): Promise<number | undefined> {
  const [left, right] = await Promise.all(
    worlds.slice(0, 2).map(async (world) => {
      const { record, entries } = await foldedWorld(world);
      return journalInMemory(record.name, entries);
    }),
  );
  const { difference } = await compareJournals(left!, right!, { yieldToLoop: nextLoopTurn });
  return difference?.position;
}

it('marks first what replay and diff name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), fc.nat(), async (name, place) => {
      const edit = edited(name, place);
      fc.pre(edit !== undefined);
      const { file, position } = edit;
      const recording = await readRecording(file);

      const { divergence } = await replayRecording(file, recording);
      expect(divergence?.event?.position).toBe(position);
      const replayed = await storyOf(file);
      expect(replayed.difference?.position).toBe(position);
      expect(await marked(replayed)).toBe(position);

      const original = await readRecording(name);
      const [difference] = compareRecordings(original, recording).differences;
      const both = [
        { file: name, recording: original },
        { file, recording },
      ];
      const first = { difference: difference!, text: '' };
      const compared = readStory(await diffStory(both, { first }));
      expect(compared.difference?.position).toBe(position);
      expect(await marked(compared)).toBe(position);
    }),
    { ...runs(40), endOnFailure: true },
  );
});

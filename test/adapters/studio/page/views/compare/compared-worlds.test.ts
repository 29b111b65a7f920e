// Two worlds compared as the page does: what it marks first is what the command line names, and what ends differently is listed.

import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  readAnyRecording,
  readRecording,
} from '../../../../../../adapters/recording/format/reader.ts';
import { replayRecording } from '../../../../../../adapters/recording/replay/replay.ts';
import { compareRecordings } from '../../../../../../adapters/recording/diff/recording-diff.ts';
import { diffStory } from '../../../../../../adapters/studio/story/diff-story.ts';
import { journalEntriesOf } from '../../../../../../adapters/studio/page/model/journal-entry.ts';
import { WorldHistory } from '../../../../../../adapters/studio/page/model/world-history.ts';
import { recordOf } from '../../../../../../adapters/studio/page/model/written-record.ts';
import {
  compareWorlds,
  defaultOther,
  namedDifference,
  sharedPast,
} from '../../../../../../adapters/studio/page/views/compare/compared-worlds.ts';
import type { StoryWorld } from '../../../../../../adapters/studio/story/story.ts';
import {
  linesOf,
  recordingFolder,
  writeSealed,
  type Raw,
} from '../../../../../support/recording/recordings.ts';
import { longMs } from '../../../../../support/runner/timeouts.ts';
import { readStory, storyOf } from '../../../../../support/studio/stories.ts';

vi.setConfig({ testTimeout: longMs });

const folder = recordingFolder();
const names = [
  'wallet/transfer',
  'wallet/webhooks',
  'calendar/publishers-day',
  'wallet/cancel-won',
];

async function historyOf({ record, entries }: StoryWorld): Promise<WorldHistory> {
  const history = new WorldHistory(recordOf(record));
  await history.extend(journalEntriesOf(entries));
  return history;
}

async function compared([left, right]: readonly StoryWorld[]) {
  return compareWorlds(await historyOf(left!), await historyOf(right!));
}

/** Adds a member to the data of one event, by its place among all. */
function edited(name: string, place: number): string {
  const lines = linesOf(`recordings/v1/${name}.jsonl`);
  const events = lines.filter(({ kind }: Raw) => kind === 'event');
  events[place % events.length].data.note = 'edited';
  return writeSealed(join(folder, `${name.replace('/', '-')}-${place}.jsonl`), lines);
}

describe('two worlds compared', () => {
  it.each(names)('part where replay and diff name it, in %s', async (name) => {
    const original = `recordings/v1/${name}.jsonl`;
    for (const place of [0, 3, 8]) {
      const file = edited(name, place);
      const { divergence } = await replayRecording(file, await readRecording(file));
      const story = await storyOf(file);
      const { comparison } = await compared(story.worlds);
      expect(comparison.difference?.position).toBe(divergence?.event?.position);
      expect(story.difference?.position).toBe(divergence?.event?.position);

      const files = [
        { file: original, recording: await readAnyRecording(original) },
        { file, recording: await readAnyRecording(file) },
      ];
      const { differences } = compareRecordings(
        await readRecording(original),
        await readRecording(file),
      );
      const first = { difference: differences[0]!, text: '' };
      const both = readStory(await diffStory(files, { first }));
      const beside = await compared(both.worlds);
      expect(beside.comparison.difference?.position).toBe(both.difference?.position);
      expect(beside.comparison.difference?.fields).toEqual([
        { path: 'data.note', expected: undefined, actual: 'edited' },
      ]);
    }
  });

  it('list what ends differently, by state and by balance', async () => {
    const files = await Promise.all(
      ['wallet/cancel-won', 'wallet/cancel-lost'].map(async (name) => {
        const file = `recordings/v1/${name}.jsonl`;
        return { file, recording: await readAnyRecording(file) };
      }),
    );
    const { worlds } = readStory(await diffStory(files));
    const { ends } = await compared(worlds);
    expect(ends.length).toBeGreaterThan(0);
    const texts = ends.flatMap(({ left, right }) => [left?.text, right?.text]);
    expect(texts).toContain('CANCELLED');
    expect(texts.some((text) => /^\d+(\.\d+)?$/.test(text ?? ''))).toBe(true);
    for (const { left, right } of ends) expect(left?.text).not.toBe(right?.text);
  });

  it('have no difference if they are equal', async () => {
    const { worlds } = await storyOf('wallet/transfer');
    const { comparison, ends } = await compared([worlds[0]!, worlds[0]!]);
    expect(comparison.difference).toBeUndefined();
    expect(ends).toEqual([]);
  });
});

describe('the shared past of two worlds', () => {
  it.each([
    [0, 'They share no event; from event 1 on they differ.', 'Neither has an event.'],
    [
      1,
      'They share the first event, up to then; from event 2 on they differ.',
      'Both have the same event.',
    ],
    [
      2,
      'They share the first 2 events, up to then; from event 3 on they differ.',
      'Both have the same 2 events.',
    ],
  ])('is a sentence for %i events', (position, differing, equal) => {
    const difference = {
      position: position + 1,
      fields: [],
      sides: [undefined, undefined],
    } as const;
    expect(sharedPast({ position, difference }, 'then')).toBe(differing);
    expect(sharedPast({ position }, 'then')).toBe(equal);
  });
});

describe('the other world', () => {
  const named = { worlds: ['a', 'b'], summary: '', text: '' } as const;
  const worlds = [
    { name: 'x' },
    { name: 'a' },
    { name: 'fork', forkedFrom: { world: 'x' } },
    { name: 'b' },
  ];

  it('is that of the file, the parent, a fork, or any', () => {
    expect(defaultOther('b', worlds, named)).toBe('a');
    expect(defaultOther('fork', worlds, named)).toBe('x');
    expect(defaultOther('x', worlds, undefined)).toBe('fork');
    expect(defaultOther('a', worlds, undefined)).toBe('x');
    expect(defaultOther('x', [{ name: 'x' }], undefined)).toBeUndefined();
  });

  it('has what the command line named only beside the world that it was compared with', () => {
    expect(namedDifference(['b', 'a'], named)).toBe(named);
    expect(namedDifference(['x', 'a'], named)).toBeUndefined();
  });
});

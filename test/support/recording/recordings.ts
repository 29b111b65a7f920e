// Reads and replays recordings, compares them with a journal, and writes edited ones with a valid chain.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { chainStart, link } from '../../../adapters/recording/format/chain.ts';
import type { Entry } from '../../../adapters/recording/format/entries.ts';
import { readRecording, type Recording } from '../../../adapters/recording/format/reader.ts';
import { replayRecording, type ReplayResult } from '../../../adapters/recording/replay/replay.ts';
import type { EventStore } from '../../../core/index.ts';

/** A folder for the recordings of a test file, removed after its tests. */
export function recordingFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-recordings-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Reads a file and replays it without a divergence; the recording must be whole, or cut if `ending` says so. */
export async function expectEqual(
  file: string,
  ending: 'whole' | 'cut' = 'whole',
): Promise<Recording & { readonly replay: ReplayResult }> {
  const recording = await readRecording(file);
  expect(recording.ending.kind).toBe(ending);
  const replay = await replayRecording(file, recording);
  expect(replay.divergence).toBeUndefined();
  return { ...recording, replay };
}

/** Replays a recording without a divergence and rewrites it: the same lines but for their hashes, in the present format. */
export async function expectRewrittenEqual(
  file: string,
  recording: Recording,
): Promise<ReplayResult> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-rewritten-'));
  try {
    const target = { file: join(folder, 'new.jsonl'), writtenBy: recording.header.engine };
    const replay = await replayRecording(file, recording, { rewriteTo: target });
    expect(replay.divergence).toBeUndefined();
    if (!readFileSync(target.file).equals(readFileSync(file))) {
      const linesIn = (path: string) =>
        linesOf(path).map(({ h: _hash, seal: _seal, reprise: _version, ...line }: Raw) => line);
      expect(linesIn(target.file)).toEqual(linesIn(file)); // it may have other editions of data
    }
    return replay;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The input numbers of a recording, from entries of every kind. */
export function inputsIn(entries: readonly Entry[]): readonly number[] {
  const numbers = entries.flatMap((entry) =>
    'input' in entry && entry.input !== undefined ? [entry.input] : [],
  );
  return numbers.toSorted((left, right) => left - right);
}

/** Checks that the recording has each input after the fixture once, without gaps, and each event after its base. */
export async function expectComplete(
  { header, entries }: Recording,
  store: EventStore,
): Promise<void> {
  const { afterFixture } = header;
  const left = afterFixture?.inputs ?? 0;
  const inputs = inputsIn(entries);
  expect(inputs).toEqual(inputs.map((_one, index) => left + index + 1));
  const { name } = header.world;
  const journal = await store.read(name, 1, left + inputs.length);
  if (afterFixture !== undefined) expect(journal[left - 1]?.digest).toBe(afterFixture.digest);
  const events = journal.flatMap((entry) => entry.events.map(({ position }) => position));
  const recorded = entries.flatMap((entry) => (entry.kind === 'event' ? [entry.position] : []));
  expect(recorded).toEqual(events.filter((position) => position > header.base.position));
}

/** A line of a recording as data. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Raw = any;

/** The lines of a file, as data. */
export function linesOf(file: string): Raw[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

/** Writes lines as a recording with a valid chain, whatever their content; numbers and counts the entries. */
export function writeSealed(file: string, lines: readonly Raw[]): string {
  let hash = chainStart;
  let count = 0;
  const texts = lines.map(({ h: _hash, seal: _seal, ...line }: Raw) => {
    const isEnd = line.kind === 'end';
    if (line.kind !== 'header' && !isEnd) line.n = count += 1;
    if (isEnd) line.entries = count;
    const linked = link(hash, line as object, isEnd ? 'seal' : 'h');
    ({ hash } = linked);
    return linked.text;
  });
  writeFileSync(file, `${texts.join('\n')}\n`);
  return file;
}

// The story of two recordings that differ: a world for each, and the first difference as the command line names it.

import { basename } from 'node:path';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import type { ItemDifference } from '../../recording/differences/difference.ts';
import { differenceSentence } from '../../recording/differences/text.ts';
import type { StoryDifference } from './story.ts';
import { exchangeOfEntry } from './exchange-of-entry.ts';
import { worldsOfRecording } from './recording-worlds.ts';
import type { UnwrittenStory } from './unwritten-story.ts';

export interface RecordingFile {
  readonly file: string;
  readonly recording: AnyRecording;
}

export interface FirstDifference {
  readonly difference: ItemDifference;
  /** What the command line prints. */
  readonly text: string;
}

export interface DiffStoryOptions {
  /** Called from time to time with the file that is executed, the number of steps done, and of all its steps. */
  readonly onProgress?: (file: string, done: number, total: number) => void;
  /** Undefined: the page finds where they part. */
  readonly first?: FirstDifference;
}

/** Rejects with RecordingError if one cannot be executed. Their names are those of their files, numbered if these are alike. */
export async function diffStory(
  files: readonly RecordingFile[],
  { onProgress, first }: DiffStoryOptions = {},
): Promise<UnwrittenStory> {
  const names = namesOf(files);
  const notes: string[] = [];
  const worlds: UnwrittenStory['worlds'][number][] = [];
  for (const [index, { file, recording }] of files.entries()) {
    const name = names[index] ?? file;
    const found = await worldsOfRecording(file, recording, {
      name,
      onProgress: (done, total) => onProgress?.(file, done, total),
    });
    worlds.push(found.recorded);
    notes.push(...found.notes);
    if (found.replayed === undefined) continue;
    notes.push(`This Reprise replays ${name} differently: it is shown as it was recorded.`);
  }
  const title = files.length > 2 ? `${files.length} recordings` : names.join(' and ');
  const [left, right] = names;
  if (first === undefined || left === undefined || right === undefined) {
    return { title, notes, worlds };
  }
  const difference = storyDifference([left, right], first, files);
  return {
    title,
    notes: [`First difference: ${difference.summary}`, ...notes],
    worlds,
    difference,
  };
}

function storyDifference(
  worlds: readonly [string, string],
  { difference, text }: FirstDifference,
  files: readonly RecordingFile[],
): StoryDifference {
  const left = 'left' in difference ? difference.left.n : undefined;
  const right = 'right' in difference ? difference.right.n : undefined;
  const position = positionOf(files[0], left) ?? positionOf(files[1], right);
  const exchangeOf = (file: RecordingFile | undefined, n: number | undefined) =>
    (file && exchangeOfEntry(file.recording, n)) ?? null;
  const exchanges = [exchangeOf(files[0], left), exchangeOf(files[1], right)] as const;
  const isExchange = exchanges.some((n) => n !== null);
  const place = position !== undefined ? { position } : isExchange ? { exchanges } : {};
  return { worlds, ...place, summary: differenceSentence(difference), text };
}

/** Of an entry that is an event. */
function positionOf(file: RecordingFile | undefined, n: number | undefined): number | undefined {
  const entry = n === undefined ? undefined : file?.recording.entries[n - 1];
  return entry?.kind === 'event' ? entry.position : undefined;
}

function namesOf(files: readonly RecordingFile[]): readonly string[] {
  const names = files.map(({ file }) => basename(file));
  return names.map((name, index) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${index + 1}. ${name}`,
  );
}

// The story of one recording: its world; if this version replays it differently, that as a second one.

import { basename } from 'node:path';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import type { ReplayDivergence } from '../../recording/replay/divergence.ts';
import { divergenceLines, divergenceSentence } from '../../recording/replay/report.ts';
import { exchangeOfEntry } from './exchange-of-entry.ts';
import type { StoryDifference } from './story.ts';
import { worldsOfRecording } from './recording-worlds.ts';
import type { UnwrittenStory } from './unwritten-story.ts';

export interface RecordingStoryOptions {
  readonly onProgress?: (done: number, total: number) => void;
  /** What a replay has named first. Default: what the replay of the story finds. */
  readonly divergence?: ReplayDivergence;
  /** Default: the name of the file. */
  readonly title?: string;
}

const names = { recorded: 'recorded', replayed: 'replayed' } as const;

/** Rejects with RecordingError if the recording cannot be executed. */
export async function recordingStory(
  file: string,
  recording: AnyRecording,
  { onProgress, divergence, title = basename(file) }: RecordingStoryOptions = {},
): Promise<UnwrittenStory> {
  const { header } = recording;
  const name = header.source === 'world' ? header.world.name : basename(file);
  const { recorded, replayed, notes } = await worldsOfRecording(file, recording, {
    name,
    onProgress,
  });
  if (replayed === undefined) return { title, notes, worlds: [recorded] };
  const named = divergence ?? replayed.result.divergence ?? {};
  const difference = replayDifference(named, recording, recorded.record.epochMs);
  return {
    title,
    notes: [`This Reprise replays ${basename(file)} differently: ${difference.summary}`, ...notes],
    worlds: [
      { ...recorded, record: { ...recorded.record, name: names.recorded } },
      { ...replayed.world, record: { ...replayed.world.record, name: names.replayed } },
    ],
    difference,
  };
}

/** As `reprise replay` prints it. */
function replayDifference(
  divergence: ReplayDivergence,
  recording: AnyRecording,
  epochMs: number,
): StoryDifference {
  const { event } = divergence;
  const exchange = exchangeOfEntry(recording, divergence.exchange?.entry);
  return {
    worlds: [names.recorded, names.replayed],
    ...(event === undefined ? {} : { position: event.position }),
    ...(exchange === undefined ? {} : { exchanges: [exchange, null] }),
    summary: divergenceSentence(divergence, epochMs),
    text: divergenceLines(divergence, epochMs).join('\n'),
  };
}

// A recording as a world of a story: executed again if it is of a world, its exchanges alone if it is of real services.

import { basename } from 'node:path';
import type { Envelope, JournalEntry, WorldRecord } from '../../../core/index.ts';
import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import type { ProxyEntry } from '../../recording/format/proxy-entries.ts';
import type { Ending, Recording } from '../../recording/format/reader.ts';
import { replayRecording, type ReplayResult } from '../../recording/replay/replay.ts';
import { callAudioOf } from './call-audio.ts';
import { recordedExchanges } from '../../recording/exchanges/recorded-exchanges.ts';
import { recordedJournal } from './recorded-journal.ts';
import { serviceExchanges } from './service-exchanges.ts';
import type { UnwrittenWorld } from './unwritten-story.ts';

export interface TellingOptions {
  /** The name of the world in the story. */
  readonly name: string;
  /** Called from time to time with the number of steps done and of all steps. */
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

export interface RecordingWorlds {
  /** As it was recorded. */
  readonly recorded: UnwrittenWorld;
  /** Of a recording that this version replays differently. */
  readonly replayed?: { readonly world: UnwrittenWorld; readonly result: ReplayResult };
  /** What one should know about it, a sentence each. */
  readonly notes: readonly string[];
}

/** Rejects with RecordingError if it cannot be executed. */
export async function worldsOfRecording(
  file: string,
  recording: AnyRecording,
  options: TellingOptions,
): Promise<RecordingWorlds> {
  return isOfWorld(recording)
    ? executedWorld(file, recording, options)
    : { recorded: servicesOf(recording, options.name), notes: notesOf(file, recording) };
}

function isOfWorld(recording: AnyRecording): recording is Recording {
  return recording.header.source === 'world';
}

async function executedWorld(
  file: string,
  recording: Recording,
  { name, onProgress }: TellingOptions,
): Promise<RecordingWorlds> {
  let record: WorldRecord | undefined;
  let journal: readonly JournalEntry[] = [];
  const result = await replayRecording(file, recording, {
    isAll: true,
    ...(onProgress === undefined ? {} : { onProgress }),
    onJournal: (world, entries) => {
      ({ record } = world);
      journal = entries;
    },
  });
  if (record === undefined) throw new Error('A replay ends with its world.');
  const exchanges = recordedExchanges(recording.entries);
  const named = { ...record, name };
  if (result.divergence === undefined) {
    const heard = await heardIn(recording, journal);
    const notes = [...notesOf(file, recording), ...heard.notes];
    return { recorded: { record: named, journal, exchanges, ...heard.audio }, notes };
  }
  const { journal: written, problem } = await recordedJournal(recording, named, journal);
  const position = written.findLast(({ events }) => events.length > 0)?.events.at(-1)?.position;
  const missing =
    problem === undefined
      ? []
      : [`${basename(file)} is shown up to position ${position ?? 0}: ${problem}`];
  const heard = await heardIn(recording, written);
  return {
    recorded: { record: named, journal: written, exchanges, ...heard.audio },
    replayed: { world: { record, journal, exchanges: [] }, result },
    notes: [...notesOf(file, recording), ...heard.notes, ...missing],
  };
}

/** What can be heard of its calls, and what cannot. */
async function heardIn(
  { entries }: Recording,
  journal: readonly JournalEntry[],
): Promise<{ readonly audio: Pick<UnwrittenWorld, 'audio'>; readonly notes: readonly string[] }> {
  const events = journal.flatMap((entry) => entry.events as readonly Envelope[]);
  const { audio, notes } = await callAudioOf({ entries, events });
  return { audio: audio.length === 0 ? {} : { audio }, notes };
}

/** Without a world: what clients and services said. */
function servicesOf(recording: AnyRecording, name: string): UnwrittenWorld {
  const entries = recording.entries as readonly ProxyEntry[];
  const record: WorldRecord = {
    name,
    seed: '',
    epochMs: entries[0]?.at ?? Date.parse(recording.header.recordedAt),
    ids: 'ordinal',
    clock: { mode: 'real', rate: 1 },
    config: {},
  };
  return { record, journal: [], exchanges: serviceExchanges(entries) };
}

function notesOf(file: string, recording: AnyRecording): readonly string[] {
  const services = isOfWorld(recording)
    ? []
    : [
        `${basename(file)} is a recording of real services: it has their exchanges, by the clock of the host, and no events.`,
      ];
  return [...services, ...cutNotes(file, recording.ending)];
}

function cutNotes(file: string, ending: Ending<unknown>): readonly string[] {
  if (ending.kind === 'whole') return [];
  const place = ending.entries === 0 ? 'the header' : `entry ${ending.entries}`;
  return [`${basename(file)} was cut after ${place}: it is shown up to there.`];
}

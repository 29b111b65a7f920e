// Recordings with parts left out: each is a file of its own in a folder. That of a world is executed again, so that it is whole and its
// rest has happened; that of a proxy has the other lines as they were.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordingChange } from '../recording/edit/change.ts';
import { editedRecording } from '../recording/edit/edited-recording.ts';
import type { AnyRecording } from '../recording/diff/proxy-exchanges.ts';
import { RecordingError } from '../recording/format/recording-error.ts';
import {
  readAnyRecording,
  readRecording,
  type Lines,
  type ProxyLines,
  type Recording,
} from '../recording/format/reader.ts';
import { replayRecording } from '../recording/replay/replay.ts';
import { proxyUnits } from './proxy-units.ts';
import { writeWithout } from './proxy-rest.ts';
import type { Shrinkable, ShrinkUnit } from './search.ts';
import { orphanedOutcomes, worldUnits } from './world-units.ts';

/** A recording in a file of its own. */
export interface CandidateFile<Of extends Lines = Lines> {
  readonly file: string;
  readonly recording: Recording<Of>;
}

export interface ShrinkCandidate extends CandidateFile, Shrinkable {}

/** Creates the recordings of a search. */
export interface CandidateSource {
  readonly unitsOf: (recording: AnyRecording) => readonly ShrinkUnit[];
  /** Without some units, by their places; undefined if the rest cannot be executed. */
  readonly without: (
    candidate: ShrinkCandidate,
    removed: ReadonlySet<number>,
  ) => Promise<CandidateFile | undefined>;
  /** The whole recording once more, as it is now. Rejects with RecordingError if it cannot be executed. */
  readonly again: (given: CandidateFile) => Promise<CandidateFile>;
  /** Whether a recording of a world replays equal by itself. Rejects with RecordingError if it cannot be executed at all. */
  readonly replays: (candidate: CandidateFile) => Promise<boolean>;
}

export interface CandidateSourceOptions {
  /** Where the files are created. */
  readonly folder: string;
  /** The program and its version. */
  readonly writtenBy: string;
}

/** `source`: of the header. Candidates reject with RewriteError, or the error of a file that cannot be written. */
export function candidateSource(
  source: Lines['header']['source'],
  options: CandidateSourceOptions,
): CandidateSource {
  const folder = mkdtempSync(join(options.folder, 'candidates-'));
  let count = 0;
  const newFile = () => join(folder, `${(count += 1)}.jsonl`);
  return source === 'world' ? worldSource(options, newFile) : proxySource(newFile);
}

function worldSource(
  { writtenBy }: CandidateSourceOptions,
  newFile: () => string,
): CandidateSource {
  /** Undefined if it cannot be executed to its end. */
  const executed = async (file: string, recording: Recording) => {
    const rewriteTo = { file: newFile(), writtenBy };
    let isWhole = false;
    try {
      const { stopped } = await replayRecording(file, recording, { rewriteTo });
      if (stopped !== undefined) return undefined;
      const written = { file: rewriteTo.file, recording: await readRecording(rewriteTo.file) };
      isWhole = true;
      return written;
    } finally {
      if (!isWhole) rmSync(rewriteTo.file, { force: true });
    }
  };
  return {
    unitsOf: (recording) => worldUnits(recording as Recording),
    async without({ file, recording, units }, removed) {
      const known = orphanedOutcomes(recording as Recording);
      let rest = await editedRecording(
        recording as Recording,
        dropsOf(recording as Recording, units, removed),
      );
      try {
        for (;;) {
          const now = await executed(file, rest);
          const orphans = now === undefined ? [] : [...orphanedOutcomes(now.recording)];
          const drops = orphans.flatMap(([id, entries]) => (known.has(id) ? [] : entries));
          if (now === undefined || drops.length === 0) return now;
          rmSync(now.file);
          rest = await editedRecording(
            now.recording,
            drops.map((entry) => ({ kind: 'drop', entry })),
          );
        }
      } catch (error) {
        if (error instanceof RecordingError) return undefined;
        throw error;
      }
    },
    async again({ file, recording }) {
      const now = await executed(file, recording as Recording);
      if (now !== undefined) return now;
      throw new RecordingError(
        `${file} cannot be replayed to its end any more: reprise replay shows where it differs.`,
        file,
      );
    },
    async replays({ file, recording }) {
      const { divergence } = await replayRecording(file, recording as Recording);
      return divergence === undefined;
    },
  };
}

/** Frames go with their connection. */
function dropsOf(
  { entries }: Recording,
  units: readonly ShrinkUnit[],
  removed: ReadonlySet<number>,
): readonly RecordingChange[] {
  return units.flatMap(({ n, within }, place) => {
    const isGone = entries[n - 1]?.kind === 'ws.in' && within !== undefined && removed.has(within);
    return removed.has(place) && !isGone ? [{ kind: 'drop', entry: n } as const] : [];
  });
}

function proxySource(newFile: () => string): CandidateSource {
  const written = async (recording: AnyRecording, removed: ReadonlySet<number>) => {
    const file = newFile();
    writeWithout(file, recording as Recording<ProxyLines>, removed);
    return { file, recording: await readAnyRecording(file) };
  };
  return {
    unitsOf: (recording) => proxyUnits(recording as Recording<ProxyLines>).units,
    without: ({ recording }, removed) => written(recording, removed),
    again: ({ recording }) => written(recording, new Set()),
    replays: () => Promise.resolve(true),
  };
}

// Executes a recording of a world as it was, and with changes; writes both runs as whole recordings.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '../../../core/index.ts';
import { edited as editedWith, type EditedRecording } from '../edit/edited-recording.ts';
import { EditError, type RecordingChange } from '../edit/change.ts';
import type { Holding } from '../../contracts/lives.ts';
import { openSynthesiser } from '../../voice/synthesiser.ts';
import { services } from '../../services/index.ts';
import { readRecording, type Recording } from '../format/reader.ts';
import { RecordingError } from '../format/recording-error.ts';
import type { StateDifference } from '../replay/divergence.ts';
import { replayRecording, type ReplayOptions } from '../replay/replay.ts';

export interface RunOptions extends Pick<ReplayOptions, 'isAudioComputed' | 'onProgress'> {
  /** Where to keep the alternative; the file must not exist. Default: it is not kept. */
  readonly file?: string | undefined;
  /** The program and its version. */
  readonly writtenBy: string;
}

/** One run: its recording, and what entities hold at its end. */
export interface Run {
  readonly recording: Recording;
  readonly holdings: readonly Holding[];
}

/** The most changes that are separated: each takes one more run. */
export const separatedMax = 20;

export interface ChangedRun extends Run {
  /** What was executed: its entries have the numbers of the given recording. */
  readonly edited: EditedRecording;
  /** Why the rest could not be executed. */
  readonly stopped?: StateDifference;
}

export interface BothRuns {
  readonly before: Run;
  readonly after: ChangedRun;
  /** Of 2 to `separatedMax` changes, the run without one of them, by its place; undefined if the others cannot be made alone. */
  readonly omitted: readonly (ChangedRun | undefined)[];
  /** Whether the given recording does not replay equal by itself: then `before` is how it happens now. */
  readonly isOtherNow: boolean;
}

/** Rejects with EditError, RecordingError, or RewriteError. */
export async function runBoth(
  file: string,
  recording: Recording,
  changes: readonly RecordingChange[],
  { file: kept, writtenBy, ...options }: RunOptions,
): Promise<BothRuns> {
  const folder = mkdtempSync(join(tmpdir(), 'reprise-what-if-'));
  const synthesiser = openSynthesiser(); // shared by both runs, with its answers
  try {
    const executed = async (given: Recording, path: string) => {
      let holdings: readonly Holding[] = [];
      const onEnd = (world: World) => void (holdings = holdingsIn(world));
      const rewriteTo = { file: path, writtenBy };
      const result = await replayRecording(file, given, { ...options, rewriteTo, onEnd });
      return { result, run: { recording: await readRecording(path), holdings } };
    };
    const changed = async (edited: EditedRecording, path: string): Promise<ChangedRun> => {
      const { result, run } = await executed(edited.recording, path);
      const { stopped } = result;
      return { ...run, edited, ...(stopped === undefined ? {} : { stopped }) };
    };
    const edited = await editedWith(recording, changes);
    const unchanged = await executed(recording, join(folder, 'unchanged.jsonl'));
    const isOtherNow = unchanged.result.divergence !== undefined;
    const before = isOtherNow ? unchanged.run : { ...unchanged.run, recording };
    const after = await changed(edited, kept ?? join(folder, 'changed.jsonl'));
    const omitted: (ChangedRun | undefined)[] = [];
    const isSeparated = changes.length > 1 && changes.length <= separatedMax;
    for (const place of isSeparated ? changes.keys() : []) {
      const others = editedWith(recording, changes.toSpliced(place, 1));
      const path = join(folder, `without-${place}.jsonl`);
      omitted.push(await others.then((one) => changed(one, path)).catch(ifImpossible));
    }
    return { before, after, omitted, isOtherNow };
  } finally {
    await synthesiser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Some changes can only be made together, such as to a request and to what it names. */
function ifImpossible(error: unknown): undefined {
  if (error instanceof EditError || error instanceof RecordingError) return undefined;
  throw error;
}

function holdingsIn(world: World): readonly Holding[] {
  return world.peek((states) =>
    services.flatMap(({ lives }) => [...(lives?.holdings?.(states) ?? [])]),
  );
}

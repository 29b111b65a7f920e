// Records scenarios again and replaces recordings whose story has changed. Unchanged ones stay the same, byte for byte, so that
// a diff of these files shows only changes of meaning.

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readRecording } from '../../adapters/recording/format/reader.ts';
import { RecordingError } from '../../adapters/recording/format/recording-error.ts';
import { replayRecording } from '../../adapters/recording/replay/replay.ts';
import { divergenceSentence } from '../../adapters/recording/replay/report.ts';
import type { Scenario } from './scenarios.ts';
import { storyDifference, storyOf, type Story } from './story.ts';

export interface Regeneration {
  readonly result: 'new' | 'unchanged' | 'replaced' | 'failed';
  /** The reason, in a sentence. */
  readonly reason?: string;
}

/** Records one scenario; replaces the file in `folder` atomically, once the new one is whole and replays. */
export async function regenerate(
  { name, record }: Scenario,
  { folder, isForced = false }: { readonly folder: string; readonly isForced?: boolean },
): Promise<Regeneration> {
  const place = mkdtempSync(join(tmpdir(), 'reprise-recordings-'));
  const fresh = join(place, 'fresh.jsonl');
  const kept = join(folder, `${name}.jsonl`);
  try {
    await record(fresh);
    const made = await examine(fresh, name);
    if (made.fault !== undefined) return { result: 'failed', reason: made.fault };
    if (!existsSync(kept)) {
      move(fresh, kept);
      return { result: 'new' };
    }
    const there = await examine(kept, name);
    const isComparable = there.story !== undefined && made.story !== undefined;
    const difference = isComparable ? storyDifference(there.story, made.story) : undefined;
    const reason = there.fault ?? difference ?? (isForced ? 'It was asked for.' : undefined);
    if (reason === undefined) return { result: 'unchanged' };
    move(fresh, kept);
    return { result: 'replaced', reason };
  } catch (error) {
    return { result: 'failed', reason: error instanceof Error ? error.message : String(error) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The story of a recording, and its defect, if any. */
async function examine(
  file: string,
  name: string,
): Promise<{ readonly story?: Story; readonly fault?: string }> {
  try {
    const recording = await readRecording(file);
    const story = storyOf(recording);
    if (story.digest === undefined) return { story, fault: 'It does not come to its end.' };
    const { divergence } = await replayRecording(name, recording);
    if (divergence === undefined) return { story };
    const epochMs = Date.parse(recording.header.epoch);
    return { story, fault: divergenceSentence(divergence, epochMs) };
  } catch (error) {
    if (!(error instanceof RecordingError)) throw error;
    return { fault: error.message.replace(file, name) };
  }
}

/** Replaces a file, or creates it, atomically, even from another disk. */
function move(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  const beside = `${to}.new`;
  writeFileSync(beside, readFileSync(from));
  renameSync(beside, to);
}

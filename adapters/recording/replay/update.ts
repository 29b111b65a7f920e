// Accepts how a recording replays now: writes it again, proves that the new file replays equal, and puts it in place of the old one.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { messageOf } from '../../wording.ts';
import { isRequest } from '../format/entries.ts';
import { readRecording, type Recording } from '../format/reader.ts';
import { replayRecording, type ReplayOptions, type ReplayResult } from './replay.ts';
import { RewriteError } from './rewriter.ts';

export interface UpdatedRecording {
  /** How the old file replayed. */
  readonly replay: ReplayResult;
  /** False if the old file stays: it replays equal, or `reason` says why. */
  readonly isUpdated: boolean;
  readonly reason?: string;
}

export interface UpdateOptions extends Omit<ReplayOptions, 'isAll' | 'rewriteTo'> {
  /** The program and its version. */
  readonly writtenBy: string;
}

/**
 * Replays a whole recording, and replaces its file unless it is equal. The old file stays until the new one is complete. Rejects
 * with RecordingError if it cannot be replayed, with RewriteError if the new file cannot be written.
 */
export async function updateRecording(
  file: string,
  recording: Recording,
  { writtenBy, ...options }: UpdateOptions,
): Promise<UpdatedRecording> {
  const path = realpathSync(file); // the file stays where a link leads
  const draft = draftOf(path);
  try {
    const rewriteTo = { file: draft, writtenBy };
    const replay = await replayRecording(file, recording, { ...options, rewriteTo });
    if (replay.divergence === undefined) return { replay, isUpdated: false };
    const reason = await problemOf(draft, recording, replay, options);
    if (reason !== undefined) return { replay, isUpdated: false, reason };
    try {
      replaceFile(draft, path);
    } catch (error) {
      throw new RewriteError(messageOf(error));
    }
    return { replay, isUpdated: true };
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Why a new file cannot replace the recording; undefined if it can. */
async function problemOf(
  draft: string,
  recording: Recording,
  { stopped }: ReplayResult,
  options: ReplayOptions,
): Promise<string | undefined> {
  if (stopped !== undefined) {
    return `Entry ${stopped.entry} cannot be executed any more: ${stopped.message}`;
  }
  const written = await readRecording(draft);
  const [before, after] = [recording, written].map(actsIn);
  if (before !== after) {
    return `The recording has ${before} requests and frames of the client, the new one ${after}.`;
  }
  const { divergence } = await replayRecording(draft, written, options);
  return divergence === undefined ? undefined : 'The new recording does not replay equal.';
}

/** The number of requests, openings, frames and ends of connections. Refusals for lack of room are not repeated. */
function actsIn({ entries }: Recording): number {
  const refused = entries.flatMap((entry) =>
    entry.kind === 'http.answer' && entry.status === 503 ? [entry.to] : [],
  );
  const acts = entries.filter(
    (entry) => isRequest(entry) || ['ws.open', 'ws.in', 'ws.close'].includes(entry.kind),
  );
  return acts.filter(({ n }) => !refused.includes(n)).length;
}

/** A name for a file that is to replace another one, beside it. */
export function draftOf(path: string): string {
  return `${path}.${randomBytes(6).toString('hex')}.tmp`;
}

/** Puts a file in place of another, with its permissions. */
export function replaceFile(draft: string, path: string): void {
  chmodSync(draft, statSync(path).mode & 0o777);
  const descriptor = openSync(draft, 'r+');
  try {
    fsyncSync(descriptor); // a loss of power leaves the old file or the new one
  } finally {
    closeSync(descriptor);
  }
  renameSync(draft, path);
}

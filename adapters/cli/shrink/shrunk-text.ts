// Prints the sizes of a recording before and after it was shrunk, as a line of text and as JSON.

import type { AnyRecording } from '../../recording/diff/proxy-exchanges.ts';
import { counted } from '../../recording/differences/text.ts';
import type { Shrunk } from '../../shrink/shrink.ts';

export interface ShrunkCounts {
  readonly entries: number;
  readonly requests: number;
  readonly connections: number;
  /** Of clients. */
  readonly frames: number;
}

export interface ShrunkReport {
  readonly shrunk: Shrunk;
  readonly counts: { readonly before: ShrunkCounts; readonly after: ShrunkCounts };
  readonly output: string;
  /** Whether the smallest recording was written. */
  readonly isKept: boolean;
}

export function countsOf({ entries }: AnyRecording): ShrunkCounts {
  const counts = { entries: entries.length, requests: 0, connections: 0, frames: 0 };
  for (const { kind } of entries) {
    if (kind === 'http.request' || kind === 'clock' || kind === 'control') counts.requests += 1;
    if (kind === 'ws.open') counts.connections += 1;
    if (kind === 'ws.in') counts.frames += 1;
  }
  return counts;
}

export function shrunkText({ shrunk, counts, output, isKept }: ShrunkReport): string {
  const { candidates, ended } = shrunk;
  const tried = counted(candidates, 'candidate');
  const reason = reasonOf(shrunk);
  if (!isKept) return `${reason} Nothing smaller was found with ${tried}: no file is written.`;
  const sizes = `From ${countsText(counts.before)} to ${countsText(counts.after)}, with ${tried}`;
  return ended === undefined
    ? `${sizes}: ${output}. It still fails, and nothing of it can be left out.`
    : `${reason} ${sizes}: ${output}. It still fails, and may not be the smallest.`;
}

function reasonOf({ ended }: Shrunk): string {
  if (ended === undefined) return '';
  return ended === 'stopped' ? 'Stopped.' : ended.message;
}

function countsText({ entries, requests, connections, frames }: ShrunkCounts): string {
  const parts = [
    counted(requests, 'request'),
    ...(connections === 0 ? [] : [counted(connections, 'connection'), counted(frames, 'frame')]),
  ];
  return `${entries === 1 ? '1 entry' : `${entries} entries`} (${parts.join(', ')})`;
}

export function shrunkJson({ shrunk, counts, output, isKept }: ShrunkReport): object {
  const { candidates, ended } = shrunk;
  return {
    isSmallest: ended === undefined,
    file: isKept ? output : null,
    candidates,
    ...counts,
    ...(ended === undefined ? {} : { ended: ended === 'stopped' ? 'stopped' : ended.message }),
  };
}

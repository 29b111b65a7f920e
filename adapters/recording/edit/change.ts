// The changes that can be made to a recording, by the numbers of its entries as `inspect` shows them.

import type { Json, speech } from '../../../core/index.ts';
import type { SpokenText } from '../../voice/spoken-text.ts';
import type { FaultBody } from '../../faults/wire.ts';

export type RecordingChange =
  SetChange | DropChange | InsertChange | MoveChange | SeedChange | FaultChange;

/** Replaces a value of a request, a frame or another entry from outside. */
export interface SetChange {
  readonly kind: 'set';
  readonly entry: number;
  /** Such as `body.feeLevel`, `headers.accept`, `query.pageSize`, `text`; `said` of a caller's audio. */
  readonly path: string;
  readonly value: Json;
  /** Of `said`: the audio, once it is computed. */
  readonly voice?: SpokenText;
  /** Of `said`: the script in which it is heard, if the world has words for it. */
  readonly script?: speech.SpeechScript;
}

/** Leaves out a request, a frame, a connection with all of its frames, or another entry from outside. */
export interface DropChange {
  readonly kind: 'drop';
  readonly entry: number;
}

/** Sends one more request, before the entry of this number. One beyond the last entry: at the end. */
export interface InsertChange {
  readonly kind: 'insert';
  readonly entry: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  /** A text as it is; any other value as JSON. */
  readonly body?: Json;
}

/** Moves an entry from outside to another instant: earlier or later by so many milliseconds, or to an instant. */
export type MoveChange = { readonly kind: 'move'; readonly entry: number } & (
  { readonly byMs: number } | { readonly toMs: number }
);

/** Draws everything from another seed. */
export interface SeedChange {
  readonly kind: 'seed';
  readonly seed: string;
}

/** Injects a fault for one request, upgrade or frame. */
export interface FaultChange {
  readonly kind: 'fault';
  readonly entry: number;
  readonly fault: Pick<FaultBody, 'kind'> & Readonly<Record<string, unknown>>;
}

/** A change cannot be made: one sentence that says why, and what can. */
export class EditError extends Error {
  override readonly name = 'EditError';
}

/** A change as the command line has it. */
export function changeText(change: RecordingChange): string {
  switch (change.kind) {
    case 'set':
      return `set ${change.entry}.${change.path}=${JSON.stringify(change.value)}`;
    case 'drop':
      return `drop ${change.entry}`;
    case 'insert':
      return `insert ${change.entry}: ${change.method} ${change.url}`;
    case 'move':
      return `move ${change.entry}=${'byMs' in change ? byText(change.byMs) : new Date(change.toMs).toISOString()}`;
    case 'seed':
      return `seed '${change.seed}'`;
    case 'fault':
      return `fault ${change.fault.kind}@${change.entry}`;
  }
}

function byText(ms: number): string {
  const sign = ms < 0 ? '-' : '+';
  const size = Math.abs(ms);
  for (const [unit, unitMs] of units) {
    if (size >= unitMs && size % unitMs === 0) return `${sign}${size / unitMs}${unit}`;
  }
  return `${sign}${size}ms`;
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

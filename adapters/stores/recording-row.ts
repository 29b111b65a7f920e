// The row of a running recording, the same in SQLite and PostgreSQL.

import type { NotedRecording } from '../../core/index.ts';

export interface RecordingRow {
  readonly file: string;
  /** Null if its process is no node. */
  readonly node: string | null;
  readonly inputs: number;
  readonly position: number;
  readonly digest: string;
}

export function recordingIn(row: RecordingRow, world: string): NotedRecording {
  const { file, node, inputs, position, digest } = row;
  const base = { inputs, position, digest };
  return { world, file, ...(node === null ? {} : { node }), base };
}

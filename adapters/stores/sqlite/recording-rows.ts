// Which recordings of worlds are running, as rows.

import type { RunningRecordings } from '../../../core/index.ts';
import { recordingIn } from '../recording-row.ts';
import type { RunWork, Statements } from './statements.ts';

/** `reading` and `writing` run work on the open file; `writing` in a transaction. */
export function createRecordings(
  statements: Statements,
  reading: RunWork,
  writing: RunWork,
): RunningRecordings {
  return {
    async begin({ world, file, node = null, base: { inputs, position, digest } }) {
      writing(() => statements.noteRecording.run(file, node, inputs, position, digest, world));
    },
    async end({ world, file, node = null }) {
      writing(() => statements.endRecording.run(world, file, node));
    },
    async find(world) {
      const row = reading(() => statements.recordingOf.get(world));
      return row && recordingIn(row, world);
    },
  };
}

// Which recordings of worlds are running, as rows. All operations may be repeated after a lost answer.

import type { RunningRecordings } from '../../../core/index.ts';
import { recordingIn, type RecordingRow } from '../recording-row.ts';
import { repeatedly, type StoreContext } from './context.ts';

export function createRecordings(context: StoreContext): RunningRecordings {
  return {
    async begin({ world, file, node = null, base: { inputs, position, digest } }) {
      await repeatedly(
        context,
        async (run) =>
          run(
            `INSERT INTO reprise_recordings (world, file, node, inputs, position, digest)
            SELECT id, $3, $4, $5, $6, $7 FROM reprise_worlds
            WHERE name = $1 AND owner = $2 AND NOT released
            ON CONFLICT (world) DO UPDATE SET file = EXCLUDED.file, node = EXCLUDED.node,
              inputs = EXCLUDED.inputs, position = EXCLUDED.position, digest = EXCLUDED.digest`,
            [world, context.owners.owner, file, node, inputs, position, digest],
          ),
        'write to',
      );
    },

    async end({ world, file, node = null }) {
      await repeatedly(
        context,
        async (run) =>
          run(
            `DELETE FROM reprise_recordings r USING reprise_worlds w
            WHERE w.id = r.world AND w.name = $1 AND r.file = $2 AND r.node IS NOT DISTINCT FROM $3`,
            [world, file, node],
          ),
        'write to',
      );
    },

    async find(world) {
      const [row] = await repeatedly(context, async (run) =>
        run<RecordingRow>(
          `SELECT r.file, r.node, r.inputs, r.position, r.digest
          FROM reprise_recordings r JOIN reprise_worlds w ON w.id = r.world WHERE w.name = $1`,
          [world],
        ),
      );
      return row && recordingIn(row, world);
    },
  };
}

// The recordings of worlds performed against a server with a world like theirs: the client gets the same.

import { join } from 'node:path';
import type { Fixture } from '../../../adapters/contracts/world-spec.ts';
import { filesBelow } from '../../../adapters/files-below.ts';
import { describe, expect, it } from 'vitest';
import { clientReport } from '../../../adapters/recording/diff/client-report.ts';
import { textOf } from '../../../adapters/recording/differences/text.ts';
import { compareSessions } from '../../../adapters/retell/compare-sessions.ts';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { retoldTo, targetAt } from '../../support/retell/retold.ts';
import { startServer } from '../../support/server/server.ts';
import { inFolder } from '../../support/upstream/recorded.ts';

const folder = 'recordings/v1';
/** Their servers have users whose passwords are not recorded. */
const withUsers = /^calendar\//;
/** Its caller interrupts the agent, which then goes on speaking: not understood yet. */
const interrupted = /support/;
const recordings = filesBelow(folder).filter(
  (file) => !withUsers.test(file) && !interrupted.test(file),
);

describe('a recorded world', () => {
  it.each(recordings)(
    'is as recorded: %s',
    async (file) => {
      await inFolder(async (temporary) => {
        const recording = await readRecording(join(folder, file));
        const { seed, epoch, fixture, clock } = recording.header;
        const server = await startServer({
          defaults: {
            seed,
            epoch,
            clock,
            ...(fixture === null ? {} : { fixture: fixture as Fixture }),
          },
        });
        try {
          const now = await retoldTo(
            targetAt(server),
            join(folder, file),
            join(temporary, 'now.jsonl'),
          );
          const diff = compareSessions(recording, now);
          expect(diff.isEqual, textOf(clientReport(diff)).join('\n')).toBe(true);
        } finally {
          await server.close();
        }
      });
    },
    120_000,
  );
});

// The recordings of worlds performed against a server with a world like theirs: the client gets the same.

import { join } from 'node:path';
import type { Config, Fixture } from '../../../adapters/contracts/world-spec.ts';
import { filesBelow } from '../../../adapters/files-below.ts';
import { describe, expect, it } from 'vitest';
import { clientReport } from '../../../adapters/recording/diff/client-report.ts';
import { textOf } from '../../../adapters/recording/differences/text.ts';
import { compareSessions } from '../../../adapters/retell/compare-sessions.ts';
import { readRecording } from '../../../adapters/recording/format/reader.ts';
import { sampleUsers } from '../../support/calendar/clients/sample-site.ts';
import { retoldTo, targetAt } from '../../support/retell/retold.ts';
import { startServer } from '../../support/server/server.ts';
import { inFolder } from '../../support/upstream/recorded.ts';

const folder = 'recordings/v1';
const recordings = filesBelow(folder);

/** Passwords are not recorded: those of the server's users. */
const logins = sampleUsers.map(({ login, password }) => `${login}:${password}`).join('\n');

/** The recorded settings of a world, with secrets that clients know. */
function withOwnSecrets(recorded: Readonly<Record<string, unknown>>): Config {
  const { walletKeys: _wallet, speechKeys: _speech, calendar, ...config } = recorded as Config;
  if (calendar === undefined) return config;
  return { ...config, calendar: { ...(calendar as object), users: [...sampleUsers] } };
}

describe('a recorded world', () => {
  it.each(recordings)(
    'is as recorded: %s',
    async (file) => {
      await inFolder(async (temporary) => {
        const recording = await readRecording(join(folder, file));
        const { seed, epoch, fixture, clock, config } = recording.header;
        const server = await startServer({
          defaults: {
            seed,
            epoch,
            clock,
            config: withOwnSecrets(config),
            ...(fixture === null ? {} : { fixture: fixture as Fixture }),
          },
        });
        try {
          const now = await retoldTo(
            { ...targetAt(server), secrets: { calendarLogin: logins } },
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

// What a server says about itself and the tables of its store, for operators.

import { connectionsTo } from './connection.ts';
import { describeTables } from './database.ts';
import { unopened } from './failure.ts';
import { limitsDefault } from './limits.ts';
import { patiently } from './patience.ts';
import { schemaVersion } from './schema.ts';
import { waitsForStandby } from './server-facts.ts';

export interface PostgresStatus {
  /** The URL without its password. */
  readonly place: string;
  /** Such as `15.14 (Debian 15.14-0+deb12u1)`. */
  readonly version: string;
  /** Whether a commit waits for another server, so that a failover loses none. */
  readonly waitsForStandby: boolean;
  /** Whether a crash of the machine may lose answered writes. */
  readonly losesWrites: boolean;
  /** The version of the tables; 0 if there are none. */
  readonly schemaVersion: number;
  /** The version that this program knows. */
  readonly knownSchemaVersion: number;
}

/** Changes nothing. Rejects with StoreError if a store could not be opened there. */
export async function postgresStatus(url: string): Promise<PostgresStatus> {
  const limits = { ...limitsDefault, connectionsMax: 1 };
  const { connections, wording } = await connectionsTo(url, limits);
  const { place } = wording;
  try {
    return await patiently(
      {
        failed: (failure) => unopened('ask', place, failure),
        awayMsMax: 0,
        isClosed: () => false,
        isRepeatable: true,
      },
      async () => {
        const { facts, version } = await describeTables(connections.run, wording);
        return {
          place,
          version: facts.version,
          waitsForStandby: waitsForStandby(facts),
          losesWrites: facts.fsync === 'off' || facts.synchronousCommit === 'off',
          schemaVersion: version,
          knownSchemaVersion: schemaVersion,
        };
      },
    );
  } finally {
    await connections.close();
  }
}

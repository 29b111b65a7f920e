// What tells whether two URLs name the same store, however they are spelt: the numbers of its server, database and table.

import { StoreError } from '../../../core/index.ts';
import { connectionsTo } from './connection.ts';
import { isFailure } from './failure.ts';
import { limitsDefault } from './limits.ts';

/** Undefined if there is no store, or it cannot be asked. */
export async function postgresIdentity(url: string): Promise<string | undefined> {
  try {
    const { connections } = await connectionsTo(url, { ...limitsDefault, connectionsMax: 1 });
    try {
      const [row] = await connections.run<{ readonly identity: string | null }>(
        `SELECT concat_ws(' ', s.system_identifier, d.oid, t.oid) AS identity
        FROM pg_control_system() s, pg_database d, pg_class t
        WHERE d.datname = current_database() AND t.oid = to_regclass('reprise_store')`,
      );
      return row?.identity ?? undefined;
    } finally {
      await connections.close();
    }
  } catch (error) {
    if (!(error instanceof StoreError) && !isFailure(error)) throw error;
    return undefined; // opening it says why
  }
}

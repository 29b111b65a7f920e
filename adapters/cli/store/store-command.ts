// The verb `store` with its parts: their flags.

import { Command } from 'commander';
import type { CliHost } from '../support/cli-host.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { integer, worldName } from '../support/flags.ts';
import type { StoreCopyFlags } from './copy.ts';
import type { StoreVerifyFlags } from './verify.ts';

export function storeCommand(host: CliHost, finish: (code: number) => void): Command {
  const store = new Command('store').description(
    'Copy the worlds of a store, or verify them. A store is the path of a SQLite file, or a URL of PostgreSQL (postgres://…). Stop the server that uses it: a file in use is refused, and so is a world of PostgreSQL that a server has awake.',
  );
  store
    .command('copy')
    .summary('copy worlds into another store, or continue a copy')
    .description(
      'Copy worlds with their logs, attachments and forks, and tenants, into another store. ' +
        'Repeat it to continue a copy that was stopped, or to follow a source that has gone on. ' +
        'Nothing is written of a world that is damaged, or that differs in the target.',
    )
    .argument('<from>', 'the store to read')
    .argument('<to>', 'the store to write; a file is created if there is none')
    .option('--world <name>', 'only this world, and no tenants; may be repeated', repeatedWorld)
    .option(
      '--json',
      'print one JSON object {isComplete, worlds, tenants, differentTenants, defects, damagedSnapshots} at the end',
    )
    .action(async (from: string, to: string, flags: StoreCopyFlags) => {
      const { copyStores } = await import('./copy.ts'); // with the stores
      finish(await copyStores(from, to, flags, host));
    });
  store
    .command('verify')
    .summary('list what of a store is damaged')
    .description(
      'Verify the seals and digests of all worlds, their attachments and snapshots, and the tables. ' +
        'Lists each damaged world with the place.',
    )
    .argument('<store>', 'the store to read')
    .option('--world <name>', 'only this world; may be repeated', repeatedWorld)
    .option(
      '--json',
      'print one JSON object {isWhole, isComplete, worlds, inputs, snapshots, outdatedSnapshots, findings} at the end',
    )
    .action(async (place: string, flags: StoreVerifyFlags) => {
      const { verifyStores } = await import('./verify.ts');
      finish(await verifyStores(place, flags, host));
    });
  store
    .command('schema')
    .summary('print the SQL of the tables in PostgreSQL')
    .description(
      'Print the SQL that creates the tables of a store in PostgreSQL, as one transaction: for a server whose role may not create tables.',
    )
    .option('--from <version>', 'print what changes tables of this version', integer(0, 1_000), 0)
    .action(async ({ from }: { readonly from: number }) => {
      const { postgresSchema, schemaVersion } = await import('../../stores/postgres/schema.ts');
      if (from > schemaVersion) {
        throw new CliError(
          `The tables of this Reprise have version ${schemaVersion}: update it for those of version ${from}.`,
        );
      }
      const upToDate = `-- The tables have version ${schemaVersion} already: there is nothing to change.`;
      host.print(from === schemaVersion ? upToDate : postgresSchema(from).trimEnd());
      finish(exitCodes.fine);
    });
  return store;
}

function repeatedWorld(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, worldName(text)];
}

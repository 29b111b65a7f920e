// The verb `fixture`: lists the packaged fixtures, and checks files before a server reads them.

import { Command } from 'commander';
import { faults } from '../../../core/index.ts';
import { packagedFixtures } from '../../fixture/files.ts';
import { createMemoryStore } from '../../stores/memory/event-store.ts';
import { services } from '../../services/index.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { preparedFixtureNamed, type NamedFixture } from './fixture.ts';
import type { CliHost } from '../support/cli-host.ts';
import { defaultsOf, openWorlds } from './serve.ts';

export function fixtureCommand(host: CliHost, finish: (code: number) => void): Command {
  const fixture = new Command('fixture').description(
    'Check fixtures: the initial data of worlds, as files or by packaged names.',
  );
  fixture
    .command('check')
    .description('Create a world from each fixture, in memory. Ends with 1 if one is not valid.')
    .argument('<fixture...>', 'JSON or YAML files, or packaged names such as wallet/treasury')
    .option('--json', 'print one JSON object {fixtures}')
    .action(async (named: string[], flags: { json?: boolean }) => {
      const checked: Checked[] = [];
      for (const name of named) checked.push(await checkFixture(name, host));
      if (flags.json === true) host.print(JSON.stringify({ fixtures: checked }));
      else for (const one of checked) print(one, host);
      if (checked.some(({ error }) => error !== undefined)) finish(exitCodes.usage);
    });
  fixture
    .command('list', { isDefault: true })
    .description('List the packaged fixtures.')
    .option('--json', 'print one JSON object {fixtures}')
    .action((flags: { json?: boolean }) => {
      const names = packagedFixtures();
      host.print(flags.json === true ? JSON.stringify({ fixtures: names }) : names.join('\n'));
    });
  return fixture;
}

interface Checked {
  readonly fixture: string;
  /** The number of records of each kind in a world from it. */
  readonly counts?: Readonly<Record<string, number>>;
  readonly error?: string;
}

/** Creates a world from a fixture, in memory. */
export async function checkFixture(name: string, host: CliHost): Promise<Checked> {
  try {
    const counts = await fixtureCounts(await preparedFixtureNamed(name, 'It'), host);
    return { fixture: name, counts };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    return { fixture: name, error: error.message };
  }
}

/** The records of a world from a prepared fixture, by their kinds. Rejects with CliError if it is refused. */
export async function fixtureCounts(
  named: NamedFixture,
  { version }: Pick<CliHost, 'version'>,
): Promise<Readonly<Record<string, number>>> {
  const store = createMemoryStore();
  const defaults = defaultsOf({ clock: 'frozen' }, named.fixture);
  const reprise = await openWorlds(store, named, { version, defaults });
  try {
    const counts = await reprise.engine.world('default')?.read((states) => ({
      ...Object.assign({}, ...services.map((service) => service.counts(states))),
      faults: faults.faultsView(states.faults).length,
    }));
    return counts ?? {};
  } finally {
    await reprise.close();
  }
}

function print({ fixture, counts = {}, error }: Checked, host: CliHost): void {
  if (error !== undefined) return host.printError(error);
  host.print(`${fixture} is valid: ${countedText(counts)}.`);
}

export function countedText(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  return some.length === 0
    ? 'no records'
    : some.map(([kind, count]) => `${kind} ${count}`).join(', ');
}

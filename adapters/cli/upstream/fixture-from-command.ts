// The verb `fixture from`: its flags.

import { Command } from 'commander';
import { epoch } from '../support/flags.ts';
import type { CliHost } from '../support/cli-host.ts';
import type { FixtureFromFlags } from './fixture-from.ts';

export function fixtureFromCommand(host: CliHost): Command {
  return new Command('from')
    .description(
      'Write a fixture from what a recorded session has shown, so that worlds begin where it has ended.',
    )
    .argument('<recording>', 'recording of real services or of a world')
    .requiredOption('-o, --output <file>', 'fixture to create: YAML, with comments')
    .option(
      '--epoch <instant>',
      'the --epoch with which it will be served (default: 2026-01-01T00:00:00Z)',
      epoch(host),
    )
    .option('--allow-cut', 'read a recording that a crash cut short')
    .option('--json', 'print one JSON object {fixture, counts, unknownIds}')
    .action(async (file: string, flags: FixtureFromFlags) => {
      const { fixtureFrom } = await import('./fixture-from.ts'); // loaded on use, as the server is
      await fixtureFrom(file, flags, host);
    });
}

// Verbs of a running server: the options that they share, and how they print answers.

import type { Command } from 'commander';
import type { Client, WorldClient } from '../../client/index.ts';
import { withServer, worldOf } from './connect.ts';
import type { CliHost } from './cli-host.ts';

/** Adds the options and action of a verb for one world of a running server. */
export function inWorld(command: Command, host: CliHost, act: Act<WorldClient>): void {
  const named = command.option('--world <name>', 'world', 'default');
  remote(named, host, (client, flags, args) =>
    act(worldOf(client, flags['world'] as string), flags, args),
  );
}

/** Adds the options and action of a verb for a running server: prints a sentence, or the answer with --json. */
export function remote(command: Command, host: CliHost, act: Act<Client>): void {
  command
    .option('--url <url>', 'server (default: REPRISE_URL, else the newest started in this folder)')
    .option('--json', 'print the answer as JSON')
    .action(async (...params: unknown[]) => {
      const flags = command.opts<Record<string, unknown> & { url?: string }>();
      const args = params.slice(0, -2) as (string | undefined)[];
      const [answer, sentence] = await withServer(flags.url, host, (client) =>
        act(client, flags, args),
      );
      host.print(flags['json'] === true ? JSON.stringify(answer) : sentence);
    });
}

/** Executes a verb; resolves with the answer and a sentence about it. */
type Act<Target> = (
  target: Target,
  flags: Readonly<Record<string, unknown>>,
  args: readonly (string | undefined)[],
) => Promise<[object, string]>;

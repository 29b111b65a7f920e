// The verb `studio`: its flags.

import { Command } from 'commander';
import type { CliHost } from '../support/cli-host.ts';
import type { StudioFlags } from './studio.ts';

export function studioCommand(host: CliHost): Command {
  return new Command('studio')
    .description(
      'Open the studio in a browser: of the running server, or of recordings, which need no server. ' +
        'Where there is no browser, or no terminal, print its address.',
    )
    .argument('[recording...]', 'recordings to show in one page, such as two to compare')
    .option('--world <name>', 'world of the running server to begin with')
    .option('--url <url>', 'server (default: REPRISE_URL, else the newest started in this folder)')
    .option('--print', 'print the address, and open nothing')
    .option('--json', 'print one JSON object')
    .action(async (recordings: string[], flags: StudioFlags) => {
      const { studio } = await import('./studio.ts');
      await studio(recordings, flags, host);
    });
}

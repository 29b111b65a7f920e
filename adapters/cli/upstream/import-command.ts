// The verb `import`: its flags.

import { Command } from 'commander';
import type { CliHost } from '../support/cli-host.ts';
import type { ImportFlags } from './import.ts';
import { redactOption, upstreamsIn, withUpstreamFlags } from './upstream-flags.ts';

export function importCommand(host: CliHost, finish: (code: number) => void): Command {
  const command = new Command('import')
    .description(
      'Make a recording of an HTTP Archive (HAR), of a browser, a proxy or reprise export, that reprise play serves.',
    )
    .argument('<har>', 'the HAR');
  return withUpstreamFlags(command)
    .requiredOption('-o, --output <file>', 'recording to create')
    .addOption(redactOption())
    .option('--allow-missing', 'import entries whose content is not in the HAR with an empty one')
    .option('--json', 'print one JSON object at the end')
    .action(async (har: string, flags: Record<string, unknown>) => {
      const { importHar } = await import('./import.ts');
      finish(
        await importHar(har, { ...flags, upstreams: upstreamsIn(flags) } as ImportFlags, host),
      );
    });
}

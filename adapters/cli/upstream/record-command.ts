// The verb `record`: its flags.

import { Command, Option } from 'commander';
import { hostName, integer } from '../support/flags.ts';
import type { CliHost } from '../support/cli-host.ts';
import type { RecordOptions } from './record.ts';
import { redactOption, upstreamsIn, withUpstreamFlags } from './upstream-flags.ts';
import { upstreamUrl } from '../support/upstream-url.ts';

export function recordCommand(host: CliHost, finish: (code: number) => void): Command {
  const command = new Command('record').description(
    'Stand between clients and real services, and record what passes into a file that reprise play serves.',
  );
  return withUpstreamFlags(command)
    .requiredOption('-o, --output <file>', 'recording to create')
    .option(
      '--webhook <url>',
      'where webhooks go on to that the services post to <proxy>/__reprise/webhook',
      upstreamUrl,
    )
    .addOption(redactOption())
    .option('--ca <file>', 'certificate of an authority, as PEM, that is trusted as well')
    .option('-p, --port <number>', 'port; 0 for a free one', integer(0, 65_535), 4_600)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--allow-host <name>', 'further host name of the proxy; may be repeated', hostName)
    .addOption(new Option('--json', 'print one JSON line when ready'))
    .action(async (flags: Record<string, unknown>) => {
      const upstreams = upstreamsIn(flags);
      const { record } = await import('./record.ts'); // loaded on use, as the server is
      finish(await record({ ...flags, upstreams } as unknown as RecordOptions, host));
    });
}

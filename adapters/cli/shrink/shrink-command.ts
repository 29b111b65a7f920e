// The verb `shrink`: its flags.

import { Command } from 'commander';
import type { CliHost } from '../support/cli-host.ts';
import { duration } from '../support/flags.ts';
import { upstreamUrl } from '../support/upstream-url.ts';
import { withTargetOptions } from '../retell/target-options.ts';
import type { ShrinkFlags } from './shrink.ts';

export function shrinkCommand(host: CliHost, finish: (code: number) => void): Command {
  const command = new Command('shrink')
    .description(
      'Find the smallest recording that still fails. Set what failing is with one of --against, --rule and --run. ' +
        'Requests are left out with their answers, connections as wholes, frames with what follows from them; the rest of a world is executed again, so that the result replays by itself. ' +
        'Ctrl-C keeps the smallest so far.',
    )
    .argument('<file>', 'the recording: of a world, or of real services')
    .option(
      '--against <url>',
      'it fails if this live server answers otherwise, as replay --against compares, and differs first where it differs from the whole; a Reprise answers each candidate in a fork of its world, any other server keeps what earlier ones did',
      upstreamUrl,
    )
    .option('--rule <name>', 'it fails if it breaks this rule of check (reprise check --list)')
    .option(
      '--run <command>',
      "it fails if this command of a shell ends with another code than 0: './test.sh {}', where {} is the file",
    )
    .option(
      '--timeout <duration>',
      'how long the command of --run may take (default: 60s)',
      duration,
    );
  return withTargetOptions(command)
    .option('-o, --output <file>', 'recording to create (default: <file>.small.jsonl beside it)')
    .option('--allow-cut', 'shrink the existing part of a cut recording')
    .option('--json', 'print one JSON object {isSmallest, file, candidates, before, after}')
    .action(async (file: string, flags: ShrinkFlags) => {
      const { shrink } = await import('./shrink.ts'); // with the whole engine
      finish(await shrink(file, flags, host));
    });
}

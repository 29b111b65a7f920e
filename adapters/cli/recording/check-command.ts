// The verb `check`: its flags.

import { Command } from 'commander';
import type { CliHost } from '../support/cli-host.ts';
import type { CheckFlags } from './check.ts';

export function checkCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('check')
    .description(
      'Hold recordings of real services or of worlds against the specification, as rules. Prints where a rule is broken, and how often each was evaluated.',
    )
    .argument('[file or folder...]', 'recordings, or folders with recordings (*.jsonl) below them')
    .option('--rule <name>', 'only this rule; may be repeated', repeated)
    .option('--list', 'list the rules, with their lines in the specification')
    .option('--allow-cut', 'check the existing part of a cut recording')
    .option('--json', 'print one JSON object {isKept, files}; with --list {rules}')
    .action(async (named: string[], flags: CheckFlags) => {
      const { check } = await import('./check.ts'); // loaded on use, with the services
      finish(await check(named, flags, host));
    });
}

function repeated(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

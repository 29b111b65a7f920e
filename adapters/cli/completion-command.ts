// The verb `completion`: prints a completion script for a shell.

import { Argument, Command } from 'commander';
import { bashScript } from './completion/bash.ts';
import { fishScript } from './completion/fish.ts';
import { nodesOf, type VerbNode } from './completion/tree.ts';
import { zshScript } from './completion/zsh.ts';
import type { CliHost } from './support/cli-host.ts';

const scripts: Readonly<Record<string, (nodes: readonly VerbNode[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

export function completionCommand(host: CliHost): Command {
  const completion = new Command('completion')
    .description('Print a script that completes verbs, options and their values in a shell.')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(scripts)))
    .option('--json', 'print one JSON object {shell, script}');
  return completion.action((shell: string, flags: { json?: boolean }) => {
    const program = completion.parent ?? completion; // with all its verbs, see program.ts
    const script = scripts[shell]?.(nodesOf(program)) ?? '';
    host.print(flags.json === true ? JSON.stringify({ shell, script }) : script);
  });
}

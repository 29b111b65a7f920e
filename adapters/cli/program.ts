// The command line: finds the verb, runs it, and turns errors into sentences and exit codes.

import { Command, CommanderError } from 'commander';
import { CliError, exitCodes } from './support/errors.ts';
import { withHelp, withProgramHelp } from './support/help-text.ts';
import type { CliHost } from './support/cli-host.ts';
import { applySettings, withConfigOptions } from './support/settings.ts';
import { loadServe, verbs } from './verbs.ts';
import { noneNamedLike } from '../wording.ts';

/** Runs a command line; resolves with the exit code. Usage errors are printed, never thrown. */
export async function run(given: readonly string[], host: CliHost): Promise<number> {
  let exitCode: number = exitCodes.fine;
  const finish = (code: number) => {
    exitCode = code;
  };
  const args = withVerb(given);
  const program = await programFor(args, host, finish);
  const unknown = unknownVerb(program, args);
  if (unknown !== undefined) {
    host.printError(unknown);
    return exitCodes.usage;
  }
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      if (needsHelp.has(error.code)) {
        host.printError('(reprise --help lists the verbs, reprise <verb> --help its options)');
      }
      return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    }
    if (!(error instanceof CliError)) throw error;
    host.printError(error.message);
    return error.exitCode;
  }
}

/** An error of commander about an argument, in fewer words. */
function plainError(text: string): string {
  return text.replace(/command-argument value ('.*') is invalid for argument '(\w+)'\./, '$2 $1:');
}

/** Flags of the program itself; others without a verb are those of `serve`. */
const programFlags: ReadonlySet<string> = new Set(['-h', '--help', '-V', '--version']);

/** Without a verb, `reprise` serves. */
function withVerb(args: readonly string[]): readonly string[] {
  const [first = '-'] = args;
  return first.startsWith('-') && !programFlags.has(first) ? ['serve', ...args] : args;
}

/** All verbs by name, the requested one with its flags. */
async function programFor(
  args: readonly string[],
  host: CliHost,
  finish: (exitCode: number) => void,
): Promise<Command> {
  const program = new Command('reprise')
    .description('A deterministic stand-in for a wallet, a calendar and a speech API.')
    .usage('[verb] [options]\n\nWithout a verb, reprise serves.')
    .version(host.version, '-V, --version')
    .helpOption('-h, --help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.print(text.trimEnd()),
      writeErr: (text) => host.printError(plainError(text.trimEnd())),
    });
  withProgramHelp(program);
  const serve = () => loadServe(host, finish);
  program.hook('preAction', (_program, verb) => applySettings(verb, host, serve));
  const requested = args[0] === 'help' ? args[1] : args[0];
  for (const { name, summary, group, load } of verbs) {
    const isNeeded = name === requested || requested === 'completion'; // which lists them all
    const command = isNeeded ? await load(host, finish) : new Command(name);
    if (isNeeded) {
      withConfigOptions(command);
      withHelp(command);
    }
    inherit(command, program);
    program.addCommand(command.summary(summary).helpGroup(group));
  }
  return program;
}

/** Output and error handling of the program, for a verb and its parts. */
function inherit(command: Command, program: Command): void {
  command.copyInheritedSettings(program);
  for (const part of command.commands) inherit(part, program);
}

/** The message for a word that is no verb, or no part of one such as `clock`: commander would take that for an argument. */
function unknownVerb(program: Command, args: readonly string[]): string | undefined {
  const [first = '-', part = '-'] = args[0] === 'help' ? args.slice(1) : args;
  const verb = program.commands.find((command) => command.name() === first);
  if (verb === undefined) return unknownName('verb', first, program);
  return verb.commands.length === 0 ? undefined : unknownName(`${first} verb`, part, verb);
}

function unknownName(kind: string, name: string, { commands }: Command): string | undefined {
  const isVerb = commands.some((verb) => verb.name() === name || verb.aliases().includes(name));
  const isKnown = isVerb || name.startsWith('-') || name === 'help';
  const known = commands.map((verb) => verb.name());
  return isKnown ? undefined : noneNamedLike(kind, name, known);
}

/** Errors after which the list of verbs or options is of use; the others name what is allowed. */
const needsHelp: ReadonlySet<string> = new Set([
  'commander.excessArguments',
  'commander.missingArgument',
  'commander.unknownCommand',
  'commander.unknownOption',
]);

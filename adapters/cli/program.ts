// The command line: verbs, flags and their bounds. What a verb does is in its own file.

import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { clockModes, clockRateMax, wallet, type ClockMode } from '../../core/index.ts';
import { instantMs } from '../http/instant.ts';
import { defaultConfig, walletKeyPattern } from '../world-config.ts';
import { advanceClock, setClock, showClock } from './clock.ts';
import { connect, type ControlClient } from './control-client.ts';
import { CliError, exitCodes } from './errors.ts';
import { serve, type ServeOptions, type Surroundings } from './serve.ts';
import { listTransactions, showTransaction, steerTransaction } from './tx.ts';

/** Runs a command line; resolves with the exit code. Never rejects for what an operator did wrong. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<number> {
  let exitCode: number = exitCodes.fine;
  const finish = (code: number) => {
    exitCode = code;
  };
  const program = new Command('reprise')
    .description('A deterministic stand-in for a wallet, a calendar and a speech API.')
    .version(surroundings.version, '-V, --version')
    .helpOption('-h, --help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => surroundings.print(text.trimEnd()),
      writeErr: (text) => surroundings.complain(text.trimEnd()),
    });
  program.addCommand(serveCommand(surroundings, finish).copyInheritedSettings(program));
  program.addCommand(clockCommand(surroundings, program));
  program.addCommand(txCommand(surroundings, program));
  program.showHelpAfterError('(reprise --help lists the verbs)');
  try {
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? exitCodes.fine : exitCodes.usage;
    if (!(error instanceof CliError)) throw error;
    surroundings.complain(error.message);
    return error.exitCode;
  }
}

function serveCommand(surroundings: Surroundings, finish: (code: number) => void): Command {
  return new Command('serve')
    .description(
      'Start the server. Without --data or --memory, a new SQLite file for this run under .reprise/.',
    )
    .option('-p, --port <number>', 'port; 0 takes a free one', number(0, 65_535), 4_600)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--data <file>', 'SQLite file to keep and to resume from').conflicts('memory'),
    )
    .option('--memory', 'keep nothing')
    .addOption(
      new Option('--durability <how>', 'what a commit outlives: the process, or the machine (full)')
        .choices(['normal', 'full'])
        .default('normal'),
    )
    .option('--seed <text>', 'the whole source of chance (default: "reprise")')
    .option(
      '--epoch <instant>',
      'first virtual instant, ISO-8601 or "now" (default: 2026-01-01T00:00:00Z)',
      epoch(surroundings),
    )
    .addOption(
      new Option('--clock <mode>', 'how time moves (default: real)').choices([...clockModes]),
    )
    .option('--rate <number>', 'virtual time per real time in clock mode real (default: 1)', rate)
    .addOption(
      new Option('--ids <source>', 'what ids come from (default: ordinal)').choices([
        'ordinal',
        'idempotency-key',
      ]),
    )
    .option('--wallet-key <key>', 'wallet API key PREFIX:ID:SECRET; may be repeated', walletKey)
    .addOption(
      new Option('--rsa-bits <bits>', 'length of the entity key')
        .choices(['2048', '4096'])
        .default('2048'),
    )
    .option(
      '--allow-host <name>',
      'name by which the control plane may be called; may be repeated',
      hostName,
    )
    .option('--worlds-on-demand', 'make a world for each new name, seeded by the name')
    .option('--json', 'print one JSON line when ready')
    .action(async (flags: Record<string, unknown>) => {
      const { epoch: epochMs, rsaBits, ...rest } = flags;
      const options = {
        ...rest,
        rsaBits: Number(rsaBits),
        ...(epochMs === undefined ? {} : { epochMs }),
      } as unknown as ServeOptions;
      finish(await serve(options, surroundings));
    });
}

function clockCommand(surroundings: Surroundings, program: Command): Command {
  const clock = new Command('clock')
    .description('Show or move the time of a world.')
    .copyInheritedSettings(program);
  remote(
    clock.command('show', { isDefault: true }).description('What time it is.'),
    surroundings,
    (client) => showClock(client),
  );
  remote(
    clock
      .command('set')
      .description('How time moves.')
      .addOption(new Option('--mode <mode>').choices([...clockModes]))
      .option('--rate <number>', 'virtual time per real time', rate),
    surroundings,
    (client, { mode, rate: factor }) => {
      if (mode === undefined && factor === undefined) throw new CliError('Give --mode or --rate.');
      return setClock(client, {
        ...(mode === undefined ? {} : { mode: mode as ClockMode }),
        ...(factor === undefined ? {} : { rate: factor as number }),
      });
    },
  );
  remote(
    clock
      .command('advance')
      .description('Move time, running everything due on the way.')
      .argument('[by]', 'a duration such as 10m, 1h30m, 500ms')
      .option('--to <instant>', 'an ISO-8601 instant')
      .option('--until-idle', 'until nothing is in progress any more'),
    surroundings,
    (client, { to, untilIdle }, [by]) => {
      if ([by, to, untilIdle].filter((given) => given !== undefined).length !== 1) {
        throw new CliError('Give one of: a duration, --to, --until-idle.');
      }
      if (by !== undefined) return advanceClock(client, { by });
      return advanceClock(client, to === undefined ? { untilIdle: true } : { to: to as string });
    },
  );
  return clock;
}

function txCommand(surroundings: Surroundings, program: Command): Command {
  const tx = new Command('tx')
    .description('List transactions of the wallet service, or do something to one.')
    .copyInheritedSettings(program);
  const keyed = (command: Command) =>
    command.option(
      '--wallet-key <key>',
      'wallet API key to read with',
      defaultConfig.walletKeys[0],
    );
  remote(
    keyed(tx.command('list', { isDefault: true }))
      .description('The newest transactions.')
      .option('--state <state>', 'only those in this state')
      .option('--limit <number>', 'how many', number(1, 50), 20),
    surroundings,
    (client, { walletKey: key, state, limit }) =>
      listTransactions(client, key as string, {
        limit: limit as number,
        ...(state === undefined ? {} : { state: state as string }),
      }),
  );
  remote(
    keyed(tx.command('show')).description('One transaction.').argument('<id>'),
    surroundings,
    (client, { walletKey: key }, [id]) => showTransaction(client, key as string, id ?? ''),
  );
  for (const action of wallet.steeringActions) {
    remote(
      tx.command(action).description(actionHelp[action]).argument('<id>'),
      surroundings,
      (client, _flags, [id]) => steerTransaction(client, id ?? '', action),
    );
  }
  return tx;
}

const actionHelp: Readonly<Record<wallet.SteeringAction, string>> = {
  stick: 'No block takes its present attempt any more; accelerate and cancel still work.',
  unstick: 'Blocks may take it again.',
  drop: 'It leaves the mempool and is STUCK until it is replaced or unstuck.',
  confirm: 'The next block takes it, whatever it pays.',
  fail: 'It fails: at once before it is sent, in its block afterwards.',
  deny: 'Screening refuses it; while it is INITIATED.',
  reorg: 'Its block vanishes; while it is CONFIRMED.',
};

/** A verb that talks to a running server: prints a sentence, or the answer with --json. */
function remote(
  command: Command,
  surroundings: Surroundings,
  act: (
    client: ControlClient,
    flags: Readonly<Record<string, unknown>>,
    args: readonly (string | undefined)[],
  ) => Promise<[object, string]>,
): void {
  command
    .option('--url <url>', 'server (default: REPRISE_URL, else the newest started in this folder)')
    .option('--world <name>', 'world', 'default')
    .option('--json', 'print the answer as JSON')
    .action(async (...given: unknown[]) => {
      const flags = command.opts<Record<string, unknown> & { url?: string; world: string }>();
      const client = connect(flags, surroundings);
      const [answer, sentence] = await act(
        client,
        flags,
        given.slice(0, -2) as (string | undefined)[],
      );
      surroundings.print(flags['json'] === true ? JSON.stringify(answer) : sentence);
    });
}

function number(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    throw new InvalidArgumentError(`It is a whole number from ${least} to ${most}.`);
  };
}

function rate(text: string): number {
  const value = Number(text);
  if (value > 0 && value <= clockRateMax) return value;
  throw new InvalidArgumentError(`It is a number above 0, at most ${clockRateMax}.`);
}

function epoch({ now }: Surroundings): (text: string) => number {
  return (text) => {
    const atMs = text === 'now' ? now().getTime() : instantMs(text);
    if (atMs !== undefined) return atMs;
    throw new InvalidArgumentError('It is an ISO-8601 instant, or "now".');
  };
}

function walletKey(text: string, before: readonly string[] | undefined): readonly string[] {
  if (!walletKeyPattern.test(text))
    throw new InvalidArgumentError('It is of the form PREFIX:ID:SECRET.');
  return [...(before ?? []), text];
}

function hostName(text: string, before: readonly string[] | undefined): readonly string[] {
  if (!/^[A-Za-z0-9.-]{1,253}$/.test(text))
    throw new InvalidArgumentError('It is a host name without a port.');
  return [...(before ?? []), text.toLowerCase()];
}

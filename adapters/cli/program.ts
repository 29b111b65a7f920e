// The command line: verbs, flags and their bounds. What a verb does is in its own file.

import { Command, CommanderError, Option } from 'commander';
import { clockModes, wallet, type ClockMode } from '../../core/index.ts';
import { walletKeysDefault } from '../services/wallet/config.ts';
import { advanceClock, setClock, showClock } from './clock.ts';
import { connect, type ControlClient, type WorldClient } from './control-client.ts';
import { CliError, exitCodes } from './errors.ts';
import { duration, epoch, hostName, number, onOrOff, rate, walletKey } from './flags.ts';
import { forkWorld } from './fork.ts';
import type { ReplayFlags } from './replay.ts';
import { diffCommand, inspectCommand } from './recording-commands.ts';
import { serve, type ServeOptions, type Surroundings } from './serve.ts';
import { eventsCommand, watchCommand } from './stream-commands.ts';
import { listTransactions, showTransaction, steerTransaction } from './tx.ts';
import { listWorlds, createWorld, removeWorld, resetWorld, showWorld } from './worlds.ts';

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
  program.addCommand(replayCommand(surroundings, finish).copyInheritedSettings(program));
  program.addCommand(worldsCommand(surroundings, program));
  program.addCommand(forkCommand(surroundings).copyInheritedSettings(program));
  program.addCommand(clockCommand(surroundings, program));
  program.addCommand(txCommand(surroundings, program, finish));
  program.addCommand(eventsCommand(surroundings, finish).copyInheritedSettings(program));
  program.addCommand(inspectCommand(surroundings).copyInheritedSettings(program));
  program.addCommand(diffCommand(surroundings, finish).copyInheritedSettings(program));
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
    .option(
      '--fixture <file>',
      'what worlds begin with: a JSON or YAML file, or a name such as wallet/treasury',
    )
    .addOption(
      new Option('--clock <mode>', 'how time moves (default: real)').choices([...clockModes]),
    )
    .option('--rate <number>', 'virtual time per real time in clock mode real (default: 1)', rate)
    .option(
      '--idle <on|off>',
      'whether time in clock mode skip also moves while no request comes (default: on)',
      onOrOff,
    )
    .addOption(idsOption('what ids come from (default: ordinal)'))
    .option('--wallet-key <key>', 'wallet API key PREFIX:ID:SECRET; may be repeated', walletKey)
    .addOption(calendarAuthOption('who may write to the calendar (default: open)'))
    .addOption(
      new Option('--rsa-bits <bits>', 'length of the entity key')
        .choices(['2048', '4096'])
        .default('2048'),
    )
    .option(
      '--allow-host <name>',
      'name by which the server may be called, and to which webhooks may be sent; may be repeated',
      hostName,
    )
    .option(
      '--outbound-wait <duration>',
      'how long moving time waits for the answer to a webhook (default: 2s)',
      duration,
    )
    .option(
      '--record <file>',
      'record what goes over the wire of the world default, into a new file',
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

function replayCommand(surroundings: Surroundings, finish: (code: number) => void): Command {
  return new Command('replay')
    .description(
      'Do recordings again, in this process, and compare everything with what they have.',
    )
    .argument('<file or folder...>', 'recordings, or folders with recordings (*.jsonl) below them')
    .option('--allow-cut', 'replay the part that exists of a recording that was cut')
    .option('--junit <file>', 'write a report in the form of JUnit too')
    .option('--json', 'print one JSON object at the end')
    .action(async (named: string[], flags: ReplayFlags) => {
      const { replay } = await import('./replay.ts'); // verbs of recordings load their modules when they run
      finish(await replay(named, flags, surroundings));
    });
}

function worldsCommand(surroundings: Surroundings, program: Command): Command {
  const worlds = new Command('worlds')
    .description('List, show, make, reset and remove worlds.')
    .copyInheritedSettings(program);
  remote(
    worlds.command('list', { isDefault: true }).description('All worlds, in the order of making.'),
    surroundings,
    (client) => listWorlds(client),
  );
  remote(
    worlds.command('show').description('One world.').argument('<name>'),
    surroundings,
    (client, _flags, [name]) => showWorld(client, name ?? ''),
  );
  remote(
    worlds
      .command('make')
      .description('Make a world; what is not said is as the server was told at its start.')
      .argument('<name>')
      .option('--seed <text>', 'the whole source of chance')
      .option('--epoch <instant>', 'first virtual instant, ISO-8601 or "now"', epoch(surroundings))
      .option('--fixture <file>', 'what it begins with: a file, or a name as wallet/treasury')
      .addOption(new Option('--clock <mode>', 'how time moves').choices([...clockModes]))
      .option('--rate <number>', 'virtual time per real time; without --clock, in mode real', rate)
      .option(
        '--idle <on|off>',
        'whether time in clock mode skip also moves while no request comes; with --clock',
        onOrOff,
      )
      .addOption(idsOption('what ids come from'))
      .option('--wallet-key <key>', 'wallet API key PREFIX:ID:SECRET; may be repeated', walletKey)
      .addOption(calendarAuthOption('who may write to its calendar')),
    surroundings,
    (client, flags, [name]) => createWorld(client, name ?? '', flags),
  );
  remote(
    worlds.command('reset').description('Begin a world anew, as it was made.').argument('<name>'),
    surroundings,
    (client, _flags, [name]) => resetWorld(client, name ?? ''),
  );
  remote(
    worlds.command('remove').description('Remove a world; its forks stay.').argument('<name>'),
    surroundings,
    (client, _flags, [name]) => removeWorld(client, name ?? ''),
  );
  return worlds;
}

function forkCommand(surroundings: Surroundings): Command {
  const fork = new Command('fork')
    .description('Make a world that shares the past of another. At an earlier moment: rewind.')
    .argument('<parent>', 'the world to fork')
    .argument('<name>', 'the name of the fork')
    .option('--at <moment>', 'a position, or an ISO-8601 instant (default: now)')
    .option('--outbound', 'let it send out what its parent would');
  remote(fork, surroundings, (client, { at, outbound }, [parent, name]) =>
    forkWorld(client, parent ?? '', {
      name: name ?? '',
      ...(at === undefined ? {} : { at: at as string }),
      ...(outbound === undefined ? {} : { outbound: true }),
    }),
  );
  return fork;
}

function clockCommand(surroundings: Surroundings, program: Command): Command {
  const clock = new Command('clock')
    .description('Show or move the time of a world.')
    .copyInheritedSettings(program);
  inWorld(
    clock.command('show', { isDefault: true }).description('What time it is.'),
    surroundings,
    (client) => showClock(client),
  );
  inWorld(
    clock
      .command('set')
      .description('How time moves.')
      .addOption(new Option('--mode <mode>').choices([...clockModes]))
      .option('--rate <number>', 'virtual time per real time', rate)
      .option(
        '--idle <on|off>',
        'whether time in clock mode skip also moves while no request comes',
        onOrOff,
      ),
    surroundings,
    (client, { mode, rate: factor, idle }) => {
      if (mode === undefined && factor === undefined && idle === undefined) {
        throw new CliError('Give --mode, --rate or --idle.');
      }
      return setClock(client, {
        ...(mode === undefined ? {} : { mode: mode as ClockMode }),
        ...(factor === undefined ? {} : { rate: factor as number }),
        ...(idle === undefined ? {} : { idle: idle as boolean }),
      });
    },
  );
  inWorld(
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

function txCommand(
  surroundings: Surroundings,
  program: Command,
  finish: (code: number) => void,
): Command {
  const tx = new Command('tx')
    .description('List transactions of the wallet service, or do something to one.')
    .copyInheritedSettings(program);
  const keyed = (command: Command) =>
    command.option('--wallet-key <key>', 'wallet API key to read with', walletKeysDefault[0]);
  inWorld(
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
  inWorld(
    keyed(tx.command('show')).description('One transaction.').argument('<id>'),
    surroundings,
    (client, { walletKey: key }, [id]) => showTransaction(client, key as string, id ?? ''),
  );
  tx.addCommand(watchCommand(surroundings, finish).copyInheritedSettings(tx));
  for (const action of wallet.steeringActions) {
    const command = tx.command(action).description(actionHelp[action]).argument('<id>');
    if (action === 'reorg') {
      command.addOption(
        new Option('--to <where>', 'where it goes')
          .choices(wallet.reorganisedTo)
          .default('mempool'),
      );
    }
    if (action === 'fail' || action === 'deny') {
      const reason = new Option('--reason <reason>', 'the errorReason that clients read');
      command.addOption(reason.choices(wallet.failureReasons));
    }
    inWorld(command, surroundings, (client, { to, reason }, [id]) =>
      steerTransaction(client, id ?? '', action, {
        ...(to === undefined ? {} : { to: to as string }),
        ...(reason === undefined ? {} : { reason: reason as string }),
      }),
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
  reorg: 'Its block vanishes, and it waits for another or has failed; while it is CONFIRMED.',
};

/** A verb that talks to a world of a running server. */
function inWorld(command: Command, surroundings: Surroundings, act: Act<WorldClient>): void {
  const named = command.option('--world <name>', 'world', 'default');
  remote(named, surroundings, (client, flags, args) =>
    act(client.world(flags['world'] as string), flags, args),
  );
}

/** A verb that talks to a running server: prints a sentence, or the answer with --json. */
function remote(command: Command, surroundings: Surroundings, act: Act<ControlClient>): void {
  command
    .option('--url <url>', 'server (default: REPRISE_URL, else the newest started in this folder)')
    .option('--json', 'print the answer as JSON')
    .action(async (...given: unknown[]) => {
      const flags = command.opts<Record<string, unknown> & { url?: string }>();
      const client = connect(flags.url, surroundings);
      const args = given.slice(0, -2) as (string | undefined)[];
      const [answer, sentence] = await act(client, flags, args);
      surroundings.print(flags['json'] === true ? JSON.stringify(answer) : sentence);
    });
}

/** What a verb does with its flags and arguments: gives the answer, and the sentence for it. */
type Act<Client> = (
  client: Client,
  flags: Readonly<Record<string, unknown>>,
  args: readonly (string | undefined)[],
) => Promise<[object, string]>;

function calendarAuthOption(description: string): Option {
  return new Option('--calendar-auth <mode>', description).choices(['open', 'wordpress']);
}

function idsOption(description: string): Option {
  return new Option('--ids <source>', description).choices(['ordinal', 'idempotency-key']);
}

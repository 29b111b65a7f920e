// The command line: verbs, flags and their bounds. Each verb is implemented in a file of its own.

import { Command, CommanderError, Option } from 'commander';
import { clockModes, wallet, type ClockMode } from '../../core/index.ts';
import { walletKeysDefault } from '../services/wallet/config.ts';
import { advanceClock, setClock, showClock } from './clock.ts';
import { connect, type ControlClient, type WorldClient } from './control-client.ts';
import { CliError, exitCodes } from './errors.ts';
import {
  advanceDuration,
  duration,
  epoch,
  hostName,
  integer,
  onOrOff,
  rate,
  speechKey,
  transactionId,
  walletKey,
} from './flags.ts';
import { forkWorld } from './fork.ts';
import type { ReplayFlags } from './replay.ts';
import { diffCommand, inspectCommand } from './recording-commands.ts';
import { serve, type ServeOptions, type CliHost } from './serve.ts';
import { converseCommand, listenCommand, speechFileCommand } from './speech-commands.ts';
import { eventsCommand, watchCommand } from './stream-commands.ts';
import { listTransactions, showTransaction, steerTransaction } from './tx.ts';
import { listWorlds, createWorld, removeWorld, resetWorld, showWorld } from './worlds.ts';
import { noneNamed } from '../wording.ts';

/** Runs a command line; resolves with the exit code. Usage errors are printed, never thrown. */
export async function run(args: readonly string[], host: CliHost): Promise<number> {
  let exitCode: number = exitCodes.fine;
  const finish = (code: number) => {
    exitCode = code;
  };
  const program = new Command('reprise')
    .description('A deterministic stand-in for a wallet, a calendar and a speech API.')
    .version(host.version, '-V, --version')
    .helpOption('-h, --help')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => host.print(text.trimEnd()),
      writeErr: (text) => host.printError(text.trimEnd()),
    });
  program.addCommand(serveCommand(host, finish).copyInheritedSettings(program));
  program.addCommand(replayCommand(host, finish).copyInheritedSettings(program));
  program.addCommand(worldsCommand(host, program));
  program.addCommand(forkCommand(host).copyInheritedSettings(program));
  program.addCommand(clockCommand(host, program));
  program.addCommand(txCommand(host, program, finish));
  program.addCommand(eventsCommand(host, finish).copyInheritedSettings(program));
  program.addCommand(inspectCommand(host).copyInheritedSettings(program));
  program.addCommand(diffCommand(host, finish).copyInheritedSettings(program));
  program.addCommand(speechFileCommand(host).copyInheritedSettings(program));
  program.addCommand(listenCommand(host).copyInheritedSettings(program));
  program.addCommand(converseCommand(host, finish).copyInheritedSettings(program));
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

/** The message for a word that is no verb of a group such as `clock`: commander would take it for an argument of the default verb. */
function unknownVerb({ commands }: Command, [first, verb = '-']: readonly string[]) {
  const group = commands.find((command) => command.name() === first);
  const verbs = group?.commands.map((command) => command.name()) ?? [];
  const isKnown = verb.startsWith('-') || verb === 'help' || verbs.includes(verb);
  return verbs.length === 0 || isKnown ? undefined : noneNamed(`${first} verb`, verb, verbs);
}

/** Errors after which the list of verbs or options is of use; the others name what is allowed. */
const needsHelp: ReadonlySet<string> = new Set([
  'commander.excessArguments',
  'commander.missingArgument',
  'commander.unknownCommand',
  'commander.unknownOption',
]);

function serveCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('serve')
    .description(
      'Start the server. Without --data or --memory, it stores this run in a new SQLite file under .reprise/.',
    )
    .option('-p, --port <number>', 'port; 0 for a free one', integer(0, 65_535), 4_600)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--data <file>', 'SQLite file to store in and to resume from').conflicts('memory'),
    )
    .option('--memory', 'store in memory only')
    .addOption(
      new Option(
        '--durability <how>',
        'commits survive a crash of the process (normal), or also of the machine (full)',
      )
        .choices(['normal', 'full'])
        .default('normal'),
    )
    .option(
      '--attachment-bytes-max <number>',
      'most bytes of received audio; the oldest are dropped (default: 1 GiB, 64 MiB with --memory)',
      integer(0, Number.MAX_SAFE_INTEGER),
    )
    .option('--seed <text>', 'seed of all random values (default: "reprise")')
    .option(
      '--epoch <instant>',
      'first virtual instant, ISO-8601 or "now" (default: 2026-01-01T00:00:00Z)',
      epoch(host),
    )
    .option(
      '--fixture <file>',
      'initial data of new worlds: a JSON or YAML file, or a packaged name such as wallet/treasury',
    )
    .addOption(new Option('--clock <mode>', 'clock mode (default: real)').choices([...clockModes]))
    .option('--rate <number>', 'virtual time per real time in clock mode real (default: 1)', rate)
    .option(
      '--idle <on|off>',
      'in clock mode skip, whether time also advances without requests (default: on)',
      onOrOff,
    )
    .addOption(idsOption('source of ids (default: ordinal)'))
    .option('--wallet-key <key>', 'wallet API key PREFIX:ID:SECRET; may be repeated', walletKey)
    .option('--speech-key <key>', 'API key of the speech service; may be repeated', speechKey)
    .addOption(calendarAuthOption('authentication of the calendar (default: open)'))
    .addOption(
      new Option('--rsa-bits <bits>', 'length of the key for entity secrets')
        .choices(['2048', '4096'])
        .default('2048'),
    )
    .option(
      '--allow-host <name>',
      'further host name of the server, also allowed as a destination of webhooks and calls; may be repeated',
      hostName,
    )
    .option(
      '--outbound-wait <duration>',
      'how long the clock waits for the answer to a webhook or call (default: 2s)',
      duration,
    )
    .option('--record <file>', 'record the wire traffic of the world default into a new file')
    .option('--worlds-on-demand', 'create a world for each new name, with the name as its seed')
    .option('--json', 'print one JSON line when ready')
    .action(async (flags: Record<string, unknown>) => {
      const { epoch: epochMs, rsaBits, ...rest } = flags;
      const options = {
        ...rest,
        rsaBits: Number(rsaBits),
        ...(epochMs === undefined ? {} : { epochMs }),
      } as unknown as ServeOptions;
      finish(await serve(options, host));
    });
}

function replayCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('replay')
    .description(
      'Execute recordings again, in this process, and compare everything with the files.',
    )
    .argument('<file or folder...>', 'recordings, or folders with recordings (*.jsonl) below them')
    .option('--allow-cut', 'replay the existing part of a cut recording')
    .option('--synthesise', 'compute spoken audio again, instead of taking it from the recording')
    .option('--junit <file>', 'also write a JUnit XML report')
    .option('--json', 'print one JSON object at the end')
    .action(async (named: string[], flags: ReplayFlags) => {
      const { replay } = await import('./replay.ts'); // loaded on use: other verbs do not need these modules
      finish(await replay(named, flags, host));
    });
}

function worldsCommand(host: CliHost, program: Command): Command {
  const worlds = new Command('worlds')
    .description('List, show, create, reset and remove worlds.')
    .copyInheritedSettings(program);
  remote(
    worlds
      .command('list', { isDefault: true })
      .description('List all worlds, in the order of creation.'),
    host,
    (client) => listWorlds(client),
  );
  remote(
    worlds.command('show').description('Show one world.').argument('<name>'),
    host,
    (client, _flags, [name]) => showWorld(client, name ?? ''),
  );
  remote(
    worlds
      .command('make')
      .description("Create a world. Omitted options default to the server's startup flags.")
      .argument('<name>')
      .option('--seed <text>', 'seed of all random values')
      .option('--epoch <instant>', 'first virtual instant, ISO-8601 or "now"', epoch(host))
      .option(
        '--fixture <file>',
        'initial data: a JSON or YAML file, or a packaged name such as wallet/treasury',
      )
      .addOption(new Option('--clock <mode>', 'clock mode').choices([...clockModes]))
      .option(
        '--rate <number>',
        'virtual time per real time; without --clock, the mode is real',
        rate,
      )
      .option(
        '--idle <on|off>',
        'in clock mode skip, whether time also advances without requests; with --clock',
        onOrOff,
      )
      .addOption(idsOption('source of ids'))
      .option('--wallet-key <key>', 'wallet API key PREFIX:ID:SECRET; may be repeated', walletKey)
      .option('--speech-key <key>', 'API key of the speech service; may be repeated', speechKey)
      .addOption(calendarAuthOption('authentication of its calendar')),
    host,
    (client, flags, [name]) => createWorld(client, name ?? '', flags),
  );
  remote(
    worlds.command('reset').description('Reset a world to its initial state.').argument('<name>'),
    host,
    (client, _flags, [name]) => resetWorld(client, name ?? ''),
  );
  remote(
    worlds.command('remove').description('Remove a world. Its forks remain.').argument('<name>'),
    host,
    (client, _flags, [name]) => removeWorld(client, name ?? ''),
  );
  return worlds;
}

function forkCommand(host: CliHost): Command {
  const fork = new Command('fork')
    .description(
      'Create a world that shares the past of another one; with --at, up to an earlier moment.',
    )
    .argument('<parent>', 'the world to fork')
    .argument('<name>', 'the name of the fork')
    .option('--at <moment>', 'a position, or an ISO-8601 instant (default: now)')
    .option('--outbound', 'send webhooks, as its parent does');
  remote(fork, host, (client, { at, outbound }, [parent, name]) =>
    forkWorld(client, parent ?? '', {
      name: name ?? '',
      ...(at === undefined ? {} : { at: at as string }),
      ...(outbound === undefined ? {} : { outbound: true }),
    }),
  );
  return fork;
}

function clockCommand(host: CliHost, program: Command): Command {
  const clock = new Command('clock')
    .description('Show, set or advance the time of a world.')
    .copyInheritedSettings(program);
  inWorld(
    clock.command('show', { isDefault: true }).description('Show the time and the clock mode.'),
    host,
    (client) => showClock(client),
  );
  inWorld(
    clock
      .command('set')
      .description('Set the clock mode and its options.')
      .addOption(new Option('--mode <mode>', 'clock mode').choices([...clockModes]))
      .option('--rate <number>', 'virtual time per real time', rate)
      .option(
        '--idle <on|off>',
        'in clock mode skip, whether time also advances without requests',
        onOrOff,
      ),
    host,
    (client, { mode, rate: factor, idle }) => {
      if (mode === undefined && factor === undefined && idle === undefined) {
        throw new CliError('Set at least one of --mode, --rate, --idle.');
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
      .description('Advance time and run everything due on the way.')
      .argument('[by]', 'a duration such as 10m, 1h30m, 500ms', advanceDuration)
      .option('--to <instant>', 'an ISO-8601 instant')
      .option('--until-idle', 'until no work is in progress'),
    host,
    (client, { to, untilIdle }, [by]) => {
      if ([by, to, untilIdle].filter((given) => given !== undefined).length !== 1) {
        throw new CliError('Set exactly one of a duration, --to, --until-idle.');
      }
      if (by !== undefined) return advanceClock(client, { by });
      return advanceClock(client, to === undefined ? { untilIdle: true } : { to: to as string });
    },
  );
  return clock;
}

function txCommand(host: CliHost, program: Command, finish: (code: number) => void): Command {
  const tx = new Command('tx')
    .description('List, show, watch and steer transactions of the wallet service.')
    .copyInheritedSettings(program);
  const withWalletKey = (command: Command) =>
    command.option('--wallet-key <key>', 'wallet API key for the request', walletKeysDefault[0]);
  inWorld(
    withWalletKey(tx.command('list', { isDefault: true }))
      .description('List the newest transactions.')
      .addOption(
        new Option('--state <state>', 'only those in this state').choices(
          Object.keys(wallet.transitions),
        ),
      )
      .option('--limit <number>', 'the most transactions', integer(1, 50), 20),
    host,
    (client, { walletKey: key, state, limit }) =>
      listTransactions(client, key as string, {
        limit: limit as number,
        ...(state === undefined ? {} : { state: state as string }),
      }),
  );
  inWorld(
    withWalletKey(tx.command('show'))
      .description('Show one transaction.')
      .argument('<id>', 'the id of the transaction', transactionId),
    host,
    (client, { walletKey: key }, [id]) => showTransaction(client, key as string, id ?? ''),
  );
  tx.addCommand(watchCommand(host, finish).copyInheritedSettings(tx));
  for (const action of wallet.steeringActions) {
    const command = tx
      .command(action)
      .description(actionHelp[action])
      .argument('<id>', 'the id of the transaction', transactionId);
    if (action === 'reorg') {
      command.addOption(
        new Option('--to <where>', 'its new place or state')
          .choices(wallet.reorganisedTo)
          .default('mempool'),
      );
    }
    if (action === 'fail' || action === 'deny') {
      const reason = new Option('--reason <reason>', 'the errorReason of the transaction');
      command.addOption(reason.choices(wallet.failureReasons));
    }
    inWorld(command, host, (client, { to, reason }, [id]) =>
      steerTransaction(client, id ?? '', action, {
        ...(to === undefined ? {} : { to: to as string }),
        ...(reason === undefined ? {} : { reason: reason as string }),
      }),
    );
  }
  return tx;
}

const actionHelp: Readonly<Record<wallet.SteeringAction, string>> = {
  stick: 'Blocks exclude its current attempt; accelerate and cancel still work.',
  unstick: 'Blocks may include it again.',
  drop: 'Drop it from the mempool: STUCK until it is replaced or unstuck.',
  confirm: 'Include it in the next block, whatever its fee.',
  fail: 'Fail it: at once if it is not sent yet, else in its block.',
  deny: 'Deny it in screening, while it is INITIATED.',
  reorg: 'Remove its block, while it is CONFIRMED: it returns to the mempool or fails.',
};

/** Adds the options and action of a verb for one world of a running server. */
function inWorld(command: Command, host: CliHost, act: Act<WorldClient>): void {
  const named = command.option('--world <name>', 'world', 'default');
  remote(named, host, (client, flags, args) =>
    act(client.world(flags['world'] as string), flags, args),
  );
}

/** Adds the options and action of a verb for a running server: prints a sentence, or the answer with --json. */
function remote(command: Command, host: CliHost, act: Act<ControlClient>): void {
  command
    .option('--url <url>', 'server (default: REPRISE_URL, else the newest started in this folder)')
    .option('--json', 'print the answer as JSON')
    .action(async (...params: unknown[]) => {
      const flags = command.opts<Record<string, unknown> & { url?: string }>();
      const client = connect(flags.url, host);
      const args = params.slice(0, -2) as (string | undefined)[];
      const [answer, sentence] = await act(client, flags, args);
      host.print(flags['json'] === true ? JSON.stringify(answer) : sentence);
    });
}

/** Executes a verb; resolves with the answer and a sentence about it. */
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

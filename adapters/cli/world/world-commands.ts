// The verbs `worlds`, `fork` and `clock`: their parts and flags.

import { Command, Option } from 'commander';
import { clockModes, type ClockMode } from '../../../core/index.ts';
import { advanceClock, setClock, showClock } from './clock.ts';
import { CliError } from '../support/errors.ts';
import { advanceDuration, epoch, onOrOff, rate, speechKey, walletKey } from '../support/flags.ts';
import { forkWorld } from './fork.ts';
import { inWorld, remote } from '../support/remote-command.ts';
import type { CliHost } from '../support/cli-host.ts';
import { calendarAuthOption, idsOption, unknownMembersOption } from '../support/world-options.ts';
import { createWorld, listWorlds, removeWorld, resetWorld, showWorld } from './worlds.ts';

export function worldsCommand(host: CliHost): Command {
  const worlds = new Command('worlds').description('List, show, create, reset and remove worlds.');
  remote(
    worlds.command('list', { isDefault: true }).description('List all worlds by name.'),
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
      .command('create')
      .alias('make')
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
      .addOption(unknownMembersOption())
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

export function forkCommand(host: CliHost): Command {
  const fork = new Command('fork')
    .description(
      'Create a world that shares the past of another one; with --at, up to an earlier moment.',
    )
    .argument('<parent>', 'the world to fork')
    .argument('<name>', 'the name of the fork')
    .option('--at <moment>', 'a position, or an ISO-8601 instant (default: now)')
    .option('--seed <text>', 'seed of ids and random numbers (default: that of the parent)')
    .option('--outbound', 'send webhooks, as its parent does');
  remote(fork, host, (client, { at, seed, outbound }, [parent, name]) =>
    forkWorld(client, parent ?? '', {
      name: name ?? '',
      ...(at === undefined ? {} : { at: at as string }),
      ...(seed === undefined ? {} : { seed: seed as string }),
      ...(outbound === undefined ? {} : { outbound: true }),
    }),
  );
  return fork;
}

export function clockCommand(host: CliHost): Command {
  const clock = new Command('clock').description('Show, set or advance the time of a world.');
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
    (world, { mode, rate: factor, idle }) => {
      if (mode === undefined && factor === undefined && idle === undefined) {
        throw new CliError('Set at least one of --mode, --rate, --idle.');
      }
      return setClock(world, {
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
    (world, { to, untilIdle }, [by]) => {
      if ([by, to, untilIdle].filter((given) => given !== undefined).length !== 1) {
        throw new CliError('Set exactly one of a duration, --to, --until-idle.');
      }
      const target = to === undefined ? { untilIdle: true as const } : { to: to as string };
      return advanceClock(world, by === undefined ? target : { by }, host);
    },
  );
  return clock;
}

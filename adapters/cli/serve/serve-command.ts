// The verb `serve`: its flags and their bounds.

import { Command, Option } from 'commander';
import { clockModes } from '../../../core/index.ts';
import { faultProfiles } from '../../faults/profiles.ts';
import {
  duration,
  durationOrNever,
  epoch,
  hostName,
  integer,
  minuteOrNever,
  nodeAddress,
  onOrOff,
  rate,
  speechKey,
  walletKey,
} from '../support/flags.ts';
import type { CliHost } from '../support/cli-host.ts';
import { logFormats, type ServeOptions } from './serve-options.ts';
import { calendarAuthOption, idsOption, unknownMembersOption } from '../support/world-options.ts';

export function serveCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('serve')
    .description(
      'Start the server. Without --data, --store or --memory, it stores this run in a new SQLite file under .reprise/.',
    )
    .option('-p, --port <number>', 'port; 0 for a free one', integer(0, 65_535), 4_600)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .addOption(
      new Option('--data <file>', 'SQLite file to store in and to resume from').conflicts([
        'memory',
        'store',
      ]),
    )
    .addOption(
      new Option(
        '--store <url>',
        'PostgreSQL to store in and to resume from, such as postgres://user@host/database; with a password, set REPRISE_STORE in the environment instead',
      ).conflicts('memory'),
    )
    .option(
      '--advertise <url>',
      'where other processes of the same --store reach this one (default: http:// with --host, or the name of the machine, and --port)',
      nodeAddress,
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
    .option(
      '--sounds <folder>',
      'audio files that new worlds without a fixture of their own hear as their texts, besides those of --fixture',
    )
    .addOption(
      new Option(
        '--faults <profile>',
        'faults of new worlds without a fixture of their own',
      ).choices(Object.keys(faultProfiles)),
    )
    .addOption(new Option('--clock <mode>', 'clock mode (default: real)').choices([...clockModes]))
    .option('--rate <number>', 'virtual time per real time in clock mode real (default: 1)', rate)
    .option(
      '--idle <on|off>',
      'in clock mode skip, whether time also advances without requests (default: on)',
      onOrOff,
    )
    .addOption(idsOption('source of ids (default: ordinal)'))
    .addOption(unknownMembersOption())
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
    .option('--no-journal', 'do not keep the last requests of each world')
    .addOption(
      new Option(
        '--log <format>',
        'print each request with its answer and the events that it caused; json prints the ready line as JSON, too (default: pretty on a terminal, else off)',
      ).choices(logFormats),
    )
    .option(
      '--sleep-after <duration>',
      'put worlds to sleep that are unused for so long, to free their memory; the next request wakes them; or never (default: 60s)',
      durationOrNever,
    )
    .option(
      '--world-ttl <duration>',
      'remove worlds that are unused for longer, except default: at least 1m, or never (default: never)',
      minuteOrNever,
    )
    .option(
      '--worlds-max <number>',
      'most worlds in memory; the least used are put to sleep (default: 10000)',
      integer(1, 1_000_000),
    )
    .option('--worlds-on-demand', 'create a world for each new name, with the name as its seed')
    .option('--json', 'print one JSON line when ready')
    .action(async (flags: Record<string, unknown>) => {
      const { epoch: epochMs, rsaBits, ...rest } = flags;
      const options = {
        ...rest,
        rsaBits: Number(rsaBits),
        ...(epochMs === undefined ? {} : { epochMs }),
      } as unknown as ServeOptions;
      const { serve } = await import('./serve.ts'); // loaded on use: its help and its flags do not need the server
      finish(await serve(options, host));
    });
}

// The verbs that follow a world: their flags.

import { Command, InvalidArgumentError, Option } from 'commander';
import { eventTypes, isEventType, type EventType } from '../../../core/index.ts';
import type { Client } from '../../client/index.ts';
import { positionDigitsMax } from '../../control/wire/events.ts';
import { withServer, worldOf } from '../support/connect.ts';
import { printEvents, type EventsFlags } from './events.ts';
import { duration, integer, transactionId } from '../support/flags.ts';
import type { CliHost } from '../support/cli-host.ts';
import { similarNames } from '../../similar-names.ts';
import { listed } from '../../wording.ts';
import { watchTransaction, type WatchFlags } from './watch.ts';

const position = integer(1, 10 ** positionDigitsMax - 1);

export function eventsCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('events')
    .description('Print the events of a world. Ends with 2 if fewer events come than awaited.')
    .option('--follow', 'also print new events, until --count, --within or Ctrl-C')
    .option('--from <position>', 'the first position (default: 1)', position)
    .option('--type <type>', 'only events of this type', eventType)
    .option('--stream <stream>', 'only events of this stream, such as wallet/transaction/<id>')
    .option('--count <number>', 'end with 0 after this many events', position)
    .addOption(
      new Option(
        '--within <duration>',
        'follow for this long in real time; without --count, wait for at least one event',
      ).argParser(duration),
    )
    .addOption(new Option('--world <name>', 'world').default('default'))
    .option('--url <url>', 'server (default: REPRISE_URL, else the newest started in this folder)')
    .option('--json', 'print each event as a JSON line')
    .action(async (flags: EventsFlags & { world: string; url?: string }) => {
      const print = (client: Client) => printEvents(worldOf(client, flags.world), flags, host);
      finish(await withServer(flags.url, host, print));
    });
}

/** `reprise tx watch`. */
export function watchCommand(host: CliHost, finish: (code: number) => void): Command {
  return new Command('watch')
    .description('Follow one transaction to its final state. Ends with 2 if it does not reach one.')
    .argument('<id>', 'the id of the transaction', transactionId)
    .option('--within <duration>', 'follow for this long in real time at most', duration)
    .addOption(new Option('--world <name>', 'world').default('default'))
    .option('--url <url>', 'server (default: REPRISE_URL, else the newest started in this folder)')
    .option('--json', 'print each change as a JSON line')
    .action(async (id: string, flags: WatchFlags & { world: string; url?: string }) => {
      const watch = (client: Client) =>
        watchTransaction(worldOf(client, flags.world), id, flags, host);
      finish(await withServer(flags.url, host, watch));
    });
}

function eventType(text: string): EventType {
  if (isEventType(text)) return text;
  const similar = similarNames(text, eventTypes);
  throw new InvalidArgumentError(
    similar.length === 0
      ? 'It must be the type of an event, such as TransactionSent; reprise events prints those of a world.'
      : `It must be the type of an event. Similar: ${listed(similar)}.`,
  );
}

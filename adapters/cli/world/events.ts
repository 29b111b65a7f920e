// `reprise events`: prints the log of a world, and follows it until the awaited events have happened.

import { omitUndefined, type Envelope, type EventType } from '../../../core/index.ts';
import type { Event, Events, WorldClient } from '../../client/index.ts';
import { CliError, exitCodes } from '../support/errors.ts';
import { follow } from './follow.ts';
import type { CliHost } from '../support/cli-host.ts';
import { escapeControlChars } from '../support/terminal-text.ts';

export interface EventsFlags {
  readonly follow?: boolean;
  readonly from?: number;
  readonly type?: EventType;
  readonly stream?: string;
  readonly count?: number;
  readonly within?: number;
  readonly json?: boolean;
}

const eventsPerPage = 100;

/** Prints events as they come; resolves with the exit code: 0 if the awaited number has come, otherwise 2. */
export async function printEvents(
  world: WorldClient,
  flags: EventsFlags,
  host: CliHost,
): Promise<number> {
  const { count, within: withinMs, from, type, stream } = flags;
  let seen = 0;
  const isLast = (event: Event): boolean => {
    host.print(flags.json === true ? JSON.stringify(event) : eventLine(event));
    seen += 1;
    return seen === count;
  };
  if (flags.follow === true || withinMs !== undefined) {
    const events$ = world.history$({ from, type, stream });
    const ending = await follow(events$, (it) => isLast(eventOf(it)), withinMs, host);
    if (ending === 'complete') throw endOf(world);
  } else {
    await readPages(world, flags, isLast);
  }
  const awaited = count ?? (withinMs === undefined ? 0 : 1);
  return seen >= awaited ? exitCodes.fine : exitCodes.differs;
}

/** The error when a stream of a world ends by itself. */
export function endOf({ name }: WorldClient): CliError {
  return new CliError(`World '${name}' was reset or removed. Follow it again if it is there.`);
}

async function readPages(
  world: WorldClient,
  { from: first = 1, type, stream }: EventsFlags,
  isLast: (event: Event) => boolean,
): Promise<void> {
  let from: number | null = first;
  while (from !== null) {
    const query = { limit: eventsPerPage, ...omitUndefined({ type, stream }) };
    const page: Events = await world.events({ ...query, from });
    if (page.events.some(isLast)) return;
    from = page.next;
  }
}

/** An event as the log on the wire has it. */
const eventOf = ({ text }: Envelope) => JSON.parse(text) as Event;

function eventLine({ position, at, type, stream, cause }: Event): string {
  const because = cause === undefined ? '' : `, because of #${cause}`;
  const number = `#${position}`.padStart(6);
  return escapeControlChars(
    `${number}  ${new Date(at).toISOString()}  ${type}  ${stream}${because}`,
  );
}

// `reprise events`: prints the log of a world, and follows it until the awaited events have happened.

import type { WorldClient } from './control-client.ts';
import { exitCodes } from './errors.ts';
import { follow } from './follow.ts';
import type { CliHost } from './serve.ts';
import { escapeControlChars } from './terminal-text.ts';

export interface EventsFlags {
  readonly follow?: boolean;
  readonly from?: number;
  readonly type?: string;
  readonly stream?: string;
  readonly count?: number;
  readonly within?: number;
  readonly json?: boolean;
}

interface LogEvent {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly at: number;
  readonly cause?: number;
}

interface EventPage {
  readonly events: readonly LogEvent[];
  readonly next: number | null;
}

const eventsPerPage = 100;

/** Prints events as they come; resolves with the exit code: 0 if the awaited number has come, otherwise 2. */
export async function printEvents(
  client: WorldClient,
  flags: EventsFlags,
  host: CliHost,
): Promise<number> {
  const { count, within: withinMs } = flags;
  const isFollowing = flags.follow === true || withinMs !== undefined;
  let seen = 0;
  const isLast = (event: LogEvent): boolean => {
    host.print(flags.json === true ? JSON.stringify(event) : eventLine(event));
    seen += 1;
    return seen === count;
  };
  if (isFollowing) {
    const path = `/events?${queryOf(flags)}`;
    await follow(
      (lastId, ended) => client.openStream(path, lastId, ended),
      (data) => isLast(JSON.parse(data) as LogEvent),
      { withinMs },
      host,
    );
  } else {
    await readPages(client, flags, isLast);
  }
  const awaited = count ?? (withinMs === undefined ? 0 : 1);
  return seen >= awaited ? exitCodes.fine : exitCodes.differs;
}

async function readPages(
  client: WorldClient,
  flags: EventsFlags,
  isLast: (event: LogEvent) => boolean,
): Promise<void> {
  let from: number | null = flags.from ?? 1;
  while (from !== null) {
    const path = `/events?${queryOf({ ...flags, from })}&limit=${eventsPerPage}`;
    const page: EventPage = await client.inWorld<EventPage>('GET', path);
    if (page.events.some(isLast)) return;
    from = page.next;
  }
}

function queryOf({ from = 1, type, stream }: EventsFlags): string {
  const query = new URLSearchParams({ from: String(from) });
  if (type !== undefined) query.set('type', type);
  if (stream !== undefined) query.set('stream', stream);
  return query.toString();
}

function eventLine({ position, at, type, stream, cause }: LogEvent): string {
  const because = cause === undefined ? '' : `, because of #${cause}`;
  const number = `#${position}`.padStart(6);
  return escapeControlChars(
    `${number}  ${new Date(at).toISOString()}  ${type}  ${stream}${because}`,
  );
}

// `reprise events`: the log of a world, as it stands or followed, until what is waited for has happened.

import type { WorldClient } from './control-client.ts';
import { exitCodes } from './errors.ts';
import { follow } from './follow.ts';
import type { Surroundings } from './serve.ts';
import { harmless } from './terminal-text.ts';

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

/** Prints events as they come; resolves with the exit code: 0 if as many as were waited for have come, otherwise 2. */
export async function printEvents(
  client: WorldClient,
  flags: EventsFlags,
  surroundings: Surroundings,
): Promise<number> {
  const { count, within: withinMs } = flags;
  const isFollowing = flags.follow === true || withinMs !== undefined;
  let seen = 0;
  const isLast = (event: LogEvent): boolean => {
    surroundings.print(flags.json === true ? JSON.stringify(event) : eventLine(event));
    seen += 1;
    return seen === count;
  };
  if (isFollowing) {
    const path = `/events?${queryOf(flags)}`;
    await follow(
      (lastId, ended) => client.openStream(path, lastId, ended),
      (data) => isLast(JSON.parse(data) as LogEvent),
      { withinMs },
      surroundings,
    );
  } else {
    await readPages(client, flags, isLast);
  }
  const wanted = count ?? (withinMs === undefined ? 0 : 1);
  return seen >= wanted ? exitCodes.fine : exitCodes.differs;
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
  return harmless(`${number}  ${new Date(at).toISOString()}  ${type}  ${stream}${because}`);
}

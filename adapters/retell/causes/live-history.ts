// Reads the requests, events and settings of a Reprise world during a live replay.

import type { Event, JournaledRequest } from '../../client/control-types.ts';
import { RepriseError } from '../../client/index.ts';
import type { WorldClient } from '../../client/world.ts';
import { eventsPageMax } from '../../protocol/limits.ts';

export type LiveEvent = Pick<Event, 'position' | 'stream' | 'at' | 'cause' | 'type' | 'data'>;

export type ServedRequest = Pick<
  JournaledRequest,
  'method' | 'path' | 'position' | 'events' | 'eventCount'
>;

export interface LiveHistory {
  /** The first instant of the world. */
  readonly epochMs: number;
  /** The position at which the session began. */
  readonly startPosition: number;
  /** Since then, oldest first: those that the server still has. */
  readonly requests: readonly ServedRequest[];
  /** By position. The last ones before the session are among them: an operator may have prepared the world. */
  readonly events: readonly LiveEvent[];
  /** When the session began, and when it ended. */
  readonly settings: { readonly start: object; readonly end: object };
}

/** The most pages of events that are read. */
const eventPagesMax = 20;
/** The most events from before the session. */
const eventsBeforeMax = 500;

/**
 * Begins at the present position of a world. Resolves with a function that reads the history since then: it is undefined if the server
 * does not give it, as without a journal of requests. Rejects with RepriseError if the server does not answer before the session.
 */
export async function historySince(
  world: WorldClient,
): Promise<() => Promise<LiveHistory | undefined>> {
  const start = await ifGiven(async () => {
    const { position, epoch, config } = await world.get();
    const { requests } = await world.requests.list();
    return { position, epochMs: Date.parse(epoch), config, since: requests.at(-1)?.n ?? 0 };
  }, false);
  return async () => {
    if (start === undefined) return undefined;
    const { position: startPosition, epochMs, config, since } = start;
    return ifGiven(async () => {
      const { requests } = await world.requests.list({ since });
      const events = await eventsFrom(world, Math.max(1, startPosition + 1 - eventsBeforeMax));
      const settings = { start: config, end: (await world.get()).config };
      return { epochMs, startPosition, requests, events, settings };
    }, true);
  };
}

async function eventsFrom(world: WorldClient, first: number): Promise<readonly LiveEvent[]> {
  const events: LiveEvent[] = [];
  let from: number | null = first;
  for (let page = 0; page < eventPagesMax && from !== null; page += 1) {
    const read = await world.events({ from, limit: eventsPageMax });
    events.push(...read.events);
    from = read.next;
  }
  return events;
}

/** Undefined where the server refuses. `isOver`: also where it is gone after the session. */
async function ifGiven<Value>(
  read: () => Promise<Value>,
  isOver: boolean,
): Promise<Value | undefined> {
  try {
    return await read();
  } catch (error) {
    const isRefused = error instanceof RepriseError && (isOver || error.code !== 'unreachable');
    if (isRefused) return undefined;
    throw error;
  }
}

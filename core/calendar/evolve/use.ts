// What use events make of the venues and organizers that they are linked to, kept up to date event by event.

import type { EventPost } from '../records/event.ts';
import { statuses, type LinkedPost, type Use, type Used } from '../records/post.ts';
import type { CalendarState } from '../state.ts';

const allButTrash = statuses.filter((status) => status !== 'trash');

/** To be called when the event has been replaced. */
export function countUse(
  state: CalendarState,
  former: EventPost | undefined,
  next: EventPost | undefined,
): void {
  for (const id of new Set([former?.venueId ?? null, next?.venueId ?? null])) {
    if (id === null) continue;
    const linked = (event: EventPost | undefined) => (event?.venueId === id ? event : undefined);
    const key = String(id);
    put(state.venues, key, (use) =>
      useAfter(use, linked(former), linked(next), {
        hasEvents: state.events.count('heldVenueId', key) > 0,
        lastOf: (status) => lastStart(state, { venueId: key, status }),
      }),
    );
  }
  for (const id of new Set([...(former?.organizerIds ?? []), ...(next?.organizerIds ?? [])])) {
    const linked = (event: EventPost | undefined) =>
      event?.organizerIds.includes(id) === true ? event : undefined;
    const key = String(id);
    put(state.organizers, key, (use) =>
      useAfter(use, linked(former), linked(next), {
        hasEvents: state.events.count('heldOrganizerId', key) > 0,
        lastOf: (status) => lastStart(state, { organizerId: key, status }),
      }),
    );
  }
}

function put<P extends LinkedPost>(
  table: {
    readonly get: (id: string) => Used<P> | undefined;
    readonly replace: (post: Used<P>) => void;
  },
  key: string,
  after: (use: Use) => Use,
): void {
  const post = table.get(key);
  if (post === undefined) return;
  const use = after(post.use);
  if (use !== post.use) table.replace({ ...post, use });
}

/** What the table of events tells. */
interface Now {
  readonly hasEvents: boolean;
  /** The latest start of those with such a status, which is looked for only where the latest went away. */
  readonly lastOf: (status: readonly string[]) => number | null;
}

/** `former` and `next` are undefined where the event is, or was, not linked. */
function useAfter(
  use: Use,
  former: EventPost | undefined,
  next: EventPost | undefined,
  { hasEvents, lastOf }: Now,
): Use {
  const after = (last: number | null, counted: readonly string[]): number | null => {
    const left = startIn(former, counted);
    const come = startIn(next, counted);
    if (come !== null && (last === null || come >= last)) return come;
    return left === null || left !== last ? last : lastOf(counted);
  };
  const lastStartUtcSeconds = after(use.lastStartUtcSeconds, allButTrash);
  const lastPublicStartUtcSeconds = after(use.lastPublicStartUtcSeconds, ['publish']);
  const isSame =
    hasEvents === use.hasEvents &&
    lastStartUtcSeconds === use.lastStartUtcSeconds &&
    lastPublicStartUtcSeconds === use.lastPublicStartUtcSeconds;
  return isSame ? use : { hasEvents, lastStartUtcSeconds, lastPublicStartUtcSeconds };
}

function startIn(event: EventPost | undefined, counted: readonly string[]): number | null {
  return event !== undefined && counted.includes(event.status) ? event.startUtcSeconds : null;
}

function lastStart(
  { events }: CalendarState,
  by: { readonly [name in 'venueId' | 'organizerId' | 'status']?: string | readonly string[] },
): number | null {
  const last = { order: 'startUtc', direction: 'descending', offset: 0, limit: 1 } as const;
  return events.select({ ...last, by }).records[0]?.startUtcSeconds ?? null;
}

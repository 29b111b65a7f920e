// What use events make of the venues and organizers that they are linked to, kept up to date event by event.

import type { EventPost } from '../records/event.ts';
import { isDraft, statuses, type LinkedPost, type Use, type Used } from '../records/post.ts';
import type { CalendarState } from '../state.ts';

type Change = { readonly former: EventPost | undefined; readonly next: EventPost | undefined };

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
    const change = { former: linked(former), next: linked(next) };
    const by = { venueId: String(id) };
    put(state.venues, id, (use) => useAfter(use, change, (status) => lastStart(state, by, status)));
  }
  for (const id of new Set([...(former?.organizerIds ?? []), ...(next?.organizerIds ?? [])])) {
    const linked = (event: EventPost | undefined) =>
      event?.organizerIds.includes(id) === true ? event : undefined;
    const change = { former: linked(former), next: linked(next) };
    const by = { organizerId: String(id) };
    put(state.organizers, id, (use) =>
      useAfter(use, change, (status) => lastStart(state, by, status)),
    );
  }
}

function put<P extends LinkedPost>(
  table: {
    readonly get: (id: string) => Used<P> | undefined;
    readonly replace: (post: Used<P>) => void;
  },
  id: number,
  after: (use: Use) => Use,
): void {
  const post = table.get(String(id));
  if (post === undefined) return;
  const use = after(post.use);
  if (use !== post.use) table.replace({ ...post, use });
}

/** Which statuses count, and the latest start among the events that have one. */
type LastStart = (status: readonly string[]) => number | null;

function useAfter(use: Use, { former, next }: Change, lastOf: LastStart): Use {
  const eventCount = use.eventCount + held(next) - held(former);
  const after = (last: number | null, counted: readonly string[]): number | null => {
    const left = startIn(former, counted);
    const come = startIn(next, counted);
    if (come !== null && (last === null || come >= last)) return come;
    return left === null || left !== last ? last : lastOf(counted);
  };
  const lastStartUtcSeconds = after(use.lastStartUtcSeconds, allButTrash);
  const lastPublicStartUtcSeconds = after(use.lastPublicStartUtcSeconds, ['publish']);
  const isSame =
    eventCount === use.eventCount &&
    lastStartUtcSeconds === use.lastStartUtcSeconds &&
    lastPublicStartUtcSeconds === use.lastPublicStartUtcSeconds;
  return isSame ? use : { eventCount, lastStartUtcSeconds, lastPublicStartUtcSeconds };
}

function held(event: EventPost | undefined): 0 | 1 {
  return event === undefined || isDraft(event.status) ? 0 : 1;
}

function startIn(event: EventPost | undefined, counted: readonly string[]): number | null {
  return event !== undefined && counted.includes(event.status) ? event.startUtcSeconds : null;
}

function lastStart(
  { events }: CalendarState,
  by: { readonly venueId: string } | { readonly organizerId: string },
  status: readonly string[],
): number | null {
  const last = { order: 'startUtc', direction: 'descending', offset: 0, limit: 1 } as const;
  const { records } = events.select({ ...last, by: { ...by, status } });
  return records[0]?.startUtcSeconds ?? null;
}

// Schedules the publication of posts that are dated in the future.

import type { DueChange } from '../kernel/due.ts';
import type { CalendarCommand } from './commands.ts';
import type { CalendarEvent } from './events.ts';
import type { Post, PostKind } from './records/post.ts';
import { findEvent, findOrganizer, findVenue, type ReadonlyCalendarState } from './state.ts';

type Change = DueChange<CalendarCommand>;

export function react(event: CalendarEvent, state: ReadonlyCalendarState): readonly Change[] {
  switch (event.type) {
    case 'EventCreated':
      return newDue('event', event.post);
    case 'VenueCreated':
      return newDue('venue', event.post);
    case 'OrganizerCreated':
      return newDue('organizer', event.post);
    case 'EventUpdated':
      return mayMoveDue(event.changes) ? dueOf('event', findEvent(state, event)) : none;
    case 'VenueUpdated':
      return mayMoveDue(event.changes) ? dueOf('venue', findVenue(state, event)) : none;
    case 'OrganizerUpdated':
      return mayMoveDue(event.changes) ? dueOf('organizer', findOrganizer(state, event)) : none;
    case 'PostTrashed':
      return [{ change: 'clear', subject: subjectOf(event.kind, event.id), name: 'publish' }];
    case 'PostPublished':
    case 'TermCreated':
    case 'TermUpdated':
    case 'TermDeleted':
    case 'ImageAttached':
      return none;
  }
}

const none: readonly Change[] = [];

/** Whether a change may move the publication of its post. */
function mayMoveDue(changes: Partial<Post>): boolean {
  return changes.status !== undefined || changes.dateUtcSeconds !== undefined;
}

function newDue(kind: PostKind, post: Post): readonly Change[] {
  return post.status === 'future' ? dueOf(kind, post) : none;
}

function dueOf(kind: PostKind, post: Post | undefined): readonly Change[] {
  if (post === undefined) return none;
  const { id, status, dateUtcSeconds } = post;
  const subject = subjectOf(kind, id);
  if (status !== 'future' || dateUtcSeconds === null) {
    return [{ change: 'clear', subject, name: 'publish' }];
  }
  const dueMs = dateUtcSeconds * 1000;
  const command = { type: 'PublishPost', kind, id } as const;
  return [{ change: 'set', subject, name: 'publish', class: 'schedule', dueMs, command }];
}

function subjectOf(kind: PostKind, id: number): string {
  return `${kind}/${id}`;
}

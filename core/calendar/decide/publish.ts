// Publishes scheduled posts at their publication dates, which react.ts schedules (reference/calendar.md sections 2.1, 6.1).

import { ok } from '../../kernel/result.ts';
import type { PublishPost } from '../commands.ts';
import { findPostOf, type ReadonlyCalendarState } from '../state.ts';
import type { CalendarDecision } from './plan.ts';

/** Publishes a post at its publication date, if it is still scheduled. */
export function publishPost(
  { kind, id }: PublishPost,
  state: ReadonlyCalendarState,
): CalendarDecision {
  const post = findPostOf(state, kind, { id });
  return ok(post?.status === 'future' ? [{ type: 'PostPublished', kind, id }] : []);
}

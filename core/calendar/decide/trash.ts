// Moves posts to the trash, which is how they are deleted (reference/calendar.md sections 2.1, 5.4, 6.1).

import type { Context } from '../../kernel/context.ts';
import type { TrashPost } from '../commands.ts';
import { notA, validationError } from '../problems.ts';
import { findPostOf, isPostId, type ReadonlyCalendarState } from '../state.ts';
import {
  planDomainEvent,
  toDecision,
  forbidden,
  startPlan,
  reject,
  addProblem,
  type CalendarDecision,
} from './plan.ts';
import { slugInTrash } from './post.ts';
import { mayCreate, mayEdit } from '../permissions.ts';

export function trashPost(
  command: TrashPost,
  state: ReadonlyCalendarState,
  context: Context,
): CalendarDecision {
  const { kind, caller } = command;
  const plan = startPlan(command, state, context);
  const post = findPostOf(state, kind, command.post);
  const isById = 'id' in command.post;
  if (post === undefined && (kind !== 'event' || !isById)) {
    addProblem(plan, isById ? 'id' : 'slug', notA(kind));
  }
  const refusal = validationError(plan.problems);
  if (refusal !== undefined) return refusal;
  if (post === undefined) {
    if (!mayCreate(caller)) return forbidden(command);
    const isOther = 'id' in command.post && isPostId(state, command.post.id);
    return reject(isOther ? 'EVENT_ID_INVALID' : 'EVENT_NOT_FOUND');
  }
  if (!mayEdit(caller, post)) return forbidden(command);
  if (post.status === 'trash') return reject(inTrash[kind]);
  planDomainEvent(plan, {
    type: 'PostTrashed',
    kind,
    id: post.id,
    slug: slugInTrash(plan, kind, post.slug, post.id),
    modifiedSeconds: plan.nowSeconds,
    modifiedUtcSeconds: plan.nowUtcSeconds,
  });
  return toDecision(plan);
}

const inTrash = {
  event: 'EVENT_IN_TRASH',
  venue: 'VENUE_IN_TRASH',
  organizer: 'ORGANIZER_IN_TRASH',
} as const;

// Putting posts in the trash, which is all that deleting does, and scheduled ones on the site
// (reference/calendar.md sections 2.1, 5.4, 6.1).

import type { Context } from '../../kernel/context.ts';
import { ok } from '../../kernel/result.ts';
import type { PostName, PublishPost, TrashPost } from '../commands.ts';
import type { Post, PostKind } from '../records/post.ts';
import {
  eventNamed,
  isAnyPost,
  organizerNamed,
  venueNamed,
  type ReadonlyCalendarState,
} from '../state.ts';
import { add, done, forbidden, judged, openDraft, reject, wrong, type Decision } from './draft.ts';
import { slugInTrash } from './post.ts';
import { mayCreate, mayEdit } from './rights.ts';

export function trashPost(
  command: TrashPost,
  state: ReadonlyCalendarState,
  context: Context,
): Decision {
  const { kind, caller } = command;
  const draft = openDraft(command, state, context);
  const post = postOf(state, kind, command.post);
  const isById = 'id' in command.post;
  if (post === undefined && (kind !== 'event' || !isById)) {
    wrong(draft, isById ? 'id' : 'slug', `is no ${kind}`);
  }
  const refusal = judged(draft);
  if (refusal !== undefined) return refusal;
  if (post === undefined) {
    if (!mayCreate(caller)) return forbidden(command);
    const isOther = 'id' in command.post && isAnyPost(state, command.post.id);
    return reject(isOther ? 'EVENT_ID_INVALID' : 'EVENT_NOT_FOUND');
  }
  if (!mayEdit(caller, post)) return forbidden(command);
  if (post.status === 'trash') return reject(inTrash[kind]);
  add(draft, {
    type: 'PostTrashed',
    kind,
    id: post.id,
    slug: slugInTrash(draft, kind, post.slug, post.id),
    modifiedSeconds: draft.nowSeconds,
    modifiedUtcSeconds: draft.nowUtcSeconds,
  });
  return done(draft);
}

/** What the due of a scheduled post comes to; nothing if it is scheduled no more. */
export function publishPost({ kind, id }: PublishPost, state: ReadonlyCalendarState): Decision {
  const post = postOf(state, kind, { id });
  return ok(post?.status === 'future' ? [{ type: 'PostPublished', kind, id }] : []);
}

const inTrash = {
  event: 'EVENT_IN_TRASH',
  venue: 'VENUE_IN_TRASH',
  organizer: 'ORGANIZER_IN_TRASH',
} as const;

function postOf(state: ReadonlyCalendarState, kind: PostKind, name: PostName): Post | undefined {
  switch (kind) {
    case 'event':
      return eventNamed(state, name);
    case 'venue':
      return venueNamed(state, name);
    case 'organizer':
      return organizerNamed(state, name);
  }
}

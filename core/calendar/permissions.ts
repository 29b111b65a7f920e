// Permissions of callers by role (reference/calendar.md section 1.5).

import type { Caller } from './commands.ts';
import type { Post } from './records/post.ts';

/** Whether the caller may create posts. */
export function mayCreate(caller: Caller): boolean {
  return caller !== 'anonymous' && caller.role !== 'subscriber';
}

/** Whether the caller may publish posts. */
export function mayPublish(caller: Caller): boolean {
  return isEditor(caller) || (caller !== 'anonymous' && caller.role === 'author');
}

/** Whether the caller may attach images by URL. */
export function mayUpload(caller: Caller): boolean {
  return mayPublish(caller);
}

/** Whether the caller may create, update and delete terms. */
export function mayManageTerms(caller: Caller): boolean {
  return isEditor(caller);
}

/** Whether the caller may update or trash a post. */
export function mayEdit(caller: Caller, post: Post): boolean {
  if (caller === 'anonymous') return false;
  switch (caller.role) {
    case 'administrator':
    case 'editor':
      return true;
    case 'author':
      return post.authorId === caller.userId;
    case 'contributor':
      return post.authorId === caller.userId && !isLive(post);
    case 'subscriber':
      return false;
  }
}

export function mayRead(caller: Caller, post: Post): boolean {
  if (post.status === 'publish') return true;
  if (caller === 'anonymous' || caller.role === 'subscriber') return false;
  return isEditor(caller) || post.authorId === caller.userId;
}

/** Whether lists show the caller unpublished posts. */
export function seesUnpublished(caller: Caller): boolean {
  return mayCreate(caller);
}

function isEditor(caller: Caller): boolean {
  return caller !== 'anonymous' && (caller.role === 'administrator' || caller.role === 'editor');
}

/** Published, privately too, or scheduled: contributors may no longer edit it. */
function isLive({ status }: Post): boolean {
  return status === 'publish' || status === 'future' || status === 'private';
}

/** The id of the caller; 0 for anonymous callers. */
export function userIdOf(caller: Caller): number {
  return caller === 'anonymous' ? 0 : caller.userId;
}

// Who may do what (reference/calendar.md section 1.5).

import type { Caller } from '../commands.ts';
import type { Post } from '../records/post.ts';

/** Whether the caller may make posts. */
export function mayCreate(caller: Caller): boolean {
  return caller !== 'anonymous' && caller.role !== 'subscriber';
}

/** Whether what the caller makes may be seen by all at once. */
export function mayPublish(caller: Caller): boolean {
  return isEditor(caller) || (caller !== 'anonymous' && caller.role === 'author');
}

/** Whether the caller may take images from elsewhere. */
export function mayUpload(caller: Caller): boolean {
  return mayPublish(caller);
}

/** Whether the caller may make, change and delete terms. */
export function mayManageTerms(caller: Caller): boolean {
  return isEditor(caller);
}

/** Whether the caller may change a post, or put it in the trash. */
export function mayEdit(caller: Caller, post: Post): boolean {
  if (caller === 'anonymous') return false;
  switch (caller.role) {
    case 'administrator':
    case 'editor':
      return true;
    case 'author':
      return post.authorId === caller.userId;
    case 'contributor':
      return post.authorId === caller.userId && !isOut(post);
    case 'subscriber':
      return false;
  }
}

/** Whether the caller may look at a post that is not public. */
export function mayRead(caller: Caller, post: Post): boolean {
  if (post.status === 'publish') return true;
  if (caller === 'anonymous' || caller.role === 'subscriber') return false;
  return isEditor(caller) || post.authorId === caller.userId;
}

/** Whether lists show the caller more than what is public. */
export function seesAll(caller: Caller): boolean {
  return mayCreate(caller);
}

function isEditor(caller: Caller): boolean {
  return caller !== 'anonymous' && (caller.role === 'administrator' || caller.role === 'editor');
}

/** Published, or about to be. */
function isOut({ status }: Post): boolean {
  return status === 'publish' || status === 'future' || status === 'private';
}

/** The user who asks; 0 is nobody. */
export function userIdOf(caller: Caller): number {
  return caller === 'anonymous' ? 0 : caller.userId;
}

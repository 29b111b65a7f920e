// Texts of parameter problems that several rules share. In an answer each follows the name of its parameter.

import { statuses, type PostKind } from './records/post.ts';
import type { Taxonomy } from './records/term.ts';

export const invalidDate = 'must be a date such as 2031-01-10 09:00:00 or tomorrow 9am';

export const invalidStatus = `must be one of ${statuses.join(', ')}`;

/** The id or slug of a single record. Recorded answers have this wording. */
export function notA(kind: PostKind | Taxonomy): string {
  return `is no ${kind}`;
}

/** One of several references. */
export function unknown(kind: PostKind | Taxonomy | 'image' | 'user'): string {
  return `does not match any ${kind}`;
}

export function tooLong(charsMax: number): string {
  return `must have at most ${charsMax} characters`;
}

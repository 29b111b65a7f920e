// Problems of parameters: their rejection, and the texts that several rules share. Answers print each text behind the name of
// its parameter.

import { err, type Err } from '../kernel/result.ts';
import { statuses, type PostKind } from './records/post.ts';
import type { Taxonomy } from './records/term.ts';
import type { CalendarRejection } from './rejections.ts';

/** By the names of parameters on the wire. */
export type Problems = Record<string, string>;

/** The rejection for the problems, if there are any. */
export function validationError(problems: Problems): Err<CalendarRejection> | undefined {
  return Object.keys(problems).length === 0
    ? undefined
    : err({ code: 'PARAMETERS_INVALID', problems });
}

export function invalidParameter(name: string, problem: string): Err<CalendarRejection> {
  return err({ code: 'PARAMETERS_INVALID', problems: { [name]: problem } });
}

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

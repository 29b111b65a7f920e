// What a request is about to do: it collects what is wrong with its parameters and, once nothing is, the events that it
// leads to. What one part of a request makes (an image, an organizer) the next part of it finds here.

import type { Context } from '../../kernel/context.ts';
import { err, ok, type Err, type Result } from '../../kernel/result.ts';
import { siteZone, type Zone } from '../dates/zones.ts';
import type { Caller, Site } from '../commands.ts';
import type { CalendarEvent } from '../events.ts';
import type { CalendarRejection, RejectionCode } from '../rejections.ts';
import { Made } from './made.ts';
import { postCount, type ReadonlyCalendarState } from '../state.ts';

export type Decision = Result<readonly CalendarEvent[], CalendarRejection>;

export interface Draft {
  readonly caller: Caller;
  readonly site: Site;
  readonly state: ReadonlyCalendarState;
  /** The zone of the site. */
  readonly zone: Zone;
  readonly nowUtcSeconds: number;
  /** The instant by the clock of the site. */
  readonly nowSeconds: number;
  /** What is wrong, by the name of the parameter. */
  readonly problems: Record<string, string>;
  readonly made: Made;
}

export function openDraft(
  { caller, site }: { readonly caller: Caller; readonly site: Site },
  state: ReadonlyCalendarState,
  { nowMs }: Pick<Context, 'nowMs'>,
): Draft {
  const zone = siteZone(site);
  const nowUtcSeconds = Math.floor(nowMs / 1000);
  const nowSeconds = zone.wallOf(nowUtcSeconds);
  return { caller, site, state, zone, nowUtcSeconds, nowSeconds, problems: {}, made: new Made() };
}

/** The refusal for the parameters that are wrong, if any are. */
export function judged({ problems }: Draft): Err<CalendarRejection> | undefined {
  return Object.keys(problems).length === 0
    ? undefined
    : err({ code: 'PARAMETERS_INVALID', problems });
}

/** Notes what is wrong with a parameter. */
export function wrong({ problems }: Draft, parameter: string, problem: string): undefined {
  problems[parameter] ??= problem;
}

export function reject(
  code: RejectionCode,
  detail: Omit<CalendarRejection, 'code'> = {},
): Err<CalendarRejection> {
  return err({ code, ...detail });
}

export function forbidden({ caller }: { readonly caller: Caller }): Err<CalendarRejection> {
  return reject('FORBIDDEN', { isKnownCaller: caller !== 'anonymous' });
}

/** Adds an event to those that the request leads to. */
export function add({ made }: Draft, event: CalendarEvent): void {
  made.add(event);
}

export function done({ made }: Draft): Decision {
  return ok(made.events);
}

/** The id of the next post or attachment, behind those that this request makes. */
export function nextPostId({ state, made }: Draft): number {
  return 1 + postCount(state) + made.postCount;
}

/** The id of the next term, behind those that this request makes. */
export function nextTermId({ state, made }: Draft): number {
  return 1 + state.terms.inserted + made.termCount;
}

/** The ids without those that came before, in a list with no room for more: records keep it. */
export function eachOnce(ids: readonly number[]): readonly number[] {
  if (ids.length > fewIds) return [...new Set(ids)];
  const isFirst = (id: number, index: number) => ids.indexOf(id) === index;
  return (ids.every(isFirst) ? ids : ids.filter(isFirst)).slice();
}

/** So many are compared with one another more quickly than a set of them is made. */
const fewIds = 8;

/** The fields in which a record differs from the one before. */
export function changesFrom<R extends object>(former: R, next: R): Partial<R> {
  const changes: Partial<R> = {};
  for (const key of Object.keys(next) as (keyof R)[]) {
    if (!isSame(former[key], next[key])) changes[key] = next[key];
  }
  return changes;
}

function isSame(left: unknown, right: unknown): boolean {
  return (
    left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
  );
}

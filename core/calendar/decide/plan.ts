// The plan of a request: the problems of its parameters and, once there are none, its events. Later parts of a request find
// the records (an image, an organizer) that earlier parts create.

import type { Context } from '../../kernel/context.ts';
import { err, ok, type Err, type Result } from '../../kernel/result.ts';
import { siteZone, type Zone } from '../dates/zones.ts';
import type { Caller, CommandOrigin, Site } from '../commands.ts';
import type { CalendarEvent } from '../events.ts';
import type { Problems } from '../problems.ts';
import type { CalendarRejection, PlainCalendarRejection } from '../rejections.ts';
import { PlannedRecords } from './planned-records.ts';
import { postCount, type ReadonlyCalendarState } from '../state.ts';

export type CalendarDecision = Result<readonly CalendarEvent[], CalendarRejection>;

export interface RequestPlan {
  readonly caller: Caller;
  readonly site: Site;
  readonly state: ReadonlyCalendarState;
  /** The zone of the site. */
  readonly zone: Zone;
  readonly nowUtcSeconds: number;
  /** The instant by the clock of the site. */
  readonly nowSeconds: number;
  /** By the name of the parameter. */
  readonly problems: Problems;
  readonly planned: PlannedRecords;
}

export function startPlan(
  { caller, site }: CommandOrigin,
  state: ReadonlyCalendarState,
  { nowMs }: Pick<Context, 'nowMs'>,
): RequestPlan {
  const zone = siteZone(site);
  const nowUtcSeconds = Math.floor(nowMs / 1000);
  const nowSeconds = zone.wallOf(nowUtcSeconds);
  return {
    caller,
    site,
    state,
    zone,
    nowUtcSeconds,
    nowSeconds,
    problems: {},
    planned: new PlannedRecords(),
  };
}

/** Records the problem of a parameter; the first one counts. */
export function addProblem(
  { problems }: RequestPlan,
  parameter: string,
  problem: string,
): undefined {
  problems[parameter] ??= problem;
}

export function reject(code: PlainCalendarRejection['code']): Err<CalendarRejection> {
  return err({ code });
}

export function forbidden({ caller }: CommandOrigin): Err<CalendarRejection> {
  return err({ code: 'FORBIDDEN', isKnownCaller: caller !== 'anonymous' });
}

export function planDomainEvent({ planned }: RequestPlan, event: CalendarEvent): void {
  planned.add(event);
}

export function toDecision({ planned }: RequestPlan): CalendarDecision {
  return ok(planned.events);
}

/** The id of the next post or attachment, behind those of this request. */
export function nextPostId({ state, planned }: RequestPlan): number {
  return 1 + postCount(state) + planned.postCount;
}

/** The id of the next term, behind those of this request. */
export function nextTermId({ state, planned }: RequestPlan): number {
  return 1 + state.terms.insertedCount + planned.termCount;
}

/** Distinct ids in order of first occurrence, as a list without spare capacity: records keep it. */
export function unique(ids: readonly number[]): readonly number[] {
  if (ids.length > smallListMax) return [...new Set(ids)];
  const isFirst = (id: number, index: number) => ids.indexOf(id) === index;
  return (ids.every(isFirst) ? ids : ids.filter(isFirst)).slice();
}

/** Up to this length pairwise comparison is faster than a set. */
const smallListMax = 8;

/** The fields in which a record differs from its former version. */
export function changesFrom<R extends object>(former: R, next: R): Partial<R> {
  const changes: Partial<R> = {};
  for (const key of Object.keys(next) as (keyof R)[]) {
    if (!isEqual(former[key], next[key])) changes[key] = next[key];
  }
  return changes;
}

function isEqual(left: unknown, right: unknown): boolean {
  return (
    left === right || (typeof left === 'object' && JSON.stringify(left) === JSON.stringify(right))
  );
}

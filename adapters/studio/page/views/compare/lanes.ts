// The events of two worlds after their shared past, side by side: in virtual time, and what both have alike in one row.

import type { Envelope } from '../../../../../core/index.ts';

/** One row; a side without an event there is undefined. */
export interface LaneRow {
  readonly atMs: number;
  readonly left: Envelope | undefined;
  readonly right: Envelope | undefined;
  /** Whether both have the same event, wherever it is in the log. */
  readonly isAlike: boolean;
}

/** Events of the other side that are searched for the same event. */
const lookAheadMax = 20;

/** The rows after a position, the first `max` of them. */
export function laneRows(
  left: readonly Envelope[],
  right: readonly Envelope[],
  position: number,
  max: number,
): readonly LaneRow[] {
  const rows: LaneRow[] = [];
  let [one, other] = [position, position];
  const push = (first: Envelope | undefined, second: Envelope | undefined, isAlike = false) => {
    const atMs = first?.atMs ?? second?.atMs ?? 0;
    rows.push({ atMs, left: first, right: second, isAlike });
    if (first !== undefined) one += 1;
    if (second !== undefined) other += 1;
  };
  while (rows.length < max && (one < left.length || other < right.length)) {
    const [first, second] = [left[one], right[other]];
    if (first === undefined || second === undefined) push(first, second);
    else if (areAlike(first, second)) push(first, second, true);
    else if (first.atMs !== second.atMs) {
      if (first.atMs < second.atMs) push(first, undefined);
      else push(undefined, second);
    } else if (isAhead(first, right, other)) push(undefined, second);
    else if (isAhead(second, left, one)) push(first, undefined);
    else push(first, second);
  }
  return rows;
}

/** The one row that is marked: the first that differs at this position, else the first that differs. */
export function firstDifferingRow(rows: readonly LaneRow[], position: number): LaneRow | undefined {
  const differing = rows.filter(({ isAlike }) => !isAlike);
  const isNamed = ({ left, right }: LaneRow) =>
    left?.position === position || right?.position === position;
  return differing.find(isNamed) ?? differing[0];
}

/** Whether the same event comes at the same instant a little later. */
function isAhead(event: Envelope, events: readonly Envelope[], from: number): boolean {
  for (let index = from + 1; index < Math.min(events.length, from + lookAheadMax); index += 1) {
    const candidate = events[index];
    if (candidate === undefined || candidate.atMs !== event.atMs) return false;
    if (areAlike(event, candidate)) return true;
  }
  return false;
}

/** Positions, versions and causes follow from what was before. */
function areAlike(left: Envelope, right: Envelope): boolean {
  return (
    left.atMs === right.atMs &&
    left.stream === right.stream &&
    left.event.type === right.event.type &&
    JSON.stringify(left.event) === JSON.stringify(right.event)
  );
}

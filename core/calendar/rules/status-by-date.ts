// A post that is to be published later is `future` until its date, and one whose date has come is `publish`. By the site's own clock,
// each answer shows that. By another clock, only the answer to a write does, which shows the site's time as the date of the change:
// a site publishes what is due at its next visit, so a post may stay `future` for a while.

import { finding, valueText, type ServiceRule } from '../../kernel/rule.ts';
import { isPostCollection, type CalendarObservation, type PostShown } from './observations.ts';
import { shownSeconds } from './shown-dates.ts';

/** The seconds between the reading of the clock and the date of the change. */
const toleranceSeconds = 60;

export const statusByDate: ServiceRule<CalendarObservation> = {
  name: 'status-by-date',
  spec: 'spec/calendar.md, States and transitions; reference/calendar.md 2.1, Post status',
  start: () => undefined,
  observe(_, observation) {
    if (observation.kind !== 'post' || !isPostCollection(observation.of)) return [];
    const { n, of, id, members } = observation;
    const { status, date_utc: date } = members;
    const dateSeconds = shownSeconds(date);
    const now = nowOf(observation);
    if (dateSeconds === undefined || now === undefined) return [];
    if (status !== 'publish' && status !== 'future') return [];
    const isKept = status === 'publish' ? dateSeconds <= now.to : dateSeconds > now.from;
    return [
      finding(isKept, n, () => [
        status === 'publish'
          ? `status future of ${of} ${id}, whose date ${valueText(date)} is to come`
          : `status publish of ${of} ${id}, whose date ${valueText(date)} has come`,
        status,
      ]),
    ];
  },
};

/** The bounds of the present, as far as an answer shows it. */
function nowOf({ clock, by, members }: PostShown): { from: number; to: number } | undefined {
  if (clock !== undefined) return { from: clock[0], to: clock[1] };
  if (by !== 'written' && by !== 'created') return undefined;
  const changed = shownSeconds(members['modified_utc']);
  if (changed === undefined) return undefined;
  return { from: changed - toleranceSeconds, to: changed + toleranceSeconds };
}

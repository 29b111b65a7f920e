// A month of events, by the clock of the site.

import type { JSX } from 'preact';
import { calendar } from '../../../../../core/index.ts';
import { address } from '../../model/address.ts';
import { Link } from '../../widgets/link.tsx';
import { eventsByDay, type ListedPost } from './calendar-posts.ts';
import {
  laterMonth,
  monthAt,
  monthGrid,
  parseMonth,
  printMonth,
  weekdayNames,
  type GridDay,
} from './month-grid.ts';
import type { ShownCalendar } from './shown-calendar.ts';
import { printClock } from './zone-times.ts';

/** The most events of a day; further ones are counted. */
const dayEventsMax = 6;

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

export function MonthTable({ moment, settings, list }: ShownCalendar): JSX.Element {
  const { zone } = settings;
  const now = monthAt(moment.nowMs, zone);
  const month = parseMonth(address.value.month) ?? now;
  const weeks = monthGrid(month, zone);
  const events = eventsByDay(list.posts, weeks, zone);
  const today = calendar.startOfDay(zone.wallOf(Math.floor(moment.nowMs / 1_000)));
  const title = `${monthNames[month.month - 1] ?? ''} ${month.year}`;
  return (
    <section aria-labelledby="month-title">
      <div class="month-head">
        <h2 id="month-title">{title}</h2>
        <nav class="tools" aria-label="Month">
          <Link to={{ month: printMonth(laterMonth(month, -1)) }}>← Earlier</Link>
          <Link to={{ month: null }}>Now</Link>
          <Link to={{ month: printMonth(laterMonth(month, 1)) }}>Later →</Link>
        </nav>
      </div>
      <div class="scrolling" tabIndex={0} role="group" aria-labelledby="month-title">
        <table class="month">
          <thead>
            <tr>
              {weekdayNames.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((week) => (
              <tr key={week[0]?.wallSeconds}>
                {week.map((day) => (
                  <DayCell
                    key={day.wallSeconds}
                    day={day}
                    isToday={day.wallSeconds === today}
                    posts={events.get(day.wallSeconds) ?? []}
                    zone={zone}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface DayCellProps {
  readonly day: GridDay;
  readonly isToday: boolean;
  readonly posts: readonly ListedPost[];
  readonly zone: calendar.Zone;
}

function DayCell({ day, isToday, posts, zone }: DayCellProps): JSX.Element {
  const classes = [day.isInMonth ? '' : 'beside', isToday ? 'today' : ''].join(' ').trim();
  return (
    <td class={classes} {...(isToday ? { 'aria-current': 'date' } : {})}>
      <span class="day">
        {day.day}
        {isToday ? <span class="now-mark"> now</span> : null}
      </span>
      {day.clockChange === undefined ? null : <span class="note"> {day.clockChange}</span>}
      <ul>
        {posts.slice(0, dayEventsMax).map((post) => (
          <li key={post.id} class={`status-${post.status}`}>
            <Link to={{ id: String(post.id) }}>
              {startsOn(post, day, zone)}
              {post.title === '' ? `event ${post.id}` : post.title}
            </Link>
            {post.status === 'publish' ? null : <span class="status"> {post.status}</span>}
          </li>
        ))}
        {posts.length > dayEventsMax ? (
          <li class="note">{posts.length - dayEventsMax} more</li>
        ) : null}
      </ul>
    </td>
  );
}

/** The time of the start, on its day. */
function startsOn({ event }: ListedPost, { wallSeconds }: GridDay, zone: calendar.Zone): string {
  if (event === undefined || event.isAllDay) return '';
  const start = zone.wallOf(event.startUtcSeconds);
  return calendar.startOfDay(start) === wallSeconds
    ? `${printClock(event.startUtcSeconds, zone)} `
    : '… ';
}

// The calendar of the world at the scrubber: a month, what goes live next, posts by status, and one post.

import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import type { PastMoment } from '../../../../../core/index.ts';
import { address, go } from '../../model/address.ts';
import type { ViewProps } from '../view.ts';
import { listedPosts } from './calendar-posts.ts';
import { MonthTable } from './month-table.tsx';
import { NextLive } from './next-live.tsx';
import { PostTable } from './post-table.tsx';
import { PostView } from './post-view.tsx';
import { viewerNamed, viewersOf } from './seen-as.ts';
import { configAfter, siteSettings } from './site-settings.ts';
import { printWall } from './zone-times.ts';

export function CalendarView({ viewpoint, history }: ViewProps): JSX.Element {
  const moment = viewpoint.moment.value;
  if (moment === undefined) return <p class="empty">Reading the calendar…</p>;
  return <CalendarAt viewpoint={viewpoint} history={history} moment={moment} />;
}

interface CalendarAtProps extends ViewProps {
  readonly moment: PastMoment;
}

function CalendarAt({ viewpoint, history, moment }: CalendarAtProps): JSX.Element {
  const { id, as } = address.value;
  const { record, entries } = history.past;
  const settings = useMemo(
    () => siteSettings(configAfter(record.config, entries, moment.inputs)),
    [history, moment],
  );
  const viewers = viewersOf(settings);
  const viewer = viewerNamed(viewers, as);
  const states = moment.states.calendar;
  const list = useMemo(
    () => listedPosts(states, viewer, settings, moment.nowMs),
    [moment, settings, viewer.key],
  );
  const nowSeconds = Math.floor(moment.nowMs / 1_000);
  const shown = { moment, settings, viewer, list };
  const postId = id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined;
  return (
    <article class="calendar" aria-labelledby="calendar-title">
      <header class="calendar-head">
        <h1 id="calendar-title">Calendar</h1>
        <p class="note">
          It is {printWall(nowSeconds, settings.zone)} at the scrubber, virtual time, by the clock
          of the site ({settings.zone.name}).
        </p>
        <label>
          Seen as{' '}
          <select
            value={viewer.key}
            onChange={(event) => {
              const { value } = event.currentTarget;
              go({ as: value === 'operator' ? null : value });
            }}
          >
            {viewers.map(({ key, title }) => (
              <option key={key} value={key}>
                {title}
              </option>
            ))}
          </select>
        </label>
      </header>
      {list.problem === undefined ? null : (
        <p class="empty">A request for the list is refused: {list.problem}.</p>
      )}
      {postId === undefined ? (
        <>
          <MonthTable {...shown} />
          <NextLive {...shown} />
          <PostTable {...shown} />
        </>
      ) : (
        <PostView {...shown} id={postId} viewpoint={viewpoint} history={history} />
      )}
    </article>
  );
}

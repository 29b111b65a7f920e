// The posts that are scheduled, with the instants at which they go live.

import type { JSX } from 'preact';
import { Link } from '../../widgets/link.tsx';
import { nextLive } from './calendar-posts.ts';
import type { ShownCalendar } from './shown-calendar.ts';
import { printUntil, printWall } from './zone-times.ts';

/** The next ones are shown. */
const shownMax = 20;

export function NextLive({ moment, settings, list }: ShownCalendar): JSX.Element {
  const nowSeconds = Math.floor(moment.nowMs / 1_000);
  const posts = nextLive(list.posts);
  return (
    <section aria-labelledby="next-title">
      <h2 id="next-title">Goes live next</h2>
      {posts.length === 0 ? (
        <p class="empty">No post is scheduled here.</p>
      ) : (
        <ol class="next-live">
          {posts.slice(0, shownMax).map(({ id, title, kind, dateUtcSeconds }) => (
            <li key={id}>
              <span class="tabular">{printWall(dateUtcSeconds ?? 0, settings.zone)}</span>{' '}
              <b class="tabular">{printUntil((dateUtcSeconds ?? 0) - nowSeconds)}</b>{' '}
              <Link to={{ id: String(id) }}>{title === '' ? `${kind} ${id}` : title}</Link>{' '}
              <span class="note">{kind}</span>
            </li>
          ))}
        </ol>
      )}
      {posts.length > shownMax ? <p class="note">{posts.length - shownMax} more.</p> : null}
    </section>
  );
}

// All posts that the viewer is shown, by status.

import type { JSX } from 'preact';
import { address, go } from '../../model/address.ts';
import { Link } from '../../widgets/link.tsx';
import { countsByStatus, listedMax } from './calendar-posts.ts';
import type { ShownCalendar } from './shown-calendar.ts';
import { printWall } from './zone-times.ts';

export function PostTable({ settings, list }: ShownCalendar): JSX.Element {
  const { q } = address.value;
  const counts = countsByStatus(list.posts);
  const chosen = counts.find(([status]) => status === q)?.[0];
  const posts =
    chosen === undefined ? list.posts : list.posts.filter(({ status }) => status === chosen);
  return (
    <section aria-labelledby="posts-title">
      <h2 id="posts-title">Posts by status</h2>
      {list.posts.length === 0 ? (
        <p class="empty">The calendar has no posts here.</p>
      ) : (
        <>
          <div class="tools" role="group" aria-label="Status">
            <button
              type="button"
              aria-pressed={chosen === undefined}
              onClick={() => go({ q: null })}
            >
              all {list.posts.length}
            </button>
            {counts.map(([status, count]) => (
              <button
                key={status}
                type="button"
                aria-pressed={chosen === status}
                onClick={() => go({ q: status })}
              >
                {status} {count}
              </button>
            ))}
          </div>
          <div class="scrolling" tabIndex={0} role="group" aria-labelledby="posts-title">
            <table>
              <thead>
                <tr>
                  <th scope="col">Post</th>
                  <th scope="col">Kind</th>
                  <th scope="col">Status</th>
                  <th scope="col">Published or due</th>
                  <th scope="col">Starts</th>
                  <th scope="col">Author</th>
                </tr>
              </thead>
              <tbody>
                {posts.map(({ id, title, kind, status, dateUtcSeconds, event, authorId }) => (
                  <tr key={id}>
                    <th scope="row">
                      <Link to={{ id: String(id) }}>{title === '' ? `${kind} ${id}` : title}</Link>
                    </th>
                    <td>{kind}</td>
                    <td class={`status-${status}`}>{status}</td>
                    <td class="tabular">
                      {dateUtcSeconds === null ? '' : printWall(dateUtcSeconds, settings.zone)}
                    </td>
                    <td class="tabular">
                      {event === undefined ? '' : printWall(event.startUtcSeconds, settings.zone)}
                    </td>
                    <td>
                      {settings.users.find((user) => user.id === authorId)?.login ?? authorId}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
      {list.total > listedMax ? (
        <p class="note">
          The first {listedMax} of {list.total} posts.
        </p>
      ) : null}
    </section>
  );
}

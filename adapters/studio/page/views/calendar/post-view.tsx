// One post: whether the viewer may read it, its fields, and the history of its changes.

import { useEffect, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { atOnce, calendar } from '../../../../../core/index.ts';
import { printSince } from '../../model/instants.ts';
import { sentenceOf } from '../../model/sentence.ts';
import { Link } from '../../widgets/link.tsx';
import type { ViewProps } from '../view.ts';
import { postHistory, type PostHistory } from './post-history.ts';
import type { ShownCalendar } from './shown-calendar.ts';
import { printFieldValue } from './field-values.ts';

interface PostViewProps extends ViewProps, ShownCalendar {
  readonly id: number;
}

export function PostView(props: PostViewProps): JSX.Element {
  const { id, moment, settings } = props;
  const post = calendar.postLife.recordOf?.(moment.states.calendar, String(id));
  const title = post === undefined ? '' : 'title' in post ? post.title : post.name;
  return (
    <section aria-labelledby="post-title">
      <p class="back">
        <Link to={{ id: null }}>← The calendar</Link>
      </p>
      <h2 id="post-title">{title === '' ? `Post ${id}` : title}</h2>
      <p class="note">{access(props)}</p>
      {post === undefined ? (
        <p class="empty">There is no post {id} at the scrubber.</p>
      ) : (
        <div class="scrolling" tabIndex={0} role="region" aria-label="Fields">
          <table class="post-fields">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">Value</th>
              </tr>
            </thead>
            <tbody>
              {Object.entries(post).map(([name, value]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    {value === '' || value === null ? (
                      <span class="empty">none</span>
                    ) : (
                      printFieldValue(name, value, settings.zone)
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Changes {...props} />
    </section>
  );
}

/** What a request for the post by the viewer gets, in a sentence. */
function access({ id, moment, viewer, settings }: PostViewProps): string {
  const { caller } = viewer;
  const states = moment.states.calendar;
  if (caller === undefined) return 'The operator sees all fields.';
  if (states.events.get(String(id)) === undefined) return `Seen by ${viewer.title}, as in lists.`;
  const read = atOnce(calendar.eventOf(states, { id }, caller, null, settings.site.cost));
  return read.ok
    ? `A request by ${viewer.title} gets it.`
    : `A request by ${viewer.title} is refused: ${read.error.code}.`;
}

function Changes({ id, viewpoint, history, settings }: PostViewProps): JSX.Element {
  const position = viewpoint.position.value;
  const [shown, show] = useState<PostHistory | string | undefined>(undefined);
  useEffect(() => {
    let isCurrent = true;
    postHistory(history.past, history.events, id, position).then(
      (found) => isCurrent && show(found),
      (error: unknown) => isCurrent && show(sentenceOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [history, id, position]);
  const { epochMs } = history.record;
  return (
    <section aria-labelledby="changes-title">
      <h3 id="changes-title">History up to the scrubber</h3>
      {shown === undefined ? (
        <p class="empty">Folding its changes…</p>
      ) : typeof shown === 'string' ? (
        <p class="empty">{shown}</p>
      ) : shown.changes.length === 0 ? (
        <p class="empty">Nothing has happened to it yet.</p>
      ) : (
        <ol class="changes">
          {shown.changes.map(({ position: at, atMs, event, goesLive, status, changes }) => (
            <li key={at}>
              <Link to={{ at }}>
                {event} at {printSince(atMs, epochMs)}
              </Link>
              {goesLive ? <b> goes live</b> : ` ${status}`}
              <dl>
                {Object.entries(changes).map(([name, { before, after }]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>
                      {before === undefined ? null : (
                        <>
                          <s>{printFieldValue(name, before, settings.zone)}</s> →{' '}
                        </>
                      )}
                      {printFieldValue(name, after, settings.zone)}
                    </dd>
                  </div>
                ))}
              </dl>
            </li>
          ))}
        </ol>
      )}
      {typeof shown === 'object' && shown.left > 0 ? (
        <p class="note">{shown.left} earlier changes are left out.</p>
      ) : null}
    </section>
  );
}

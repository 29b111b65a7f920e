// The list of speech sessions, as they are at the scrubber.

import type { JSX } from 'preact';
import { printSince } from '../../model/instants.ts';
import { Link } from '../../widgets/link.tsx';
import type { ViewProps } from '../view.ts';
import { printSpan } from './call-times.ts';
import {
  channelTitles,
  sessionMoment,
  type SessionMoment,
  type SpokenSession,
} from './speech-sessions.ts';

/** The newest ones are shown. */
const sessionsMax = 500;

const momentTexts: Readonly<Record<SessionMoment, string>> = {
  later: 'not yet open here',
  open: 'open',
  over: 'over',
};

export function SessionList({
  sessions,
  viewpoint,
  history,
}: ViewProps & { readonly sessions: readonly SpokenSession[] }): JSX.Element {
  const position = viewpoint.position.value;
  const { epochMs } = history.record;
  const shown = sessions.slice(-sessionsMax);
  return (
    <section class="calls" aria-labelledby="calls-title">
      <h1 id="calls-title">Calls</h1>
      {sessions.length === 0 ? (
        <p class="empty">
          {history.status.value.kind === 'loading'
            ? 'Reading the world…'
            : 'No speech session has been opened in this world.'}
        </p>
      ) : (
        <div class="scrolling" tabIndex={0} role="group" aria-labelledby="calls-title">
          <table>
            <thead>
              <tr>
                <th scope="col">Kind</th>
                <th scope="col">Opened, virtual time</th>
                <th scope="col">Lasted</th>
                <th scope="col">State at the scrubber</th>
                <th scope="col">Model</th>
                <th scope="col">Session</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((session) => {
                const { id, path, model, openedMs, ended } = session;
                const moment = sessionMoment(session, position);
                return (
                  <tr key={id} class={`session-${moment}`}>
                    <th scope="row">
                      <Link to={{ id }}>{channelTitles[path]}</Link>
                    </th>
                    <td class="tabular">{printSince(openedMs, epochMs)}</td>
                    <td class="tabular">
                      {ended === undefined ? '' : printSpan(ended.atMs - openedMs)}
                    </td>
                    <td>{momentTexts[moment]}</td>
                    <td>{model}</td>
                    <td>
                      <code>{id}</code>
                    </td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      )}
      {shown.length < sessions.length ? (
        <p class="empty">
          The newest {shown.length} of {sessions.length} sessions.
        </p>
      ) : null}
    </section>
  );
}

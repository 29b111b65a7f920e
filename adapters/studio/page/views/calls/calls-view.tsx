// Calls: the speech sessions of the world, and one of them.

import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import { address } from '../../model/address.ts';
import type { ViewProps } from '../view.ts';
import { CallView } from './call-view.tsx';
import { SessionList } from './session-list.tsx';
import { spokenSessions } from './speech-sessions.ts';

export function CallsView({ viewpoint, history }: ViewProps): JSX.Element {
  const last = history.position.value;
  const sessions = useMemo(() => spokenSessions(history.events.slice(0, last)), [history, last]);
  const { id } = address.value;
  if (id === undefined)
    return <SessionList sessions={sessions} viewpoint={viewpoint} history={history} />;
  const session = sessions.find((candidate) => candidate.id === id);
  if (session === undefined && history.status.value.kind === 'loading') {
    return <p class="empty">Reading the world…</p>;
  }
  if (session === undefined) return <p class="empty">There is no session {id} in this world.</p>;
  return <CallView key={id} session={session} viewpoint={viewpoint} history={history} />;
}

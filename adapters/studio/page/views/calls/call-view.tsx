// One call: its picture, its turns, and tables of all that the picture shows.

import { useMemo } from 'preact/hooks';
import type { JSX } from 'preact';
import { printInstant, printSince } from '../../model/instants.ts';
import { Link } from '../../widgets/link.tsx';
import type { ViewProps } from '../view.ts';
import { CallPicture } from './call-picture.tsx';
import { ResultTable, WordTable } from './call-tables.tsx';
import { callOf } from './call.ts';
import { channelTitles, endingText, type SpokenSession } from './speech-sessions.ts';
import { Playback } from './playback.tsx';
import { TurnTable } from './turn-table.tsx';
import { useCallPlayer } from './use-call-player.ts';

export function CallView({
  session,
  viewpoint,
  history,
}: ViewProps & { readonly session: SpokenSession }): JSX.Element {
  const last = history.position.value;
  const call = useMemo(
    () => callOf(session, history.events.slice(0, last)),
    [session, history, last],
  );
  const played = useCallPlayer(call, viewpoint);
  const { openedMs, ended, path, model, id } = session;
  return (
    <article class="call" aria-labelledby="call-title">
      <p class="back">
        <Link to={{ id: null }}>← All calls</Link>
      </p>
      <h1 id="call-title">
        {channelTitles[path]} <code>{path}</code>
      </h1>
      <dl class="facts">
        <Fact name="Opened, virtual time">
          <span title={printInstant(openedMs)}>{printSince(openedMs, history.record.epochMs)}</span>
        </Fact>
        <Fact name="Ended">{ended === undefined ? 'It is open.' : endingText(ended)}</Fact>
        {model === undefined ? null : <Fact name="Model">{model}</Fact>}
        <Fact name="Session">
          <code>{id}</code>
        </Fact>
      </dl>
      <Playback call={call} played={played} />
      <CallPicture call={call} played={played} />
      <TurnTable call={call} />
      <ResultTable call={call} />
      <WordTable call={call} />
    </article>
  );
}

function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: JSX.Element | string;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

// The turns of a conversation as a table: who said what, how long the user waited for the first audio, and why.

import type { ComponentChildren, JSX } from 'preact';
import { Link } from '../../widgets/link.tsx';
import { printPlace, printSpan } from './call-times.ts';
import { latencySummary, type CallTurn } from './call-turns.ts';
import type { ShownCall } from './call.ts';

/** The newest ones are shown. */
const turnsMax = 500;

export function TurnTable({ call }: { readonly call: ShownCall }): JSX.Element | null {
  const { turns, startMs } = call;
  if (turns.length === 0) return null;
  const summary = latencySummary(turns);
  return (
    <section aria-labelledby="turns-title">
      <h2 id="turns-title">Turns</h2>
      <p class="note">
        Latency is from the end of the user's turn to the first audio of the agent, in virtual time.
        {summary === undefined
          ? ''
          : ` ${printSpan(summary.leastMs)} to ${printSpan(summary.mostMs)}, median ${printSpan(summary.medianMs)}.`}
      </p>
      <div class="scrolling" tabIndex={0} role="group" aria-labelledby="turns-title">
        <table class="turns">
          <thead>
            <tr>
              <th scope="col">Turn</th>
              <th scope="col">User</th>
              <th scope="col">User's turn ended</th>
              <th scope="col">Latency</th>
              <th scope="col">First audio</th>
              <th scope="col">Agent</th>
            </tr>
          </thead>
          <tbody>
            {turns.slice(-turnsMax).map((turn) => (
              <TurnRow key={turn.number} turn={turn} startMs={startMs} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface TurnRowProps {
  readonly turn: CallTurn;
  readonly startMs: number;
}

function TurnRow({ turn, startMs }: TurnRowProps): JSX.Element {
  const { number, user, firstAudioMs, latencyMs } = turn;
  return (
    <tr>
      <th scope="row">{number}</th>
      <td>
        {user === undefined ? (
          <span class="empty">The agent began.</span>
        ) : (
          <At position={user.position}>{`“${user.text}”`}</At>
        )}
        {user?.isInjected === true ? <div class="note">sent as text</div> : null}
      </td>
      <td class="tabular">{user === undefined ? '' : printPlace(user.endMs - startMs)}</td>
      <td class="tabular">{latencyMs === undefined ? '' : <b>{printSpan(latencyMs)}</b>}</td>
      <td class="tabular">
        {firstAudioMs === undefined ? '' : printPlace(firstAudioMs - startMs)}
      </td>
      <td>
        <AgentPart turn={turn} startMs={startMs} />
      </td>
    </tr>
  );
}

function AgentPart({ turn, startMs }: TurnRowProps): JSX.Element {
  const { thinking, functions, replies, interruption } = turn;
  return (
    <ul class="deeds">
      {thinking.map(({ position, startMs: from, endMs, round, shown }) => (
        <li key={position}>
          <At position={position}>thinks</At>
          {endMs === undefined ? '' : ` ${printSpan(endMs - from)}`}
          {round > 0 ? `, round ${round + 1}` : ''}
          {shown === undefined ? null : <div class="note">“{shown}”</div>}
        </li>
      ))}
      {functions.map(({ position, id, name, arguments: given, startMs: from, ...call }) => (
        <li key={id}>
          <At position={position}>calls</At> <code>{`${name}(${given})`}</code>
          {call.endMs === undefined
            ? ', not answered'
            : ` ${printSpan(call.endMs - from)}, ${call.hasFailed === true ? 'failed' : 'answered'} `}
          {call.outcome === undefined ? null : <code>{call.outcome}</code>}
        </li>
      ))}
      {replies.map(({ position, kind, sentences }) => (
        <li key={position}>
          <At position={position}>{kind === 'answer' ? 'says' : `says, ${kind}`}</At>{' '}
          {`“${sentences.join(' ')}”`}
        </li>
      ))}
      {interruption === undefined ? null : (
        <li class="interruption">
          <At position={interruption.position}>
            {interruption.by === 'user' ? 'Barge-in' : 'Interrupted by the client'}
          </At>{' '}
          at {printPlace(interruption.atMs - startMs)}:{' '}
          {interruption.heard === '' ? 'nothing was heard' : `heard “${interruption.heard}”`}
          {interruption.dropped === '' ? null : (
            <>
              , dropped <s>{interruption.dropped}</s>
            </>
          )}
        </li>
      )}
    </ul>
  );
}

/** A link that moves the scrubber to an event. */
export function At({
  position,
  children,
}: {
  readonly position: number;
  readonly children: ComponentChildren;
}): JSX.Element {
  return <Link to={{ at: position }}>{children}</Link>;
}

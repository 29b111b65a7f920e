// The causes of an event, the nearest first, back to the request of a client or an operator.

import type { JSX } from 'preact';
import type { DifferingEvent, Input } from '../../../../../core/index.ts';
import { printSince } from '../../model/instants.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { Link } from '../../widgets/link.tsx';
import { EventLink } from './event-link.tsx';

interface CausesProps {
  readonly history: WorldHistory;
  readonly causes: DifferingEvent['causes'];
}

export function Causes({ history, causes }: CausesProps): JSX.Element {
  return (
    <ol class="causes" aria-label="What led to it, the nearest first">
      {causes.map((cause) => (
        <li key={'input' in cause ? `input ${cause.input.n}` : cause.position}>
          because of{' '}
          {'input' in cause ? (
            <CausingInput history={history} input={cause.input} />
          ) : (
            <EventLink history={history} position={cause.position} />
          )}
        </li>
      ))}
    </ol>
  );
}

/** The exchange that brought it, or its kind. */
function CausingInput({
  history,
  input,
}: {
  readonly history: WorldHistory;
  readonly input: Input;
}): JSX.Element {
  const { name, epochMs } = history.record;
  const exchange = history.exchanges.value.find((one) => one.input === input.n);
  const command = input.kind === 'command' ? `, ${input.command.type}` : '';
  return (
    <>
      {exchange === undefined ? (
        <span>
          input {input.n}
          {command === '' ? `, ${input.kind}` : command}
        </span>
      ) : (
        <Link to={{ world: name, view: 'exchanges', id: `${exchange.n}`, with: null, at: null }}>
          {exchange.method} {exchange.url}
        </Link>
      )}{' '}
      <span class="dim">at {printSince(input.atMs, epochMs)}</span>
    </>
  );
}

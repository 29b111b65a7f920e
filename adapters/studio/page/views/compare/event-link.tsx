// An event of one of the compared worlds: a link to it in the timeline of its world.

import type { JSX } from 'preact';
import { printSince } from '../../model/instants.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { Link } from '../../widgets/link.tsx';

interface EventLinkProps {
  readonly history: WorldHistory;
  readonly position: number;
  /** Whether its instant is said elsewhere. */
  readonly isUntimed?: boolean;
}

export function EventLink({ history, position, isUntimed }: EventLinkProps): JSX.Element {
  const envelope = history.event(position);
  const { name, epochMs } = history.record;
  return (
    <>
      <Link to={{ world: name, view: 'timeline', at: position, id: `${position}`, with: null }}>
        {envelope?.event.type ?? `event ${position}`}
      </Link>{' '}
      <span class="dim">
        event {position}
        {envelope === undefined || isUntimed === true
          ? ''
          : `, at ${printSince(envelope.atMs, epochMs)}`}
      </span>
    </>
  );
}

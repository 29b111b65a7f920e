// The timeline: events in virtual time.

import type { JSX } from 'preact';
import { printSince } from '../../model/instants.ts';
import type { ViewProps } from '../view.ts';

/** Rows around the scrubber. */
const rowsMax = 200;

export function TimelineView({ looked, history }: ViewProps): JSX.Element {
  const position = looked.position.value;
  const first = Math.max(0, position - rowsMax);
  const events = history.events.slice(first, position);
  return (
    <section aria-label="Timeline">
      <ol class="events" start={first + 1}>
        {events.map(({ position, atMs, stream, event }) => (
          <li key={position}>
            <span>{printSince(atMs, history.record.epochMs)}</span> <b>{event.type}</b>{' '}
            <code>{stream}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}

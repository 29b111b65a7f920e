// The first difference of two worlds: both events, field by field, with what led to each.

import type { ComponentChildren, JSX } from 'preact';
import type { DifferingEvent, HistoryDifference } from '../../../../../core/index.ts';
import { printInstant, printSince } from '../../model/instants.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { Causes } from './causes.tsx';
import { EventLink } from './event-link.tsx';

/** The most characters of a value that are shown. */
const valueCharsMax = 4_000;

interface FirstDifferenceProps {
  readonly left: WorldHistory;
  readonly right: WorldHistory;
  readonly difference: HistoryDifference;
}

export function FirstDifference({
  left,
  right,
  difference: { position, fields, sides },
}: FirstDifferenceProps): JSX.Element {
  return (
    <section class="first-difference" aria-labelledby="first-difference">
      <h2 id="first-difference">First difference, at event {position}</h2>
      <div class="sides">
        <Side history={left} event={sides[0]} />
        <Side history={right} event={sides[1]} />
      </div>
      {fields.length === 0 ? null : (
        <div class="scrolling" tabIndex={0} role="region" aria-label="Fields that differ">
          <table class="fields">
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">{left.record.name}</th>
                <th scope="col">{right.record.name}</th>
              </tr>
            </thead>
            <tbody>
              {fields.map(({ path, expected, actual }) => (
                <tr key={path}>
                  <th scope="row">{path}</th>
                  <td>
                    <Value value={expected} />
                  </td>
                  <td>
                    <Value value={actual} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

function Side({
  history,
  event,
}: {
  readonly history: WorldHistory;
  readonly event: DifferingEvent | undefined;
}): JSX.Element {
  const { name, epochMs } = history.record;
  if (event === undefined) {
    return (
      <SideCard name={name}>
        <p class="empty">
          No event any more: it ends at {printSince(history.nowMs, epochMs)}, after event{' '}
          {history.position.value}.
        </p>
      </SideCard>
    );
  }
  const { envelope, causes } = event;
  return (
    <SideCard name={name}>
      <p>
        <EventLink history={history} position={envelope.position} />
        <br />
        <span class="dim" title="Virtual time">
          {printInstant(envelope.atMs)}
        </span>
        <br />
        <code>{envelope.stream}</code>
      </p>
      <Causes history={history} causes={causes} />
    </SideCard>
  );
}

function SideCard({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <article class="side">
      <h3>{name}</h3>
      {children}
    </article>
  );
}

function Value({ value }: { readonly value: unknown }): JSX.Element {
  if (value === undefined) return <span class="dim">none</span>;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  const more = text.length - valueCharsMax;
  return (
    <>
      <code class="value">{more > 0 ? text.slice(0, valueCharsMax) : text}</code>
      {more > 0 ? <span class="dim"> and {more} more characters</span> : null}
    </>
  );
}

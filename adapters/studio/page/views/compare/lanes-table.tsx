// Two lanes of events side by side, below the end of the shared past.

import { useState } from 'preact/hooks';
import type { JSX } from 'preact';
import type { Envelope } from '../../../../../core/index.ts';
import { printSince } from '../../model/instants.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { EventLink } from './event-link.tsx';
import { firstDifferingRow, laneRows, type LaneRow } from './lanes.ts';

/** Rows that are drawn at first, and with each request for more. */
const rowsPerStep = 200;
/** Events of the shared past that are drawn above. */
const sharedMax = 5;

interface LanesProps {
  readonly left: WorldHistory;
  readonly right: WorldHistory;
  /** The last position that both share. */
  readonly position: number;
  /** The position of the difference that is marked. */
  readonly first: number;
}

export function Lanes({ left, right, position, first }: LanesProps): JSX.Element {
  const [max, setMax] = useState(rowsPerStep);
  const rows = laneRows(left.events, right.events, position, max);
  const marked = firstDifferingRow(rows, first);
  const shown = rows.reduce((count, row) => count + countOf(row), 0);
  const more = left.events.length + right.events.length - 2 * position - shown;
  const shared = left.events.slice(Math.max(0, position - sharedMax), position);
  const earlier = position - shared.length;
  const { epochMs } = left.record;
  return (
    <section aria-labelledby="lanes">
      <h2 id="lanes">Side by side</h2>
      <div class="scrolling" tabIndex={0} role="region" aria-label="Events side by side">
        <table class="lanes">
          <thead>
            <tr>
              <th scope="col">Virtual time</th>
              <th scope="col">{left.record.name}</th>
              <th scope="col">{right.record.name}</th>
            </tr>
          </thead>
          <tbody>
            {earlier === 0 ? null : (
              <tr class="shared">
                <td />
                <td colSpan={2}>
                  {earlier === 1 ? 'One earlier event' : `${earlier} earlier events`} of the shared
                  past
                </td>
              </tr>
            )}
            {shared.map((envelope) => (
              <tr class="shared" key={`shared ${envelope.position}`}>
                <td>
                  {printSince(envelope.atMs, epochMs)}
                  <span class="mark">in both</span>
                </td>
                <td>
                  <Cell history={left} envelope={envelope} />
                </td>
                <td>
                  <Cell history={right} envelope={envelope} />
                </td>
              </tr>
            ))}
            {rows.map((row) => (
              <Row key={keyOf(row)} row={row} isFirst={row === marked} left={left} right={right} />
            ))}
          </tbody>
        </table>
      </div>
      {more <= 0 ? null : (
        <button type="button" onClick={() => setMax(max + rowsPerStep)}>
          Show more ({more === 1 ? 'one event' : `${more} events`} left)
        </button>
      )}
    </section>
  );
}

interface RowProps extends Pick<LanesProps, 'left' | 'right'> {
  readonly row: LaneRow;
  /** Whether it is marked as the first difference. */
  readonly isFirst: boolean;
}

function Row({ row, isFirst, left, right }: RowProps): JSX.Element {
  const kind = row.isAlike ? 'alike' : isFirst ? 'first' : 'differs';
  return (
    <tr class={kind}>
      <td>
        {printSince(row.atMs, left.record.epochMs)}
        {isFirst ? <strong class="mark">first difference</strong> : null}
        {row.isAlike ? <span class="mark">in both</span> : null}
      </td>
      <td>{row.left === undefined ? null : <Cell history={left} envelope={row.left} />}</td>
      <td>{row.right === undefined ? null : <Cell history={right} envelope={row.right} />}</td>
    </tr>
  );
}

function Cell({
  history,
  envelope,
}: {
  readonly history: WorldHistory;
  readonly envelope: Envelope;
}): JSX.Element {
  return (
    <>
      <EventLink history={history} position={envelope.position} isUntimed />
      <br />
      <code class="stream">{envelope.stream}</code>
    </>
  );
}

const countOf = ({ left, right }: LaneRow) =>
  [left, right].filter((one) => one !== undefined).length;

const keyOf = ({ left, right }: LaneRow) => `${left?.position ?? ''} ${right?.position ?? ''}`;

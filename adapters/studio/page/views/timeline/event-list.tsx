// The events as a list: the same as the canvas shows, as text. While one searches, the matches only.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { firstFrom } from '../../model/first-from.ts';
import { laneOf } from '../../../../contracts/event-lane.ts';
import type { EventSearch } from '../../model/event-search.ts';
import { printInstant, printSince } from '../../model/instants.ts';
import type { Viewpoint } from '../../model/viewpoint.ts';
import { selectedEvent, selectEvent } from '../../model/selected-event.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { listedRowsMax } from '../../widgets/rows-in-sight.ts';
import { VirtualRows } from '../../widgets/virtual-rows.tsx';
import { toneOf } from './tone.ts';

interface EventListProps {
  readonly viewpoint: Viewpoint;
  readonly history: WorldHistory;
  readonly search: EventSearch;
}

/** Of rows in one line, and in two where there is less room. */
const [rowHeight, tallRowHeight] = [30, 50];
const narrow = matchMedia('(max-width: 640px)');

export function EventList({ viewpoint, history, search }: EventListProps): JSX.Element {
  const [isNarrow, narrowed] = useState(narrow.matches);
  useEffect(() => {
    const look = () => narrowed(narrow.matches);
    narrow.addEventListener('change', look);
    return () => narrow.removeEventListener('change', look);
  }, []);
  const last = history.position.value;
  const isSearching = search.isActive;
  const count = isSearching ? search.count.value : last;
  const selected = selectedEvent(history);
  const current = viewpoint.position.value;
  const indexOf = (position: number) =>
    isSearching ? firstFrom(search.matches, position) : position - 1;
  const positionAt = (index: number) => (isSearching ? (search.matches[index] ?? 0) : index + 1);
  const wanted = selected ?? current;
  const shown = wanted === 0 ? 0 : Math.min(count - 1, indexOf(wanted));
  const step = (by: number) => {
    const index = Math.min(
      count - 1,
      Math.max(0, (selected === undefined ? shown : indexOf(selected)) + by),
    );
    if (index >= 0 && index < count) selectEvent(history, positionAt(index));
  };
  if (count === 0) {
    const isWhole = search.searched.value >= last;
    const none = isWhole ? 'No event matches.' : 'Searching…';
    return <p class="empty">{isSearching ? none : 'The world has no events yet.'}</p>;
  }
  return (
    <div class="event-list-box">
      <div
        class="event-list"
        role="grid"
        tabIndex={0}
        aria-activedescendant={`event-row-${wanted}`}
        aria-label={isSearching ? 'Matches' : 'Events'}
        aria-rowcount={count + 1}
        onKeyDown={(event) => {
          const by = { ArrowUp: -1, ArrowDown: 1, PageUp: -10, PageDown: 10 }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          step(by);
        }}
      >
        <div class="head" role="rowgroup">
          <div class="event-row" role="row" aria-rowindex={1}>
            <span role="columnheader">Position</span>
            <span role="columnheader">Since the epoch</span>
            <span role="columnheader">Event</span>
            <span role="columnheader">Entity</span>
            <span role="columnheader">Cause</span>
          </div>
        </div>
        <VirtualRows
          count={count}
          rowHeight={isNarrow ? tallRowHeight : rowHeight}
          shown={shown}
          row={(index) => {
            const position = positionAt(index);
            const isCurrent = position === selected;
            return (
              <EventRow
                key={position}
                history={history}
                position={position}
                index={index}
                isSelected={isCurrent}
                isPast={position <= current}
              />
            );
          }}
        />
      </div>
      {count > listedRowsMax ? (
        <p class="empty">Only the first {listedRowsMax} are listed; search for others.</p>
      ) : null}
    </div>
  );
}

interface EventRowProps {
  readonly history: WorldHistory;
  readonly position: number;
  readonly index: number;
  readonly isSelected: boolean;
  /** Whether it has happened at the scrubber. */
  readonly isPast: boolean;
}

function EventRow(props: EventRowProps): JSX.Element | null {
  const { history, position, index, isSelected, isPast } = props;
  const envelope = history.event(position);
  if (envelope === undefined) return null;
  const { atMs, stream, cause, event } = envelope;
  const classes = [
    'event-row',
    laneOf(stream),
    toneOf(event.type),
    isSelected ? 'selected' : '',
    isPast ? '' : 'future',
  ];
  return (
    <div
      id={`event-row-${position}`}
      class={classes.join(' ')}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      onClick={() => selectEvent(history, position)}
    >
      <span role="gridcell" class="number">
        {position}
      </span>
      <span role="gridcell" class="since" title={`${printInstant(atMs)}, virtual`}>
        {printSince(atMs, history.record.epochMs)}
      </span>
      <span role="gridcell" class="type">
        {event.type}
      </span>
      <span role="gridcell" class="entity" title={stream}>
        {stream}
      </span>
      <span role="gridcell" class="cause">
        {cause}
      </span>
    </div>
  );
}

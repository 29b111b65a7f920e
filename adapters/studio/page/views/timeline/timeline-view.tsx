// The timeline of a world: all events in virtual time, one of them in detail, and the search.

import { useEffect, useMemo, useState } from 'preact/hooks';
import type { JSX } from 'preact';
import { address } from '../../model/address.ts';
import { EventSearch } from '../../model/event-search.ts';
import { selectedEvent } from '../../model/selected-event.ts';
import type { ViewProps } from '../view.ts';
import { EventList } from './event-list.tsx';
import { EventPanel } from './event-panel.tsx';
import { SearchBar } from './search-bar.tsx';
import type { CanvasController } from './canvas-controller.ts';
import { TimelineCanvas } from './timeline-canvas.tsx';
import { timelineModelOf } from './timeline-model.ts';
import { TimelineKeys, ZoomButtons } from './zoom-buttons.tsx';

export function TimelineView({ viewpoint, history }: ViewProps): JSX.Element {
  const { q = '' } = address.value;
  const position = history.position.value;
  const model = timelineModelOf(history);
  const search = useMemo(() => new EventSearch(q), [q, history]);
  useEffect(() => () => search.stop(), [search]);
  useEffect(() => {
    model.update(viewpoint.isAtEnd.peek());
    void search.extend(history.events);
  }, [model, search, history, position]);
  const [controller, control] = useState<CanvasController | undefined>(undefined);
  const selected = selectedEvent(history);
  return (
    <section class="timeline-view" aria-label="Timeline">
      <div class="timeline-bar">
        <SearchBar viewpoint={viewpoint} history={history} search={search} />
        <ZoomButtons controller={controller} />
      </div>
      <TimelineCanvas viewpoint={viewpoint} model={model} search={search} onController={control} />
      <div class={selected === undefined ? 'below' : 'below with-panel'}>
        <EventList viewpoint={viewpoint} history={history} search={search} />
        {selected === undefined ? null : <EventPanel history={history} selected={selected} />}
      </div>
      <TimelineKeys />
    </section>
  );
}

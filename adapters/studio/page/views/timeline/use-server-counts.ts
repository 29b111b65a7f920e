// Counts of events from the server, as long as a history is read: the whole world is seen at once.

import { useEffect } from 'preact/hooks';
import { address } from '../../model/address.ts';
import type { Viewpoint } from '../../model/viewpoint.ts';
import { bucketsWanted, countsOf } from './server-counts.ts';
import type { TimelineModel } from './timeline-model.ts';

export function useServerCounts(viewpoint: Viewpoint, model: TimelineModel): void {
  const { world } = address.value;
  const isLoading = model.history.status.value.kind === 'loading';
  const client = viewpoint.source.server?.client;
  useEffect(() => {
    if (!isLoading || client === undefined) return;
    let isWanted = true;
    client
      .world(world)
      .timeline({ buckets: bucketsWanted })
      .then((timeline) => {
        if (isWanted) model.counts.value = countsOf(timeline);
      })
      .catch(() => undefined); // the journal says what is wrong
    return () => {
      isWanted = false;
      model.counts.value = undefined;
    };
  }, [isLoading, client, world, model]);
}

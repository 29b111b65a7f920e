// What reads a store and changes nothing of it: the source of a copy, and a verification.

import type { EventStore, StoreCounts, Tenants } from '../../core/index.ts';

export interface StoreReader extends Pick<
  EventStore,
  | 'worlds'
  | 'find'
  | 'wakes'
  | 'lineage'
  | 'read'
  | 'attachment'
  | 'events'
  | 'snapshots'
  | 'defects'
  | 'close'
> {
  readonly counts: Pick<StoreCounts, 'openings' | 'removedNames'>;
  readonly tenants?: Pick<Tenants, 'list'>;
}

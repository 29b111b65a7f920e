// The worlds of a tenant in the store.

import {
  isWorldOfTenant,
  type EventStore,
  type WorldListing,
  type WorldPage,
} from '../../core/index.ts';

/** A page of the worlds of a tenant: their names follow each other in the order of all. */
export async function worldsOfTenant(
  store: Pick<EventStore, 'worlds'>,
  id: string,
  { after = '', limit }: WorldPage,
): Promise<readonly WorldListing[]> {
  const before = `${id}-~`; // a dash is right before the dot, and no name has a tilde
  const page = await store.worlds({ after: after > before ? after : before, limit });
  return page.filter(({ name }) => isWorldOfTenant(name, id));
}

// Where a file opens, unless its address says otherwise: at what differs, or at its only world.

import type { Story } from '../../story/story.ts';
import type { AddressChange } from './address.ts';

/** Undefined for the list of worlds. */
export function firstAddress({ worlds, difference }: Story): AddressChange | undefined {
  if (difference !== undefined) {
    const [world, other] = difference.worlds;
    return { world, view: 'compare', with: other };
  }
  const [only, ...others] = worlds;
  if (only === undefined || others.length > 0) return undefined;
  return { world: only.record.name, view: only.entries.length === 0 ? 'exchanges' : 'timeline' };
}

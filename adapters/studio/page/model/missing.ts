// What an address names that is not there: one sentence each.

import type { Address } from './address.ts';
import type { Source } from './source.ts';
import type { WorldHistory } from './world-history.ts';

/** Instead of a world that has not been read. */
export function unreadText({ worlds: { value: worlds } }: Source, name: string): string {
  return worlds.length === 0 || worlds.some((world) => world.name === name)
    ? `Reading ${name}…`
    : `There is no world named ${name}: it was removed, or never there.`;
}

/** Of a moment or an event after the last one; undefined while the world is read, which may bring it. */
export function missingMoment(
  { at = 0, view, id = '' }: Address,
  { end, status }: WorldHistory,
): string | undefined {
  if (status.value.kind === 'loading') return undefined;
  const { position: last } = end.value;
  const named = view === 'timeline' && /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const position = Math.max(at, named);
  if (position <= last) return undefined;
  return `There is no event ${position} yet: the world has ${last}, and the last one is shown.`;
}

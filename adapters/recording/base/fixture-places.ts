// Remembers where worlds are after their fixtures: finding out creates such a world again, and forks of one world share it.

import { canonical, type Json, type WorldRecord } from '../../../core/index.ts';
import type { Header, WorldPlace } from '../format/header.ts';
import { placeInNewWorld } from './header-world.ts';

type FindPlace = typeof placeInNewWorld;

/** The most fixtures that are remembered. */
const placesMax = 20;

/** Returns the function that finds the place for worlds that were created as this one. */
export function createFixturePlaces(
  find: FindPlace = placeInNewWorld,
): (record: WorldRecord) => FindPlace {
  const known = new Map<string, Promise<WorldPlace | undefined>>();
  return ({ seed, epochMs, ids, clock, config, fixture }) => {
    const key = canonical([
      seed,
      epochMs,
      ids,
      { ...clock },
      config,
      fixture?.digest ?? '',
    ] as Json);
    return (header: Omit<Header, 'h'>) => {
      const place = known.get(key) ?? find(header);
      known.delete(key);
      known.set(key, place);
      const [oldest = ''] = known.keys();
      if (known.size > placesMax) known.delete(oldest);
      place.catch(() => known.delete(key));
      return place;
    };
  };
}

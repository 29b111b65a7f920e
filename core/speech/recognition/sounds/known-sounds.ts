// Lists the known sounds of a world.

import type { KnownSound } from './record.ts';
import type { ReadonlyTable } from '../../../tables/index.ts';

/** The most spoken sentences of one world. Another one replaces the oldest. */
export const spokenSoundsMax = 1_000;

/** The most sounds of fixtures in one world. */
export const fixtureSoundsMax = 100;

type SoundTable = ReadonlyTable<KnownSound, 'origin'>;

interface Listed {
  readonly sounds: readonly KnownSound[];
  readonly insertedCount: number;
  readonly size: number;
}

/** Caches the last list of each table. A list of 1,000 sounds takes 0.3 ms, and searches are more frequent than changes. */
const lists = new WeakMap<SoundTable, Listed>();

/**
 * Sounds of fixtures, then spoken ones, oldest first. Returns the same array while the table is unchanged. Sounds are removed and
 * inserted, never replaced, so that equal counts of both mean equal sounds.
 */
export function knownSounds(table: SoundTable): readonly KnownSound[] {
  const { insertedCount, size } = table;
  const last = lists.get(table);
  if (last?.insertedCount === insertedCount && last.size === size) return last.sounds;
  const sounds = listSounds(table);
  lists.set(table, { sounds, insertedCount, size });
  return sounds;
}

/** `values` would be slower with each sound that was ever removed. */
function listSounds(table: SoundTable): readonly KnownSound[] {
  return (['fixture', 'spoken'] as const).flatMap((origin) =>
    table.list({ by: { origin }, order: 'ascending', limit: table.size }),
  );
}

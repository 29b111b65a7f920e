// The sounds that a world knows.

import type { KnownSound } from './record.ts';
import type { ReadonlyTable } from '../../../tables/index.ts';

/** Spoken sentences of one world: beyond it, the one that was spoken longest ago is forgotten. */
export const spokenSoundsMax = 1_000;

/** Of fixtures, in one world. */
export const fixtureSoundsMax = 100;

type SoundTable = ReadonlyTable<KnownSound, 'origin'>;

interface Listed {
  readonly sounds: readonly KnownSound[];
  readonly insertedCount: number;
  readonly size: number;
}

/** The last list of each table: a list of 1,000 sounds takes 0.3 ms, and a stream is searched more often than sounds change. */
const lists = new WeakMap<SoundTable, Listed>();

/**
 * Those of fixtures, then the spoken ones, the oldest first. The same array as long as they are the same. A sound is never replaced, but
 * removed and inserted, so that a table with equal counts of both has equal sounds.
 */
export function knownSounds(table: SoundTable): readonly KnownSound[] {
  const { insertedCount, size } = table;
  const last = lists.get(table);
  if (last?.insertedCount === insertedCount && last.size === size) return last.sounds;
  const sounds = listSounds(table);
  lists.set(table, { sounds, insertedCount, size });
  return sounds;
}

/** Not by `values`: that takes the longer, the more sounds were forgotten. */
function listSounds(table: SoundTable): readonly KnownSound[] {
  return (['fixture', 'spoken'] as const).flatMap((origin) =>
    table.list({ by: { origin }, order: 'ascending', limit: table.size }),
  );
}

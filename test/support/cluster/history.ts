// Checks what clients of a world saw against what was stored in the end: each world must look like one that a single process serves.

import { grouped } from '../../../adapters/grouped.ts';

/** How far a world is: in a life (the resets before), so many entries. */
export interface Place {
  readonly life: number;
  readonly length: number;
}

/** An operation as its client saw it. Instants are of one clock. */
export interface SeenOperation {
  readonly world: string;
  readonly startMs: number;
  /** The instant of the answer; absent if none came. */
  readonly endMs?: number;
  readonly seen:
    | { readonly kind: 'written'; readonly id: string; readonly at: Place }
    /** The ids in the world, in their order. */
    | { readonly kind: 'read'; readonly life: number; readonly ids: readonly string[] }
    /** It was reset or removed: that life is over. */
    | { readonly kind: 'ended'; readonly life: number }
    /** Certain not to be stored. */
    | { readonly kind: 'refused'; readonly id: string }
    | { readonly kind: 'unknown' };
}

/** The stored ids of each life of a world. */
export type StoredIds = (world: string, life: number) => readonly string[];

/** What contradicts that each world went through its stored entries one after another; empty if nothing does. */
export function contradictions(
  operations: readonly SeenOperation[],
  storedIds: StoredIds,
): readonly string[] {
  const answered = operations.filter(({ endMs }) => endMs !== undefined);
  return [...grouped(answered, ({ world }) => world).values()].flatMap((ofWorld) => [
    ...ofWorld.flatMap((operation) => flawOf(operation, storedIds)),
    ...ofWorld.flatMap((operation) => staleness(operation, ofWorld)),
  ]);
}

function flawOf({ world, seen }: SeenOperation, storedIds: StoredIds): readonly string[] {
  switch (seen.kind) {
    case 'written': {
      const { id, at } = seen;
      const stored = storedIds(world, at.life);
      const count = stored.filter((other) => other === id).length;
      if (count !== 1) return [`${world}: ${id} was answered and is stored ${count} times`];
      const isThere = stored[at.length - 1] === id;
      return isThere ? [] : [`${world}: ${id} is not at place ${at.length} of life ${at.life}`];
    }
    case 'read': {
      const stored = storedIds(world, seen.life);
      const isPrefix = seen.ids.every((id, index) => stored[index] === id);
      return isPrefix
        ? []
        : [`${world}: a read saw ${seen.ids.join()}, stored is ${stored.join()}`];
    }
    case 'refused':
      for (let life = 0; life <= livesMax; life += 1) {
        if (storedIds(world, life).includes(seen.id)) {
          return [`${world}: ${seen.id} was refused, and is stored`];
        }
      }
      return [];
    case 'ended':
    case 'unknown':
      return [];
  }
}

/** No test resets a world as often. */
const livesMax = 100;

function placeOf({ seen }: SeenOperation): Place | undefined {
  if (seen.kind === 'written') return seen.at;
  if (seen.kind === 'ended') return { life: seen.life + 1, length: 0 };
  return seen.kind === 'read' ? { life: seen.life, length: seen.ids.length } : undefined;
}

/** An operation that began after another was answered is not before it. */
function staleness(later: SeenOperation, all: readonly SeenOperation[]): readonly string[] {
  const place = placeOf(later);
  if (place === undefined) return [];
  const isWrite = later.seen.kind === 'written';
  for (const earlier of all) {
    if ((earlier.endMs ?? 0) >= later.startMs) continue;
    const before = placeOf(earlier);
    if (before === undefined) continue;
    const isAfter =
      place.life > before.life ||
      (place.life === before.life &&
        (isWrite ? place.length > before.length : place.length >= before.length));
    if (!isAfter) {
      return [
        `${later.world}: ${later.seen.kind} at ${place.life}/${place.length} began after ${earlier.seen.kind} at ${before.life}/${before.length} was answered`,
      ];
    }
  }
  return [];
}

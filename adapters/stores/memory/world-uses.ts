// When the worlds of a store in memory were last asked for.

import type { WorldUses } from '../../../core/index.ts';

interface NamedWorld {
  readonly record: { readonly name: string };
}

/** A world is what the name has at present: one that was removed, or reset, is another. */
export function createMemoryUses<World extends NamedWorld>(
  worlds: ReadonlyMap<string, World>,
  monotonicMs: () => number,
): WorldUses {
  const used = new WeakMap<World, number>();
  const isUnusedFor = (world: World | undefined, unusedMs: number) => {
    const usedMs = world && used.get(world);
    return usedMs !== undefined && monotonicMs() - usedMs >= unusedMs;
  };
  return {
    async note(names) {
      for (const name of names) {
        const world = worlds.get(name);
        if (world !== undefined) used.set(world, monotonicMs());
      }
    },
    async noteOthers() {
      for (const world of worlds.values()) {
        if (!used.has(world)) used.set(world, monotonicMs());
      }
    },
    unused: async ({ after = '', limit, unusedMs }) =>
      [...worlds.values()]
        .filter((world) => world.record.name > after && isUnusedFor(world, unusedMs))
        .map(({ record }) => record.name)
        .sort((one, other) => (one < other ? -1 : 1))
        .slice(0, limit),
    isUnused: async (name, unusedMs) => isUnusedFor(worlds.get(name), unusedMs),
  };
}

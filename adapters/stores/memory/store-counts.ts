// The counts of a store in memory.

import { removedNamesMax, type RemovedName, type StoreCounts } from '../../../core/index.ts';

export interface MemoryCounts extends StoreCounts {
  /** As `begun`, at once. */
  readonly begunBefore: (name: string) => number;
  /** The name is the last removed one from now on. */
  readonly removed: (name: RemovedName) => void;
}

export function createMemoryCounts(): MemoryCounts {
  let openings = 0;
  /** By name; the last removed one is the last. */
  const begun = new Map<string, number>();
  const begunBefore = (name: string) => begun.get(name) ?? 0;
  const forgetOldest = () => {
    const [oldest = ''] = begun.keys();
    if (begun.size > removedNamesMax) begun.delete(oldest);
  };
  return {
    countOpening: async () => {
      openings += 1;
      return openings;
    },
    begunBefore,
    begun: async (name) => begunBefore(name),
    removed({ name, begun: least }) {
      const before = begunBefore(name);
      begun.delete(name);
      begun.set(name, Math.max(before, least));
      forgetOldest();
    },
    openings: async () => openings,
    raiseOpenings: async (least) => {
      openings = Math.max(openings, least);
    },
    removedNames: async (offset, limit) =>
      [...begun].slice(offset, offset + limit).map(([name, count]) => ({ name, begun: count })),
    addRemovedNames: async (names) => {
      for (const { name, begun: least } of names) {
        begun.set(name, Math.max(begunBefore(name), least));
        forgetOldest();
      }
    },
  };
}

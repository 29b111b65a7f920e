// What a store counts, as rows.

import { removedNamesMax, type StoreCounts } from '../../../core/index.ts';
import type { RunWork, Statements } from './statements.ts';

/** `reading` and `writing` run work on the open file; `writing` in a transaction. */
export function createCounts(
  statements: Statements,
  reading: RunWork,
  writing: RunWork,
): StoreCounts {
  return {
    countOpening: async () => writing(() => statements.countOpening.get()?.openings ?? 0),
    openings: async () => reading(() => statements.openings.get()?.openings ?? 0),
    raiseOpenings: async (openings) => void writing(() => statements.raiseOpenings.run(openings)),
    begun: async (name) => reading(() => statements.begun.get(name)?.begun ?? 0),
    removedNames: async (offset, limit) =>
      reading(() => statements.removedNames.all(limit, offset)),
    addRemovedNames: async (names) =>
      writing(() => {
        for (const { name, begun } of names) statements.raiseBegun.run(name, begun);
        statements.forgetNames.run(removedNamesMax);
      }),
  };
}

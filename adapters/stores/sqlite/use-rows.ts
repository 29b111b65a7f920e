// When worlds were last asked for, as rows: by the clock of the machine, which goes on while no process has the file open.

import type { WorldUses } from '../../../core/index.ts';
import type { RunWork, Statements } from './statements.ts';

/** `reading` and `writing` run work on the open file; `writing` in a transaction. */
export function createUses(statements: Statements, reading: RunWork, writing: RunWork): WorldUses {
  return {
    note: async (worlds) => {
      if (worlds.length === 0) return;
      writing(() => {
        for (const world of worlds) statements.noteUse.run(world);
      });
    },
    noteOthers: async () => {
      if (reading(() => statements.unnotedWorld.get()) === undefined) return;
      writing(() => statements.noteOthers.run());
    },
    unused: async ({ after = '', limit, unusedMs }) =>
      reading(() => statements.unusedWorlds.all(unusedMs / 1_000, after, limit)).map(
        ({ name }) => name,
      ),
    isUnused: async (world, unusedMs) =>
      reading(() => statements.unusedWorld.get(unusedMs / 1_000, world)) !== undefined,
  };
}

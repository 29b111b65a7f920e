// Snapshots as rows: versions of pages, and for each snapshot a head with the version up to which it includes pages. The last two
// snapshots of a world are stored.

import { StoreError, type SnapshotWriter, type StoredSnapshot } from '../../../core/index.ts';
import type { Statements } from './statements.ts';
import { segmentsOf, worldRow } from './world-rows.ts';

/** Runs a task that writes about so many bytes in one transaction. Throws StoreError. */
export type Transact = <T>(work: () => T, bytes?: number) => T;

/** Begins a snapshot. Deletes all older ones but the last, and the pages of unfinished ones. */
export function beginSnapshot(
  statements: Statements,
  transact: Transact,
  world: string,
  inputs: number,
): SnapshotWriter {
  const { id } = worldRow(statements, world);
  const [last] = statements.snapshots.all(id, Number.MAX_SAFE_INTEGER);
  const lastInputs = last?.inputs ?? -1;
  transact(() => {
    statements.deleteSnapshotsBefore.run(id, lastInputs);
    statements.deletePagesAfter.run(id, lastInputs, Number.MAX_SAFE_INTEGER);
  });
  /** The number of a removed world may be given to another. */
  const checkExists = () => {
    if (statements.world.get(id)?.name === world) return;
    throw new StoreError('unknown-world', `There is no world named '${world}' any more.`);
  };
  return {
    async write(pages) {
      const bytes = pages.reduce((sum, { text }) => sum + text.length, 0);
      transact(() => {
        checkExists();
        for (const { collection, page, text } of pages) {
          const key = [id, collection, page] as const;
          statements.insertPage.run(...key, inputs, text);
          statements.deleteOldPages.run(...key, ...key, lastInputs);
        }
      }, bytes);
    },
    finish: async ({ position, head, seal }) =>
      transact(() => {
        checkExists();
        statements.insertSnapshot.run(id, inputs, position, head, seal);
      }),
  };
}

/** The snapshots of a world, newest first, and those of its ancestors up to the branching points. */
export function storedSnapshots(
  statements: Statements,
  transact: Transact,
  world: string,
): readonly StoredSnapshot[] {
  const leaf = worldRow(statements, world);
  const segments = segmentsOf(statements, leaf);
  return [...segments].reverse().flatMap(({ id, last }) =>
    statements.snapshots.all(id, last).map((row) => {
      let ids: readonly { id: number }[] | undefined; // read with the first pages
      return {
        ...row,
        isOwn: id === leaf.id,
        pages: async (offset: number, limit: number) =>
          transact(() => {
            ids ??= statements.pageIds.all(id, row.inputs);
            return ids.slice(offset, offset + limit).flatMap((page) => {
              const found = statements.page.get(page.id);
              return found === undefined ? [] : [found];
            });
          }),
      };
    }),
  );
}

// Snapshots as rows: versions of pages, and heads that say up to which version a snapshot reaches. Two of a world are kept.

import { StoreError, type SnapshotWriter, type StoredSnapshot } from '../../core/index.ts';
import type { Statements } from './statements.ts';
import { segmentsOf, worldRow } from './world-rows.ts';

/** Runs a piece of work that writes texts of about so many bytes as one transaction, with the errors of a store. */
export type Transact = <T>(work: () => T, bytes?: number) => T;

/** Begins a snapshot: the last one stays as a resort, and what another left unfinished goes. */
export function beginSnapshot(
  statements: Statements,
  transact: Transact,
  world: string,
  inputs: number,
): SnapshotWriter {
  const { id } = worldRow(statements, world);
  const [last] = statements.snapshots.all(id, Number.MAX_SAFE_INTEGER);
  const kept = last?.inputs ?? -1;
  transact(() => {
    statements.deleteSnapshotsBefore.run(id, kept);
    statements.deletePagesBehind.run(id, kept, Number.MAX_SAFE_INTEGER);
  });
  /** Its number may be another world's once the world is gone. */
  const checkThere = () => {
    if (statements.world.get(id)?.name === world) return;
    throw new StoreError('unknown-world', `There is no world named '${world}' any more.`);
  };
  return {
    async write(pages) {
      const bytes = pages.reduce((sum, { text }) => sum + text.length, 0);
      transact(() => {
        checkThere();
        for (const { collection, page, text } of pages) {
          const place = [id, collection, page] as const;
          statements.insertPage.run(...place, inputs, text);
          statements.deleteOldPages.run(...place, ...place, kept);
        }
      }, bytes);
    },
    finish: async ({ position, head, seal }) =>
      transact(() => {
        checkThere();
        statements.insertSnapshot.run(id, inputs, position, head, seal);
      }),
  };
}

/** The snapshots of a world, the newest first, and those of its parents from before it left them. */
export function storedSnapshots(
  statements: Statements,
  guarded: Transact,
  world: string,
): readonly StoredSnapshot[] {
  const leaf = worldRow(statements, world);
  const segments = segmentsOf(statements, leaf);
  return [...segments].reverse().flatMap(({ id, last }) =>
    statements.snapshots.all(id, last).map((row) => {
      let ids: readonly { id: number }[] | undefined; // read once, when the first pages are asked for
      return {
        ...row,
        isOwn: id === leaf.id,
        pages: async (offset: number, limit: number) =>
          guarded(() => {
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

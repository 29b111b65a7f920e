// The worlds as a tree: forks below their parents.

import type { WorldSummary } from '../../model/source.ts';

export interface ListedWorld {
  readonly world: WorldSummary;
  /** The number of its parents that are listed above it. */
  readonly depth: number;
}

/** In the order of creation; a fork whose parent was removed stands by itself. */
export function familyTree(worlds: readonly WorldSummary[]): readonly ListedWorld[] {
  const names = new Set(worlds.map(({ name }) => name));
  const parentOf = ({ name, forkedFrom }: WorldSummary) => {
    const parent = forkedFrom?.world;
    return parent !== undefined && names.has(parent) && parent !== name ? parent : undefined;
  };
  const rows: ListedWorld[] = [];
  const listed = new Set<string>();
  const add = (world: WorldSummary, depth: number) => {
    if (listed.has(world.name)) return; // names can be given again, so that parents seem to be their own forks
    listed.add(world.name);
    rows.push({ world, depth });
    for (const fork of worlds) if (parentOf(fork) === world.name) add(fork, depth + 1);
  };
  for (const world of worlds) if (parentOf(world) === undefined) add(world, 0);
  for (const world of worlds) add(world, 0);
  return rows;
}

// The nodes that share the store of a server, while it can be reached.

import { StoreError } from '../../../core/index.ts';
import type { ListedNode } from '../../contracts/nodes-control.ts';
import type { Reprise } from '../../reprise.ts';

/** None where the store is for one process, or is away. */
export async function listedNodes({
  nodes,
}: Pick<Reprise, 'nodes'>): Promise<readonly ListedNode[]> {
  try {
    return (await nodes?.list()) ?? [];
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return [];
  }
}

// Stored worlds, and engines over them that load each on demand.

import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { EngineOptions } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { WorldRecord } from '../../../core/ports/event-store.ts';
import { createWalletSet } from '../wallet/commands.ts';
import { host, reopenedStore, send } from './reopened-store.ts';

/** A store with these worlds, and a function that opens an engine over it which loads worlds on demand. */
export async function stored(
  records: readonly WorldRecord[],
  prepare: (world: World) => Promise<unknown>,
  own: Partial<EngineOptions> = {},
) {
  const { store, reads } = reopenedStore(createMemoryStore());
  const engine = await openEngine({ store, host, ...own });
  for (const record of records) await prepare(await engine.create(record));
  await engine.close();
  reads.entries = 0;
  const open = (others: Partial<EngineOptions> = {}) =>
    openEngine({ store, host, loads: 'on-demand', ...others });
  return { store, reads, open };
}

/** Changes a world. */
export const plain = (world: World) => send(world, createWalletSet());

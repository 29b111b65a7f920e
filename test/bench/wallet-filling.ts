// Shared code of the groups that fill wallet sets: a world in a file, calls that create wallets, and memory use after garbage
// collection.
import type { Engine } from '../../core/engine/engine-contract.ts';
import type { World } from '../../core/engine/world/world-contract.ts';
import type { NewWallets } from '../../core/wallet/commands.ts';
import { importBuilt } from './built.ts';
import { idempotentFields, record, createSessionFactory, storeEntries } from './session.ts';

export type Product = Awaited<ReturnType<typeof loadProduct>>;

export async function loadProduct() {
  const { openEngine } = await importBuilt('core/engine/engine.js');
  const { nodeHost } = await importBuilt('adapters/reprise.js');
  const { openSqliteStore } = await importBuilt('adapters/stores/sqlite/event-store.js');
  const maker = await createSessionFactory();
  const open = (file: string, snapshotEvents = Number.MAX_SAFE_INTEGER) =>
    openEngine({ store: openSqliteStore({ file }), host: nodeHost, snapshotEvents });
  return { open, nodeHost, openSqliteStore, maker };
}

/** Creates a file with a world and a wallet set. */
export async function createStoreFile(
  { maker, nodeHost, openSqliteStore }: Product,
  file: string,
): Promise<string> {
  const { opening, walletSetId } = maker.openSession(maker.rules(nodeHost.hash));
  const store = openSqliteStore({ file });
  await storeEntries(store, opening);
  await store.close();
  return walletSetId;
}

/** Creates wallets by the API's command, with the call's number as its key. */
export function createWallets(world: World, wallets: NewWallets, call: number): Promise<void> {
  return world.send({
    domain: 'wallet',
    prepare: () => ({
      command: {
        type: 'CreateWallets',
        ...idempotentFields(1e9 + call),
        network: 'test',
        ...wallets,
      },
    }),
    respond: (outcome) => {
      if (!outcome.ok) throw new Error(`Refused: ${outcome.error.code}`);
    },
  });
}

export function runningWorld(engine: Engine): World {
  const world = engine.world(record.name);
  if (world === undefined) throw new Error('The world is not there.');
  return world;
}

/** Memory in use after garbage collection. */
export function memory(): NodeJS.MemoryUsage {
  for (let pass = 0; pass < 4; pass += 1) globalThis.gc?.();
  return process.memoryUsage();
}

export function usedBytes({ heapUsed, external }: NodeJS.MemoryUsage): number {
  return heapUsed + external;
}

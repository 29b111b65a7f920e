// A store that outlives its engines, and records and commands for its worlds.

import type { World } from '../../../core/engine/world/world-contract.ts';
import type { EventStore, WorldRecord } from '../../../core/ports/event-store.ts';
import type { WalletCommand } from '../../../core/wallet/commands.ts';
import { epochMs, hash } from './pure-world.ts';

export const host = { hash, monotonicMs: () => 0, defer: setImmediate };

export const recordOf = (name: string, own: Partial<WorldRecord> = {}): WorldRecord => ({
  name,
  seed: 'seed',
  epochMs,
  ids: 'ordinal',
  clock: { mode: 'frozen', rate: 1 },
  config: {},
  ...own,
});

export const send = (world: World, command: WalletCommand) =>
  world.send({ domain: 'wallet', prepare: () => ({ command }), respond: (outcome) => outcome });

/** A store that can be opened again after a close, and counts its reads. */
export function reopenedStore(inner: EventStore) {
  const reads = { entries: 0, snapshots: 0 };
  const store: EventStore = {
    ...inner,
    async read(...args) {
      const entries = await inner.read(...args);
      reads.entries += entries.length;
      return entries;
    },
    async snapshots(world) {
      reads.snapshots += 1;
      return inner.snapshots(world);
    },
    close: async () => undefined,
  };
  return { store, reads };
}

// One running world over a memory store whose commits and reads a test can delay or fail.

import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { States } from '../../../core/engine/registry.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { ClockMode } from '../../../core/kernel/input.ts';
import type { InvariantError } from '../../../core/kernel/invariant.ts';
import { StoreError, type EventStore } from '../../../core/ports/event-store.ts';
import type { WalletCommand } from '../../../core/wallet/commands.ts';
import { epochMs, hash } from './pure-world.ts';
import { load, runWorld } from './stored-world.ts';
import { createWallets, createWalletSet, transfer } from '../wallet/commands.ts';

const loopTurn = () => new Promise<void>((done) => setImmediate(done));

/** Runs all work that only waits for its turn of the event loop. */
export async function drainEventLoop(): Promise<void> {
  for (let index = 0; index < 5; index += 1) await loopTurn();
}

export interface Control {
  /** Appends wait for it before they succeed or fail. */
  gate?: Promise<void> | undefined;
  /** Reads of the store, and so reloads, wait for it. */
  readGate?: Promise<void> | undefined;
  /** The error of appends while it is set, or of the next `failuresLeft` ones. */
  failure?: Error | undefined;
  failuresLeft?: number;
  /** The number of store reads that still fail. */
  readFailuresLeft?: number;
}

export async function runningWorld(mode: ClockMode = 'frozen', seed = 'test') {
  const kept = createMemoryStore();
  const control: Control = {};
  const store: EventStore = {
    ...kept,
    append: async (batch) => {
      await control.gate;
      const { failure, failuresLeft = 1 } = control;
      if (failure === undefined || failuresLeft === 0) return kept.append(batch);
      if (control.failuresLeft !== undefined) control.failuresLeft -= 1;
      throw failure;
    },
    read: async (name, from, limit) => {
      await control.readGate;
      const { readFailuresLeft = 0 } = control;
      control.readFailuresLeft = readFailuresLeft - 1;
      if (readFailuresLeft > 0) throw new StoreError('unavailable', 'busy');
      return kept.read(name, from, limit);
    },
  };
  const hostTime = { nowMs: 500, msPerLook: 0 };
  const monotonicMs = () => (hostTime.nowMs += hostTime.msPerLook);
  const host = { hash, monotonicMs, defer: setImmediate };
  const clock = { mode, rate: 1 };
  const record = { name: 'w', seed, epochMs, ids: 'ordinal', clock, config: null } as const;
  await store.create(record);
  const broken: InvariantError[] = [];
  const world = runWorld(store, record, { host, onBroken: (error) => broken.push(error) });
  const stored = () => kept.read('w', 1, 1_000);
  const pass = (ms: number) => void (hostTime.nowMs += ms);
  /** Loads the world from the store. */
  const reloaded = async () => (await load(kept, record)).world;
  return { world, control, stored, reloaded, broken, pass, hostTime };
}

export const send = (world: World, command: WalletCommand) =>
  world.send({ domain: 'wallet', prepare: () => ({ command }), respond: (outcome) => outcome });

export const walletSetCount = ({ wallet }: States) => wallet.walletSets.size;

/** Creates two funded wallets and a pending transfer from each; returns the ids of the transfers. */
export async function startTransfers(world: World): Promise<[string, string]> {
  await send(world, createWalletSet());
  const setId = await world.read(({ wallet }) => wallet.walletSets.at(0)?.id ?? '');
  await send(world, createWallets(setId, { count: 2 }));
  for (const ordinal of [0, 1]) {
    const walletId = await world.read(({ wallet }) => wallet.wallets.at(ordinal)?.id ?? '');
    await send(world, { type: 'FundWallet', walletId, amounts: { native: '10', usdc: '100' } });
    await send(world, transfer(walletId));
  }
  return world.read(({ wallet }) => {
    const outbound = [...wallet.transactions.values()].filter((it) => it.direction === 'OUTBOUND');
    return [outbound[0]?.id ?? '', outbound[1]?.id ?? ''];
  });
}

export const stateOf =
  (id: string) =>
  ({ wallet }: States) =>
    wallet.transactions.get(id)?.state;

// Helpers for random sessions in an engine: open it, send it inputs of another world, and compare states.

import type { Engine } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { States } from '../../../core/engine/registry.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { WorldState } from '../../../core/engine/world-state.ts';
import type { Input } from '../../../core/kernel/input.ts';
import type { EventStore } from '../../../core/ports/event-store.ts';
import { hash } from './pure-world.ts';
import { snapshotOf } from './whole-state.ts';
import { load } from './stored-world.ts';
import { allWorlds } from '../store/all-worlds.ts';

const host = { hash, monotonicMs: () => 0, defer: (task: () => void) => void setImmediate(task) };

/** An engine that takes snapshots often. */
export const engineOver = (store: EventStore, snapshotEvents = 25): Promise<Engine> =>
  openEngine({ store, host, snapshotEvents });

/** Sends an input of another world to a frozen one. */
export async function feed(world: World, input: Input): Promise<void> {
  if (world.nowMs() < input.atMs || input.kind === 'time') {
    await world.advance({ toMs: input.atMs });
  }
  if (input.kind !== 'command') return;
  const { domain, command } = input;
  await world.send({
    domain: domain as keyof States,
    prepare: () => ({ command }),
    respond: () => undefined,
  });
}

/** The state without its number of inputs: a world that was cut within an input has one more. */
export const stateText = (world: WorldState): string => snapshotOf({ ...world, inputs: 0 });

/** The state text of a stored world. */
async function storedText(store: EventStore, name: string): Promise<string> {
  const record = (await allWorlds(store)).find((world) => world.name === name);
  if (record === undefined) throw new Error(`There is no world ${name}.`);
  return stateText((await load(store, record)).world);
}

/** The description of a world, and its stored state. */
export async function describeStored(engine: Engine, name: string) {
  const view = await engine.world(name)?.describe();
  if (view === undefined) throw new Error(`There is no world ${name}.`);
  const { position, digest, nowMs, pendingDues, nextDueMs } = view;
  const text = await storedText(engine.store, name);
  return { position, digest, nowMs, pendingDues, nextDueMs, text };
}

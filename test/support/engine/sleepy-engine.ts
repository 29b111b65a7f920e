// An engine whose worlds sleep, with the time of its host, and a store whose writes a test can delay or fail.

import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Engine, EngineOptions } from '../../../core/engine/engine-contract.ts';
import type { ClockSetting } from '../../../core/kernel/input.ts';
import type { EventStore, Sleep, WorldRecord } from '../../../core/ports/event-store.ts';
import { openShopEngine, shopRecord } from './fake-oracle.ts';

export const sleepAfterMs = 60_000;

/** A store whose sleeps and appends a test can delay or fail. */
function controlledStore() {
  const inner = createMemoryStore();
  const control: {
    /** Sleeps wait for it before they are stored, or afterwards. */
    sleepGate?: Promise<void> | undefined;
    storedGate?: Promise<void> | undefined;
    appendGate?: Promise<void> | undefined;
    failure?: Error | undefined;
    readonly sleeps: Sleep[];
  } = { sleeps: [] };
  const store: EventStore = {
    ...inner,
    async sleep(world, sleep) {
      await control.sleepGate;
      if (control.failure !== undefined) throw control.failure;
      await inner.sleep(world, sleep);
      control.sleeps.push(sleep);
      await control.storedGate;
    },
    async append(batch) {
      await control.appendGate;
      return inner.append(batch);
    },
  };
  return { store, control };
}

/** A promise that a test resolves. */
export function gate() {
  let release: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (release = resolve));
  return { closed, release };
}

/** An engine with the print shop, whose host time the test moves. */
export async function sleepyEngine(own: Partial<EngineOptions> = {}) {
  const hostTime = { nowMs: 500 };
  const { store, control } = controlledStore();
  const engine = await openShopEngine({ store, hostTime, sleepAfterMs, ...own });
  const create = (name: string, clock: Partial<ClockSetting> = {}) =>
    engine.create(recordOf(name, clock));
  /** Lets host time pass, then puts unused worlds to sleep. */
  const idle = async (ms = sleepAfterMs) => {
    hostTime.nowMs += ms;
    await engine.sleepIdle();
  };
  return { engine, hostTime, control, create, idle };
}

function recordOf(name: string, { mode = 'frozen', ...rest }: Partial<ClockSetting>): WorldRecord {
  return { ...shopRecord(mode), name, clock: { mode, rate: 1, ...rest } };
}

export const awake = (engine: Engine) => engine.worlds().map(({ record }) => record.name);

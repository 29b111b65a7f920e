// Oracles for the print shop, and engines with it: a printer that answers at once, and one whose jobs a test finishes in any
// order.

import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import type { Engine, EngineOptions } from '../../../core/engine/engine-contract.ts';
import { openEngine } from '../../../core/engine/engine.ts';
import type { DomainName } from '../../../core/engine/registry.ts';
import type { World } from '../../../core/engine/world/world-contract.ts';
import type { Json } from '../../../core/kernel/canonical.ts';
import type { ClockMode } from '../../../core/kernel/input.ts';
import type { EventStore, WorldRecord } from '../../../core/ports/event-store.ts';
import type { Oracles } from '../../../core/ports/oracle.ts';
import { shopDomains, type ShopCommand } from '../domains/print-shop.ts';
import { epochMs, hash } from './pure-world.ts';

export interface Job {
  readonly about: Json;
  readonly finish: (broken?: Error) => void;
}

export interface Printer {
  readonly asked: Job[];
  readonly oracles: Oracles;
}

export function createPrinter(): Printer {
  const asked: Job[] = [];
  const print = (about: Json) =>
    new Promise<Json>((resolve, reject) => {
      const finish = (broken?: Error) =>
        broken === undefined ? resolve(`printed ${JSON.stringify(about)}`) : reject(broken);
      asked.push({ about, finish });
    });
  return { asked, oracles: { printer: print } };
}

export const immediateOracles: Oracles = {
  printer: async (about: Json): Promise<Json> => `printed ${JSON.stringify(about)}`,
};

/** An engine with the print shop; `hostTime` moves its `real` clocks. */
export function openShopEngine({
  oracles = immediateOracles,
  store = createMemoryStore(),
  hostTime = { nowMs: 0 },
  ...others
}: Partial<EngineOptions> & {
  readonly store?: EventStore;
  readonly hostTime?: { nowMs: number };
} = {}): Promise<Engine> {
  const host = { hash, monotonicMs: () => hostTime.nowMs, defer: setImmediate };
  return openEngine({ store, host, oracles, domains: shopDomains, ...others });
}

export const shopRecord = (mode: ClockMode, rate = 1): WorldRecord => ({
  name: 'w',
  seed: 's',
  epochMs,
  ids: 'ordinal',
  clock: { mode, rate },
  config: null,
});

export const sendToShop = (world: Pick<World, 'send'>, command: ShopCommand): Promise<boolean> =>
  world.send({
    domain: 'shop' as DomainName,
    prepare: () => ({ command }),
    respond: (outcome) => outcome.ok,
  });

export const order = (text: string, afterMs: number): ShopCommand => ({
  type: 'PlaceOrder',
  text,
  afterMs,
});

export const bell = (afterMs: number): ShopCommand => ({ type: 'SetBell', afterMs });

/** Runs all work that only waits for its turn of the event loop. */
export async function drainEventLoop(): Promise<void> {
  for (let index = 0; index < 10; index += 1) await new Promise((done) => setImmediate(done));
}

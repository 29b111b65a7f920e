// A reader that disconnects and resumes at any time receives each event once and in order, with commits at any time.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMemoryStore } from '../../../adapters/stores/memory/event-store.ts';
import { openReprise, type Reprise } from '../../../adapters/reprise.ts';
import { createTwin } from '../../../adapters/hosts/in-process/twin.ts';
import type { EventStore } from '../../../core/index.ts';
import { eventReader, type EventReader } from '../../support/server/event-stream-reader.ts';
import { token } from '../../support/server/server.ts';
import { runs } from '../../support/runner/runs.ts';

/** A step: events on one of two chains, a read of present events while others are committed, or a disconnect. */
type Step =
  | { readonly kind: 'happen'; readonly chain: string; readonly times: number }
  | { readonly kind: 'read'; readonly count: number; readonly meanwhile: number }
  | { readonly kind: 'cut' };

const chains = ['ETH-SEPOLIA', 'SOL-DEVNET'];

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('happen' as const),
    chain: fc.constantFrom(...chains),
    times: fc.constantFrom(1, 2, 7, 150),
  }),
  fc.record({
    kind: fc.constant('read' as const),
    count: fc.integer({ min: 1, max: 250 }),
    meanwhile: fc.constantFrom(0, 1, 3),
  }),
  fc.constant({ kind: 'cut' as const }),
);

const filters = ['', '?stream=wallet/chain/SOL-DEVNET', '?type=ChainChanged', '?type=Nothing'];

/** Delays each read, so that commits can overtake it. */
function slowStore(): EventStore {
  const store = createMemoryStore();
  return {
    ...store,
    async events(name, query) {
      const page = await store.events(name, query);
      await new Promise((resolve) => setImmediate(resolve));
      return page;
    },
  };
}

async function opened(): Promise<Reprise> {
  const defaults = { clock: { mode: 'frozen', rate: 1 } } as const;
  return openReprise({ store: slowStore(), token, defaults });
}

async function play(steps: readonly Step[], filter: string): Promise<void> {
  const reprise = await opened();
  const { fetch } = createTwin(reprise.app);
  const place = '/__reprise/worlds/default';
  const headers = { Authorization: `Bearer ${token}` };
  const pending: Promise<unknown>[] = [];
  const seen: number[] = [];
  let reader: EventReader | undefined;

  function happen(chain: string, times: number): void {
    const init = { method: 'PATCH', headers, body: '{"congestion":2}' };
    for (let time = 0; time < times; time += 1) {
      pending.push(fetch(`${place}/wallet/chains/${chain}`, init));
    }
  }

  async function page(): Promise<readonly { readonly position: number }[]> {
    const all: { readonly position: number }[] = [];
    for (let from: number | null = 1; from !== null;) {
      const search: string = `${filter === '' ? '?' : `${filter}&`}limit=1000&from=${from}`;
      const response = await fetch(`${place}/events${search}`, { headers });
      const { events, next } = (await response.json()) as {
        events: typeof all;
        next: number | null;
      };
      all.push(...events);
      from = next;
    }
    return all;
  }

  async function open(): Promise<EventReader> {
    const last = seen.at(-1);
    const resumed = last === undefined ? {} : { 'Last-Event-ID': String(last) };
    const Accept = 'text/event-stream';
    const response = await fetch(`${place}/events${filter}`, {
      headers: { ...headers, ...resumed, Accept },
    });
    expect(response.status).toBe(200);
    return eventReader(response);
  }

  /** Reads at most the present events; a longer read would never end. */
  async function read(count: number, meanwhile: number): Promise<void> {
    const unread = (await page()).length - seen.length;
    if (unread === 0) return;
    reader ??= await open();
    happen('SOL-DEVNET', meanwhile);
    const received = await reader.read(Math.min(count, unread));
    seen.push(...received.map(({ id }) => id));
  }

  for (const one of steps) {
    switch (one.kind) {
      case 'happen':
        happen(one.chain, one.times);
        break;
      case 'read':
        await read(one.count, one.meanwhile);
        break;
      case 'cut':
        await reader?.cancel();
        reader = undefined;
        break;
    }
  }
  await Promise.all(pending);
  await read(Number.MAX_SAFE_INTEGER, 0);
  expect(seen).toEqual((await page()).map(({ position }) => position));
  await reader?.cancel();
  await reprise.close();
}

it('a reader that disconnects at any time receives each event once, in order', async () => {
  const steps = fc.array(step, { maxLength: 20 });
  await fc.assert(fc.asyncProperty(steps, fc.constantFrom(...filters), play), runs(60));
});

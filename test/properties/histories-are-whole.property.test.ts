// Whenever a reader of a world's history begins, is cancelled and resumes, however it reads and whatever commits fail: it gets
// each event once, in the order of the store.

import fc from 'fast-check';
import { take, type Subscription } from 'rxjs';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/memory/event-store.ts';
import type { EventType } from '../../core/engine/registry.ts';
import type { HistoryQuery } from '../../core/engine/world/world-contract.ts';
import { StoreError, type EventStore } from '../../core/ports/event-store.ts';
import { recordOf, send } from '../support/engine/reopened-store.ts';
import { runWorld } from '../support/engine/stored-world.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';
import { createWalletSet } from '../support/wallet/commands.ts';

vi.setConfig({ testTimeout: longMs });

const step = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constant('happen' as const), fc.constantFrom(1, 2, 120)) },
  { weight: 3, arbitrary: fc.tuple(fc.constant('push' as const), fc.constantFrom(1, 3, 150, 500)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('pull' as const), fc.constantFrom(1, 2)) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('cancel' as const), fc.constant(0)) },
  {
    weight: 2,
    arbitrary: fc.tuple(fc.constantFrom('lose' as const, 'seem lost' as const), fc.constant(1)),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('turn' as const), fc.constantFrom(1, 5)) },
);

const filters: readonly Pick<HistoryQuery, 'type' | 'stream'>[] = [
  {},
  { type: 'WalletSetCreated' },
  { type: 'Nothing' as EventType },
  { stream: 'wallet/entity' },
];

const loopTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn += 1) await loopTurn();
};

async function play(
  steps: readonly (readonly [string, number])[],
  filter: Pick<HistoryQuery, 'type' | 'stream'>,
): Promise<void> {
  const kept = createMemoryStore();
  /** Commits to fail, before they are stored and after that. */
  const failing = { before: 0, after: 0 };
  const fail = (kind: keyof typeof failing) => {
    if (failing[kind] === 0) return;
    failing[kind] -= 1;
    throw new StoreError('unavailable', 'busy');
  };
  const store: EventStore = {
    ...kept,
    async append(batch) {
      fail('before');
      await kept.append(batch);
      fail('after');
    },
    async events(name, query) {
      const page = await kept.events(name, query);
      await loopTurn(); // meanwhile, more is stored
      return page;
    },
  };
  const record = recordOf('w');
  await store.create(record);
  const world = runWorld(store, record);
  const seen: number[] = [];
  const resumed = () => ({ ...filter, from: (seen.at(-1) ?? 0) + 1 });
  let pushed: Subscription | undefined;
  const pending: Promise<unknown>[] = [];

  for (const [what, count] of steps) {
    switch (what) {
      case 'happen':
        for (let time = 0; time < count; time += 1)
          pending.push(send(world, createWalletSet()).catch(() => undefined));
        break;
      case 'push':
        pushed?.unsubscribe();
        pushed = world
          .history$(resumed())
          .pipe(take(count))
          .subscribe(({ position }) => seen.push(position));
        break;
      case 'pull': {
        pushed?.unsubscribe();
        await Promise.all(pending.splice(0));
        const pages = world.historyPages(resumed());
        const there = await kept.events('w', { limit: 1, ...resumed() });
        for (let page = 0; page < count && there.length > page; page += 1) {
          const next = await pages.next();
          seen.push(...(next.value ?? []).map(({ position }) => position));
        }
        await pages.return?.();
        break;
      }
      case 'cancel':
        pushed?.unsubscribe();
        break;
      case 'lose':
        failing.before += count;
        break;
      case 'seem lost':
        failing.after += count;
        break;
      default:
        await turns(count);
    }
  }
  pushed?.unsubscribe();
  await Promise.all(pending);
  await turns(5);
  const rest = world.history$(resumed()).subscribe(({ position }) => seen.push(position));
  await send(world, createWalletSet()).catch(() => undefined);
  const stored = await kept.events('w', { ...filter, from: 1, limit: Number.MAX_SAFE_INTEGER });
  await turns(10 + stored.length / 50);
  rest.unsubscribe();
  expect(seen).toEqual(stored.map(({ position }) => position));
}

it('each event comes once, in the order of the store', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 16 }), fc.constantFrom(...filters), play),
    runs(150),
  );
});

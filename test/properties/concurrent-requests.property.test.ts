// Requests arrive concurrently, in any order, over a store that sometimes fails: each key has one effect, acknowledged results
// exist, failed requests have no effect, and the log folds to the state of the world.

import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { createMemoryStore } from '../../adapters/stores/memory/event-store.ts';
import { openEngine, StoreError, wallet, type EventStore, type World } from '../../core/index.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { epochMs, hash } from '../support/engine/pure-world.ts';
import { firstCases, runs } from '../support/runner/runs.ts';
import { createWalletSet } from '../support/wallet/commands.ts';

vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

type CreateResult = {
  readonly isNew: boolean;
  readonly view: wallet.IdempotentResultView | undefined;
};

const requests = fc.array(
  fc.record({
    key: fc.nat({ max: 5 }),
    /** The event loop turns before the next request. */
    pause: fc.nat({ max: 2 }),
  }),
  { minLength: 1, maxLength: 30, size: 'max' },
);

/** Whether the next batch is stored: not if it is 0. */
const failureDraws = fc.infiniteStream(fc.nat({ max: 5 }));

it('each key has one effect and one body, with any requests between and any failed commits', async () => {
  const seen = { repeated: 0, lost: 0 };
  await fc.assert(
    fc.asyncProperty(requests, failureDraws, async (asked, luck) => {
      const kept = createMemoryStore();
      const store: EventStore = {
        ...kept,
        append: async (batch) => {
          await turn();
          if (luck.next().value === 0) throw new StoreError('unavailable', 'disk full');
          return kept.append(batch);
        },
      };
      const host = {
        hash,
        monotonicMs: () => 0,
        defer: (task: () => void) => void setImmediate(task),
      };
      const engine = await openEngine({ store, host });
      const clock = { mode: 'frozen', rate: 1 } as const;
      const record = {
        name: 'w',
        seed: 's',
        epochMs,
        ids: 'ordinal',
        clock,
        config: {},
      } as const;
      const world = await engine.create(record);

      const answers: Promise<{ key: number; made: CreateResult | 'lost' }>[] = [];
      for (const { key, pause } of asked) {
        answers.push(
          sendCreate(world, `key-${key}`).then(
            (made) => ({ key, made }),
            () => ({ key, made: 'lost' as const }),
          ),
        );
        for (let turns = 0; turns < pause; turns += 1) await turn();
      }
      const answered = await Promise.all(answers);
      for (let turns = 0; turns < 10; turns += 1) await turn();

      const bodies = new Map<number, string>();
      for (const { key, made } of answered) {
        if (made === 'lost') {
          seen.lost += 1;
          continue;
        }
        const body = JSON.stringify(made.view);
        if (bodies.has(key)) seen.repeated += 1;
        expect(body).toBe(bodies.get(key) ?? body);
        bodies.set(key, body);
      }
      const news = answered.filter(({ made }) => made !== 'lost' && made.isNew);
      expect(new Set(news.map(({ key }) => key)).size).toBe(news.length);
      const size = await world.read(({ wallet: state }) => state.walletSets.size);
      const stored = await openEngine({ store: kept, host });
      const shown = await world.describe();
      expect((await stored.world('w')?.describe())?.digest).toBe(shown.digest);
      expect(size).toBe(bodies.size);
    }),
    runs(100, firstCases({ seed: 7, count: 1 }, requests, failureDraws)),
  );
  expect(seen.repeated).toBeGreaterThan(0);
  expect(seen.lost).toBeGreaterThan(0);
});

function sendCreate(world: World, idempotencyKey: string): Promise<CreateResult> {
  return world.send({
    domain: 'wallet',
    prepare: () => ({ command: createWalletSet({ idempotencyKey, name: idempotencyKey }) }),
    respond: (outcome, states) => {
      if (!outcome.ok) throw new Error(outcome.error.code);
      return {
        isNew: outcome.value.length > 0,
        view: wallet.idempotentResultView(states.wallet, idempotencyKey),
      };
    },
  });
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

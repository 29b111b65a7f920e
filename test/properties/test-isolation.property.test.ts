// Concurrent tests never see each other: each world behaves as if it were alone.

import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startReprise, type TestReprise, type TestWorld } from '../../adapters/testing/index.ts';
import { longMs } from '../support/runner/timeouts.ts';
import { runs } from '../support/runner/runs.ts';

vi.setConfig({ testTimeout: longMs });

let reprise: TestReprise;
beforeAll(async () => {
  reprise = await startReprise({ fixture: 'wallet/treasury' });
});
afterAll(() => reprise.close());

type Action =
  | { readonly kind: 'transfer'; readonly amount: number; readonly key: string }
  | { readonly kind: 'steer'; readonly action: 'stick' | 'unstick' | 'drop' }
  | { readonly kind: 'advance'; readonly by: number }
  | { readonly kind: 'fund' | 'congest'; readonly value: number };

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constant('transfer' as const),
    amount: fc.integer({ min: 1, max: 40_000 }),
    key: fc.uuid({ version: 4 }),
  }),
  fc.record({
    kind: fc.constant('steer' as const),
    action: fc.constantFrom('stick' as const, 'unstick' as const, 'drop' as const),
  }),
  fc.record({ kind: fc.constant('advance' as const), by: fc.integer({ min: 0, max: 400_000 }) }),
  fc.record({
    kind: fc.constantFrom('fund' as const, 'congest' as const),
    value: fc.integer({ min: 1, max: 9 }),
  }),
);

/** Runs a test in a new world; returns its client's view and the digest of the world. */
async function outcomeOf(seed: string, actions: readonly Action[]): Promise<readonly unknown[]> {
  const world = await reprise.createWorld({ name: seed, seed });
  const seen: unknown[] = [];
  let last = '';
  for (const one of actions) {
    const outcome = await perform(world, one, last).catch((error: Error) => error.message);
    if (one.kind === 'transfer' && typeof outcome === 'string') last = outcome;
    seen.push(outcome);
  }
  seen.push(await world.events(), (await world.running.describe()).digest);
  await world.dispose();
  return seen;
}

async function perform(world: TestWorld, one: Action, last: string): Promise<unknown> {
  switch (one.kind) {
    case 'advance':
      return world.clock.advance(one.by);
    case 'steer':
      return world.tx(last)[one.action]();
    case 'fund':
      return world.wallet('till').fund({ usdc: `${one.value}` });
    case 'congest':
      return world.chain('ETH-SEPOLIA', { congestion: `${one.value}` });
    case 'transfer': {
      const response = await world.fetch('/v1/w3s/developer/transactions/transfer', {
        method: 'POST',
        headers: { Authorization: `Bearer ${world.walletKey}` },
        body: JSON.stringify({
          idempotencyKey: one.key,
          entitySecretCiphertext: world.entitySecretCiphertext(),
          walletId: world.wallet('operations', 'ETH-SEPOLIA').id,
          destinationAddress: world.wallet('till').address,
          tokenId: '5797fbd6-3795-519d-84ca-ec4c5f80c3b1',
          amounts: [`${one.amount}`],
          feeLevel: 'LOW',
        }),
      });
      const { data, ...refusal } = (await response.json()) as { data?: { id: string } };
      return data?.id ?? refusal;
    }
  }
}

it('concurrent tests see the same as each alone', async () => {
  const list = fc.array(action, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(fc.array(list, { minLength: 2, maxLength: 5 }), async (tests) => {
      const seeds = tests.map((_, index) => `test-${index}`);
      const together = await Promise.all(
        tests.map((actions, index) => outcomeOf(seeds[index] ?? '', actions)),
      );
      const alone = [];
      for (const [index, actions] of tests.entries()) {
        alone.push(await outcomeOf(seeds[index] ?? '', actions));
      }
      expect(together).toEqual(alone);
    }),
    runs(10),
  );
});

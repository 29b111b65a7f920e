// What a world allocates in its tables before it writes them. Each part that is copied on write (the pages of a table, each
// index) takes a generation when it is allocated, so generations count the parts.

import { expect, it } from 'vitest';
import { DueQueue } from '../../../core/engine/due-queue.ts';
import { emptyCopy, forkWorld } from '../../../core/engine/world-state.ts';
import { HashTable, nextGeneration } from '../../../core/tables/index.ts';
import { epochMs, pureWorld } from '../../support/engine/pure-world.ts';
import { createWalletSet } from '../../support/wallet/commands.ts';

function partsOf(allocate: () => unknown): number {
  const before = nextGeneration();
  allocate();
  return nextGeneration() - before - 1;
}

const command = { domain: 'wallet', command: { type: 'Any' } };
const someDue = { subject: 'a', name: 'b', class: 'timeout', dueMs: epochMs, command } as const;

/** A world has one of each besides its tables. */
const besideTables = () => [new DueQueue(), new HashTable((nonce: string) => nonce)];

it('allocates nothing in the tables of a new world whose seed is known', () => {
  pureWorld('known');
  expect(partsOf(() => pureWorld('known'))).toBe(partsOf(besideTables));
});

it('allocates no more for a world of a new seed than one table without indexes', () => {
  pureWorld('known');
  const { state } = pureWorld('known');
  const chains = partsOf(() => state.versions.put({ stream: 'any', version: 1 }));
  expect(partsOf(() => pureWorld('of no other test'))).toBe(partsOf(besideTables) + chains);
});

it('allocates nothing in the tables of a fork, nor in those that a snapshot is restored into', () => {
  const { state, decide } = pureWorld('forked');
  decide('wallet', createWalletSet());
  const { dues, nonces } = state;
  expect(partsOf(() => forkWorld(state))).toBe(partsOf(() => [dues.fork(), nonces.fork()]));
  expect(partsOf(() => emptyCopy(state))).toBe(partsOf(besideTables));
});

it('allocates only the tables that are written, once in each of two forks', () => {
  const { state } = pureWorld('written');
  state.versions.put({ stream: 'a', version: 1 });
  const fork = forkWorld(state);
  const put = (world: typeof state, version: number) =>
    partsOf(() => world.versions.put({ stream: 'a', version }));
  const copied = put(fork, 2);
  expect(copied).toBeGreaterThan(0);
  expect([put(fork, 3), put(state, 4), put(state, 5)]).toEqual([0, copied, 0]);
  expect([fork, state].map(({ versions }) => versions.get('a')?.version)).toEqual([3, 5]);
});

it('leaves what new worlds share as it is, whatever one of them writes', () => {
  const { state, wallet, decide } = pureWorld('shared');
  const isPaused = (of: typeof wallet) => of.chains.get('ETH-SEPOLIA')?.isPaused;
  decide('wallet', createWalletSet());
  decide('wallet', { type: 'ChangeChain', blockchain: 'ETH-SEPOLIA', paused: true });
  state.dues.set(someDue, 1);
  const other = pureWorld('shared');
  expect([wallet.walletSets.size, isPaused(wallet), state.dues.next()?.subject]).toEqual([
    1,
    true,
    'a',
  ]);
  expect(other.wallet.walletSets.size).toBe(0);
  expect(isPaused(other.wallet)).toBe(false);
  expect([other.state.versions.size, other.state.dues.next()]).toEqual([0, undefined]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PageQuery } from '../../core/wallet/views/page.ts';
import type { ReadonlyWalletState } from '../../core/wallet/state.ts';
import { walletsView } from '../../core/wallet/views/wallet.ts';
import { pureWorld } from '../support/engine/pure-world.ts';
import { createWallets, createWalletSet, firstEventOf } from '../support/wallet/commands.ts';
import { accept } from '../support/wallet/pure-worlds.ts';
import { runs } from '../support/runner/runs.ts';

const blockchain = 'SOL-DEVNET';

/** The ids that a walk meets, page by page; calls `between` after each page. */
function walk(
  state: ReadonlyWalletState,
  query: Pick<PageQuery, 'order' | 'pageSize'>,
  direction: 'pageAfter' | 'pageBefore',
  from: string | undefined,
  between: () => void,
): readonly string[] {
  const met: string[] = [];
  let cursor = from;
  for (;;) {
    const at = cursor === undefined ? {} : { [direction]: cursor };
    const page = walletsView(state, { blockchain }, { ...query, ...at });
    if (!page.ok) throw new Error(page.error);
    const ids = page.value.items.map(({ id }) => id);
    met.push(...(direction === 'pageAfter' ? ids : ids.toReversed()));
    const { hasNext, hasPrevious } = page.value;
    if (!(direction === 'pageAfter' ? hasNext : hasPrevious)) return met;
    cursor = met.at(-1);
    between();
  }
}

describe('a walk along a list while others are added to it', () => {
  it('meets each initial item exactly once, in either direction and order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.constantFrom<'ASC' | 'DESC'>('ASC', 'DESC'),
        fc.constantFrom<'pageAfter' | 'pageBefore'>('pageAfter', 'pageBefore'),
        fc.array(fc.integer({ min: 0, max: 2 }), { maxLength: 5 }),
        (count, pageSize, order, direction, additions) => {
          const world = pureWorld();
          const { walletSetId } = firstEventOf(
            accept(world, createWalletSet()),
            'WalletSetCreated',
          );
          const add = (more: number) => {
            if (more === 0) return;
            const blockchains = ['ETH-SEPOLIA', blockchain] as const; // items of another chain lie between
            accept(world, createWallets(walletSetId, { blockchains, count: more }));
          };
          add(count);
          const ids = () =>
            [...world.wallet.wallets.values()]
              .filter((wallet) => wallet.blockchain === blockchain)
              .map(({ id }) => id);
          const inOrder = order === 'ASC' ? ids() : ids().toReversed();
          const towards = direction === 'pageAfter' ? inOrder : inOrder.toReversed();
          const from = direction === 'pageAfter' ? undefined : towards[0];
          const rest = [...additions];
          const met = walk(world.wallet, { order, pageSize }, direction, from, () => {
            world.pass(1_000);
            add(rest.shift() ?? 0);
          });
          const before = new Set(inOrder);
          expect(met.filter((id) => before.has(id))).toEqual(
            from === undefined ? towards : towards.slice(1),
          );
          expect(new Set(met).size).toBe(met.length);
          // The walk meets added items only if it leads to the newest, and then all of them.
          const isTowardsNew = (order === 'ASC') === (direction === 'pageAfter');
          const added = ids().filter((id) => !before.has(id));
          expect(met.filter((id) => !before.has(id))).toEqual(isTowardsNew ? added : []);
        },
      ),
      runs(40),
    );
  });
});

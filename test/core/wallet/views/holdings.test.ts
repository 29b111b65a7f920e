import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nativeToken } from '../../../../core/wallet/tokens/catalogue.ts';
import { holdingsView } from '../../../../core/wallet/views/holdings.ts';
import type { Balance } from '../../../../core/wallet/state.ts';
import type { Table } from '../../../../core/kernel/table.ts';
import { balanceId, holderOf } from '../../../../core/wallet/state.ts';
import { pureWorld } from '../../../support/pure-world.ts';
import { createWallets, createWalletSet, pick } from '../../../support/wallet.ts';

const blockchain = 'ETH-SEPOLIA';
const tokenId = nativeToken(blockchain)?.id ?? '';

/** A world in which so many wallets hold 1, 2, 3, ... units of the native token. */
function holders(count: number) {
  const world = pureWorld();
  const { walletSetId } = pick(world.did(createWalletSet()), 'WalletSetCreated');
  for (let made = 0; made < count; made += 200) {
    world.did(createWallets(walletSetId, { count: 200 }));
  }
  const balances = world.wallet.balances as Table<Balance, 'holder' | 'tokenId'>;
  for (const [index, { address }] of [...world.wallet.wallets.values()].entries()) {
    const id = balanceId(blockchain, address, tokenId);
    const holder = holderOf(blockchain, address);
    const units = BigInt(index + 1);
    balances.insert({ id, holder, tokenId, units, reserved: 0n, updatedMs: 0 });
  }
  return world.wallet;
}

describe('wallets with a least balance', () => {
  it.each([200, 600])('are found among %i holders, page by page', (count) => {
    const state = holders(count);
    const all = [...state.wallets.values()].map(({ id }) => id);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: all.length }),
        fc.integer({ min: 1, max: 50 }),
        (least, pageSize) => {
          const amountMin = `0.${String(least).padStart(18, '0')}`;
          const met: string[] = [];
          let cursor = {};
          for (;;) {
            const query = { pageSize, order: 'ASC', ...cursor } as const;
            const page = holdingsView(state, { blockchain, amountMin }, query);
            if (!page.ok) throw new Error(page.error);
            met.push(...page.value.items.map(({ id }) => id));
            if (!page.value.hasNext) break;
            cursor = { pageAfter: met.at(-1) };
          }
          expect(met).toEqual(all.slice(least - 1));
        },
      ),
      { numRuns: 5 },
    );
  });
});

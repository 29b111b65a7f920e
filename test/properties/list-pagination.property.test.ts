// A walk along any list, page by page in either direction, while items are added: it meets each initial item exactly once.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../support/collections/forks.ts';
import type { PageQuery } from '../../core/wallet/views/page.ts';
import {
  balancesView,
  holdingsView,
  monitoringView,
  nftsView,
  transactionsView,
  walletSetsView,
} from '../../core/wallet/views.ts';
import { createWallets, createWalletSet } from '../support/wallet/commands.ts';
import { accept, fundedWorld, type PureFundedWorld } from '../support/wallet/pure-worlds.ts';

interface List {
  /** Adds the nth item. */
  readonly add: (world: PureFundedWorld, n: number) => void;
  readonly page: (world: PureFundedWorld, query: PageQuery) => Page;
}

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly hasNext: boolean;
  readonly hasPrevious: boolean;
}

function had<T>(view: { ok: true; value: T } | { ok: false; error: string } | undefined): T {
  if (view?.ok !== true) throw new Error(`The walk broke off: ${view?.error ?? 'no such list'}`);
  return view.value;
}

const ownerOf = ({ wallets }: PureFundedWorld): string => wallets[0]?.id ?? '';

const mint = (world: PureFundedWorld, n: number, standard: 'ERC20' | 'ERC721') => {
  const address = `0x${(0xc0de + n).toString(16).padStart(40, '0')}`;
  accept(world, {
    type: 'MintTokens',
    walletId: ownerOf(world),
    token: { address, standard },
    ...(standard === 'ERC721' ? { nftTokenId: `${n}` } : {}),
  });
};

const lists: Readonly<Record<string, List>> = {
  'wallet sets': {
    add: (world) => void accept(world, createWalletSet()),
    page: ({ wallet }, query) => had(walletSetsView(wallet, query)),
  },
  'wallets with balances': {
    add: (world) => void accept(world, createWallets(world.walletSetId)),
    page: ({ wallet }, query) => had(holdingsView(wallet, { blockchain: 'ETH-SEPOLIA' }, query)),
  },
  transactions: {
    add: (world) =>
      void accept(world, {
        type: 'FundWallet',
        walletId: ownerOf(world),
        amounts: { native: '1' },
      }),
    page: ({ wallet }, query) => had(transactionsView(wallet, { includeAll: true }, query)),
  },
  balances: {
    add: (world, n) => mint(world, n, 'ERC20'),
    page: (world, query) =>
      had(balancesView(world.wallet, ownerOf(world), { includeAll: true }, query)),
  },
  NFTs: {
    add: (world, n) => mint(world, n, 'ERC721'),
    page: (world, query) =>
      had(nftsView(world.wallet, ownerOf(world), { includeAll: true }, query)),
  },
  'monitored tokens': {
    add: (world, n) => {
      mint(world, n, 'ERC20');
      const token = [...world.wallet.tokens.values()].at(-1);
      accept(world, { type: 'ChangeMonitoredTokens', change: 'add', tokenIds: [token?.id ?? ''] });
    },
    page: ({ wallet }, query) => had(monitoringView(wallet, {}, query)).tokens,
  },
};

it.each(Object.entries(lists))(
  'a walk through a list meets each of the %s exactly once',
  (_name, { add, page }) => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom('ASC' as const, 'DESC' as const),
        fc.boolean(),
        fc.array(fc.nat({ max: 2 }), { maxLength: 5 }),
        (count, pageSize, order, isForward, additions) => {
          const world = fundedWorld(['ETH-SEPOLIA'], {});
          let added = 0;
          const more = (times: number) => {
            for (let left = times; left > 0; left -= 1) add(world, (added += 1));
          };
          more(count);
          const whole = page(world, { pageSize: 1_000, order }).items.map(({ id }) => id);
          const expected = isForward ? whole : whole.toReversed().slice(1);
          const met: string[] = [];
          let cursor = isForward ? undefined : whole.at(-1);
          for (const rest of [...additions, ...Array.from({ length: 40 }, () => 0)]) {
            const at =
              cursor === undefined ? {} : { [isForward ? 'pageAfter' : 'pageBefore']: cursor };
            const { items, hasNext, hasPrevious } = page(world, { pageSize, order, ...at });
            const ids = items.map(({ id }) => id);
            met.push(...(isForward ? ids : ids.toReversed()));
            if (!(isForward ? hasNext : hasPrevious)) break;
            cursor = met.at(-1);
            world.pass(1_000);
            more(rest);
          }
          expect(new Set(met).size).toBe(met.length);
          expect(met.filter((id) => whole.includes(id))).toEqual(expected);
        },
      ),
      runs(25),
    );
  },
);

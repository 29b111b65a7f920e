// The list of wallets by balance, compared with a check of each wallet.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nativeToken } from '../../../../core/wallet/tokens/catalogue.ts';
import { formatAmount } from '../../../../core/wallet/tokens/amount.ts';
import { holdingsView, type HoldingFilter } from '../../../../core/wallet/views/holdings.ts';
import { holdingOf } from '../../../../core/wallet/tokens/holdings.ts';
import type { PageQuery } from '../../../../core/wallet/views/page.ts';
import type { ReadonlyWalletState } from '../../../../core/wallet/state.ts';
import { forkPureWorld, pureWorld, type PureWorld } from '../../../support/engine/pure-world.ts';
import {
  createWallets,
  createWalletSet,
  firstEventOf,
  transfer,
  usdcAddress,
  usdcId,
} from '../../../support/wallet/commands.ts';
import { accept, fundedWorld } from '../../../support/wallet/pure-worlds.ts';
import { runs } from '../../../support/runner/runs.ts';

const blockchain = 'ETH-SEPOLIA';
const tokenId = nativeToken(blockchain)?.id ?? '';

/** One ether and a few of its smallest units, which are equal as floating-point numbers. */
const units = fc.oneof(
  fc.bigInt(1n, 9n),
  fc.bigInt(-2n, 2n).map((far) => 10n ** 18n + far),
);

type Filter = Omit<HoldingFilter, 'blockchain'>;

/** The ids on all pages, read forwards. */
function walked(state: ReadonlyWalletState, filter: Filter): string[] {
  const met: string[] = [];
  for (let isAtEnd = false; !isAtEnd;) {
    const page = pageOf(state, filter, { pageAfter: met.at(-1) });
    met.push(...page.items.map(({ id }) => id));
    isAtEnd = !page.hasNext;
  }
  return met;
}

/** The ids on all pages, read backwards from a wallet. */
function walkedBack(
  state: ReadonlyWalletState,
  filter: Filter,
  from: string | undefined,
): string[] {
  const met: string[] = [];
  for (let isAtEnd = false; !isAtEnd;) {
    const page = pageOf(state, filter, { pageBefore: met[0] ?? from });
    met.unshift(...page.items.map(({ id }) => id));
    isAtEnd = !page.hasPrevious;
  }
  return met;
}

function pageOf(state: ReadonlyWalletState, filter: Filter, cursor: Partial<PageQuery>) {
  const query = { pageSize: 3, order: 'ASC', ...cursor } as const;
  const page = holdingsView(state, { blockchain, ...filter }, query);
  if (!page.ok) throw new Error(page.error);
  return page.value;
}

/** Twenty wallets of two alternating kinds, and five smart accounts. */
function someWallets(): PureWorld {
  const world = pureWorld();
  const { walletSetId } = firstEventOf(accept(world, createWalletSet()), 'WalletSetCreated');
  const metadata = Array.from({ length: 20 }, (_, index) => ({ refId: `kind-${index % 2}` }));
  accept(world, createWallets(walletSetId, { count: 20, metadata }));
  accept(world, createWallets(walletSetId, { count: 5, accountType: 'SCA' }));
  return world;
}

const given = someWallets();

describe('wallets with a least balance', () => {
  it('are found page by page, with other filters, after any deposits in any fork', () => {
    const ids = [...given.wallet.wallets.values()].map(({ id }) => id);
    const deposit = fc.tuple(fc.constantFrom(...ids), units);
    fc.assert(
      fc.property(
        fc.array(deposit, { maxLength: 30 }),
        fc.array(deposit, { maxLength: 10 }),
        units,
        fc.constantFrom({}, { refId: 'kind-1' }, { scaCore: 'circle_6900_singleowner_v3' }),
        (before, after, least, filter) => {
          const world = forkPureWorld(given);
          const pay = (to: PureWorld, deposits: readonly (readonly [string, bigint])[]) => {
            for (const [walletId, amount] of deposits) {
              const amounts = { native: formatAmount(amount, 18) };
              accept(to, { type: 'FundWallet', walletId, amounts });
            }
          };
          pay(world, before);
          const fork = forkPureWorld(world);
          pay(fork, after);
          for (const { wallet } of [world, fork]) {
            const expected = [...wallet.wallets.values()].filter(
              (each) =>
                holdingOf(wallet, { blockchain, address: each.address, tokenId }).units >= least &&
                (!('refId' in filter) || each.refId === filter.refId) &&
                (!('scaCore' in filter) || each.scaCore === filter.scaCore),
            );
            const query = { ...filter, amountMin: formatAmount(least, 18) };
            const expectedIds = expected.map(({ id }) => id);
            expect(walked(wallet, query)).toEqual(expectedIds);
            const last = walked(wallet, filter).at(-1);
            const beforeLast = expectedIds.filter((id) => id !== last);
            expect(walkedBack(wallet, query, last)).toEqual(beforeLast);
          }
        },
      ),
      runs(40),
    );
  });

  it('are found if the address had the balance before it was a wallet’s', () => {
    const world = fundedWorld(['MATIC-AMOY', blockchain]);
    const [, , payer] = world.wallets;
    const { walletSetId } = world;
    const far = firstEventOf(
      accept(world, createWallets(walletSetId, { blockchains: ['MATIC-AMOY'] })),
      'WalletsCreated',
    ).wallets[0];
    if (far === undefined || payer === undefined) throw new Error('Two wallets are needed.');
    world.start(transfer(payer.id, { destination: far.address, token: { tokenId: usdcId } }));
    world.pass(600_000);
    const filter = { tokenAddress: usdcAddress, amountMin: '1', address: far.address };
    expect(walked(world.wallet, filter)).toEqual([]);
    const source = { walletId: far.id };
    const derived = accept(world, { type: 'DeriveWallet', network: 'test', source, blockchain });
    const made = firstEventOf(derived, 'WalletDerived').wallets[0]?.id;
    expect(walked(world.wallet, filter)).toEqual([made]);
  });

  it('are no longer found after they have spent it', () => {
    const world = fundedWorld([blockchain], { native: '10', usdc: '5' });
    const [payer, other] = world.wallets.map(({ id }) => id);
    const filter = { tokenAddress: usdcAddress, amountMin: '5' };
    expect(walked(world.wallet, filter)).toEqual([payer, other]);
    world.start(transfer(payer ?? ''));
    world.pass(600_000);
    expect(walked(world.wallet, filter)).toEqual([other]);
  });
});

describe('wallets with NFTs of a collection', () => {
  const single = { address: `0x${'71'.repeat(20)}`, standard: 'ERC721' } as const;
  const several = { address: `0x${'11'.repeat(20)}`, standard: 'ERC1155' } as const;

  it.each([
    ['each of which there is one', single, ['1', '2'], '1', '2'],
    ['of which there are several', several, ['1', '2'], '3', '6'],
  ])('are shown with how many they own, %s', (_what, token, ids, amount, owned) => {
    const world = fundedWorld([blockchain]);
    const [owner, other] = world.wallets;
    const walletId = owner?.id ?? '';
    for (const nftTokenId of ids) {
      accept(world, { type: 'MintTokens', walletId, token, nftTokenId, amount });
    }
    const filter = { tokenAddress: token.address };
    const { items } = pageOf(world.wallet, filter, {});
    expect(items.map(({ balances }) => balances[1]?.amount)).toEqual([owned, '0']);
    expect(walked(world.wallet, { ...filter, amountMin: owned })).toEqual([walletId]);
    expect(walked(world.wallet, { ...filter, amountMin: `${Number(owned) + 1}` })).toEqual([]);
    world.start(
      transfer(walletId, {
        token: { tokenAddress: token.address, blockchain },
        destination: other?.address ?? '',
        nftTokenIds: ['1'],
        amounts: [amount],
      }),
    );
    world.pass(600_000);
    expect(walked(world.wallet, { ...filter, amountMin: amount })).toEqual([walletId, other?.id]);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WalletEvent } from '../../core/wallet/events.ts';
import { nftId } from '../../core/wallet/records/token.ts';
import { nftsView } from '../../core/wallet/views.ts';
import { steeringActions } from '../../core/wallet/commands.ts';
import { strangerAddress, transfer } from '../support/wallet/commands.ts';
import { accept, fundedWorld, type PureFundedWorld } from '../support/wallet/pure-worlds.ts';

const collections = [
  { address: `0x${'71'.repeat(20)}`, standard: 'ERC721' },
  { address: `0x${'11'.repeat(20)}`, standard: 'ERC1155' },
] as const;

type Action =
  | { readonly do: 'mint'; readonly wallet: number; readonly which: number; readonly item: number }
  | {
      readonly do: 'send';
      readonly from: number;
      readonly to: number;
      readonly which: number;
      readonly item: number;
    }
  | { readonly do: 'steer'; readonly transaction: number; readonly action: number }
  | { readonly do: 'pass'; readonly ms: number };

const wallet = fc.nat({ max: 1 });
const which = fc.nat({ max: 1 });
const item = fc.nat({ max: 3 });

const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ do: fc.constant('mint' as const), wallet, which, item }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        from: wallet,
        to: fc.nat({ max: 2 }),
        which,
        item,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('steer' as const),
        transaction: fc.nat({ max: 20 }),
        action: fc.nat({ max: steeringActions.length - 1 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.oneof(fc.nat({ max: 1_500 }), fc.nat({ max: 60_000 })),
      }),
    },
  ),
  { minLength: 1, maxLength: 30, size: 'max' },
);

/** Some actions are refused; the laws must hold nevertheless. */
function played(all: readonly Action[]): PureFundedWorld {
  const world = fundedWorld(['ETH-SEPOLIA'], { native: '10' });
  const addresses = [...world.wallets.map(({ address }) => address), strangerAddress];
  const ids = world.wallets.map(({ id }) => id);
  for (const action of all) {
    switch (action.do) {
      case 'mint': {
        const token = collections[action.which] ?? collections[0];
        const amount = token.standard === 'ERC721' ? '1' : '5';
        const walletId = ids[action.wallet] ?? '';
        const nftTokenId = `${action.item}`;
        world.decide('wallet', { type: 'MintTokens', walletId, token, nftTokenId, amount });
        break;
      }
      case 'send': {
        const { address, standard } = collections[action.which] ?? collections[0];
        world.decide(
          'wallet',
          transfer(ids[action.from] ?? '', {
            token: { tokenAddress: address, blockchain: 'ETH-SEPOLIA' },
            destination: addresses[action.to] ?? strangerAddress,
            nftTokenIds: [`${action.item}`],
            amounts: [standard === 'ERC721' ? '1' : '2'],
          }),
        );
        break;
      }
      case 'steer': {
        const transactions = [...world.wallet.transactions.values()];
        const transactionId = transactions[action.transaction]?.id ?? '';
        const steering = steeringActions[action.action] ?? 'stick';
        world.decide('wallet', { type: 'SteerTransaction', transactionId, action: steering });
        break;
      }
      case 'pass':
        world.pass(action.ms);
    }
  }
  return world;
}

function deposits(world: PureFundedWorld): Map<string, bigint> {
  const minted = new Map<string, bigint>();
  for (const { event } of world.entries.flatMap(({ events }) => events)) {
    const known = event as WalletEvent;
    if (known.type !== 'FundsDeposited' || known.nftTokenId === undefined) continue;
    const id = nftId(known);
    minted.set(id, (minted.get(id) ?? 0n) + BigInt(known.units));
  }
  return minted;
}

it('all owners together own as many of an NFT as were minted', () => {
  fc.assert(
    fc.property(actions, (all) => {
      const world = played(all);
      const held = new Map<string, bigint>();
      for (const holding of world.wallet.nftHoldings.values()) {
        const id = nftId(holding);
        held.set(id, (held.get(id) ?? 0n) + holding.units);
        expect(holding.reserved).toBeLessThanOrEqual(holding.units);
      }
      expect(held).toEqual(deposits(world));
    }),
  );
});

it('each ERC721 has exactly one owner', () => {
  fc.assert(
    fc.property(actions, (all) => {
      const { wallet: state } = played(all);
      const owners = new Map<string, string[]>();
      for (const holding of state.nftHoldings.values()) {
        if (holding.units === 0n) continue;
        if (state.tokens.get(holding.tokenId)?.standard !== 'ERC721') continue;
        const id = nftId(holding);
        owners.set(id, [...(owners.get(id) ?? []), holding.holder]);
        expect(holding.units).toBe(1n);
      }
      for (const holders of owners.values()) expect(holders).toHaveLength(1);
    }),
  );
});

it('a list shows each NFT of a wallet exactly once on a walk in either direction, while others arrive', () => {
  const walk = fc.record({
    items: fc.integer({ min: 1, max: 12 }),
    pageSize: fc.integer({ min: 1, max: 5 }),
    forward: fc.boolean(),
    late: fc.nat({ max: 3 }),
  });
  fc.assert(
    fc.property(walk, ({ items, pageSize, forward, late }) => {
      const world = fundedWorld(['ETH-SEPOLIA'], {});
      const [owner] = world.wallets;
      const walletId = owner?.id ?? '';
      const mint = (nftTokenId: number) => {
        const token = collections[nftTokenId % 2] ?? collections[0];
        accept(world, { type: 'MintTokens', walletId, token, nftTokenId: `${nftTokenId}` });
      };
      for (let item_ = 0; item_ < items; item_ += 1) mint(item_);
      const order = 'ASC' as const;
      const whole = nftsView(world.wallet, walletId, {}, { pageSize: 50, order });
      const before = whole?.ok === true ? whole.value.items.map(({ id }) => id) : [];
      const seen: string[] = [];
      let cursor: string | undefined = forward ? undefined : before.at(-1);
      if (cursor !== undefined) seen.push(cursor);
      let next = items;
      for (let page = 0; page <= items; page += 1) {
        const at =
          cursor === undefined ? {} : forward ? { pageAfter: cursor } : { pageBefore: cursor };
        const view = nftsView(world.wallet, walletId, {}, { ...at, pageSize, order });
        if (view?.ok !== true) throw new Error('The walk broke off');
        const ids = view.value.items.map(({ id }) => id);
        seen.push(...ids);
        cursor = forward ? ids.at(-1) : ids[0];
        for (let extra = 0; extra < late && page === 0; extra += 1) mint((next += 1));
        if (forward ? !view.value.hasNext : !view.value.hasPrevious) break;
      }
      expect(new Set(seen).size).toBe(seen.length);
      for (const id of before) expect(seen).toContain(id);
    }),
  );
});

// An independent model of the three token standards executes the transactions that are in the chain at the end. Each of them
// must be possible, and the final balances, owners and approvals must be those of the world.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeCall } from '../../core/wallet/broadcast/abi.ts';
import type { WalletEvent } from '../../core/wallet/events.ts';
import type { AbiValue } from '../../core/wallet/records/operation.ts';
import { allowanceOf, approvedFor } from '../../core/wallet/tokens/approvals.ts';
import { holdingOf } from '../../core/wallet/tokens/holdings.ts';
import { tokenByAddress } from '../../core/wallet/tokens/registry.ts';
import {
  createWallets,
  execution,
  firstEventOf,
  strangerAddress,
  usdcAddress,
} from '../support/wallet/commands.ts';
import { accept, fundedWorld, type PureFundedWorld } from '../support/wallet/pure-worlds.ts';

const single = '0x00000000000000000000000000000000000000c0';
const several = '0x00000000000000000000000000000000000000c1';
const unlimited = 2n ** 256n - 1n;
const actors = [0, 1, 2, 3]; // the last is a stranger, which sends nothing

interface Call {
  readonly make: keyof typeof creations;
  readonly x: number;
  readonly y: number;
  readonly n: number;
}

type Action =
  | { readonly do: 'call'; readonly by: number; readonly calls: readonly Call[] }
  | { readonly do: 'reorg'; readonly which: number; readonly isFinal: boolean }
  | { readonly do: 'pass'; readonly ms: number };

type Written = readonly [contract: string, signature: string, parameters: readonly AbiValue[]];

/** The calls, for two addresses and a small number. */
const creations = {
  approve: (_x: string, y: string, n: number): Written => [
    usdcAddress,
    'approve(address,uint256)',
    [y, n === 3 ? `${unlimited}` : `${n * 4}`],
  ],
  increase: (_x: string, y: string, n: number): Written => [
    usdcAddress,
    'increaseAllowance(address,uint256)',
    [y, `${n * 3}`],
  ],
  decrease: (_x: string, y: string, n: number): Written => [
    usdcAddress,
    'decreaseAllowance(address,uint256)',
    [y, `${n * 2}`],
  ],
  take: (x: string, y: string, n: number): Written => [
    usdcAddress,
    'transferFrom(address,address,uint256)',
    [x, y, `${n * 2}`],
  ],
  give: (_x: string, y: string, n: number): Written => [
    usdcAddress,
    'transfer(address,uint256)',
    [y, `${n}`],
  ],
  approveOne: (_x: string, y: string, n: number): Written => [
    single,
    'approve(address,uint256)',
    [n === 3 ? `0x${'0'.repeat(40)}` : y, `${n % 2}`],
  ],
  moveOne: (x: string, y: string, n: number): Written => [
    single,
    'transferFrom(address,address,uint256)',
    [x, y, `${n % 2}`],
  ],
  operateOne: (_x: string, y: string, n: number): Written => [
    single,
    'setApprovalForAll(address,bool)',
    [y, n > 0],
  ],
  moveSome: (x: string, y: string, n: number): Written => [
    several,
    'safeTransferFrom(address,address,uint256,uint256,bytes)',
    [x, y, '0', `${n}`, '0x'],
  ],
  operateSome: (_x: string, y: string, n: number): Written => [
    several,
    'setApprovalForAll(address,bool)',
    [y, n > 0],
  ],
} as const;

const place = fc.nat({ max: 3 });
const call = fc.record({
  make: fc.constantFrom(...(Object.keys(creations) as (keyof typeof creations)[])),
  x: place,
  y: place,
  n: place,
});
const actions: fc.Arbitrary<readonly Action[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('call' as const),
        by: fc.nat({ max: 2 }),
        calls: fc.array(call, { minLength: 1, maxLength: 3 }),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('reorg' as const),
        which: fc.nat({ max: 20 }),
        isFinal: fc.boolean(),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('pass' as const),
        ms: fc.constantFrom(500, 12_000, 30_000),
      }),
    },
  ),
  { minLength: 5, maxLength: 40, size: 'max' },
);

interface Played {
  readonly world: PureFundedWorld;
  readonly addresses: readonly string[];
  /** The calls of each transaction. */
  readonly written: ReadonlyMap<
    string,
    { readonly from: string; readonly calls: readonly Written[] }
  >;
}

function played(all: readonly Action[]): Played {
  const world = fundedWorld();
  const smart = { accountType: 'SCA' } as const;
  const made = firstEventOf(
    accept(world, createWallets(world.walletSetId, smart)),
    'WalletsCreated',
  ).wallets;
  const wallets = [...world.wallets, ...made];
  const addresses = [...wallets.map(({ address }) => address), strangerAddress];
  const last = made[0]?.id ?? '';
  accept(world, { type: 'FundWallet', walletId: last, amounts: { native: '5', usdc: '1000' } });
  for (const [index, { id: walletId }] of wallets.entries()) {
    const token = { address: several, standard: 'ERC1155' } as const;
    const mint = { type: 'MintTokens', walletId } as const;
    accept(world, { ...mint, token, nftTokenId: '0', amount: '5' });
    const one = { address: single, standard: 'ERC721' } as const;
    if (index < 2) accept(world, { ...mint, token: one, nftTokenId: `${index}` });
  }
  const written = new Map<string, { from: string; calls: readonly Written[] }>();
  for (const action of all) {
    if (action.do === 'pass') world.pass(action.ms);
    if (action.do === 'reorg') {
      const confirmed = [...world.wallet.transactions.values()].filter(
        ({ state, direction }) => state === 'CONFIRMED' && direction === 'OUTBOUND',
      );
      const transactionId = confirmed[action.which % Math.max(1, confirmed.length)]?.id ?? '';
      const to = action.isFinal ? 'failed' : 'mempool';
      world.decide('wallet', { type: 'SteerTransaction', transactionId, action: 'reorg', to });
    }
    if (action.do !== 'call') continue;
    const { id, address: from } = wallets[action.by] ?? { id: '', address: '' };
    const calls = action.calls.map(({ make, x, y, n }) =>
      creations[make](addresses[x] ?? '', addresses[y] ?? '', n),
    );
    const [first] = calls;
    if (first === undefined) continue;
    const isBatch = action.by === 2;
    const parts = calls.map(([to, name, values]) => [to, '0', encodeCall(name, values) ?? '0x']);
    const [contract, signature, parameters] = isBatch
      ? ([from, 'executeBatch((address,uint256,bytes)[])', [parts]] as const)
      : first;
    const started = world.start(
      execution(id, { contract, signature, parameters, fee: { feeLevel: 'HIGH' } }),
    );
    written.set(started, { from, calls: isBatch ? calls : [first] });
  }
  world.pass(60_000);
  return { world, addresses, written };
}

/** The transactions that are in the chain at the end, in block order. */
function standing(world: PureFundedWorld): readonly string[] {
  const ids: string[] = [];
  for (const { event } of world.entries.flatMap(({ events }) => events)) {
    const known = event as WalletEvent;
    if (known.type === 'TransactionConfirmed') ids.push(known.transactionId);
    if (known.type === 'TransactionReorganised' || known.type === 'TransactionReturnedToMempool') {
      ids.splice(ids.lastIndexOf(known.transactionId), 1);
    }
  }
  return ids;
}

/** Keys: `contract/nft/address` for balances, `contract/owner/spender` for allowances, `id` for approvals of one NFT. */
class Model {
  readonly balances = new Map<string, bigint>();
  readonly allowances = new Map<string, bigint>();
  readonly single = new Map<string, string>();

  run(sender: string, [contract, signature, parameters]: Written): void {
    const [p0 = '', p1 = '', p2 = '', p3 = ''] = parameters.map(String);
    const name = signature.slice(0, signature.indexOf('('));
    const own = `${contract}/${sender}/${p0}`;
    const before = this.allowances.get(own) ?? 0n;
    if (contract === usdcAddress) {
      if (name === 'approve') this.allowances.set(own, BigInt(p1));
      if (name === 'increaseAllowance') this.allowances.set(own, before + BigInt(p1));
      if (name === 'decreaseAllowance') this.allowances.set(own, this.least(before - BigInt(p1)));
      if (name === 'transfer') this.move(contract, '', sender, p0, BigInt(p1));
      if (name !== 'transferFrom') return;
      const key = `${contract}/${p0}/${sender}`;
      const allowed = this.allowances.get(key) ?? 0n;
      const left = this.least(allowed - BigInt(p2));
      if (allowed !== unlimited) this.allowances.set(key, left);
      return this.move(contract, '', p0, p1, BigInt(p2));
    }
    if (name === 'setApprovalForAll') {
      this.allowances.set(own, p1 === 'true' ? 1n : 0n);
    } else if (name === 'approve') {
      const owner = actorsOf(this).find(
        (one) => this.balances.get(`${single}/${p1}/${one}`) === 1n,
      );
      const isFree = owner === sender || this.allowances.get(`${contract}/${owner}/${sender}`);
      if (!isFree) throw new Error('Not its own');
      this.single.set(p1, p0);
    } else {
      const isOperator = this.allowances.get(`${contract}/${p0}/${sender}`) === 1n;
      const isApproved = contract === single && this.single.get(p2) === sender;
      const units = contract === single ? 1n : BigInt(p3);
      if (units > 0n && p0 !== sender && !isOperator && !isApproved)
        throw new Error('Not approved');
      if (contract === single) this.single.delete(p2);
      this.move(contract, p2, p0, p1, units);
    }
  }

  private least(units: bigint): bigint {
    if (units < 0n) throw new Error('More than there is');
    return units;
  }

  private move(contract: string, nft: string, from: string, to: string, units: bigint): void {
    const [source, target] = [`${contract}/${nft}/${from}`, `${contract}/${nft}/${to}`];
    // Not checked: tokens of a removed block may have come from elsewhere in the meantime.
    this.balances.set(source, (this.balances.get(source) ?? 0n) - units);
    this.balances.set(target, (this.balances.get(target) ?? 0n) + units);
  }
}

function actorsOf({ balances }: Model): readonly string[] {
  return [...new Set([...balances.keys()].map((key) => key.split('/')[2] ?? ''))];
}

it('no call moves a token of a wallet that neither sent nor approved it, and no more than was approved', () => {
  fc.assert(
    fc.property(actions, (all) => {
      const { world, addresses, written } = played(all);
      const model = new Model();
      for (const [index, address] of addresses.entries()) {
        model.balances.set(`${usdcAddress}//${address}`, index < 3 ? 1_000_000_000n : 0n);
        model.balances.set(`${several}/0/${address}`, index < 3 ? 5n : 0n);
        if (index < 2) model.balances.set(`${single}/${index}/${address}`, 1n);
      }
      for (const id of standing(world)) {
        const { from, calls } = written.get(id) ?? { from: '', calls: [] };
        for (const one of calls) model.run(from, one);
      }
      const token = (address: string) =>
        tokenByAddress(world.wallet, 'ETH-SEPOLIA', address)?.id ?? '';
      for (const owner of addresses) {
        const account = { blockchain: 'ETH-SEPOLIA', address: owner } as const;
        for (const [contract, nft] of [
          [usdcAddress, ''],
          [several, '0'],
          [single, '0'],
          [single, '1'],
        ] as const) {
          const item = nft === '' ? {} : { nftTokenId: nft };
          const { units } = holdingOf(world.wallet, {
            ...account,
            tokenId: token(contract),
            ...item,
          });
          expect(units).toBe(model.balances.get(`${contract}/${nft}/${owner}`) ?? 0n);
        }
        for (const spender of addresses) {
          for (const contract of [usdcAddress, single, several]) {
            const expected = model.allowances.get(`${contract}/${owner}/${spender}`) ?? 0n;
            const units = allowanceOf(world.wallet, token(contract), owner, spender);
            expect(contract === usdcAddress ? units : units > 0n ? 1n : 0n).toBe(expected);
          }
        }
      }
      for (const nft of ['0', '1']) {
        const zero = `0x${'0'.repeat(40)}`;
        const expected = model.single.get(nft) ?? zero;
        expect(approvedFor(world.wallet, token(single), nft) ?? zero).toBe(expected);
      }
      expect(actors).toHaveLength(addresses.length);
    }),
  );
});

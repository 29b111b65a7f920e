// Balances as a table: who holds enough is known whichever way a balance came in, and told by a copy too.

import { describe, expect, it } from 'vitest';
import { scanCommon } from '../../../../core/tables/index.ts';
import { Balances, type Balance } from '../../../../core/wallet/records/balance.ts';

function balance(walletOrdinal: number | undefined, units: bigint): Balance {
  const id = `address-${walletOrdinal ?? 'elsewhere'}`;
  const owned = walletOrdinal === undefined ? {} : { walletOrdinal };
  return { id, holder: id, ...owned, tokenId: 'token', units, reserved: 0n, updatedMs: 0 };
}

function holders(balances: Balances, least: bigint): number[] {
  const found: number[] = [];
  const set = balances.holdersOf('token', least);
  scanCommon([set], 'ascending', 0, 100, (ordinal) => found.push(ordinal) > 0);
  return found;
}

describe('balances', () => {
  it('tell which wallets hold enough, and nothing of other addresses', () => {
    const balances = new Balances();
    balances.insert(balance(3, 5n));
    balances.put(balance(1, 9n));
    balances.insert(balance(undefined, 100n));
    expect([holders(balances, 5n), holders(balances, 6n)]).toEqual([[1, 3], [1]]);
    balances.replace(balance(3, 7n));
    balances.put(balance(1, 2n));
    expect(holders(balances, 6n)).toEqual([3]);
    balances.remove(balance(3, 0n).id);
    expect(holders(balances, 1n)).toEqual([1]);
  });

  it('tell the same once they are put together from their pages, and forks tell their own', () => {
    const balances = new Balances();
    for (let ordinal = 0; ordinal < 100; ordinal += 1) {
      balances.insert(balance(ordinal, BigInt(ordinal)));
    }
    const copy = balances.emptied();
    for (let page = 0; page < balances.pageCount; page += 1) {
      copy.restorePage(page, balances.pageCount, balances.pageSince(page, 0) ?? []);
    }
    expect(holders(copy, 98n)).toEqual([98, 99]);
    const fork = balances.fork();
    fork.replace(balance(0, 98n));
    balances.replace(balance(99, 0n));
    expect([holders(fork, 98n), holders(balances, 98n)]).toEqual([[0, 98, 99], [98]]);
  });
});

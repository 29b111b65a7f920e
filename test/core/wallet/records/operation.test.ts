import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { needsOf, type Movement } from '../../../../core/wallet/records/operation.ts';

const go = (from: string, to: string, units: bigint, nftTokenId?: string): Movement => ({
  tokenId: 'coin',
  units,
  from,
  to,
  ...(nftTokenId === undefined ? {} : { nftTokenId }),
});

describe('the needs of an address for movements', () => {
  it('is the sum of outgoing units', () => {
    expect(needsOf('a', [go('a', 'b', 2n), go('a', 'c', 3n), go('b', 'c', 9n)])).toEqual([
      { tokenId: 'coin', units: 5n },
    ]);
  });

  it('is reduced by earlier incoming units, not by later ones', () => {
    expect(needsOf('a', [go('b', 'a', 2n), go('a', 'c', 3n)])).toEqual([
      { tokenId: 'coin', units: 1n },
    ]);
    expect(needsOf('a', [go('a', 'c', 3n), go('b', 'a', 2n)])).toEqual([
      { tokenId: 'coin', units: 3n },
    ]);
  });

  it('includes movements to itself', () => {
    expect(needsOf('a', [go('a', 'a', 3n), go('a', 'a', 2n)])).toEqual([
      { tokenId: 'coin', units: 3n },
    ]);
  });

  it('is separate for each token of a collection', () => {
    expect(needsOf('a', [go('a', 'b', 1n, '7'), go('b', 'a', 1n, '8'), go('a', 'b', 1n)])).toEqual([
      { tokenId: 'coin', nftTokenId: '7', units: 1n },
      { tokenId: 'coin', units: 1n },
    ]);
  });

  it('is exactly the amount with which all movements succeed', () => {
    const name = fc.constantFrom('a', 'b');
    const movement = fc.record({ from: name, to: name, units: fc.bigInt({ min: 0n, max: 9n }) });
    fc.assert(
      fc.property(fc.array(movement, { maxLength: 8 }), (moves) => {
        const movements = moves.map(({ from, to, units }) => go(from, to, units));
        const need = needsOf('a', movements)[0]?.units ?? 0n;
        const lowest = (start: bigint) => {
          let [balance, low] = [start, start];
          for (const { from, to, units } of movements) {
            if (from === 'a') balance -= units;
            low = balance < low ? balance : low;
            if (to === 'a') balance += units;
          }
          return low;
        };
        expect(lowest(need)).toBeGreaterThanOrEqual(0n);
        if (need > 0n) expect(lowest(need - 1n)).toBeLessThan(0n);
      }),
    );
  });
});

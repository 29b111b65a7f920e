import { HDNodeWallet } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scaCoreOfNew } from '../../../core/wallet/account.ts';
import { childAddresses } from '../../../core/wallet/child-keys.ts';
import { addressesOf, addressOf, smartAddressOf } from '../../../core/wallet/keys.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));

describe('the addresses of many children', () => {
  it('are those that ethers derives one by one, from any node and index', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: 1, max: 5 }),
        (seed, first, count) => {
          const node = HDNodeWallet.fromSeed(seed).derivePath("m/44'/60'/0'/0");
          const derived = Array.from({ length: count }, (_, ordinal) =>
            node.deriveChild(first + ordinal).address.toLowerCase(),
          );
          const half = { publicKey: bytes(node.publicKey), chainCode: bytes(node.chainCode) };
          expect(childAddresses(half, first, count)).toEqual(derived);
        },
      ),
      { numRuns: 10 },
    );
  });

  it('are those of their indices, however many are wanted', () => {
    const secret = '0123456789abcdef'.repeat(8);
    for (const count of [3, 60]) {
      const indices = Array.from({ length: count }, (_, ordinal) => 7 + ordinal);
      const run = { secret, first: 7, family: 'evm' } as const;
      expect(addressesOf(run, count)).toEqual(
        indices.map((index) => addressOf(secret, 'evm', index)),
      );
      expect(addressesOf({ ...run, core: scaCoreOfNew }, count)).toEqual(
        indices.map((index) => smartAddressOf(secret, scaCoreOfNew, index)),
      );
    }
    const near = { secret, first: 7, family: 'near' } as const;
    expect(addressesOf(near, 2)).toEqual([7, 8].map((index) => addressOf(secret, 'near', index)));
  });
});

// Hardened children of Ed25519 keys compared with the public library, and with the vectors of SLIP-0010.

import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { HDKey } from 'micro-key-producer/slip10.js';
import { describe, expect, it } from 'vitest';
import { hardenedChild } from '../../../../core/wallet/keys/slip10.ts';
import { runs } from '../../../support/runner/runs.ts';

describe('a hardened child', () => {
  it("has the key of the second node of the standard's first vector", () => {
    const root = HDKey.fromMasterSeed(hexToBytes('000102030405060708090a0b0c0d0e0f'));
    const { privateKey, chainCode } = hardenedChild(root, 0);
    expect(bytesToHex(privateKey)).toBe(
      '68e0fe46dfb67e368c75379acec591dad19df3cde26e63b93a8e704f1dade7a3',
    );
    expect(bytesToHex(chainCode)).toBe(
      '8b59aa11380b624e81507a27fedda59fea6d0b779a778918a2fd3590e16e9c69',
    );
  });

  it('is that of the library, for every index', () => {
    const seed = fc.uint8Array({ minLength: 64, maxLength: 64 });
    fc.assert(
      fc.property(seed, fc.nat(2 ** 31 - 1), (bytes, index) => {
        const root = HDKey.fromMasterSeed(bytes);
        const { privateKey, chainCode } = root.derive(`m/${index}'`);
        const own = hardenedChild(root, index);
        expect([own.privateKey, own.chainCode]).toEqual([privateKey, chainCode]);
      }),
      runs(30),
    );
  });
});

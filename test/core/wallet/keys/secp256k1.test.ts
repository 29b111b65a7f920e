import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { HDNodeWallet, hexlify } from 'ethers';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { scaCoreOfNew } from '../../../../core/wallet/keys/account.ts';
import { addressesOf, addressOf, smartAddressOf } from '../../../../core/wallet/keys/hd-tree.ts';
import {
  childKey,
  curveInJavaScript,
  curveLoaded,
  publicKeyOf,
  signDigest,
} from '../../../../core/wallet/keys/secp256k1.ts';
import { runs } from '../../../support/runner/runs.ts';

const bytes = (hex: string) => Uint8Array.from(Buffer.from(hex.slice(2), 'hex'));
/** A hash below the order of the curve, as all but one in 2^128 are. Above it, interpretations of RFC 6979 differ. */
const digest = fc.uint8Array().map((message) => keccak_256(message));
const { n: order } = secp256k1.Point.CURVE();
const key = fc
  .oneof(fc.bigInt({ min: 1n, max: order - 1n }), fc.constantFrom(1n, 2n, order - 2n, order - 1n))
  .map((scalar) => bytes(`0x${scalar.toString(16).padStart(64, '0')}`));

describe('the curve', () => {
  beforeAll(() => curveLoaded);

  it('is the same before its library is loaded', () => {
    fc.assert(
      fc.property(key, digest, fc.nat(1_000), (privateKey, hash, index) => {
        expect(curveInJavaScript.sign(hash, privateKey)).toEqual(signDigest(hash, privateKey));
        expect(curveInJavaScript.publicKeyOf(privateKey)).toEqual(publicKeyOf(privateKey));
        const publicKey = secp256k1.getPublicKey(privateKey, true);
        const child = childKey({ privateKey, publicKey, chainCode: hash }, index);
        const number = (given: Uint8Array) => BigInt(hexlify(given));
        const difference = (number(child) - number(privateKey) + order) % order;
        const tweak = bytes(`0x${difference.toString(16).padStart(64, '0')}`);
        expect(curveInJavaScript.addTweak(privateKey, tweak)).toEqual(child);
      }),
      runs(20),
    );
  });

  it('signs as the same curve in JavaScript does, to the byte', () => {
    fc.assert(
      fc.property(key, digest, (privateKey, hash) => {
        const signature = { prehash: false, format: 'recovered' } as const;
        const [recovery, ...compact] = secp256k1.sign(hash, privateKey, signature);
        const { compact: own, yParity } = signDigest(hash, privateKey);
        expect([yParity, ...own]).toEqual([recovery, ...compact]);
      }),
      runs(60),
    );
  });

  it('computes the point of a key', () => {
    fc.assert(
      fc.property(key, (privateKey) => {
        expect(publicKeyOf(privateKey)).toEqual(secp256k1.getPublicKey(privateKey, false));
      }),
      runs(40),
    );
  });

  it('derives the children that ethers derives, from any node and index', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 64, maxLength: 64 }),
        fc.integer({ min: 0, max: 2 ** 31 - 1 }),
        (seed, index) => {
          const node = HDNodeWallet.fromSeed(seed).derivePath("m/44'/60'/0'/0");
          const { privateKey, publicKey, chainCode } = node;
          const own = {
            privateKey: bytes(privateKey),
            publicKey: bytes(publicKey),
            chainCode: bytes(chainCode),
          };
          expect(hexlify(childKey(own, index))).toBe(node.deriveChild(index).privateKey);
        },
      ),
      runs(20),
    );
  });

  it('rejects invalid keys', () => {
    for (const none of [new Uint8Array(32), new Uint8Array(32).fill(255)]) {
      expect(() => publicKeyOf(none)).toThrow(/has a public key/);
      expect(() => signDigest(new Uint8Array(32), none)).toThrow(/can sign/);
    }
  });
});

describe('the addresses of a batch', () => {
  it('are those of their indices', () => {
    const secret = '0123456789abcdef'.repeat(8);
    const indices = [7, 8, 9];
    const run = { secret, first: 7, family: 'evm' } as const;
    expect(addressesOf(run, 3)).toEqual(indices.map((index) => addressOf(secret, 'evm', index)));
    expect(addressesOf({ ...run, core: scaCoreOfNew }, 3)).toEqual(
      indices.map((index) => smartAddressOf(secret, scaCoreOfNew, index)),
    );
    const near = { secret, first: 7, family: 'near' } as const;
    expect(addressesOf(near, 2)).toEqual([7, 8].map((index) => addressOf(secret, 'near', index)));
  });
});

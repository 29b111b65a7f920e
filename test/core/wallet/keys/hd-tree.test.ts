import bs58 from 'bs58';
import { derivePath } from 'ed25519-hd-key';
import { HDNodeWallet, hexlify } from 'ethers';
import { createHash } from 'node:crypto';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import {
  initialPublicKeyOf,
  isAddress,
  normalAddress,
} from '../../../../core/wallet/keys/address.ts';
import { addressOf, prepareCurves, privateKeyOf } from '../../../../core/wallet/keys/hd-tree.ts';

const secrets = ['00'.repeat(64), 'ff'.repeat(64), '0123456789abcdef'.repeat(8)];
const indices = [1, 2, 7, 1_000, 9_999_999];
const places = secrets.flatMap((secret) => indices.map((index) => ({ secret, index })));

it('the tables of the curves are computed in pieces', () => {
  expect([...prepareCurves()]).toHaveLength(2);
});

describe('keys of EVM chains', () => {
  it('are those that ethers finds at m/44/60/0/0/index', () => {
    for (const { secret, index } of places) {
      const node = HDNodeWallet.fromSeed(`0x${secret}`).derivePath(`m/44'/60'/0'/0/${index}`);
      expect(hexlify(privateKeyOf(secret, 'evm', index))).toBe(node.privateKey);
      expect(addressOf(secret, 'evm', index)).toBe(node.address.toLowerCase());
    }
  });
});

describe('keys of Solana', () => {
  it("are those that ed25519-hd-key finds at m/44'/501'/index'/0'", () => {
    for (const { secret, index } of places) {
      const { key } = derivePath(`m/44'/501'/${index}'/0'`, secret);
      expect(hexlify(privateKeyOf(secret, 'solana', index))).toBe(hexlify(key));
      const { publicKey } = nacl.sign.keyPair.fromSeed(key);
      expect(addressOf(secret, 'solana', index)).toBe(bs58.encode(publicKey));
    }
  });
});

describe('keys of Aptos', () => {
  it("are those that ed25519-hd-key finds at m/44'/637'/index'/0'/0', hashed with the scheme's byte", () => {
    for (const { secret, index } of places) {
      const { key } = derivePath(`m/44'/637'/${index}'/0'/0'`, secret);
      expect(hexlify(privateKeyOf(secret, 'aptos', index))).toBe(hexlify(key));
      const { publicKey } = nacl.sign.keyPair.fromSeed(key);
      const hashed = createHash('sha3-256').update(publicKey).update(Uint8Array.of(0));
      expect(addressOf(secret, 'aptos', index)).toBe(`0x${hashed.digest('hex')}`);
    }
  });
});

describe('keys of NEAR', () => {
  it("are those that ed25519-hd-key finds at m/44'/397'/index', as implicit accounts", () => {
    for (const { secret, index } of places) {
      const { key } = derivePath(`m/44'/397'/${index}'`, secret);
      expect(hexlify(privateKeyOf(secret, 'near', index))).toBe(hexlify(key));
      const { publicKey } = nacl.sign.keyPair.fromSeed(key);
      const account = addressOf(secret, 'near', index);
      expect(`0x${account}`).toBe(hexlify(publicKey));
      expect(initialPublicKeyOf(account)).toBe(bs58.encode(publicKey));
    }
  });
});

describe('addresses', () => {
  const families = ['evm', 'solana', 'aptos', 'near'] as const;

  it('differ from index to index and from tree to tree', () => {
    for (const family of families) {
      const addresses = places.map(({ secret, index }) => addressOf(secret, family, index));
      expect(new Set(addresses).size).toBe(places.length);
    }
  });

  it('are addresses of their family, in their stored form', () => {
    for (const family of families) {
      const address = addressOf(secrets[2] ?? '', family, 1);
      expect(isAddress(family, address)).toBe(true);
      expect(normalAddress(family, address)).toBe(address);
    }
  });
});

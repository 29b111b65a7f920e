import bs58 from 'bs58';
import { derivePath } from 'ed25519-hd-key';
import { HDNodeWallet, Wallet as EthersWallet, getAddress, hexlify } from 'ethers';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import {
  addressOf,
  initialPublicKeyOf,
  isAddress,
  normalAddress,
  privateKeyOf,
} from '../../../../core/wallet/keys/hd-tree.ts';

const secrets = ['00'.repeat(64), 'ff'.repeat(64), '0123456789abcdef'.repeat(8)];
const indices = [1, 2, 7, 1_000, 9_999_999];
const places = secrets.flatMap((secret) => indices.map((index) => ({ secret, index })));

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

  it('are addresses of their family, in the form in which they are kept', () => {
    for (const family of families) {
      const address = addressOf(secrets[2] ?? '', family, 1);
      expect(isAddress(family, address)).toBe(true);
      expect(normalAddress(family, address)).toBe(address);
    }
  });

  it('are kept in lower case where they are hex behind 0x, and else as they are', () => {
    expect(normalAddress('evm', '0xABCDEF')).toBe('0xabcdef');
    expect(normalAddress('aptos', '0xABCDEF')).toBe('0xabcdef');
    expect(normalAddress('solana', 'AbC')).toBe('AbC');
  });
});

describe('isAddress', () => {
  const checksummed = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'; // an example of EIP-55

  it.each([
    ['in lower case', checksummed.toLowerCase(), true],
    ['in upper case', `0x${checksummed.slice(2).toUpperCase()}`, true],
    ['with its checksum', checksummed, true],
    ['with a wrong checksum', checksummed.replace('5aA', '5AA'), false],
    ['without 0x', checksummed.slice(2), false],
    ['too short', checksummed.slice(0, -1), false],
    ['too long', `${checksummed}0`, false],
    ['with a digit that is none', checksummed.replace('5aA', '5gA'), false],
    ['with a line break behind', `${checksummed}\n`, false],
    ['empty', '', false],
  ])('judges an EVM address %s', (_what, text, valid) => {
    expect(isAddress('evm', text)).toBe(valid);
  });

  it('agrees with ethers about the case of any address', () => {
    const letters = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
    fc.assert(
      fc.property(letters, (upper) => {
        const text = `0x${Array.from(checksummed.slice(2))
          .map((digit, index) =>
            upper[index] === true ? digit.toUpperCase() : digit.toLowerCase(),
          )
          .join('')}`;
        expect(isAddress('evm', text)).toBe(isChecksummed(text));
      }),
    );
    for (let round = 0; round < 20; round += 1) {
      const { address } = new EthersWallet(hexlify(privateKeyOf(secrets[2] ?? '', 'evm', round)));
      expect(isAddress('evm', address)).toBe(true);
    }
  });

  it.each([
    ['a public key', bs58.encode(new Uint8Array(32).fill(7)), true],
    ['the system program', '1'.repeat(32), true],
    ['31 bytes', bs58.encode(new Uint8Array(31).fill(7)), false],
    ['33 bytes', bs58.encode(new Uint8Array(33).fill(7)), false],
    ['44 digits that are more than 32 bytes', 'z'.repeat(44), false],
    ['a digit that base58 does not have', `0${'1'.repeat(31)}`, false],
    ['an EVM address', checksummed, false],
    ['nothing', '', false],
  ])('judges %s as a Solana address', (_what, text, valid) => {
    expect(isAddress('solana', text)).toBe(valid);
  });

  it('wants 64 digits on Aptos, and an account name or 64 digits on NEAR', () => {
    const digits = '0f'.repeat(32);
    expect(isAddress('aptos', `0x${digits}`)).toBe(true);
    expect(isAddress('aptos', digits)).toBe(false);
    expect(isAddress('near', digits)).toBe(true);
    expect(isAddress('near', 'alice.near')).toBe(true);
    expect(isAddress('near', 'Alice.near')).toBe(false);
    expect(isAddress('near', 'a')).toBe(false);
  });
});

/** What ethers says of the case of an address. */
function isChecksummed(text: string): boolean {
  try {
    getAddress(text);
    return true;
  } catch {
    return false;
  }
}

import bs58 from 'bs58';
import { Wallet as EthersWallet, getAddress, hexlify } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAddress, normalAddress } from '../../../../core/wallet/keys/address.ts';
import { privateKeyOf } from '../../../../core/wallet/keys/hd-tree.ts';

const secret = '0123456789abcdef'.repeat(8);

describe('addresses', () => {
  it('are stored in lower case if they are hex after 0x, else unchanged', () => {
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
      const { address } = new EthersWallet(hexlify(privateKeyOf(secret, 'evm', round)));
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

  it('requires 64 digits on Aptos, and an account name or 64 digits on NEAR', () => {
    const digits = '0f'.repeat(32);
    expect(isAddress('aptos', `0x${digits}`)).toBe(true);
    expect(isAddress('aptos', digits)).toBe(false);
    expect(isAddress('near', digits)).toBe(true);
    expect(isAddress('near', 'alice.near')).toBe(true);
    expect(isAddress('near', 'Alice.near')).toBe(false);
    expect(isAddress('near', 'a')).toBe(false);
  });

  it.each(['ab..near', 'a--b.near', 'a-.near', 'a_-b.near', '.near', 'near.', '-a.near', 'a-'])(
    'wants separators on NEAR between letters or digits: %s',
    (name) => {
      expect(isAddress('near', name)).toBe(false);
    },
  );

  it('accepts on NEAR the names that the protocol accepts', () => {
    // The rule for account ids in the specification of the protocol.
    const rule = /^(([a-z\d]+[-_])*[a-z\d]+\.)*([a-z\d]+[-_])*[a-z\d]+$/;
    const character = fc.constantFrom('a', 'b', '0', '.', '-', '_', 'A');
    const name = fc.oneof(
      fc.string({ unit: character, maxLength: 8 }),
      fc.string({ unit: fc.constantFrom('a', 'b.c', '-'), minLength: 50, maxLength: 66 }),
    );
    fc.assert(
      fc.property(name, (text) => {
        const isOne = text.length >= 2 && text.length <= 64 && rule.test(text);
        expect(isAddress('near', text)).toBe(isOne);
      }),
    );
  });
});

/** Whether ethers accepts the letter case of an address. */
function isChecksummed(text: string): boolean {
  try {
    getAddress(text);
    return true;
  } catch {
    return false;
  }
}

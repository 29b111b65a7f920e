import { concat, getCreate2Address, HDNodeWallet, keccak256, toBeHex, toUtf8Bytes } from 'ethers';
import { describe, expect, it } from 'vitest';
import {
  accountTypes,
  isScaOffered,
  scaCoreOfNew,
  scaCores,
  smartAccountAddress,
} from '../../../../core/wallet/keys/account.ts';
import { blockchains } from '../../../../core/wallet/chain/blockchains.ts';
import { addressOf, privateKeyOf, smartAddressOf } from '../../../../core/wallet/keys/hd-tree.ts';

const secret = '0123456789abcdef'.repeat(8);
const owner = '0x00000000000000000000000000000000000000aa';

describe('the address of a smart account', () => {
  it('is the CREATE2 address of its contract', () => {
    for (const core of scaCores) {
      for (const index of [1, 2, 9_999_999]) {
        const factory = `0x${keccak256(toUtf8Bytes(`factory/${core}`)).slice(-40)}`;
        const code = keccak256(concat([toUtf8Bytes(core), owner]));
        const expected = getCreate2Address(factory, toBeHex(index, 32), code);
        expect(smartAccountAddress(owner, core, index)).toBe(expected.toLowerCase());
      }
    }
  });

  it('has an owner key from an account of its own on the tree', () => {
    const node = HDNodeWallet.fromSeed(`0x${secret}`).derivePath("m/44'/60'/1'/0/7");
    expect(privateKeyOf(secret, 'evm', 7, 'SCA')).toEqual(
      Uint8Array.from(Buffer.from(node.privateKey.slice(2), 'hex')),
    );
    const address = smartAddressOf(secret, scaCoreOfNew, 7);
    expect(address).toBe(smartAccountAddress(node.address.toLowerCase(), scaCoreOfNew, 7));
    expect([node.address.toLowerCase(), addressOf(secret, 'evm', 7)]).not.toContain(address);
  });

  it('differs from core to core and from index to index', () => {
    const addresses = scaCores.flatMap((core) => [
      smartAddressOf(secret, core, 1),
      smartAddressOf(secret, core, 2),
    ]);
    expect(new Set(addresses).size).toBe(2 * scaCores.length);
  });
});

describe('smart accounts', () => {
  it('are offered on the EVM chains that transactions are sent on', () => {
    const families = ['ETH', 'AVAX', 'MATIC', 'ARB', 'UNI', 'BASE', 'OP', 'ARC', 'MONAD'];
    const offered = blockchains.filter(isScaOffered);
    expect(new Set(offered.map((code) => code.split('-')[0]))).toEqual(new Set(families));
    expect(offered).toHaveLength(2 * families.length - 1); // ARC has only a test network
  });

  it('are one of two types of account', () => {
    expect(accountTypes).toEqual(['EOA', 'SCA']);
  });
});

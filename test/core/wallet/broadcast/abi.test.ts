import { Interface, ZeroAddress, getBytes } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeCall, readCall } from '../../../../core/wallet/broadcast/abi.ts';
import type { AbiValue } from '../../../../core/wallet/records/operation.ts';
import { strangerAddress } from '../../../support/wallet/commands.ts';

function byEthers(signature: string, parameters: readonly unknown[]): string {
  const contract = new Interface([`function ${signature}`]);
  const [fragment] = contract.fragments;
  if (fragment === undefined) throw new Error('ethers reads no function');
  return contract.encodeFunctionData(fragment.format(), parameters);
}

const tuples = [[[strangerAddress, '7', '0x0102']], ['a', 'b']];

describe('call data', () => {
  it.each<readonly [signature: string, parameters: readonly AbiValue[]]>([
    ['g()', []],
    ['transfer(address,uint256)', [strangerAddress, '5']],
    ['function transfer(address to, uint256 value) returns (bool)', [strangerAddress, 5]],
    ['f((address,uint256,bytes)[] calls, string[] memory names)', tuples],
    ['one((address a, uint256 b) pair)', [[strangerAddress, '1']]],
    ['h(uint256[2][])', [[['1', 2]]]],
    ['k(bool,int8,bytes4)', [true, -3, '0x01020304']],
    [
      'deep((uint8,(string,bool)[2]))',
      [
        [
          '7',
          [
            ['x', true],
            ['', false],
          ],
        ],
      ],
    ],
    ['q(uint)', ['0xff']],
  ])('of %s equals the call data of ethers', (signature, parameters) => {
    const plain = signature.replace(/^function /, '');
    expect(encodeCall(signature, parameters)).toBe(byEthers(plain, parameters));
  });

  it('encodes integers of every size and text of every kind', () => {
    const integer = fc.bigInt({ min: -(2n ** 255n), max: 2n ** 255n - 1n });
    const bytes = fc
      .uint8Array({ maxLength: 70 })
      .map((raw) => `0x${Buffer.from(raw).toString('hex')}`);
    fc.assert(
      fc.property(integer, fc.string({ unit: 'binary' }), fc.array(bytes), (number, text, all) => {
        const signature = 'f(int256,string,bytes[])';
        expect(encodeCall(signature, [number.toString(), text, all])).toBe(
          byEthers(signature, [number, text, all]),
        );
      }),
    );
  });

  it.each<readonly [why: string, signature: string, parameters: readonly AbiValue[]]>([
    ['too few parameters', 'transfer(address,uint256)', [strangerAddress]],
    ['too many', 'g()', ['1']],
    ['a negative number without a sign', 'f(uint256)', ['-1']],
    ['a number that is too large', 'f(uint8)', ['256']],
    ['a fraction', 'f(uint8)', ['1.5']],
    ['no address', 'f(address)', ['0x12']],
    [
      'an address with a wrong checksum',
      'f(address)',
      ['0xAa000000000000000000000000000000000000aB'],
    ],
    ['bytes of another length', 'f(bytes2)', ['0x010203']],
    ['a list of another length', 'f(uint256[2])', [['1']]],
    ['a value for a list', 'f(uint256[])', ['1']],
    ['a list for a value', 'f(uint256)', [['1']]],
    ['text for a boolean', 'f(bool)', ['yes']],
    ['a type that is none', 'f(foo)', ['1']],
    ['what is no function', 'nonsense', []],
    ['what does not end', 'transfer(address', []],
    ['what is too deep', `f(${'('.repeat(200)}uint8${')'.repeat(200)})`, []],
  ])('is not written with %s', (_why, signature, parameters) => {
    expect(encodeCall(signature, parameters)).toBeUndefined();
  });
});

describe('a decoded call', () => {
  it('is the function with its parameters', () => {
    const data = byEthers('transfer(address,uint256)', [strangerAddress, 5n]);
    expect(readCall(data)).toEqual({
      signature: 'transfer(address,uint256)',
      parameters: [strangerAddress, 5n],
    });
    const batch = byEthers('executeBatch((address,uint256,bytes)[])', [
      [
        [ZeroAddress, 1n, '0x'],
        [strangerAddress, 2n, '0x0102'],
      ],
    ]);
    expect(readCall(batch)?.parameters).toEqual([
      [
        [ZeroAddress, 1n, getBytes('0x')],
        [strangerAddress, 2n, getBytes('0x0102')],
      ],
    ]);
  });

  it.each(['0x', '0x12345678', '0xa9059cbb', '0xa9059cbb00'])('is none in %s', (data) => {
    expect(readCall(data)).toBeUndefined();
  });
});

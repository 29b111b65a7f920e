// Calls, typed data and transactions of a given size, in shapes whose work could grow faster than their length.

import { externalAddress } from '../support/server/requests.ts';
import { repeatToLength } from './work.ts';

type Fields = Readonly<Record<string, unknown>>;

export const list = <Item>(count: number, item: (index: number) => Item): readonly Item[] =>
  Array.from({ length: Math.max(1, Math.floor(count)) }, (_, index) => item(index));
const nested = (depth: number, inner: unknown): unknown =>
  list(depth, () => 0).reduce<unknown>((value) => [value], inner);

const called = (types: string, ...abiParameters: readonly unknown[]) => ({
  contractAddress: externalAddress,
  abiFunctionSignature: `f(${types})`,
  abiParameters,
});
/** Calls of a given size. */
export const calls: readonly (readonly [string, number, (size: number) => Fields])[] = [
  ['types', 800, (size) => called(list(size, () => 'bool').join(','), ...list(size, () => true))],
  ['names of parameters', 4_000, (size) => called(`bool ${repeatToLength('a', size)}`, true)],
  [
    'tuples in each other',
    2_000,
    (size) => called(`${'('.repeat(size)}bool${')'.repeat(size)}`, nested(15, true)),
  ],
  [
    'tuples beside each other',
    500,
    (size) => called(list(size, () => '(bool)').join(','), ...list(size, () => [true])),
  ],
  ['open tuples', 4_000, (size) => called('('.repeat(size))],
  ['closed tuples', 4_000, (size) => called(')'.repeat(size))],
  ['lists of lists', 2_000, (size) => called(`bool${'[]'.repeat(size)}`, nested(15, []))],
  ['lengths of lists', 1_300, (size) => called(`bool${'[1]'.repeat(size)}`, nested(15, true))],
  ['a long length', 4_000, (size) => called(`bool[${'9'.repeat(size)}]`, [])],
  ['blanks', 4_000, (size) => called(`${' '.repeat(size)}bool`, true)],
  ['words', 600, (size) => called('bool memory '.repeat(size), true)],
  ['a wide list', 9_000, (size) => called('uint256[]', list(size, String))],
  [
    'a list of texts',
    2_000,
    (size) =>
      called(
        'string[]',
        list(size, () => 'a'),
      ),
  ],
  [
    'a list of lists',
    900,
    (size) =>
      called(
        'bool[][]',
        list(size, () => [true]),
      ),
  ],
  [
    'a list of tuples',
    900,
    (size) =>
      called(
        '(bool,string)[]',
        list(size, () => [true, 'a']),
      ),
  ],
  [
    'a deep list beside many',
    9_000,
    (size) => called('bool[][]', [list(size, () => true), nested(14, true)]),
  ],
  ['a long text', 131_074, (size) => called('string', repeatToLength('語', size))],
  ['long bytes', 131_074, (size) => called('bytes', `0x${repeatToLength('ab', size - 2)}`)],
  ['a long number', 131_074, (size) => called('uint256', repeatToLength('9', size))],
  ['a long hex number', 131_074, (size) => called('uint256', `0x${repeatToLength('f', size - 2)}`)],
  ['a long address', 131_074, (size) => called('address', `0x${repeatToLength('f', size - 2)}`)],
  ['a long truth', 131_074, (size) => called('bool', repeatToLength('t', size))],
  [
    'call data',
    131_074,
    (size) => ({ contractAddress: externalAddress, callData: `0x${'ab'.repeat(size / 2 - 1)}` }),
  ],
  ['digits of an amount', 80, (size) => ({ ...called('bool', true), amount: '9'.repeat(size) })],
];

const typed = (types: Fields, message: unknown, primaryType = 'A', domain: Fields = {}) => ({
  data: JSON.stringify({ types, primaryType, domain, message }),
});
const chainOf = (depth: number, field: string): object =>
  list(depth, () => 0).reduce<object>((value) => ({ [field]: value }), {});
/** Typed data of a given size. */
export const typedData: readonly (readonly [string, number, (size: number) => Fields])[] = [
  [
    'a long text',
    260_000,
    (size) => typed({ A: [{ name: 'a', type: 'string' }] }, { a: repeatToLength('a', size) }),
  ],
  [
    'long bytes',
    260_000,
    (size) => typed({ A: [{ name: 'a', type: 'bytes' }] }, { a: `0x${'ab'.repeat(size / 2)}` }),
  ],
  [
    'a long number',
    260_000,
    (size) => typed({ A: [{ name: 'a', type: 'uint256' }] }, { a: repeatToLength('9', size) }),
  ],
  [
    'a long type',
    260_000,
    (size) => typed({ A: [{ name: 'a', type: `bool${repeatToLength('[]', size)}` }] }, {}),
  ],
  [
    'a long name',
    260_000,
    (size) => typed({ A: [{ name: repeatToLength('a', size), type: 'bool' }] }, {}),
  ],
  [
    'a wide list',
    9_900,
    (size) => typed({ A: [{ name: 'a', type: 'bool[]' }] }, { a: list(size, () => true) }),
  ],
  [
    'a list of structs',
    4_900,
    (size) =>
      typed(
        { A: [{ name: 'a', type: 'B[]' }], B: [{ name: 'b', type: 'bool' }] },
        { a: list(size, () => ({ b: true })) },
      ),
  ],
  [
    'structs in each other',
    60,
    (size) => typed({ A: [{ name: 'a', type: 'A' }] }, chainOf(size, 'a')),
  ],
  [
    'structs too deep',
    2_000,
    (size) => typed({ A: [{ name: 'a', type: 'A' }] }, chainOf(size, 'a')),
  ],
  ['lists in each other', 100_000, (size) => ({ data: '['.repeat(size) + ']'.repeat(size) })],
  [
    'members in no type',
    20_000,
    (size) =>
      typed(
        { A: [{ name: 'a', type: 'bool' }] },
        { a: true, ...Object.fromEntries(list(size, (index) => [`m${index}`, 1])) },
      ),
  ],
  [
    'members of a domain',
    20_000,
    (size) =>
      typed({ A: [] }, {}, 'A', Object.fromEntries(list(size, (index) => [`m${index}`, 1]))),
  ],
  [
    'fields',
    1_000,
    (size) =>
      typed(
        {
          A: list(size, (index) => ({ name: `${repeatToLength('a', 200)}${index}`, type: 'bool' })),
        },
        Object.fromEntries(list(size, (index) => [`${repeatToLength('a', 200)}${index}`, true])),
      ),
  ],
  [
    'types in a chain',
    250,
    (size) =>
      typed(
        Object.fromEntries(
          list(size + 1, (index) => [
            `T${index}`,
            index < Math.floor(size) ? [{ name: 'a', type: `T${index + 1}` }] : [],
          ]),
        ),
        {},
        'T0',
      ),
  ],
  [
    'types of each other',
    250,
    (size) =>
      typed(
        Object.fromEntries(
          list(size, (index) => [
            `T${index}`,
            list(4, (step) => ({
              name: `f${step}`,
              type: `T${(index * 5 + step) % Math.floor(size)}`,
            })),
          ]),
        ),
        { f0: {}, f1: {}, f2: { f1: {} } },
        'T0',
      ),
  ],
  [
    'deep places',
    9_000,
    (size) =>
      typed(
        {
          A: [
            { name: repeatToLength('a', 250), type: 'A' },
            { name: 'b', type: 'bool[]' },
          ],
        },
        list(30, () => 0).reduce<object>(
          (value) => ({ [repeatToLength('a', 250)]: value, b: [] }),
          {
            b: [...list(size, () => true), 1],
          },
        ),
      ),
  ],
];

const access = (size: number) => ({
  accessList: [{ address: externalAddress, storageKeys: list(size, () => `0x${'00'.repeat(32)}`) }],
});
const transaction = (fields: Fields) => ({
  transaction: JSON.stringify({
    nonce: 0,
    chainId: 11155111,
    gasLimit: 1,
    maxFeePerGas: 1,
    maxPriorityFeePerGas: 1,
    ...fields,
  }),
});
/** Transactions of a given size. */
export const transactions: readonly (readonly [
  string,
  string,
  number,
  (size: number) => Fields,
])[] = [
  ['ETH-SEPOLIA', 'storage keys', 3_500, (size) => transaction(access(size))],
  [
    'ETH-SEPOLIA',
    'addresses',
    3_000,
    (size) =>
      transaction({
        accessList: list(size, () => ({ address: externalAddress, storageKeys: [] })),
      }),
  ],
  ['ETH-SEPOLIA', 'bytes', 120_000, (size) => transaction({ data: `0x${'ab'.repeat(size)}` })],
  ['ETH-SEPOLIA', 'digits', 200_000, (size) => transaction({ value: '9'.repeat(size) })],
  [
    'ETH-SEPOLIA',
    'members',
    15_000,
    (size) => transaction(Object.fromEntries(list(size, (index) => [`m${index}`, null]))),
  ],
  [
    'ETH-SEPOLIA',
    'empty lists of RLP',
    120_000,
    (size) => ({
      rawTransaction: `0xfa${Math.floor(size).toString(16).padStart(6, '0')}${'c0'.repeat(size)}`,
    }),
  ],
  [
    'ETH-SEPOLIA',
    'lists of RLP in each other',
    120_000,
    (size) => ({ rawTransaction: `0x${'f8ff'.repeat(size / 2)}` }),
  ],
  [
    'ETH-SEPOLIA',
    'bytes of a type',
    120_000,
    (size) => ({ rawTransaction: `0x02${'f8ff'.repeat(size / 2)}` }),
  ],
  [
    'SOL-DEVNET',
    'zeros',
    190_000,
    (size) => ({ rawTransaction: Buffer.alloc(size).toString('base64') }),
  ],
  [
    'SOL-DEVNET',
    'ones',
    190_000,
    (size) => ({ rawTransaction: Buffer.alloc(size, 1).toString('base64') }),
  ],
  ['SOL-DEVNET', 'letters', 260_000, (size) => ({ rawTransaction: repeatToLength('z', size) })],
  [
    'NEAR-TESTNET',
    'zeros',
    190_000,
    (size) => ({ rawTransaction: Buffer.alloc(size).toString('base64') }),
  ],
  [
    'NEAR-TESTNET',
    'ones',
    190_000,
    (size) => ({ rawTransaction: Buffer.alloc(size, 1).toString('base64') }),
  ],
];

import { TypedDataEncoder, hexlify } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  typedDataDepthMax,
  typedDataDigest,
  typedDataFieldsMax,
  typedDataTypesMax,
  typedDataValuesMax,
} from '../../../../core/wallet/signing/typed-data.ts';
import { runs } from '../../../support/runner/runs.ts';

interface Field {
  readonly name: string;
  readonly type: string;
}

interface TypedData {
  readonly types: Record<string, Field[]>;
  readonly primaryType: string;
  readonly domain: Record<string, unknown>;
  readonly message: Record<string, unknown>;
}

/** The example of EIP-712 itself. */
const mail = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  domain: {
    name: 'Ether Mail',
    version: '1',
    chainId: 1,
    verifyingContract: '0xCcCCccccCCCCcCCCCCCcCcCccCcCCCcCcccccccC',
  },
  message: {
    from: { name: 'Cow', wallet: '0xCD2a3d9F938E13CD947Ec05AbC7FE734Df8DD826' },
    to: { name: 'Bob', wallet: '0xbBbBBBBbbBBBbbbBbbBbbbbBBbBbbbbBbBbbBBbB' },
    contents: 'Hello, Bob!',
  },
};

function digestOf(data: unknown): string {
  const read = typedDataDigest(typeof data === 'string' ? data : JSON.stringify(data));
  if (!read.ok) throw new Error(`${read.error.code}: ${read.error.detail}`);
  return hexlify(read.value);
}

function refusalOf(data: unknown) {
  const read = typedDataDigest(typeof data === 'string' ? data : JSON.stringify(data));
  return read.ok ? undefined : read.error;
}

function ethersDigest({ types, domain, message }: TypedData): string {
  const { EIP712Domain: _own, ...others } = types;
  return TypedDataEncoder.hash(domain, others, message);
}

const hex = (bytes: number) =>
  fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((data) => hexlify(data));

/** A number in one of its accepted forms in JSON. */
function written(value: bigint): fc.Arbitrary<unknown> {
  const forms: unknown[] = [value.toString()];
  if (value >= 0n) forms.push(`0x${value.toString(16)}`);
  if (Number.isSafeInteger(Number(value))) forms.push(Number(value));
  return fc.constantFrom(...forms);
}

const integerType = fc.tuple(fc.constantFrom('uint', 'int'), fc.integer({ min: 1, max: 32 }));
const integers = integerType.chain(([kind, bytes]) => {
  const bits = BigInt(8 * bytes);
  const [min, max] =
    kind === 'uint' ? [0n, 2n ** bits - 1n] : [-(2n ** (bits - 1n)), 2n ** (bits - 1n) - 1n];
  const value = fc.oneof(fc.bigInt({ min, max }), fc.constantFrom(min, max)).chain(written);
  return fc.record({ type: fc.constant(`${kind}${bits}`), value });
});
const fixed = fc
  .integer({ min: 1, max: 32 })
  .chain((bytes) => fc.record({ type: fc.constant(`bytes${bytes}`), value: hex(bytes) }));
const atoms = fc.oneof(
  integers,
  fixed,
  fc.record({ type: fc.constant('bool'), value: fc.boolean() }),
  fc.record({ type: fc.constant('address'), value: hex(20) }),
  fc.record({ type: fc.constant('string'), value: fc.string({ unit: 'grapheme', maxLength: 40 }) }),
  fc.record({
    type: fc.constant('bytes'),
    value: fc.uint8Array({ maxLength: 40 }).map((data) => hexlify(data)),
  }),
);

interface Typed {
  readonly type: string;
  readonly value: unknown;
  readonly structs: Record<string, Field[]>;
}

/** A value with its type, and the structs that the type names. Struct names are unique by path. */
function typed(depth: number, path: string): fc.Arbitrary<Typed> {
  const atom = atoms.map(({ type, value }): Typed => ({ type, value, structs: {} }));
  if (depth === 0) return atom;
  const array = fc
    .tuple(typed(depth - 1, `${path}a`), fc.integer({ min: 0, max: 3 }), fc.boolean())
    .map(([item, count, isFixed]): Typed => ({
      type: `${item.type}[${isFixed ? count : ''}]`,
      value: Array.from({ length: count }, () => item.value),
      structs: item.structs,
    }));
  const struct = fc
    .integer({ min: 1, max: 3 })
    .chain((count) =>
      fc.tuple(...Array.from({ length: count }, (_, index) => typed(depth - 1, `${path}${index}`))),
    )
    .map((fields): Typed => {
      const named = fields.map(({ type }, index) => ({ name: `f${index}`, type }));
      return {
        type: `S${path}`,
        value: Object.fromEntries(fields.map(({ value }, index) => [`f${index}`, value])),
        structs: Object.assign({ [`S${path}`]: named }, ...fields.map(({ structs }) => structs)),
      };
    });
  return fc.oneof(atom, array, struct);
}

const domains = fc.record(
  {
    name: fc.string({ unit: 'grapheme', maxLength: 20 }),
    version: fc.string({ unit: 'grapheme', maxLength: 5 }),
    chainId: fc.bigInt({ min: 0n, max: 2n ** 64n }).chain(written),
    verifyingContract: hex(20),
    salt: hex(32),
  },
  { requiredKeys: [] },
);

const typedData = fc
  .tuple(typed(3, 'x'), typed(2, 'y'), domains)
  .map(([first, second, domain]): TypedData => ({
    types: {
      Root: [
        { name: 'first', type: first.type },
        { name: 'second', type: second.type },
      ],
      ...first.structs,
      ...second.structs,
    },
    primaryType: 'Root',
    domain,
    message: { first: first.value, second: second.value },
  }));

describe('typed data', () => {
  it('has the digest of the example in EIP-712', () => {
    const known = '0xbe609aee343fb3c4b28e1df9e632fca64fcfaede20f02e86244efddf30957bd2';
    expect(digestOf(mail)).toBe(known);
  });

  it('has the digest of ethers, for all types', () => {
    fc.assert(
      fc.property(typedData, (data) => {
        expect(digestOf(data)).toBe(ethersDigest(data));
      }),
      runs(100),
    );
  });

  it('may be of the type of the domain alone', () => {
    const data = { ...mail, primaryType: 'EIP712Domain' };
    expect(digestOf({ ...data, message: undefined })).toBe(digestOf({ ...data, message: {} }));
  });

  it('derives the type of the domain from its fields if it is not declared', () => {
    const { EIP712Domain: _left, ...types } = mail.types;
    expect(digestOf({ ...mail, types })).toBe(digestOf(mail));
  });

  it('ignores members that no type names', () => {
    const message = { ...mail.message, note: 'not signed' };
    expect(digestOf({ ...mail, message, extra: 1 })).toBe(digestOf(mail));
  });

  it('may refer to itself, with nothing at the end', () => {
    const types = {
      Link: [
        { name: 'value', type: 'uint8' },
        { name: 'next', type: 'Link' },
      ],
    };
    const chain = { types, primaryType: 'Link', domain: {} };
    const one = digestOf({ ...chain, message: { value: 1 } });
    expect(digestOf({ ...chain, message: { value: 1, next: null } })).toBe(one);
    expect(digestOf({ ...chain, message: { value: 1, next: { value: 1 } } })).not.toBe(one);
  });
});

/** The example with another struct in place of the message. */
const holding = (type: string, value: unknown) => ({
  types: { Box: [{ name: 'value', type }] },
  primaryType: 'Box',
  domain: {},
  message: { value },
});

describe('invalid typed data', () => {
  it.each(['', '{', 'undefined', 'NaN', '{"a":1,}', "{'a':1}"])('is not JSON: %j', (text) => {
    expect(refusalOf(text)?.code).toBe('TYPED_DATA_NOT_JSON');
  });

  it.each<[string, unknown]>([
    ['a number', 1],
    ['null', 'null'],
    ['an array', []],
    ['no types', { ...mail, types: undefined }],
    ['types in an array', { ...mail, types: [] }],
    ['fields that are no array', { ...mail, types: { Mail: {} } }],
    ['a field that is null', { ...mail, types: { Mail: [null] } }],
    ['a field without a type', { ...mail, types: { Mail: [{ name: 'a' }] } }],
    ['a field with a bad name', { ...mail, types: { Mail: [{ name: 'a b', type: 'bool' }] } }],
    ['a type with a bad name', { ...mail, types: { ...mail.types, 'A(': [] } }],
    [
      'two fields of one name',
      {
        ...mail,
        types: {
          Mail: [
            { name: 'a', type: 'bool' },
            { name: 'a', type: 'bool' },
          ],
        },
      },
    ],
    ['no domain', { ...mail, domain: undefined }],
    ['a domain with a field of its own', { ...holding('bool', true), domain: { chain: 1 } }],
    ['no primary type', { ...mail, primaryType: undefined }],
    ['a primary type that is none', { ...mail, primaryType: 'toString' }],
    ['no message', { ...mail, message: undefined }],
    ['a type that is nowhere', holding('Nowhere', {})],
    ['a type that every object has', holding('constructor', {})],
    ['a type whose brackets do not close', holding('bool[', [])],
    ['a type with brackets around a word', holding('bool[x]', [])],
    ['a type with something behind its brackets', holding('bool[]x', [])],
    ['a type that is brackets alone', holding('[]', [])],
    ['a type with brackets without end', holding(`${'[]'.repeat(120_000)}x`, undefined)],
    ['a type deeper than any value', holding(`bool${'[]'.repeat(typedDataDepthMax + 1)}`, [])],
    ['a length without end', holding(`bool[${'1'.repeat(200_000)}]`, [])],
    ['uint7', holding('uint7', 1)],
    ['uint264', holding('uint264', 1)],
    ['bytes33', holding('bytes33', '0x')],
    ['bytes0', holding('bytes0', '0x')],
    ['too large a number', holding('uint8', 256)],
    ['a negative number', holding('uint8', -1)],
    ['too small a number', holding('int8', '-129')],
    ['a fraction', holding('uint8', 1.5)],
    ['a number past the exact ones', holding('uint256', 2 ** 53)],
    ['a number in words', holding('uint8', 'one')],
    ['an empty number', holding('uint8', '')],
    ['no bool', holding('bool', 'true')],
    ['no address', holding('address', '0x12')],
    ['an address with a wrong checksum', holding('address', `0x${'aB'.repeat(20)}`)],
    ['too few bytes', holding('bytes2', '0x00')],
    ['half a byte', holding('bytes', '0x0')],
    ['no text', holding('string', 7)],
    ['half of a pair', holding('string', '\ud800')],
    ['no array', holding('bool[]', true)],
    ['too few items', holding('bool[2]', [true])],
    ['a struct that is a text', holding('Box', 'x')],
    ['nothing in place of a value', holding('bool', undefined)],
  ])('is refused: %s', (_what, data) => {
    expect(refusalOf(data)).toMatchObject({ code: 'TYPED_DATA_INVALID' });
    expect(refusalOf(data)?.detail).toMatch(/^[^\n]{5,200}[^.\n]$/);
  });

  it('is refused beyond each limit, and signed at it', () => {
    const values = (count: number) => holding('bool[]', Array(count).fill(true));
    expect(refusalOf(values(typedDataValuesMax - 1))).toBeUndefined();
    expect(refusalOf(values(typedDataValuesMax))?.code).toBe('TYPED_DATA_INVALID');

    const nest = (depth: number) => {
      let value: unknown = true;
      for (let level = 0; level < depth; level += 1) value = [value];
      return holding(`bool${'[]'.repeat(depth)}`, value);
    };
    expect(refusalOf(nest(typedDataDepthMax - 1))).toBeUndefined();
    expect(refusalOf(nest(typedDataDepthMax))?.code).toBe('TYPED_DATA_INVALID');

    const more = (count: number) => ({
      ...holding('bool', true),
      types: Object.fromEntries([
        ['Box', [{ name: 'value', type: 'bool' }]],
        ...Array.from({ length: count - 1 }, (_, index) => [`T${index}`, []]),
      ]),
    });
    expect(refusalOf(more(typedDataTypesMax))).toBeUndefined();
    expect(refusalOf(more(typedDataTypesMax + 1))?.code).toBe('TYPED_DATA_INVALID');

    const wide = (count: number) => {
      const names = Array.from({ length: count }, (_, index) => `f${index}`);
      return {
        types: { Wide: names.map((name) => ({ name, type: 'bool' })) },
        primaryType: 'Wide',
        domain: {},
        message: Object.fromEntries(names.map((name) => [name, true])),
      };
    };
    expect(refusalOf(wide(typedDataFieldsMax))).toBeUndefined();
    expect(refusalOf(wide(typedDataFieldsMax + 1))?.code).toBe('TYPED_DATA_INVALID');
  });

  it('is refused if its types are too large', () => {
    const long = 'x'.repeat(250);
    const names = Array.from({ length: 250 }, (_, index) => `T${index}`);
    const types = Object.fromEntries(
      names.map((name, index) => [
        name,
        [
          { name: 'next', type: names[index + 1] ?? 'bool' },
          ...[0, 1, 2].map((field) => ({ name: `${long}${field}`, type: 'bool' })),
        ],
      ]),
    );
    let message: unknown = true;
    for (let level = 0; level < 40; level += 1)
      message = {
        next: message,
        ...Object.fromEntries([0, 1, 2].map((n) => [`${long}${n}`, true])),
      };
    const data = { types, primaryType: 'T210', domain: {}, message };
    expect(refusalOf(data)).toBeUndefined();
    const all = { ...data, primaryType: 'T0', message: { ...(message as object) } };
    expect(refusalOf(all)?.code).toBe('TYPED_DATA_INVALID');
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (types, domain, message) => {
        const refused = refusalOf({ types, domain, message, primaryType: 'A' });
        expect(refused?.code).toBe('TYPED_DATA_INVALID');
      }),
    );
    fc.assert(
      fc.property(typedData, fc.jsonValue(), (data, junk) => {
        const read = typedDataDigest(
          JSON.stringify({ ...data, message: { ...data.message, first: junk } }),
        );
        expect(read.ok || read.error.code === 'TYPED_DATA_INVALID').toBe(true);
      }),
    );
  });
});

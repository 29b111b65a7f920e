import { computeAddress, getBytes, hexlify, keccak256, Signature, Transaction } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  evmTransactionBytesMax,
  signEvmTransaction,
} from '../../../../core/wallet/signing/evm-transaction.ts';
import type { TransactionPayload } from '../../../../core/wallet/signing/payload.ts';
import { runs } from '../../../support/runner/runs.ts';

const privateKey = new Uint8Array(32).fill(7);
const sender = computeAddress(hexlify(privateKey));

function sign(payload: TransactionPayload, blockchain: 'EVM' | 'EVM-TESTNET' = 'EVM') {
  return signEvmTransaction(blockchain, sender.toLowerCase(), payload, privateKey);
}

function signed(payload: TransactionPayload) {
  const result = sign(payload);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}

function refusalOf(payload: TransactionPayload, blockchain: 'EVM' | 'EVM-TESTNET' = 'EVM') {
  const result = sign(payload, blockchain);
  return result.ok ? undefined : result.error;
}

const json = (fields: object) => ({ transaction: JSON.stringify(fields) });

const upTo = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n });
const address = fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => hexlify(bytes));
const data = fc.uint8Array({ maxLength: 300 }).map((bytes) => hexlify(bytes));
const accessList = fc.array(
  fc.record({
    address,
    storageKeys: fc.array(
      fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => hexlify(bytes)),
      { maxLength: 2 },
    ),
  }),
  { maxLength: 2 },
);
const common = {
  nonce: fc.integer({ min: 0, max: 2 ** 40 }),
  to: fc.option(address),
  value: upTo(128n),
  gasLimit: upTo(40n),
  data,
  chainId: fc.bigInt({ min: 1n, max: 2n ** 60n }),
};
const legacy = fc.record({ type: fc.constant(0), ...common, gasPrice: upTo(80n) });
const eip2930 = fc.record({ type: fc.constant(1), ...common, gasPrice: upTo(80n), accessList });
const eip1559 = fc
  .record({
    type: fc.constant(2),
    ...common,
    maxFeePerGas: upTo(80n),
    maxPriorityFeePerGas: upTo(80n),
    accessList,
  })
  .map((fields) => {
    const { maxFeePerGas: one, maxPriorityFeePerGas: other } = fields;
    const [low, high] = one < other ? [one, other] : [other, one];
    return { ...fields, maxFeePerGas: high, maxPriorityFeePerGas: low };
  });
const transactions = fc.oneof(legacy, eip2930, eip1559);

/** The accepted forms of a number in a JSON object. */
const forms: readonly ((value: bigint) => unknown)[] = [
  (value) => value.toString(),
  (value) => `0x${value.toString(16)}`,
  (value) => (value <= Number.MAX_SAFE_INTEGER ? Number(value) : value.toString()),
];

/** Parses a signed transaction with ethers, and compares its fields. */
function expectSigned(result: ReturnType<typeof signed>, unsigned: Transaction): void {
  const read = Transaction.from(result.signedTransaction);
  expect(read.from).toBe(sender);
  expect(read.unsignedSerialized).toBe(unsigned.unsignedSerialized);
  expect(read.hash).toBe(result.txHash);
  expect(keccak256(result.signedTransaction)).toBe(result.txHash);
  const signature = Signature.from(result.signature);
  expect([signature.r, signature.s, signature.yParity]).toEqual([
    read.signature?.r,
    read.signature?.s,
    read.signature?.yParity,
  ]);
  expect(result.signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/);
  expect(result.signedTransaction).toMatch(/^0x[0-9a-f]+$/);
}

describe('a raw EVM transaction', () => {
  it('of any type that ethers prints is signed so that ethers parses it', () => {
    fc.assert(
      fc.property(transactions, (fields) => {
        const unsigned = Transaction.from(fields);
        const result = signed({ rawTransaction: unsigned.unsignedSerialized });
        expectSigned(result, unsigned);
        expect(signed({ rawTransaction: unsigned.unsignedSerialized })).toEqual(result);
      }),
      runs(60),
    );
  });

  const plain = Transaction.from({
    type: 2,
    chainId: 11_155_111,
    nonce: 3,
    to: '0x00000000000000000000000000000000000000aa',
    value: 1,
    gasLimit: 21_000,
    maxFeePerGas: 30,
    maxPriorityFeePerGas: 1,
  });

  it('may come without 0x', () => {
    const rawTransaction = plain.unsignedSerialized.slice(2);
    expect(signed({ rawTransaction })).toEqual(
      signed({ rawTransaction: plain.unsignedSerialized }),
    );
  });

  it('is not signed twice', () => {
    const { signedTransaction: rawTransaction } = signed({
      rawTransaction: plain.unsignedSerialized,
    });
    expect(refusalOf({ rawTransaction })?.code).toBe('TRANSACTION_UNUSABLE');
  });

  it('needs a chain id, which an old legacy transaction does not have', () => {
    const fields = { type: 0, nonce: 0, gasLimit: 21_000, gasPrice: 1, to: sender };
    const { unsignedSerialized: rawTransaction } = Transaction.from(fields);
    expect(refusalOf({ rawTransaction })?.code).toBe('CHAIN_ID_MISSING');
  });

  it.each([
    ['blobs', 3],
    ['authorizations', 4],
  ])('with %s is refused', (_what, type) => {
    const authorization = {
      address: sender,
      nonce: 0,
      chainId: 1,
      signature: {
        r: `0x${'11'.repeat(32)}`,
        s: `0x${'11'.repeat(32)}`,
        v: 27,
      },
    };
    const own =
      type === 3
        ? { blobVersionedHashes: [`0x01${'00'.repeat(31)}`], maxFeePerBlobGas: 1 }
        : { authorizationList: [authorization] };
    const { unsignedSerialized } = Transaction.from({ ...plain.toJSON(), sig: null, type, ...own });
    expect(refusalOf({ rawTransaction: unsignedSerialized })?.code).toBe('TRANSACTION_UNUSABLE');
  });

  it.each(['', '0x', '0x0', '0xzz', '00', '0x02', '0xc0', '0x02c0', '0xff', 'AQID', '0x7f00'])(
    'is none: %j',
    (rawTransaction) => {
      expect(refusalOf({ rawTransaction })?.code).toBe('TRANSACTION_UNUSABLE');
    },
  );

  it('is refused when nodes would not pass it on', () => {
    const grown = (bytes: number) => {
      const { unsignedSerialized } = Transaction.from({
        ...plain.toJSON(),
        sig: null,
        data: hexlify(new Uint8Array(bytes)),
      });
      return { rawTransaction: unsignedSerialized, bytes: getBytes(unsignedSerialized).length };
    };
    const spare = evmTransactionBytesMax - grown(100_000).bytes + 100_000;
    expect(grown(spare).bytes).toBe(evmTransactionBytesMax);
    expect(refusalOf(grown(spare))).toBeUndefined();
    expect(refusalOf(grown(spare + 1))?.code).toBe('TRANSACTION_UNUSABLE');
  });

  it('that was damaged is refused or signed, and never throws', () => {
    const bytes = getBytes(plain.unsignedSerialized);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (place, value) => {
        const damaged = Uint8Array.from(bytes);
        damaged[place] = value;
        sign({ rawTransaction: hexlify(damaged) });
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (junk) => {
        sign({ rawTransaction: hexlify(junk) });
      }),
    );
  });
});

describe('an EVM transaction object', () => {
  it('is signed like the transaction of ethers with the same fields', () => {
    const form = fc.constantFrom(...forms);
    fc.assert(
      fc.property(
        transactions,
        form,
        fc.boolean(),
        fc.boolean(),
        (fields, write, isGas, isTyped) => {
          const { gasLimit, type, ...others } = fields;
          const object = Object.fromEntries(
            Object.entries({ ...others, [isGas ? 'gas' : 'gasLimit']: gasLimit }).map(
              ([name, value]) => [name, typeof value === 'bigint' ? write(value) : value],
            ),
          );
          const named = isTyped ? { type: `0x${type}` } : {};
          expectSigned(signed(json({ ...object, ...named })), Transaction.from(fields));
        },
      ),
      runs(60),
    );
  });

  const plain = {
    nonce: '1',
    to: '0x00000000000000000000000000000000000000aa',
    value: '1000000000000000',
    gas: '21000',
    maxFeePerGas: '30000000000',
    maxPriorityFeePerGas: 1_000_000_000,
    chainId: 11_155_111,
  };

  it('needs neither value nor data nor a destination', () => {
    const { to: _to, value: _value, ...bare } = plain;
    const read = Transaction.from(
      signed(json({ ...bare, data: '0x6000', gas: 60_000 })).signedTransaction,
    );
    expect([read.to, read.value, read.data, read.type]).toEqual([null, 0n, '0x6000', 2]);
  });

  it('may name its sender', () => {
    expect(refusalOf(json({ ...plain, from: sender }))).toBeUndefined();
    expect(refusalOf(json({ ...plain, from: plain.to }))?.code).toBe('TRANSACTION_UNUSABLE');
  });

  it.each<[string, object]>([
    ['no nonce', { nonce: undefined }],
    ['no gas', { gas: undefined }],
    ['no fee', { maxFeePerGas: undefined, maxPriorityFeePerGas: undefined }],
    ['half a fee', { maxPriorityFeePerGas: undefined }],
    ['two kinds of fee', { gasPrice: 1 }],
    ['a tip above the fee', { maxPriorityFeePerGas: '30000000001' }],
    ['a negative value', { value: -1 }],
    ['a fraction', { value: 0.5 }],
    ['an inexact number', { value: 2 ** 53 }],
    ['an exponent', { value: '1e18' }],
    ['a value above 256 bits', { value: (2n ** 256n).toString() }],
    ['a nonce above 64 bits', { nonce: (2n ** 64n).toString() }],
    ['no address', { to: '0x12' }],
    ['an address with a wrong checksum', { to: `0x${'aB'.repeat(20)}` }],
    ['half a byte of data', { data: '0x0' }],
    ['data that is a number', { data: 7 }],
    ['an unknown type', { type: 3 }],
    ['a type whose fees are others', { type: 0 }],
    ['a broken access list', { accessList: [{ address: sender }] }],
  ])('is refused for %s', (_what, change) => {
    expect(refusalOf(json({ ...plain, ...change }))?.code).toBe('TRANSACTION_UNUSABLE');
  });

  it.each(['', '{', '[]', 'null', '7', '"x"'])('is none: %j', (transaction) => {
    expect(refusalOf({ transaction })?.code).toBe('TRANSACTION_UNUSABLE');
  });

  it('needs a chain id', () => {
    for (const chainId of [undefined, null, 0, '0x0']) {
      expect(refusalOf(json({ ...plain, chainId }))?.code).toBe('CHAIN_ID_MISSING');
    }
    expect(refusalOf(json({ ...plain, chainId: 'one' }))?.code).toBe('TRANSACTION_UNUSABLE');
  });

  it('is for a test network on EVM-TESTNET, and for any on EVM', () => {
    const main = [1, 10, 56, 100, 130, 137, 143, 250, 324, 5_042, 8_453, 42_161, 43_114, 59_144];
    for (const chainId of main) {
      const refused = refusalOf(json({ ...plain, chainId }), 'EVM-TESTNET');
      expect(refused?.code).toBe('CHAIN_ID_NOT_ALLOWED');
      expect(refusalOf(json({ ...plain, chainId }))).toBeUndefined();
    }
    for (const chainId of [97, 11_155_111, 5_042_002, 10_143, '999999999999']) {
      expect(refusalOf(json({ ...plain, chainId }), 'EVM-TESTNET')).toBeUndefined();
    }
  });

  it('of any JSON is refused or signed, and never throws', () => {
    const broken = fc.tuple(
      fc.constantFrom(...Object.keys(plain), 'data', 'type', 'accessList'),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(broken, ([name, value]) => {
        const refused = refusalOf(json({ ...plain, [name]: value }));
        expect([undefined, 'TRANSACTION_UNUSABLE', 'CHAIN_ID_MISSING']).toContain(refused?.code);
      }),
    );
  });
});

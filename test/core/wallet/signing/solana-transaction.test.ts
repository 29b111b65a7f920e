import {
  appendTransactionMessageInstructions,
  compileTransaction,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getAddressDecoder,
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getTransactionDecoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Address,
  type AccountRole,
  type Blockhash,
} from '@solana/kit';
import bs58 from 'bs58';
import fc from 'fast-check';
import nacl from 'tweetnacl';
import { describe, expect, it } from 'vitest';
import {
  signSolanaTransaction,
  solanaTransactionBytesMax,
} from '../../../../core/wallet/signing/solana-transaction.ts';
import { runs } from '../../../support/runner/runs.ts';

const privateKey = new Uint8Array(32).fill(7);
const { publicKey } = nacl.sign.keyPair.fromSeed(privateKey);
const own = bs58.encode(publicKey) as Address;
const sign = (rawTransaction: string, address: string = own) =>
  signSolanaTransaction(address, rawTransaction, privateKey);

function signed(rawTransaction: string) {
  const result = sign(rawTransaction);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail}`);
  return result.value;
}

function refusalOf(rawTransaction: string, address?: string) {
  const result = sign(rawTransaction, address);
  return result.ok ? undefined : result.error.code;
}

/** An address. Programs and other accounts differ in their first byte: the library accepts no account as both. */
const startingWith = (first: number) =>
  fc
    .uint8Array({ minLength: 31, maxLength: 31 })
    .map((rest) => getAddressDecoder().decode(Uint8Array.of(first, ...rest)));
const account = startingWith(1);
/** READONLY, WRITABLE, READONLY_SIGNER, WRITABLE_SIGNER: the numbers of AccountRole. */
const role = fc.constantFrom(0, 1, 2, 3) as fc.Arbitrary<AccountRole>;
const instruction = fc.record({
  programAddress: startingWith(2),
  accounts: fc.uniqueArray(fc.record({ address: account, role }), {
    maxLength: 4,
    selector: ({ address }) => address,
  }),
  data: fc.uint8Array({ maxLength: 60 }),
});

interface Shape {
  readonly version: 'legacy' | 0;
  readonly feePayer: Address;
  readonly instructions: readonly (typeof instruction extends fc.Arbitrary<infer T> ? T : never)[];
  readonly blockhash: Address;
  readonly tables?: Record<string, Address[]>;
}

const someProgram = '11111111111111111111111111111111' as Address;
const stranger = getAddressDecoder().decode(new Uint8Array(32).fill(9));
const ownAccount = { address: own, role: 3 as AccountRole };

/** A transaction for which the wallet pays, or which it signs while another account pays. */
const shapes = fc
  .record({
    version: fc.constantFrom('legacy' as const, 0 as const),
    others: account,
    isPayer: fc.boolean(),
    instructions: fc.array(instruction, { maxLength: 3 }),
    blockhash: account,
  })
  .map(({ others, isPayer, instructions, ...shape }): Shape => ({
    ...shape,
    feePayer: isPayer ? own : others,
    instructions: [
      ...instructions,
      { programAddress: someProgram, accounts: [ownAccount], data: new Uint8Array(1) },
    ],
  }));

function compiled({ version, feePayer, instructions, blockhash, tables }: Shape) {
  const lifetime = { blockhash: blockhash as string as Blockhash, lastValidBlockHeight: 1n };
  const message = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(feePayer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (timed) => appendTransactionMessageInstructions(instructions, timed),
  );
  if (tables === undefined) return compileTransaction(message);
  type Compress = Parameters<typeof compressTransactionMessageUsingAddressLookupTables>;
  const compressed = compressTransactionMessageUsingAddressLookupTables(
    message as unknown as Compress[0],
    tables as Compress[1],
  );
  return compileTransaction(compressed as unknown as typeof message);
}

const wire = (shape: Shape) => getBase64EncodedWireTransaction(compiled(shape));
const decoded = (text: string) =>
  getTransactionDecoder().decode(Uint8Array.from(Buffer.from(text, 'base64')));

const plain: Shape = {
  version: 0,
  feePayer: own,
  instructions: [{ programAddress: someProgram, accounts: [], data: new Uint8Array(0) }],
  blockhash: stranger,
};

describe('a Solana transaction', () => {
  it('that @solana/kit prints is signed so that it parses, and tweetnacl verifies, the signature', () => {
    fc.assert(
      fc.property(shapes, (shape) => {
        const unsigned = compiled(shape);
        const { signature, signedTransaction, txHash } = signed(
          getBase64EncodedWireTransaction(unsigned),
        );
        const read = decoded(signedTransaction);
        expect(read.messageBytes).toEqual(unsigned.messageBytes);
        const bytes = read.signatures[own];
        expect(bytes).toBeInstanceOf(Uint8Array);
        expect(getBase58Decoder().decode(bytes as Uint8Array)).toBe(signature);
        const isValid = nacl.sign.detached.verify(
          Uint8Array.from(read.messageBytes),
          Uint8Array.from(bytes as Uint8Array),
          publicKey,
        );
        expect(isValid).toBe(true);
        // The signature of the fee payer identifies the transaction on the network.
        expect(txHash).toBe(shape.feePayer === own ? signature : undefined);
      }),
      runs(40),
    );
  });

  it('may have addresses from a lookup table', () => {
    const table = getAddressDecoder().decode(new Uint8Array(32).fill(3));
    const shape: Shape = {
      ...plain,
      instructions: [
        {
          programAddress: someProgram,
          accounts: [ownAccount, { address: stranger, role: 1 }],
          data: new Uint8Array(2),
        },
      ],
      tables: { [table]: [stranger] },
    };
    const { signature, signedTransaction } = signed(wire(shape));
    expect(bs58.encode(decoded(signedTransaction).signatures[own] as Uint8Array)).toBe(signature);
    expect(refusalOf(wire(shape), stranger)).toBe('SOLANA_ACCOUNT_MISSING');
  });

  it('preserves the signatures of others', () => {
    const other = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(1));
    const payer = bs58.encode(other.publicKey) as Address;
    const unsigned = compiled({
      ...plain,
      feePayer: payer,
      instructions: [
        { programAddress: someProgram, accounts: [ownAccount], data: new Uint8Array(0) },
      ],
    });
    const theirs = nacl.sign.detached(Uint8Array.from(unsigned.messageBytes), other.secretKey);
    const half = { ...unsigned, signatures: { ...unsigned.signatures, [payer]: theirs } };
    const { signedTransaction, txHash } = signed(getBase64EncodedWireTransaction(half));
    expect(Uint8Array.from(decoded(signedTransaction).signatures[payer] as Uint8Array)).toEqual(
      theirs,
    );
    expect(txHash).toBe(bs58.encode(theirs));
  });

  it('is not signed twice', () => {
    expect(refusalOf(signed(wire(plain)).signedTransaction)).toBe('SOLANA_SIGNED_ALREADY');
  });

  it('is not signed by an account that is not in it', () => {
    expect(refusalOf(wire({ ...plain, feePayer: stranger }))).toBe('SOLANA_ACCOUNT_MISSING');
  });

  it('is not signed by an account that is no signer', () => {
    const accounts = [{ address: own, role: 1 as AccountRole }];
    const instructions = [{ programAddress: someProgram, accounts, data: new Uint8Array(0) }];
    const rawTransaction = wire({ ...plain, feePayer: stranger, instructions });
    expect(refusalOf(rawTransaction)).toBe('SOLANA_NOT_A_SIGNER');
  });

  it('fits into a packet', () => {
    const sized = (bytes: number) =>
      wire({
        ...plain,
        instructions: [{ programAddress: someProgram, accounts: [], data: new Uint8Array(bytes) }],
      });
    const spare = solanaTransactionBytesMax - Buffer.from(sized(1_000), 'base64').length + 1_000;
    expect(refusalOf(sized(spare))).toBeUndefined();
    expect(refusalOf(sized(spare + 1))).toBe('SOLANA_TRANSACTION_TOO_LONG');
  });

  it.each(['', 'AA', '====', 'not base64', 'AAAA', '0x00', 'AQAB', 'gAEC', 'Af=='])(
    'cannot be parsed: %j',
    (text) => {
      expect(refusalOf(text)).toBe('SOLANA_TRANSACTION_UNPARSABLE');
    },
  );

  it('of a later version cannot be parsed', () => {
    const bytes = Buffer.from(wire(plain), 'base64');
    bytes[65] = 0x81;
    expect(refusalOf(bytes.toString('base64'))).toBe('SOLANA_TRANSACTION_UNPARSABLE');
  });

  it('with further bytes after its end cannot be parsed', () => {
    const longer = Buffer.concat([Buffer.from(wire(plain), 'base64'), Buffer.alloc(3)]);
    expect(refusalOf(longer.toString('base64'))).toBe('SOLANA_TRANSACTION_UNPARSABLE');
  });

  it('that was damaged is refused or signed, and never throws', () => {
    const bytes = Buffer.from(wire(plain), 'base64');
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), fc.nat(255), (place, value) => {
        const damaged = Buffer.from(bytes);
        damaged[place] = value;
        sign(damaged.toString('base64'));
      }),
      runs(60),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (junk) => {
        expect(refusalOf(Buffer.from(junk).toString('base64'))).toMatch(/^SOLANA/);
      }),
    );
  });
});

// Signs Solana transactions: the wire format around a legacy or v0 message. A signer fills its own slot of the signatures
// and changes nothing else.

import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import * as P from 'micro-packed';
import { ok } from '../../kernel/result.ts';
import { bytesOfBase64, unpack } from './packed.ts';
import type { SignedTransaction } from './payload.ts';
import { reject } from '../rejections.ts';
import type { Read } from './read.ts';

/** The largest transaction that fits into a packet of the network. */
export const solanaTransactionBytesMax = 1_232;

/** Signs the raw transaction (base64) in the place of an address. */
export function signSolanaTransaction(
  address: string,
  rawTransaction: string,
  privateKey: Uint8Array,
): Read<SignedTransaction> {
  const bytes = bytesOfBase64(rawTransaction);
  if (bytes === undefined)
    return reject('SOLANA_TRANSACTION_UNPARSABLE', 'rawTransaction is no base64');
  if (bytes.length > solanaTransactionBytesMax)
    return reject('SOLANA_TRANSACTION_TOO_LONG', `at most ${solanaTransactionBytesMax} bytes`);
  const wire = unpack(wireTransaction, bytes);
  const message = wire === undefined ? undefined : messageOf(wire.message);
  if (wire === undefined || message === undefined || !isSound(message, wire.signatures.length))
    return reject('SOLANA_TRANSACTION_UNPARSABLE', 'it is no transaction of version legacy or 0');
  const place = message.keys.findIndex((key) => base58.encode(key) === address);
  if (place < 0) return reject('SOLANA_ACCOUNT_MISSING', address);
  if (place >= message.header.required) return reject('SOLANA_NOT_A_SIGNER', address);
  if (isSigned(wire.signatures[place])) return reject('SOLANA_SIGNED_ALREADY', address);
  const signature = ed25519.sign(wire.message, privateKey);
  const signatures = wire.signatures.map((other, index) => (index === place ? signature : other));
  const [first] = signatures; // the fee payer's, by which the network knows the transaction
  const signed = {
    signature: base58.encode(signature),
    signedTransaction: base64.encode(wireTransaction.encode({ ...wire, signatures })),
  };
  return ok(
    first === undefined || !isSigned(first) ? signed : { ...signed, txHash: base58.encode(first) },
  );
}

function isSigned(signature: Uint8Array | undefined): boolean {
  return signature?.some((byte) => byte !== 0) === true;
}

/** A length of up to 16 bits in groups of seven, the least significant first; no longer than it must be. */
const compactLength: P.CoderType<number> = P.wrap({
  encodeStream(writer, length) {
    let left = length;
    for (; left >= 0x80; left >>= 7) writer.byte((left & 0x7f) | 0x80);
    writer.byte(left);
  },
  decodeStream(reader) {
    let length = 0;
    for (let group = 0; group < 3; group += 1) {
      const byte = reader.byte();
      length |= (byte & 0x7f) << (7 * group);
      if (byte >= 0x80) continue;
      const isShortest = byte !== 0 || group === 0;
      if (isShortest && length <= 0xffff) return length;
      break;
    }
    throw reader.err('no compact length');
  },
});

const key = P.bytes(32);
const indices = P.bytes(compactLength);

const wireTransaction = P.struct({
  signatures: P.array(compactLength, P.bytes(64)),
  message: P.bytes(null),
});

const body = {
  header: P.struct({ required: P.U8, readonlySigned: P.U8, readonlyUnsigned: P.U8 }),
  keys: P.array(compactLength, key),
  recentBlockhash: P.bytes(32),
  instructions: P.array(
    compactLength,
    P.struct({ program: P.U8, accounts: indices, data: P.bytes(compactLength) }),
  ),
};

const legacyMessage = P.struct(body);
const lookups = P.array(
  compactLength,
  P.struct({ table: key, writable: indices, readonly: indices }),
);
const versionedMessage = P.struct({ version: P.U8, ...body, lookups });

/** The first byte of a version 0 message; a legacy one starts with a number of signatures, which is below 128. */
const versionZero = 0x80;

interface Message extends P.UnwrapCoder<typeof legacyMessage> {
  readonly lookups?: P.UnwrapCoder<typeof lookups>;
}

function messageOf(bytes: Uint8Array): Message | undefined {
  const [first = 0] = bytes;
  if (first < versionZero) return unpack(legacyMessage, bytes);
  return first === versionZero ? unpack(versionedMessage, bytes) : undefined;
}

/** The checks of the network before it verifies signatures: every index is in range. */
function isSound(
  { header, keys, instructions, lookups = [] }: Message,
  signatureCount: number,
): boolean {
  const { required, readonlySigned, readonlyUnsigned } = header;
  const found = lookups.reduce(
    (sum, { writable, readonly }) => sum + writable.length + readonly.length,
    0,
  );
  return (
    signatureCount === required &&
    readonlySigned < required &&
    required + readonlyUnsigned <= keys.length &&
    instructions.every(
      ({ program, accounts }) =>
        program > 0 &&
        program < keys.length &&
        accounts.every((account) => account < keys.length + found),
    )
  );
}

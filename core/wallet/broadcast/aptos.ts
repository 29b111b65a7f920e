// Encodes and signs Aptos transactions: BCS bytes, an Ed25519 signature over them, and the hash of the signed transaction.
// Their payload is a call of a function of the framework.

import { ed25519 } from '@noble/curves/ed25519.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hashOf } from './hash-memo.ts';

export interface AptosTransaction {
  readonly chainId: number;
  readonly sequenceNumber: number;
  /** Octas for each unit of gas. */
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
  /** Seconds since 1970; later blocks do not include it. */
  readonly expiresAtSeconds: number;
  /** Addresses are `0x` and 64 hex digits. */
  readonly source: string;
  /** The call, in BCS. */
  readonly payload: Uint8Array;
}

/** The BCS form of the raw transaction. */
export function aptosTransaction(transaction: AptosTransaction): Uint8Array {
  const { chainId, sequenceNumber, gasPrice, gasLimit, expiresAtSeconds, source, payload } =
    transaction;
  return concatBytes(
    addressBytes(source),
    integer(BigInt(sequenceNumber)),
    payload,
    integer(gasLimit),
    integer(gasPrice),
    integer(BigInt(expiresAtSeconds)),
    Uint8Array.of(chainId),
  );
}

/**
 * The call that transfers units: APT by `0x1::aptos_account::transfer`, a fungible asset (named by its metadata object) from
 * primary store to primary store by `0x1::primary_fungible_store::transfer`.
 */
export function transferPayload(
  destination: string,
  units: bigint,
  asset: string | undefined,
): Uint8Array {
  const payment = [addressBytes(destination), integer(units)];
  if (asset === undefined) return entryFunction('aptos_account', 'transfer', [], payment);
  const metadata = concatBytes(
    structTag,
    framework,
    text('fungible_asset'),
    text('Metadata'),
    sequence([]),
  );
  const parameters = [addressBytes(asset), ...payment];
  return entryFunction('primary_fungible_store', 'transfer', [metadata], parameters);
}

/** The call of `0x1::aptos_account::batch_transfer_fungible_assets`. */
export function batchPayload(
  asset: string,
  recipients: readonly string[],
  amounts: readonly bigint[],
): Uint8Array {
  return entryFunction(
    'aptos_account',
    'batch_transfer_fungible_assets',
    [],
    [addressBytes(asset), sequence(recipients.map(addressBytes)), sequence(amounts.map(integer))],
  );
}

/** An address with all of its digits. */
export function longAddress(address: string): string {
  return `0x${address.slice(2).padStart(64, '0')}`;
}

/** Signs the transaction and returns its hash: `0x` and 64 hex digits. */
export function signAptos(transaction: AptosTransaction, privateKey: Uint8Array): string {
  const raw = aptosTransaction(transaction);
  const key = `${bytesToHex(privateKey)}/${bytesToHex(raw)}`;
  return hashOf(key, () => hashOfSigned(raw, privateKey));
}

/** Hash prefixes: the hash of the type's name, so that equal bytes of two types have different hashes. */
const rawPrefix = sha3_256(utf8ToBytes('APTOS::RawTransaction'));
const signedPrefix = sha3_256(utf8ToBytes('APTOS::Transaction'));

/** Variants of the chain's unions. */
const userTransaction = Uint8Array.of(0);
const ed25519Authenticator = Uint8Array.of(0);
const entryFunctionPayload = Uint8Array.of(2);
const structTag = Uint8Array.of(7);

function hashOfSigned(raw: Uint8Array, privateKey: Uint8Array): string {
  const publicKey = ed25519.getPublicKey(privateKey);
  const signature = ed25519.sign(concatBytes(rawPrefix, raw), privateKey);
  const authenticator = concatBytes(ed25519Authenticator, bytes(publicKey), bytes(signature));
  const signed = concatBytes(signedPrefix, userTransaction, raw, authenticator);
  return `0x${bytesToHex(sha3_256(signed))}`;
}

/** The framework's account. */
const framework = addressBytes(longAddress('0x1'));

function entryFunction(
  module: string,
  name: string,
  types: readonly Uint8Array[],
  parameters: readonly Uint8Array[],
): Uint8Array {
  return concatBytes(
    entryFunctionPayload,
    framework,
    text(module),
    text(name),
    sequence(types),
    sequence(parameters.map(bytes)),
  );
}

function addressBytes(address: string): Uint8Array {
  return hexToBytes(address.slice(2));
}

/** Eight bytes, the least significant first. */
function integer(value: bigint): Uint8Array {
  return Uint8Array.from({ length: 8 }, (_none, index) =>
    Number((value >> BigInt(8 * index)) & 0xffn),
  );
}

function sequence(items: readonly Uint8Array[]): Uint8Array {
  return concatBytes(count(items.length), ...items);
}

function bytes(value: Uint8Array): Uint8Array {
  return concatBytes(count(value.length), value);
}

function text(value: string): Uint8Array {
  return bytes(utf8ToBytes(value));
}

/** A length: seven bits a byte, the least significant first, each but the last marked by the eighth bit (ULEB128). */
function count(length: number): Uint8Array {
  const digits: number[] = [];
  let rest = length;
  for (; rest > 0x7f; rest >>>= 7) digits.push((rest & 0x7f) | 0x80);
  return Uint8Array.of(...digits, rest);
}

// An Aptos transfer as the transaction that it is on its chain: BCS bytes, an Ed25519 signature over them, and the hash
// that the chain knows the signed transaction by.

import { ed25519 } from '@noble/curves/ed25519.js';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { hashOf } from './hash-memo.ts';

export interface AptosTransfer {
  readonly chainId: number;
  readonly sequenceNumber: number;
  /** Octas for each unit of gas. */
  readonly gasPrice: bigint;
  readonly gasLimit: bigint;
  /** Seconds since 1970 after which no block takes it. */
  readonly expiresAtSeconds: number;
  /** Addresses are `0x` and 64 hex digits. */
  readonly source: string;
  readonly destination: string;
  /** The metadata object of a fungible asset; absent for APT. */
  readonly asset?: string;
  readonly units: bigint;
}

/**
 * The BCS form of the raw transaction: APT moves by `0x1::aptos_account::transfer`, a fungible asset from primary store to
 * primary store by `0x1::primary_fungible_store::transfer`.
 */
export function aptosTransaction(transfer: AptosTransfer): Uint8Array {
  const { chainId, sequenceNumber, gasPrice, gasLimit, expiresAtSeconds, source } = transfer;
  return concatBytes(
    addressBytes(source),
    integer(BigInt(sequenceNumber)),
    entryFunction(transfer),
    integer(gasLimit),
    integer(gasPrice),
    integer(BigInt(expiresAtSeconds)),
    Uint8Array.of(chainId),
  );
}

/** Signs the transaction and returns its hash: `0x` and 64 hex digits. */
export function signAptos(transfer: AptosTransfer, privateKey: Uint8Array): string {
  const raw = aptosTransaction(transfer);
  const key = `${bytesToHex(privateKey)}/${bytesToHex(raw)}`;
  return hashOf(key, () => hashOfSigned(raw, privateKey));
}

/** What is hashed carries the hash of its own type in front, so that no bytes mean two things. */
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
const framework = addressBytes(`0x${'1'.padStart(64, '0')}`);

function entryFunction({ destination, asset, units }: AptosTransfer): Uint8Array {
  const payment = [bytes(addressBytes(destination)), bytes(integer(units))];
  return asset === undefined
    ? concatBytes(
        entryFunctionPayload,
        framework,
        text('aptos_account'),
        text('transfer'),
        sequence([]),
        sequence(payment),
      )
    : concatBytes(
        entryFunctionPayload,
        framework,
        text('primary_fungible_store'),
        text('transfer'),
        sequence([
          concatBytes(structTag, framework, text('fungible_asset'), text('Metadata'), sequence([])),
        ]),
        sequence([bytes(addressBytes(asset)), ...payment]),
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

/** A length; all that occur here fit one byte of the variable-length form. */
function count(length: number): Uint8Array {
  return Uint8Array.of(length);
}

// Encodes and signs Solana transactions of the service: a legacy message with one instruction. The hash is the signature.

import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { Token } from '../records/token.ts';
import { hashOf } from './hash-memo.ts';

export interface SolanaTransfer {
  readonly source: string;
  readonly destination: string;
  readonly token: Token;
  readonly units: bigint;
  /** 32 bytes as hex: ties the message to its moment, so that equal transfers have different signatures. */
  readonly recentBlockhash: string;
}

const systemProgram = '11111111111111111111111111111111';
const tokenProgram = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

/** Signs the message and returns its hash, which on Solana is the signature in base58. */
export function signSolana(transfer: SolanaTransfer, privateKey: Uint8Array): string {
  const message = solanaMessage(transfer);
  const key = `${bytesToHex(privateKey)}/${bytesToHex(message)}`;
  return hashOf(key, () => base58.encode(ed25519.sign(message, privateKey)));
}

/**
 * The legacy message: header, account keys, recent blockhash, one instruction. A native transfer is the system program's
 * Transfer; a token transfer is the token program's TransferChecked, between owners rather than token accounts, since the
 * simulator stores balances by owner.
 */
export function solanaMessage({
  source,
  destination,
  token,
  units,
  recentBlockhash,
}: SolanaTransfer): Uint8Array {
  const isNative = token.address === undefined;
  const program = isNative ? systemProgram : tokenProgram;
  const toSelf = source === destination;
  const writable = toSelf ? [source] : [source, destination];
  const readonlyKeys = isNative ? [program] : [token.address ?? '', program];
  const keys = [...writable, ...readonlyKeys].map((key) => base58.decode(key));
  const programIndex = keys.length - 1;
  const destinationIndex = toSelf ? 0 : 1;
  const accounts = isNative ? [0, destinationIndex] : [0, programIndex - 1, destinationIndex, 0]; // source, mint, destination, owner
  const data = isNative
    ? [2, 0, 0, 0, ...littleEndian64(units)]
    : [12, ...littleEndian64(units), token.decimals];
  return Uint8Array.from([
    1,
    0,
    readonlyKeys.length,
    keys.length,
    ...keys.flatMap((key) => [...key]),
    ...hexToBytes(recentBlockhash),
    1,
    programIndex,
    accounts.length,
    ...accounts,
    data.length,
    ...data,
  ]);
}

function littleEndian64(value: bigint): number[] {
  return Array.from({ length: 8 }, (_, index) => Number((value >> BigInt(8 * index)) & 0xffn));
}

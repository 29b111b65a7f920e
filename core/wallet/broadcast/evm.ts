// The transaction that a transfer is on its chain, signed: what gives it its real hash. EVM: EIP-1559. Solana: a legacy
// message with one instruction, whose hash is the signature.

import { ed25519 } from '@noble/curves/ed25519.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { Transaction, type TxType } from 'micro-eth-signer';
import { invariant } from '../../kernel/invariant.ts';
import { createMemo } from '../../kernel/memo.ts';
import { encodeCall } from './abi.ts';
import type { Movement } from '../records/operation.ts';
import type { Token } from '../records/token.ts';
import { lenient, signEvmPayload } from '../signing/evm-signature.ts';

export interface EvmTransfer {
  readonly chainId: number;
  readonly nonce: number;
  readonly maxFee: bigint;
  readonly priorityFee: bigint;
  readonly gasLimit: bigint;
  readonly to: string;
  readonly value: bigint;
  /** Call data as `0x` hex. */
  readonly data: string;
}

/** What a transaction carries, apart from its terms. */
export type EvmPayload = Pick<EvmTransfer, 'to' | 'value' | 'data'>;

/** Where a transfer goes and what it carries: itself for the native token, a call of the contract for ERC-20. */
export function evmPayload(token: Token, destination: string, units: bigint): EvmPayload {
  if (token.address === undefined) return { to: destination, value: units, data: '0x' };
  const transferSelector = '0xa9059cbb'; // transfer(address,uint256)
  const recipient = destination.slice(2).padStart(64, '0');
  const data = transferSelector + recipient + units.toString(16).padStart(64, '0');
  return { to: token.address, value: 0n, data };
}

/** The call that sends NFTs of one collection: of ERC-1155 any number, else one. */
export function nftPayload(
  { standard, address = '' }: Pick<Token, 'standard' | 'address'>,
  source: string,
  destination: string,
  items: readonly Pick<Movement, 'nftTokenId' | 'units'>[],
): EvmPayload {
  const ids = items.map(({ nftTokenId }) => nftTokenId ?? '');
  const amounts = items.map(({ units }) => units.toString());
  const [signature, what] =
    standard !== 'ERC1155'
      ? ['safeTransferFrom(address,address,uint256)', ids]
      : ids.length === 1
        ? ['safeTransferFrom(address,address,uint256,uint256,bytes)', [...ids, ...amounts, '0x']]
        : [
            'safeBatchTransferFrom(address,address,uint256[],uint256[],bytes)',
            [ids, amounts, '0x'],
          ];
  const data = encodeCall(signature, [source, destination, ...what]);
  invariant(data !== undefined, 'the call of an NFT transfer can be written');
  return { to: address, value: 0n, data };
}

/** Forks and replays sign again what was signed before, and signing costs a hundred times what all else does. */
const hashesKept = 20_000;
const hashes = createMemo<string>(hashesKept);

/** Signs (RFC 6979, so always the same) and returns the transaction hash: `0x` and 64 hex digits. */
export function signEvm(transfer: EvmTransfer, privateKey: Uint8Array): string {
  const { chainId, nonce, maxFee, priorityFee, gasLimit, to, value, data } = transfer;
  const numbers = [chainId, nonce, maxFee, priorityFee, gasLimit, value].join('/');
  const key = `${bytesToHex(privateKey)}/${numbers}/${to}/${data}`;
  return hashes(key, () => hashOfSigned(transfer, privateKey));
}

function hashOfSigned(transfer: EvmTransfer, privateKey: Uint8Array): string {
  const { chainId, nonce, maxFee, priorityFee, gasLimit, to, value, data } = transfer;
  const raw = {
    chainId: BigInt(chainId),
    nonce: BigInt(nonce),
    to,
    value,
    data,
    maxFeePerGas: maxFee,
    maxPriorityFeePerGas: priorityFee,
    gasLimit,
    accessList: [],
  };
  return signEvmPayload(new Transaction<TxType>('eip1559', raw, lenient), privateKey).signed.hash;
}

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
  return hashes(key, () => base58.encode(ed25519.sign(message, privateKey)));
}

/**
 * The legacy message: header, account keys, recent blockhash, one instruction. A native transfer is the system program's
 * Transfer; a token transfer is the token program's TransferChecked, between owners rather than token accounts, since the
 * simulator keeps balances by owner.
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

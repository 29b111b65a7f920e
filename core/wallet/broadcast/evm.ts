// Encodes and signs EVM transactions of the service (EIP-1559), so that they have real hashes.

import { bytesToHex } from '@noble/hashes/utils.js';
import { Transaction, type TxType } from 'micro-eth-signer';
import { invariant } from '../../kernel/invariant.ts';
import { encodeCall } from './abi.ts';
import type { Movement } from '../records/operation.ts';
import type { Token } from '../records/token.ts';
import { lenient, signEvmPayload } from '../signing/evm-signature.ts';
import { hashOf } from './hash-memo.ts';

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

/** The target, value and call data of a transaction, without its fees. */
export type EvmPayload = Pick<EvmTransfer, 'to' | 'value' | 'data'>;

/** The payload of a transfer: the value for the native token, a contract call for ERC-20. */
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

/** Signs (RFC 6979, so always the same) and returns the transaction hash: `0x` and 64 hex digits. */
export function signEvm(transfer: EvmTransfer, privateKey: Uint8Array): string {
  const { chainId, nonce, maxFee, priorityFee, gasLimit, to, value, data } = transfer;
  const numbers = [chainId, nonce, maxFee, priorityFee, gasLimit, value].join('/');
  const key = `${bytesToHex(privateKey)}/${numbers}/${to}/${data}`;
  return hashOf(key, () => hashOfSigned(transfer, privateKey));
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

// Seeded hashes of blocks, and hashes and addresses of transactions from outside the simulator.

import { hexToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { Context } from '../../kernel/context.ts';
import { chainOf, type Blockchain } from '../chain/blockchains.ts';
import type { BlockData } from '../events/parts.ts';

export function blockAt(context: Context, blockchain: Blockchain, height: number): BlockData {
  return { height, hash: seededHash(context, blockchain, `block/${blockchain}/${height}`, 32) };
}

/** The hash of a transaction from outside the simulator. */
export function outsideHash(context: Context, blockchain: Blockchain, name: string): string {
  const isSolana = chainOf(blockchain).family === 'solana'; // hashes on Solana are signatures
  return seededHash(context, blockchain, `outside/${name}`, isSolana ? 64 : 32);
}

/** The address that deposits of faucet and operator come from. */
export function faucetAddress(context: Context, blockchain: Blockchain): string {
  const isEvm = chainOf(blockchain).family === 'evm';
  return seededHash(context, blockchain, 'faucet', isEvm ? 20 : 32);
}

function seededHash(
  context: Context,
  blockchain: Blockchain,
  name: string,
  length: number,
): string {
  const hex = context.bytes(name).slice(0, 2 * length);
  return chainOf(blockchain).family === 'solana' ? base58.encode(hexToBytes(hex)) : `0x${hex}`;
}

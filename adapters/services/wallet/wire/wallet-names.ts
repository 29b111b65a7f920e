// How requests name a wallet: by its id, or by its address and chain (spec "Endpoints").

import type { z } from 'zod';
import type { wallet } from '../../../../core/index.ts';
import { ParseError } from '../../../protocol/parse.ts';
import { blockchain, text, uuid } from './fields.ts';

export const walletFields = {
  walletId: uuid.exactOptional(),
  walletAddress: text.exactOptional(),
  blockchain: blockchain.exactOptional(),
};

export type WalletFields = z.infer<z.ZodObject<typeof walletFields>>;

/** Rules for `refine`. A chain in addition to an id is that of the token. */
export const namesOneWallet = [
  ({ walletId, walletAddress }: WalletFields) =>
    (walletId === undefined) !== (walletAddress === undefined),
  'Give walletId, or walletAddress and blockchain',
] as const;

export const namesItsChain = [
  ({ walletAddress, blockchain: chain }: WalletFields) =>
    walletAddress === undefined || chain !== undefined,
  'walletAddress needs blockchain',
] as const;

/** The rule of requests in which a chain in addition to an id is an error. */
export const namesNothingElse = [
  ({ walletId, walletAddress, blockchain: chain }: WalletFields) =>
    walletId === undefined
      ? walletAddress !== undefined && chain !== undefined
      : walletAddress === undefined && chain === undefined,
  'Give walletId, or walletAddress and blockchain',
] as const;

/** The wallet that a body names. Throws ParseError if it names none. */
export function walletNameOf({
  walletId,
  walletAddress: address,
  blockchain: chain,
}: WalletFields): wallet.WalletName {
  if (walletId !== undefined) return { walletId };
  if (address !== undefined && chain !== undefined) return { address, blockchain: chain };
  throw new ParseError([{ message: 'names no wallet', location: 'body', value: undefined }]);
}

/** The sender of an estimate: the address has another name there, and errors of its own. */
export const senderFields = {
  walletId: uuid.exactOptional(),
  sourceAddress: text.exactOptional(),
  blockchain: blockchain.exactOptional(),
};

export type SenderFields = z.infer<z.ZodObject<typeof senderFields>>;

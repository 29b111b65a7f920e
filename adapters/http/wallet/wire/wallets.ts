// The wire forms of wallets (reference/wallet.md section 4).

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { blockchain, keyed, pageFields, printDates, text, uuid } from './fields.ts';

export const createWalletsBody = z.object({
  ...keyed,
  walletSetId: uuid,
  blockchains: z
    .array(blockchain)
    .min(1)
    .max(wallet.blockchains.length)
    .refine((codes) => new Set(codes).size === codes.length, 'names a blockchain twice'),
  count: z.int().min(1).max(200).default(1),
  accountType: z.enum(['EOA', 'SCA']).default('EOA'),
  metadata: z
    .array(z.object({ name: text.exactOptional(), refId: text.exactOptional() }))
    .max(200)
    .exactOptional(),
});

export const updateWalletBody = z.object({
  name: text.exactOptional(),
  refId: text.exactOptional(),
});

export const walletsQuery = z.object({
  ...pageFields,
  address: text.exactOptional(),
  blockchain: blockchain.exactOptional(),
  scaCore: text.exactOptional(),
  walletSetId: uuid.exactOptional(),
  refId: text.exactOptional(),
});

export function printWallet(view: wallet.Wallet) {
  return {
    id: view.id,
    state: view.status,
    walletSetId: view.walletSetId,
    custodyType: 'DEVELOPER',
    address: view.address,
    blockchain: view.blockchain,
    accountType: view.accountType,
    ...(view.name === undefined ? {} : { name: view.name }),
    ...(view.refId === undefined ? {} : { refId: view.refId }),
    ...(wallet.chainOf(view.blockchain).family === 'near'
      ? { initialPublicKey: wallet.initialPublicKeyOf(view.address) }
      : {}),
    ...printDates(view),
  };
}

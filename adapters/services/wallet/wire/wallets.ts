// The wire forms of wallets (reference/wallet.md section 4).

import { z } from 'zod';
import { wallet, omitUndefined } from '../../../../core/index.ts';
import {
  blockchain,
  idempotentFields,
  metadataFields,
  pageFields,
  referenceFields,
  text,
  textCharsMax,
  uuid,
} from './fields.ts';
import { printCustody, printDates } from './print-fields.ts';
import {
  printedCustody,
  printedDates,
  printedMetadata,
  printedUuid,
  type PrintedBy,
} from './printed.ts';
import { balanceRecord, printBalance } from './tokens.ts';

/** Wallets created by one request on each blockchain. */
export const walletsAtOnceMax = 200;

export const createWalletsBody = z.object({
  ...idempotentFields,
  walletSetId: uuid,
  blockchains: z
    .array(blockchain)
    .min(1)
    .max(wallet.blockchains.length)
    .refine((codes) => new Set(codes).size === codes.length, 'names a blockchain twice'),
  count: z.int().min(1).max(walletsAtOnceMax).default(1),
  accountType: z.enum(wallet.accountTypes).default('EOA'),
  metadata: z.array(z.object(metadataFields)).max(walletsAtOnceMax).exactOptional(),
});

export const updateWalletBody = z.object(metadataFields);

const derivedMetadata = {
  metadata: z.object(metadataFields).default({}),
};

/** The chain in the path; its id is judged by itself. */
export const derivedPath = z.object({ blockchain });

export const deriveWalletBody = z.object(derivedMetadata);

export const deriveWalletByAddressBody = z.object({
  sourceBlockchain: blockchain,
  walletAddress: z.string().min(1).max(textCharsMax),
  targetBlockchain: blockchain,
  ...derivedMetadata,
});

export const walletsQuery = z.object({
  ...pageFields,
  address: text.exactOptional(),
  blockchain: blockchain.exactOptional(),
  scaCore: z.enum(wallet.scaCores).exactOptional(),
  walletSetId: uuid.exactOptional(),
  ...referenceFields,
});

/** The amount stays text: an invalid one has a code of its own. */
export const walletBalancesQuery = walletsQuery.extend({
  blockchain,
  tokenAddress: text.exactOptional(),
  amount__gte: text.exactOptional(),
});

export const walletRecord = z
  .strictObject({
    id: printedUuid,
    state: z.enum(['LIVE', 'FROZEN']),
    walletSetId: printedUuid,
    ...printedCustody,
    address: z.string(),
    blockchain,
    accountType: z.enum(wallet.accountTypes),
    scaCore: z.enum(wallet.scaCores).exactOptional(),
    ...printedMetadata,
    initialPublicKey: z.string().exactOptional().meta({ description: 'Of NEAR accounts.' }),
    ...printedDates,
  })
  .meta({ id: 'Wallet' });

export const holdingRecord = walletRecord
  .extend({ tokenBalances: z.array(balanceRecord) })
  .meta({ id: 'WalletWithBalances' });

export function printHolding({
  wallet: one,
  balances,
}: wallet.HoldingView): PrintedBy<typeof holdingRecord> {
  return { ...printWallet(one), tokenBalances: balances.map(printBalance) };
}

export function printWallet(view: wallet.WalletView): PrintedBy<typeof walletRecord> {
  const { scaCore, initialPublicKey } = view;
  return {
    id: view.id,
    state: view.status,
    walletSetId: view.walletSetId,
    ...printCustody(view),
    address: view.address,
    blockchain: view.blockchain,
    accountType: view.accountType,
    ...omitUndefined({ scaCore }),
    ...wallet.metadataOf(view),
    ...omitUndefined({ initialPublicKey }),
    ...printDates(view),
  };
}

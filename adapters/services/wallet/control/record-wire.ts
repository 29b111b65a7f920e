// The wire forms of the control routes of wallet sets and wallets.

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { blockchain, metadataFields, text } from '../wire/fields.ts';
import { walletSetRecord } from '../wire/wallet-sets.ts';
import { walletRecord, walletsAtOnceMax } from '../wire/wallets.ts';

/** Length limit of ids of end users (spec "ExternalUserId"). */
export const userIdCharsMax = 50;
const userId = z.string().min(5).max(userIdCharsMax);

/** Length limit of ids of wallet sets. */
export const walletSetIdCharsMax = 100;

const metadata = z.strictObject(metadataFields);

export const walletSetBody = z.discriminatedUnion('custodyType', [
  z.strictObject({ custodyType: z.literal('DEVELOPER'), name: text.exactOptional() }),
  z.strictObject({ custodyType: z.literal('ENDUSER'), userId, name: text.exactOptional() }),
]);

export const walletsBody = z.strictObject({
  walletSetId: z.string().max(walletSetIdCharsMax),
  blockchains: z
    .array(blockchain)
    .min(1)
    .max(wallet.blockchains.length)
    .refine((codes) => new Set(codes).size === codes.length, 'must not repeat a blockchain'),
  count: z.int().min(1).max(walletsAtOnceMax).default(1),
  accountType: z.enum(wallet.accountTypes).default('EOA'),
  scaCore: z.enum(wallet.scaCores).exactOptional(),
  metadata: z.array(metadata).max(walletsAtOnceMax).exactOptional(),
});

export const walletSetAnswer = z.strictObject({
  walletSet: walletSetRecord.meta({ description: 'The wallet set, as the wallet API shows it.' }),
});

export const walletsAnswer = z.strictObject({
  wallets: z.array(walletRecord.meta({ description: 'A wallet, as the wallet API shows it.' })),
});

export const walletAnswer = z.strictObject({
  wallet: walletRecord.meta({ description: 'The wallet, as the wallet API shows it.' }),
});

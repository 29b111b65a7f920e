// The wire form of a wallet's upgrade (reference/wallet.md section 6).

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { feeFields, idempotentFields, referenceFields } from './fields.ts';
import { namesNothingElse, walletFields } from './wallet-names.ts';

export const walletUpgradeBody = z
  .object({
    ...idempotentFields,
    ...feeFields,
    ...walletFields,
    newScaCore: z.literal(wallet.scaCoreOfUpgraded),
    ...referenceFields,
  })
  .refine(...namesNothingElse);

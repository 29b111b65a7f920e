// The wire form of a wallet's upgrade (reference/wallet.md section 6).

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { feeFields, keyed, text, uuid } from './fields.ts';

export const walletUpgradeBody = z.object({
  ...keyed,
  ...feeFields,
  walletId: uuid,
  newScaCore: z.literal(wallet.scaCoreOfUpgraded),
  refId: text.exactOptional(),
});

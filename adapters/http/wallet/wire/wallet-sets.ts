// The wire forms of wallet sets (reference/wallet.md section 3).

import { z } from 'zod';
import { wallet } from '../../../../core/index.ts';
import { keyed, pageFields, printDates, text } from './fields.ts';

export const createWalletSetBody = z.object({ ...keyed, name: text.exactOptional() });

export const updateWalletSetBody = z.object({ name: text.exactOptional() });

export const walletSetsQuery = z.object(pageFields);

export function printWalletSet(set: wallet.WalletSet) {
  return {
    id: set.id,
    custodyType: wallet.custodyTypeOf(set),
    ...(set.userId === undefined ? {} : { userId: set.userId }),
    ...(set.name === undefined ? {} : { name: set.name }),
    ...printDates(set),
  };
}

// The wire forms of wallet sets (reference/wallet.md section 3).

import { omitUndefined } from '../../../../core/index.ts';
import { z } from 'zod';
import type { wallet } from '../../../../core/index.ts';
import { printedCustody, printedDates, printedUuid, type PrintedBy } from './printed.ts';
import { idempotentFields, pageFields, text } from './fields.ts';
import { printCustody, printDates } from './print-fields.ts';

export const createWalletSetBody = z.object({ ...idempotentFields, name: text.exactOptional() });

export const updateWalletSetBody = z.object({ name: text.exactOptional() });

export const walletSetsQuery = z.object(pageFields);

export const walletSetRecord = z
  .strictObject({
    id: printedUuid,
    ...printedCustody,
    name: z.string().exactOptional(),
    ...printedDates,
  })
  .meta({ id: 'WalletSet' });

export function printWalletSet(set: wallet.WalletSetView): PrintedBy<typeof walletSetRecord> {
  return {
    id: set.id,
    ...printCustody(set),
    ...omitUndefined({ name: set.name }),
    ...printDates(set),
  };
}

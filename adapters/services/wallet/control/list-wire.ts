// The wire forms of the control routes that list transactions and wallets.

import { z } from 'zod';
import { stateRowsMax } from '../../../protocol/limits.ts';
import { blockchain, referenceFields, text, uuid } from '../wire/fields.ts';
import { tokenRecord } from '../wire/tokens.ts';
import { transactionRecord, transactionState } from '../wire/transactions.ts';
import { walletRecord } from '../wire/wallets.ts';
import { fundAnswer } from './wire.ts';

/** Records in a list without a limit. */
const limitDefault = 20;

const limit = z
  .string()
  .refine(
    (digits) => /^\d+$/.test(digits) && Number(digits) >= 1 && Number(digits) <= stateRowsMax,
    `must be an integer from 1 to ${stateRowsMax}`,
  )
  .transform(Number)
  .default(limitDefault)
  .meta({ type: 'integer', minimum: 1, maximum: stateRowsMax, default: limitDefault });

export const transactionsQuery = z.strictObject({
  id: uuid.exactOptional().meta({ description: 'Only this transaction, whatever its state.' }),
  state: transactionState.exactOptional(),
  limit,
});

export const walletsQuery = z.strictObject({
  address: text.exactOptional(),
  ...referenceFields,
  blockchain: blockchain.exactOptional(),
  limit,
});

export const transactionsAnswer = z.strictObject({
  transactions: z
    .array(transactionRecord)
    .meta({ description: 'The newest first, as the wallet API shows them.' }),
  tokens: z.array(tokenRecord).meta({ description: 'The tokens of these transactions.' }),
});

export const walletWithBalancesAnswer = fundAnswer.extend({
  wallet: walletRecord.meta({ description: 'The wallet, as the wallet API shows it.' }),
});

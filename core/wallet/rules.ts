// The rules of the wallet, as its clients see it, for recordings and tests.

import type { ServiceRule } from '../kernel/rule.ts';
import { balanceAmounts, requestIds, walletErrorForm } from './rules/answers.ts';
import { idempotentAnswers } from './rules/idempotent-answers.ts';
import type { WalletObservation } from './rules/observations.ts';
import { listFilters, pageLinks, pageOrder, pagesDisjoint, pageSizes } from './rules/pages.ts';
import {
  derivedWallets,
  fixedMembers,
  recordDates,
  requiredMembers,
  uniqueAddresses,
  uniqueIds,
} from './rules/records.ts';
import { transactionStates } from './rules/transaction-states.ts';
import { failureReasons, lowestNonces, uniqueHashes, uniqueNonces } from './rules/transactions.ts';
import { webhookContents, webhooksAtLeastOnce } from './rules/webhooks.ts';

export type * from './rules/observations.ts';

export const rules: readonly ServiceRule<WalletObservation>[] = [
  transactionStates,
  idempotentAnswers,
  uniqueNonces,
  uniqueHashes,
  uniqueIds,
  uniqueAddresses,
  requiredMembers,
  recordDates,
  fixedMembers,
  derivedWallets,
  failureReasons,
  lowestNonces,
  balanceAmounts,
  pageSizes,
  pageLinks,
  pageOrder,
  pagesDisjoint,
  listFilters,
  requestIds,
  walletErrorForm,
  webhookContents,
  webhooksAtLeastOnce,
];

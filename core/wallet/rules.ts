// The rules of the wallet, as its clients see it, for recordings and tests.

import type { ServiceRule } from '../kernel/rule.ts';
import { idempotentAnswers } from './rules/idempotent-answers.ts';
import type { WalletObservation } from './rules/observations.ts';
import { transactionStates } from './rules/transaction-states.ts';

export type {
  KeyUsed,
  RecordShown,
  WalletRecordKind,
  WalletObservation,
} from './rules/observations.ts';

export const rules: readonly ServiceRule<WalletObservation>[] = [
  transactionStates,
  idempotentAnswers,
];

// Idempotency keys, each with a reference to its result, and how they are stored in columns.

import { invariant } from '../../kernel/invariant.ts';
import { type Columns, mappedColumn, textColumn, uuidColumn } from '../../tables/index.ts';
import type { TransactionState } from './transaction.ts';

/** An idempotency key with a reference to the result of its request, not a copy of the answer. */
export interface IdempotencyEntry {
  readonly key: string;
  /** See scopeOf. */
  readonly scope: string;
  readonly result: IdempotentResult;
}

type IdempotentResult =
  | { readonly kind: 'walletSet'; readonly id: string }
  | { readonly kind: 'wallets'; readonly from: number; readonly count: number }
  | { readonly kind: 'transaction'; readonly id: string; readonly state: TransactionState };

/** The operations with idempotency keys. */
export type KeyedOperation =
  | 'CreateWalletSet'
  | 'CreateWallets'
  | 'InitiateTransfer'
  | 'InitiateContractExecution'
  | 'InitiateWalletUpgrade'
  | 'AccelerateTransaction'
  | 'CancelTransaction';

/** The scope of a key (reference/wallet.md section 2): the operation, and the id in its path where it has one. */
export function scopeOf(operation: KeyedOperation, pathId?: string): string {
  return pathId === undefined ? operation : `${operation}/${pathId}`;
}

export const idempotencyColumns: Columns<IdempotencyEntry> = {
  key: uuidColumn,
  scope: textColumn,
  result: mappedColumn(textColumn, printResult, parseResult),
};

/** One line: the kind, then its members. */
function printResult(result: IdempotentResult): string {
  switch (result.kind) {
    case 'walletSet':
      return `walletSet ${result.id}`;
    case 'wallets':
      return `wallets ${result.from} ${result.count}`;
    case 'transaction':
      return `transaction ${result.state} ${result.id}`;
  }
}

function parseResult(line: string): IdempotentResult {
  const [kind, first = '', second = ''] = line.split(' ');
  if (kind === 'walletSet') return { kind, id: first };
  if (kind === 'wallets') return { kind, from: Number(first), count: Number(second) };
  invariant(kind === 'transaction', 'an idempotency entry has one of three kinds');
  return { kind, state: first as TransactionState, id: second };
}

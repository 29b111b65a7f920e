// What idempotency keys were used for, and how they are kept: there is one for every request that made something.

import { invariant } from '../../kernel/invariant.ts';
import { type Columns, mappedColumn, textColumn, uuidColumn } from '../../tables/index.ts';
import type { TransactionState } from './transaction.ts';

/** What an idempotency key was used for: a reference to what was made, not a copy of the answer. */
export interface Binding {
  readonly key: string;
  /** See scopeOf. */
  readonly scope: string;
  readonly made: Made;
}

type Made =
  | { readonly kind: 'walletSet'; readonly id: string }
  | { readonly kind: 'wallets'; readonly from: number; readonly count: number }
  | { readonly kind: 'transaction'; readonly id: string; readonly state: TransactionState };

/** The operations that a key can be bound to. */
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

export const bindingColumns: Columns<Binding> = {
  key: uuidColumn,
  scope: textColumn,
  made: mappedColumn(textColumn, printMade, parseMade),
};

/** One line: the kind, and what tells which. */
function printMade(made: Made): string {
  switch (made.kind) {
    case 'walletSet':
      return `walletSet ${made.id}`;
    case 'wallets':
      return `wallets ${made.from} ${made.count}`;
    case 'transaction':
      return `transaction ${made.state} ${made.id}`;
  }
}

function parseMade(line: string): Made {
  const [kind, first = '', second = ''] = line.split(' ');
  if (kind === 'walletSet') return { kind, id: first };
  if (kind === 'wallets') return { kind, from: Number(first), count: Number(second) };
  invariant(kind === 'transaction', 'a binding is kept as one of three kinds');
  return { kind, state: first as TransactionState, id: second };
}

// What a fault does to the transaction that a request initiates: the action that the wallet's operator would take.

export type TransactionEffect =
  | { readonly kind: 'stick' | 'drop' }
  | {
      readonly kind: 'fail' | 'deny';
      /** The errorReason that clients read; the adapter knows which there are. */
      readonly reason?: string;
    };

export const transactionFaultKinds = [
  'stick',
  'drop',
  'fail',
  'deny',
] as const satisfies readonly TransactionEffect['kind'][];

// Bindings as their columns keep them.

import { describe, expect, it } from 'vitest';
import { columnLayout } from '../../../../core/tables/index.ts';
import {
  idempotencyColumns,
  scopeOf,
  type IdempotencyEntry,
} from '../../../../core/wallet/records/idempotency.ts';

const id = '01234567-89ab-4cde-8f01-23456789abcd';

const bindings: readonly IdempotencyEntry[] = [
  { key: id, scope: scopeOf('CreateWalletSet'), made: { kind: 'walletSet', id } },
  {
    key: 'a key of the client',
    scope: scopeOf('CreateWallets'),
    made: { kind: 'wallets', from: 0, count: 200 },
  },
  {
    key: id.toUpperCase(),
    scope: scopeOf('CancelTransaction', id),
    made: { kind: 'transaction', id, state: 'CANCELLED' },
  },
];

describe('a binding', () => {
  it.each(bindings)('is given back as it was: $made.kind', (binding) => {
    const page = columnLayout(idempotencyColumns, 'key')();
    page.set(3, binding);
    expect(page.get(3)).toStrictEqual(binding);
    expect(page.idOf?.(3)).toBe(binding.key);
  });
});

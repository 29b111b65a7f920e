// Idempotency entries stored in columns.

import { describe, expect, it } from 'vitest';
import { columnLayout } from '../../../../core/tables/index.ts';
import {
  idempotencyColumns,
  scopeOf,
  type IdempotencyEntry,
} from '../../../../core/wallet/records/idempotency.ts';

const id = '01234567-89ab-4cde-8f01-23456789abcd';

const entries: readonly IdempotencyEntry[] = [
  { key: id, scope: scopeOf('CreateWalletSet'), result: { kind: 'walletSet', id } },
  {
    key: 'a key of the client',
    scope: scopeOf('CreateWallets'),
    result: { kind: 'wallets', from: 0, count: 200 },
  },
  {
    key: id.toUpperCase(),
    scope: scopeOf('CancelTransaction', id),
    result: { kind: 'transaction', id, state: 'CANCELLED' },
  },
];

describe('an idempotency entry', () => {
  it.each(entries)('is read as it was written: $result.kind', (entry) => {
    const page = columnLayout(idempotencyColumns, 'key')();
    page.set(3, entry);
    expect(page.get(3)).toStrictEqual(entry);
    expect(page.idOf?.(3)).toBe(entry.key);
  });
});

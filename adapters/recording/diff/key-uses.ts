// Finds the first use of each idempotency key of a client: a repeated request has the key of an earlier one.

import { isRecord } from '../format/json-values.ts';
import type { ClientItem } from './client-items.ts';
import { isKeyName } from './volatile.ts';

/** The entry that sent each idempotency key first. */
export function firstKeyUses(items: readonly ClientItem[]): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>();
  for (const { n, sent } of items) {
    for (const key of keysIn(sent)) if (!firsts.has(key)) firsts.set(key, n);
  }
  return firsts;
}

function keysIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(keysIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    isKeyName(name) && typeof one === 'string' ? [one] : keysIn(one),
  );
}

// The keys by which items of two clients are paired. An id has the name of the place where it was first seen, as far as it can be
// told from one recording: the content of the request that it answers. Equal requests have equal names, so that a request which is
// changed among equal ones leaves the others at their places.

import { createHash } from 'node:crypto';
import { isRecord } from '../format/json-values.ts';
import type { ClientItem } from './client-items.ts';
import { withIds, withoutIds } from './id-pairs.ts';
import { isKeyName } from './volatile.ts';

/** An item with its keys, the most exact first. */
export interface KeyedItem extends ClientItem {
  readonly keys: readonly string[];
}

/** The functions that read the keys of an item. */
export const clientKeys: readonly ((item: KeyedItem) => string)[] = Array.from(
  { length: 5 },
  (_, index) =>
    ({ keys }) =>
      keys[index] ?? '',
);

export function withKeys(items: readonly ClientItem[]): readonly KeyedItem[] {
  const names = new Map<string, string>();
  return items.map((item) => {
    const { title, sent, received } = item;
    const { headers, facts: _known, ...others } = sent; // facts depend on the requests before
    const place = withoutIds(title.replace(/\?.*$/s, ''));
    const sentText = JSON.stringify([place, withoutKeys(others)]);
    const named = withIds(sentText, (id) => names.get(id) ?? id);
    const headerText = withoutIds(JSON.stringify(withoutKeys(headers)) ?? '');
    const sentName = `${named} ${headerText}`;

    // What is received alone is known by its content.
    const receivedText = JSON.stringify(received);
    const source = item.kind === 'received' ? `${sentName} ${withoutIds(receivedText)}` : sentName;
    const hash = createHash('sha256').update(source).digest('base64url').slice(0, 16);
    let ordinal = 0;
    const receivedName = withIds(receivedText, (id) => {
      const known = names.get(id);
      if (known !== undefined) return known;
      ordinal += 1;
      const name = `${hash}.${ordinal}`;
      names.set(id, name);
      return name;
    });

    const erased = `${withoutIds(sentText)} ${headerText}`;
    const keys = [
      `${sentName} ${receivedName}`,
      sentName,
      `${erased} ${withoutIds(receivedText)}`,
      erased,
      place,
    ];
    return { ...item, keys };
  });
}

/** Without idempotency keys. */
function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isKeyName(name))
      .map(([name, one]) => [name, withoutKeys(one)]),
  );
}

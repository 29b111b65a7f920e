// Prints JSON in pieces: a long list item by item. The text is that of `JSON.stringify`.

import type { InPieces } from '../../core/index.ts';

/** Longer lists are printed item by item. */
const itemsAtOnce = 20;
/** How deep long lists are looked for. */
const levelsMax = 3;

/** The text of a value; undefined as from `JSON.stringify`, which `values` of a list have no other form for. */
export function* jsonInPieces(value: object): InPieces<string> {
  return yield* textOf(value, levelsMax);
}

function* textOf(value: unknown, levels: number): InPieces<string> {
  if (!hasLongList(value, levels)) return JSON.stringify(value) ?? 'null';
  const texts: string[] = [];
  if (Array.isArray(value)) {
    for (const item of value) {
      texts.push(yield* textOf(item, levels - 1));
      yield;
    }
    return `[${texts.join(',')}]`;
  }
  for (const [name, member] of Object.entries(value as object)) {
    if (member === undefined) continue;
    texts.push(`${JSON.stringify(name)}:${yield* textOf(member, levels - 1)}`);
  }
  return `{${texts.join(',')}}`;
}

function hasLongList(value: unknown, levels: number): boolean {
  if (levels === 0 || typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.length > itemsAtOnce;
  return Object.values(value).some((member) => hasLongList(member, levels - 1));
}

// Pairs what two clients sent and received. Equal requests are paired first, wherever they are, and only then similar ones.

import { align, type Aligned } from './alignment.ts';
import { clientKeys, type KeyedItem } from './client-keys.ts';

export type ClientPair = Aligned<KeyedItem> & {
  /** Whether the items are at different places among the others. */
  readonly isMoved?: boolean;
};

interface Level {
  /** The most exact first; items in another order are paired by the last one. */
  readonly keys: typeof clientKeys;
  /** The kinds of items that are paired in another order. */
  readonly movable: ReadonlySet<KeyedItem['kind']>;
}

/** A read follows from other requests, so only an equal one in another order is the same. */
const levels: readonly Level[] = [
  { keys: clientKeys.slice(0, 2), movable: new Set(['act', 'read']) },
  { keys: clientKeys.slice(2, 4), movable: new Set(['act']) },
  { keys: clientKeys.slice(4), movable: new Set(['act']) },
];

/** The pairs of one channel, and its items without a partner. */
export function pairClients(
  left: readonly KeyedItem[],
  right: readonly KeyedItem[],
): readonly ClientPair[] {
  const moved: ClientPair[] = [];
  let rest = align(left, right, []);
  for (const level of levels) {
    const aligned = withGapsAligned(rest, level.keys);
    const pairs = movedPairs(aligned, level);
    const paired = new Set(pairs.flatMap((pair) => [pair.left, pair.right]));
    rest = aligned.filter((pair) => !paired.has(pair.left ?? pair.right));
    moved.push(...pairs);
  }
  return [...rest, ...moved];
}

/** Aligns the unpaired items between two pairs. */
function withGapsAligned(
  aligned: readonly Aligned<KeyedItem>[],
  keys: Level['keys'],
): Aligned<KeyedItem>[] {
  const result: Aligned<KeyedItem>[] = [];
  let [lefts, rights]: [KeyedItem[], KeyedItem[]] = [[], []];
  const endGap = () => {
    for (const pair of align(lefts, rights, keys)) result.push(pair);
    [lefts, rights] = [[], []];
  };
  for (const pair of aligned) {
    if (pair.right === undefined) lefts.push(pair.left);
    else if (pair.left === undefined) rights.push(pair.right);
    else {
      endGap();
      result.push(pair);
    }
  }
  endGap();
  return result;
}

/** Pairs of unpaired items of the same key, the first with the first. */
function movedPairs(
  aligned: readonly Aligned<KeyedItem>[],
  { keys, movable }: Level,
): { left: KeyedItem; right: KeyedItem; isMoved: true }[] {
  const keyOf = (item: KeyedItem) => keys.at(-1)?.(item) ?? '';
  const waiting = new Map<string, KeyedItem[]>();
  for (const { left, right } of aligned) {
    if (left !== undefined || !movable.has(right.kind)) continue;
    const same = waiting.get(keyOf(right));
    if (same === undefined) waiting.set(keyOf(right), [right]);
    else same.push(right);
  }
  for (const same of waiting.values()) same.reverse(); // to take the first one from the end
  return aligned.flatMap(({ left, right: partner }) => {
    if (partner !== undefined || !movable.has(left.kind)) return [];
    const right = waiting.get(keyOf(left))?.pop();
    return right === undefined ? [] : [{ left, right, isMoved: true as const }];
  });
}

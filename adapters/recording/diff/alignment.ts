// Pairs the items of two lists. First as many equal items as possible in order (Myers); then those between two such pairs, by
// coarser and coarser keys.

import { diff } from 'fast-myers-diff';

/** A pair, or an item of one list only. */
export type Aligned<Item> =
  | { readonly left: Item; readonly right: Item }
  | { readonly left: Item; readonly right?: never }
  | { readonly left?: never; readonly right: Item };

/**
 * Longer differing ranges are not searched for equal items, which takes quadratic time: they are paired by the next coarser key, and
 * by place at the coarsest.
 */
export const exactItemsMax = 20_000;

/** Aligns two lists. `keys` identify an item, the most exact first; items whose last keys differ are never paired. */
export function align<Item>(
  left: readonly Item[],
  right: readonly Item[],
  keys: readonly ((item: Item) => string)[],
): Aligned<Item>[] {
  const [key, ...coarser] = keys;
  if (key === undefined || left.length === 0 || right.length === 0) {
    return [...left.map((item) => ({ left: item })), ...right.map((item) => ({ right: item }))];
  }
  const names = new Map<string, number>();
  const numbered = (item: Item) => {
    const name = key(item);
    const known = names.get(name);
    if (known !== undefined) return known;
    names.set(name, names.size);
    return names.size - 1;
  };
  const [xs, ys] = [left.map(numbered), right.map(numbered)];

  const aligned: Aligned<Item>[] = [];
  let [x, y] = [0, 0];
  const pairUpTo = (end: number) => {
    for (; x < end; x += 1, y += 1) {
      aligned.push({ left: left[x] as Item, right: right[y] as Item });
    }
  };
  for (const [xStart, xEnd, yStart, yEnd] of differingRanges(xs, ys, coarser.length === 0)) {
    pairUpTo(xStart);
    aligned.push(...align(left.slice(xStart, xEnd), right.slice(yStart, yEnd), coarser));
    [x, y] = [xEnd, yEnd];
  }
  pairUpTo(left.length);
  return aligned;
}

/** An item at a place of a recording, paired only with items of the same channel. */
interface Placed {
  readonly channel: string;
  /** The number of its entry. */
  readonly n: number;
}

/** Pairs the items of two recordings channel by channel with `alignItems`. The pairs are in the order of the left items. */
export function alignChannels<Item extends Placed, Pair extends Aligned<Item>>(
  left: readonly Item[],
  right: readonly Item[],
  alignItems: (left: readonly Item[], right: readonly Item[]) => readonly Pair[],
): readonly Pair[] {
  const channels = new Map<string, { left: Item[]; right: Item[] }>();
  for (const [side, items] of [
    ['left', left],
    ['right', right],
  ] as const) {
    for (const item of items) {
      const channel = channels.get(item.channel) ?? { left: [], right: [] };
      channels.set(item.channel, channel);
      channel[side].push(item);
    }
  }
  return [...channels.values()]
    .flatMap((channel) => {
      let place = 0; // items of the right side only follow the pair before them
      return alignItems(channel.left, channel.right).map((pair) => {
        place = pair.left?.n ?? place;
        return { pair, place };
      });
    })
    .sort((a, b) => a.place - b.place)
    .map(({ pair }) => pair);
}

/** The ranges in which two lists differ. */
function* differingRanges(
  xs: readonly number[],
  ys: readonly number[],
  isCoarsest: boolean,
): Iterable<readonly [number, number, number, number]> {
  let start = 0;
  while (start < xs.length && start < ys.length && xs[start] === ys[start]) start += 1;
  let [xEnd, yEnd] = [xs.length, ys.length];
  while (xEnd > start && yEnd > start && xs[xEnd - 1] === ys[yEnd - 1]) {
    xEnd -= 1;
    yEnd -= 1;
  }
  if (Math.max(xEnd, yEnd) - start <= exactItemsMax) {
    for (const [x1, x2, y1, y2] of diff(xs.slice(start, xEnd), ys.slice(start, yEnd))) {
      yield [x1 + start, x2 + start, y1 + start, y2 + start];
    }
    return;
  }
  if (!isCoarsest) {
    yield [start, xEnd, start, yEnd];
    return;
  }
  const both = Math.min(xEnd, yEnd);
  for (let index = start; index < both; index += 1) {
    if (xs[index] !== ys[index]) yield [index, index + 1, index, index + 1];
  }
  if (xEnd !== yEnd) yield [both, xEnd, both, yEnd];
}

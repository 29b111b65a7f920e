// A list that only grows at its end, whose items can be removed: finds the rank of an item and the item of a rank in logarithmic time.

export class RankedList<Item> {
  readonly #items: Item[] = [];
  /** A Fenwick tree: at each index, counted from 1, how many items are left in the range that ends there. */
  readonly #counts: number[] = [0];
  #size = 0;

  /** Returns the slot of the item, by which it is removed or ranked. */
  append(item: Item): number {
    this.#items.push(item);
    const index = this.#items.length;
    // The range of an index consists of its own item and of the ranges of smaller ones.
    let count = 1;
    for (let below = index - 1; below > index - lowestBit(index); below -= lowestBit(below)) {
      count += this.#counts[below] ?? 0;
    }
    this.#counts.push(count);
    this.#size += 1;
    return index - 1;
  }

  /** `slot`: of an item that is in the list. */
  remove(slot: number): void {
    for (let index = slot + 1; index < this.#counts.length; index += lowestBit(index)) {
      this.#counts[index] = (this.#counts[index] ?? 0) - 1;
    }
    this.#size -= 1;
  }

  /** How many items are before the one in a slot. */
  rankOf(slot: number): number {
    let rank = 0;
    for (let index = slot; index > 0; index -= lowestBit(index)) rank += this.#counts[index] ?? 0;
    return rank;
  }

  /** The item with so many items before it. */
  at(rank: number): Item | undefined {
    if (rank < 0 || rank >= this.#size) return undefined;
    let left = rank;
    let index = 0;
    for (let step = highestBit(this.#items.length); step > 0; step >>= 1) {
      const count = this.#counts[index + step];
      if (count === undefined || count > left) continue;
      index += step;
      left -= count;
    }
    return this.#items[index];
  }
}

function lowestBit(index: number): number {
  return index & -index;
}

function highestBit(index: number): number {
  return index === 0 ? 0 : 2 ** (31 - Math.clz32(index));
}

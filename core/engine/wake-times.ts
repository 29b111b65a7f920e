// When sleeping worlds are to be woken: a priority queue by host instants. Costs memory only for worlds that have something to do.

interface Wake {
  readonly name: string;
  readonly atMs: number;
}

export class WakeTimes {
  readonly #times = new Map<string, number>();
  /** A binary heap, the earliest first; an item that `#times` does not confirm is out of date. */
  #heap: Wake[] = [];

  get count(): number {
    return this.#times.size;
  }

  set(name: string, atMs: number): void {
    this.#times.set(name, atMs);
    this.#heap.push({ name, atMs });
    this.#moveUp(this.#heap.length - 1);
    if (this.#heap.length > 2 * this.#times.size + 16) this.#rebuild();
  }

  /** As `set`, unless the world is woken earlier already. */
  setEarlier(name: string, atMs: number): void {
    if (atMs < (this.#times.get(name) ?? Number.POSITIVE_INFINITY)) this.set(name, atMs);
  }

  delete(name: string): void {
    this.#times.delete(name);
  }

  /** The earliest; of equal ones that with the smaller name. */
  next(): Wake | undefined {
    for (;;) {
      const [first] = this.#heap;
      if (first === undefined || this.#times.get(first.name) === first.atMs) return first;
      this.#removeFirst();
    }
  }

  /** Drops the items that are out of date. */
  #rebuild(): void {
    const items = [...this.#times].map(([name, atMs]) => ({ name, atMs }));
    this.#heap = items.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#moveDown();
  }

  #moveUp(start: number): void {
    const heap = this.#heap;
    for (let index = start; index > 0;) {
      const parent = (index - 1) >> 1;
      if (!isBefore(heap[index]!, heap[parent]!)) return;
      [heap[index], heap[parent]] = [heap[parent]!, heap[index]!];
      index = parent;
    }
  }

  #moveDown(): void {
    const heap = this.#heap;
    for (let index = 0; ;) {
      let least = index;
      for (const child of [2 * index + 1, 2 * index + 2]) {
        if (child < heap.length && isBefore(heap[child]!, heap[least]!)) least = child;
      }
      if (least === index) return;
      [heap[index], heap[least]] = [heap[least]!, heap[index]!];
      index = least;
    }
  }
}

function isBefore(one: Wake, other: Wake): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.name < other.name);
}

// A histogram in plain numbers: what is measured in each request costs no more than a few additions.

export class Distribution {
  /** Ascending. */
  readonly #bounds: readonly number[];
  /** How many values are in each bucket alone; the last one is above all bounds. */
  readonly #counts: Float64Array;
  #sum = 0;

  constructor(bounds: readonly number[]) {
    this.#bounds = bounds;
    this.#counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const bounds = this.#bounds;
    let index = 0;
    while (index < bounds.length && value > (bounds[index] ?? 0)) index += 1;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
    this.#sum += value;
  }

  /** How many values are at most each bound, and in all (`+Inf`); and their sum. */
  cumulative(): { readonly counts: readonly (readonly [string, number])[]; readonly sum: number } {
    let count = 0;
    const labels = [...this.#bounds.map(String), '+Inf'];
    const counts = labels.map((label, index) => {
      count += this.#counts[index] ?? 0;
      return [label, count] as const;
    });
    return { counts, sum: this.#sum };
  }
}

/** Of durations in seconds: from a cached read to a request that waits for a slow store, or for an advance. */
export const secondsBounds: readonly number[] = [
  0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];
/** Of entries in a commit. */
export const entriesBounds: readonly number[] = [1, 2, 5, 10, 25, 50, 100, 250, 1_000, 10_000];

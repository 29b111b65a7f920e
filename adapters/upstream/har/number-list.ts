// A growing list of numbers, in eight bytes each: files have millions of entries.

export class NumberList {
  #values = new Float64Array(1_024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    this.#reserve(this.#length + 1);
    this.#values[this.#length] = value;
    this.#length += 1;
  }

  /** The value at an index; 0 if none was set. */
  at(index: number): number {
    return index < this.#length ? (this.#values[index] ?? 0) : 0;
  }

  #reserve(length: number): void {
    if (length <= this.#values.length) return;
    const larger = new Float64Array(this.#values.length * 2);
    larger.set(this.#values);
    this.#values = larger;
  }
}

// Values of two recordings that stand for each other, each for one.

export class Pairs {
  readonly #rightOf = new Map<string, string>();
  readonly #leftOf = new Map<string, string>();

  /** Whether two values are a pair. Two new ones become one if `isPairable` says so. */
  isPair(left: string, right: string, isPairable: boolean): boolean {
    const [knownRight, knownLeft] = [this.#rightOf.get(left), this.#leftOf.get(right)];
    if (knownRight !== undefined || knownLeft !== undefined) {
      return knownRight === right && knownLeft === left;
    }
    if (!isPairable) return false;
    this.#rightOf.set(left, right);
    this.#leftOf.set(right, left);
    return true;
  }
}

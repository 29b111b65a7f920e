// Programmer errors. A broken invariant stops the run: nobody catches it to go on.

export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError unless `condition` holds; `what` says what must hold. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new InvariantError(`Invariant broken: ${what}.`);
}

/** The end of an exhaustive switch: does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new InvariantError(`Invariant broken: unexpected value ${JSON.stringify(value)}.`);
}

// Programmer errors. A broken invariant stops the run: nobody catches it to go on.

export class InvariantError extends Error {
  override readonly name = 'InvariantError';
  /** The number of the input from elsewhere whose content broke the world; undefined if it was none. */
  readonly entered: number | undefined;

  constructor(message: string, options: ErrorOptions & { readonly entered?: number } = {}) {
    super(message, options);
    this.entered = options.entered;
  }
}

/** Throws InvariantError unless `condition` holds; `what` says what must hold. */
export function invariant(condition: unknown, what: string): asserts condition {
  if (!condition) throw new InvariantError(`Invariant broken: ${what}.`);
}

/** Runs a task that trusts the content of an input from elsewhere: an error that it throws names the input. */
export function trusting<Result>(input: number, task: () => Result): Result {
  try {
    return task();
  } catch (cause) {
    const message =
      cause instanceof InvariantError ? cause.message : `Unexpected: ${String(cause)}.`;
    throw new InvariantError(message, { cause, entered: input });
  }
}

/** The end of an exhaustive switch: does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new InvariantError(`Invariant broken: unexpected value ${JSON.stringify(value)}.`);
}

// Programmer errors. A world with a broken invariant stops; no code catches the error to continue.

export class InvariantError extends Error {
  override readonly name = 'InvariantError';
  /** The number of the recorded input whose content broke the invariant, if one did. */
  readonly inputNumber: number | undefined;

  constructor(
    message: string,
    options: { readonly cause?: unknown; readonly inputNumber?: number } = {},
  ) {
    super(message, options);
    this.inputNumber = options.inputNumber;
  }
}

/** Throws InvariantError unless `condition` holds. `statement`: what must hold. */
export function invariant(condition: unknown, statement: string): asserts condition {
  if (!condition) throw new InvariantError(`Invariant broken: ${statement}.`);
}

/** Runs a task that depends on the content of a recorded input: its errors become InvariantErrors with the input's number. */
export function namingInput<Result>(input: number, task: () => Result): Result {
  try {
    return task();
  } catch (cause) {
    const message =
      cause instanceof InvariantError ? cause.message : `Unexpected: ${String(cause)}.`;
    throw new InvariantError(message, { cause, inputNumber: input });
  }
}

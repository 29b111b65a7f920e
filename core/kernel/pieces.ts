// Long work in pieces: it yields between them, where its runner may let other work run. What it computes does not depend on that.

export type InPieces<T> = Generator<undefined, T, void>;

/** Runs it to its end without a break. */
export function atOnce<T>(work: InPieces<T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

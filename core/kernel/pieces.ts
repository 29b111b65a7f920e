// Long work in pieces: it yields between them, where its runner may let other work run. What it computes does not depend on that.

export type InPieces<T> = Generator<undefined, T, void>;

/** Short work as one piece. */
export function inOnePiece<Given extends readonly unknown[], T>(
  work: (...given: Given) => T,
): (...given: Given) => InPieces<T> {
  return (...given) => onePiece(work, given); // a generator function for each call would be slow
}

function* onePiece<Given extends readonly unknown[], T>(
  work: (...given: Given) => T,
  given: Given,
): InPieces<T> {
  yield* [];
  return work(...given);
}

/** Runs it to its end without a break. */
export function atOnce<T>(work: InPieces<T>): T {
  for (;;) {
    const next = work.next();
    if (next.done === true) return next.value;
  }
}

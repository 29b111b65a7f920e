// The contract of slow work that is pure: synthesis of speech, recognition of a segment. An answer is a function of its
// question, so it is no input; it may be computed early, late, again, or somewhere else.

import type { Json } from '../kernel/canonical.ts';

/** Answers a question, always in the same way. Rejects only where it cannot be answered at all. */
export type Oracle = (question: Json) => Promise<Json>;

/** By their names, as domains call them. */
export type Oracles = Readonly<Record<string, Oracle>>;

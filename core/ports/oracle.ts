// Port for slow pure work, such as speech synthesis. An answer is a function of its question, so it is not journaled: it may
// be computed early, late, or again.

import type { Json } from '../kernel/canonical.ts';

/** The same question has the same answer. Rejects only if it cannot be answered at all. */
export type Oracle = (question: Json) => Promise<Json>;

/** By name. */
export type Oracles = Readonly<Record<string, Oracle>>;

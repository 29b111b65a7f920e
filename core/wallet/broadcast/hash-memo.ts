// The hashes of what was signed, remembered: forks and replays sign again what was signed before, and signing costs a
// hundred times what all else does.

import { createMemo } from '../../kernel/memo.ts';

const hashesKept = 20_000;

/** The hash by all that was signed: the key first, so that no two chains share one. */
export const hashOf = createMemo<string>(hashesKept);

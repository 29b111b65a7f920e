// A memo of transaction hashes: forks and replays sign the same transactions again, and signing costs a hundred times as
// much as the rest of a command.

import { createMemo } from '../../kernel/memo.ts';

const hashesKept = 20_000;

/** The hash by all signed values, the key first. */
export const hashOf = createMemo<string>(hashesKept);

// The sentence about an alternative in which nothing ends differently.

import type { Alternative } from './alternative.ts';

/** Undefined if something ends differently. `hasChanges`: whether anything was changed at all. */
export function sameEndsText(
  { groups, digests }: Pick<Alternative, 'groups' | 'digests'>,
  hasChanges: boolean,
): string | undefined {
  const [before, after] = digests;
  if (groups.length > 0) return undefined;
  if (before !== after) {
    return `Nothing ends differently. Events differ: the digest was ${before}, is ${after}.`;
  }
  const why = hasChanges ? 'what was changed has no consequence' : 'nothing was changed';
  return `Nothing differs: ${why}.`;
}

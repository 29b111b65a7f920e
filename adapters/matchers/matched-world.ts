// The subject of the matchers: a world of a test.

import type { TestWorld } from '../testing/index.ts';

/** Throws TypeError if the value that a matcher was given is no world. */
export function worldIn(received: unknown, matcher: string): TestWorld {
  const isWorld =
    typeof received === 'object' &&
    received !== null &&
    'recording' in received &&
    'operator' in received;
  if (isWorld) return received as TestWorld;
  throw new TypeError(
    `${matcher} is for a world of reprise/testing: await expect(world).${matcher}(…)`,
  );
}

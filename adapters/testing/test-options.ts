// The options of a server for tests and of its worlds, and their checks.

import { z } from 'zod';
import { checkedOptions } from '../checked-options.ts';
import type { ConfigChange } from '../contracts/world-spec.ts';
import { createWorldBody } from '../control/wire/worlds.ts';
import type { GivenFixture } from '../fixture/given.ts';
import type { GivenClock } from '../worlds.ts';

/** A world for a test. What is left out is as in `startReprise`. */
export interface TestWorldOptions {
  /** 1 to 64 letters, digits, dots, dashes or underscores, in the URL of the world. Default: `world-1`, `world-2`, … */
  readonly name?: string | undefined;
  /** Ids and random numbers derive from it; those of the fixture from the seed of `startReprise`. */
  readonly seed?: string | undefined;
  /** The name of a packaged fixture, a file in JSON or YAML, or an object. */
  readonly fixture?: GivenFixture | null | undefined;
  /** The first instant, ISO-8601. Default: 2026-01-01T00:00:00Z. */
  readonly epoch?: string | undefined;
  /** Default: `frozen`. */
  readonly clock?: GivenClock | undefined;
  /** Settings, as for `PATCH /worlds/:w/config`. */
  readonly config?: ConfigChange | undefined;
  /** Whether its traffic is recorded. Default: yes. */
  readonly record?: boolean | undefined;
}

export interface StartOptions extends Omit<TestWorldOptions, 'name'> {
  /** Hosts that webhooks may be sent to, besides the loopback. */
  readonly outboundHosts?: readonly string[] | undefined;
  /** The entity secret of clients: 32 bytes in hex. */
  readonly entitySecret?: string | undefined;
}

const { name, seed, epoch, clock, config } = createWorldBody.shape;
const worldShape = {
  seed,
  epoch,
  clock,
  config,
  fixture: z.unknown().optional(),
  record: z.boolean().exactOptional(),
};
export const worldSchema = z.strictObject({ ...worldShape, name: name.exactOptional() });
export const startSchema = z.strictObject({
  ...worldShape,
  outboundHosts: z.array(z.string()).exactOptional(),
  entitySecret: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 lower-case hex digits')
    .exactOptional(),
});

/** A clock as the schemas read it; undefined if it is left out. */
export type CheckedClock = z.infer<typeof startSchema>['clock'];

/** Checks the `worldOptions` of a test runner, which names worlds itself. Throws OptionsError. */
export function checkWorldOptions(options: unknown): void {
  checkedOptions(z.strictObject(worldShape), options, 'worldOptions');
}

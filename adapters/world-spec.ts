// What a world is created from: its configuration, its fixture, its clock.

import type { Json, Settings, World } from '../core/index.ts';

/** A world's configuration, of which each service reads its own members. */
export type Config = Readonly<Record<string, Json>>;

/** A configuration as it is given; members that are left out keep their values, or get their defaults. */
export type ConfigWish = Config & { readonly ids?: Settings['ids'] };

/** A fixture as it was written: beside these members, a section for each service. */
export interface Fixture {
  readonly version: 1;
  readonly description?: string;
  readonly config?: ConfigWish;
  readonly [service: string]: unknown;
}

/** A world to create. The server has defaults for members that are left out. */
export interface WorldWish {
  readonly name: string;
  readonly seed?: string;
  readonly epochMs?: number;
  readonly clock?: World['record']['clock'];
  readonly config?: ConfigWish;
  /** Null: none, whatever the server's default is. */
  readonly fixture?: Fixture | null;
}

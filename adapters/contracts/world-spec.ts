// The specification of a new world: configuration, fixture, clock.

import type { Json, Settings, World } from '../../core/index.ts';

/** A world's configuration, of which each service reads its own members. */
export type Config = Readonly<Record<string, Json>>;

/** A change of a configuration. Omitted members keep their values, or get their defaults. */
export type ConfigChange = Config & { readonly ids?: Settings['ids'] };

/** A fixture file: these members and a section for each service. */
export interface Fixture {
  readonly version: 1;
  readonly description?: string;
  readonly config?: ConfigChange;
  readonly [service: string]: unknown;
}

/** A world to create. Omitted members default to the server's startup flags. */
export interface WorldSpec {
  readonly name: string;
  readonly seed?: string;
  readonly epochMs?: number;
  readonly clock?: World['record']['clock'];
  readonly config?: ConfigChange;
  /** Null: no fixture, even if the server has a default one. */
  readonly fixture?: Fixture | null;
}

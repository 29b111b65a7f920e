// The members that the records of all sessions share.

import type { Millis } from '../../kernel/brand.ts';

/** Limits of a session: settings of the world at the instant of its opening. */
export type SessionLimits = {
  /** The session ends after this long without a frame; null: never. */
  readonly idleMs: number | null;
  /** Characters of text in a minute; null: any number. */
  readonly charactersPerMinute: number | null;
};

/** The path of a channel, with the parameters in the query of a connection. */
export type SessionOpening<Path extends string, Parameters> = {
  readonly path: Path;
  readonly parameters: Parameters;
};

export interface SessionBase {
  /** Also the id of the request on the wire. */
  readonly id: string;
  /** The path of its channel. */
  readonly path: string;
  /** Its number among all sessions of the world, from 1; absent in snapshots of earlier versions. */
  readonly number?: number;
  readonly openedMs: Millis;
  readonly limits: SessionLimits;
  readonly modelUuid: string;
}

/** The sessions that were opened on a path. */
export type SessionOpenings = { readonly path: string; readonly count: number };

/** The open sessions, as a room reads them. Each room has a guard for the sessions of its own channel. */
export interface OpenSessions {
  readonly sessions: {
    readonly get: (id: string) => SessionBase | undefined;
    readonly values: () => Iterable<SessionBase>;
  };
}

/** A session as adapters see it. */
export type SessionViewOf<Opening> = {
  readonly id: string;
  readonly openedMs: Millis;
  readonly modelUuid: string;
} & Opening;

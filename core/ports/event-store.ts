// The contract of a place that keeps worlds: their records and their journals. Nothing in it needs the store
// to be local, synchronous, or shared between worlds.

import type { Millis } from '../kernel/brand.ts';
import type { Json } from '../kernel/canonical.ts';
import type { ClockSetting, JournalEntry } from '../kernel/input.ts';
import type { Envelope } from '../kernel/message.ts';

/** What a world is made of, besides its journal. */
export interface WorldRecord {
  readonly name: string;
  readonly seed: string;
  readonly epochMs: Millis;
  readonly ids: 'ordinal' | 'idempotency-key';
  /** The clock that it starts with; clock inputs in the journal change it. */
  readonly clock: ClockSetting;
  /** Settings of the adapters (keys and the like). The core does not look into them. */
  readonly config: Json;
}

/** Journal entries of one world, in order and without gaps. */
export interface Append {
  readonly world: string;
  /** The number of the world's last stored input; the first entry has the next number. */
  readonly expectedInput: number;
  readonly entries: readonly JournalEntry[];
}

export interface EventQuery {
  /** The first position, from 1. */
  readonly from: number;
  readonly limit: number;
  readonly type?: string | undefined;
  readonly stream?: string | undefined;
}

export interface EventStore {
  /** All worlds, in the order in which they were made. */
  readonly worlds: () => Promise<readonly WorldRecord[]>;
  /** Keeps a new world. Rejects with StoreError if the name is taken. */
  readonly create: (record: WorldRecord) => Promise<void>;
  /**
   * Keeps all of it or nothing. Rejects with StoreError: 'conflict' where an expected input is not the last one,
   * 'unavailable' where it could not be written.
   */
  readonly append: (batch: readonly Append[]) => Promise<void>;
  /** Up to `limit` entries of a world, from the input of that number on; empty behind the end. */
  readonly read: (
    world: string,
    fromInput: number,
    limit: number,
  ) => Promise<readonly JournalEntry[]>;
  /** Events of a world by position. */
  readonly events: (world: string, query: EventQuery) => Promise<readonly Envelope[]>;
  readonly close: () => Promise<void>;
}

export type StoreErrorCode =
  'conflict' | 'unavailable' | 'damaged' | 'unknown-world' | 'name-taken';

/** What a store answers when it cannot do what was asked; nothing has changed then. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

// A story: the data that the studio shows, from a file or from a server. Written by the program, read by the page.

import type { JournalEntry as WrittenEntry } from '../../client/control-types.ts';
import type { Exchange } from '../../contracts/exchange.ts';

export type { Exchange, ExchangeFrame, ExchangeMessage } from '../../contracts/exchange.ts';

/** What a world began with, in the form of the control plane. */
export interface WrittenRecord {
  readonly name: string;
  readonly seed: string;
  /** ISO-8601. */
  readonly epoch: string;
  readonly ids: 'ordinal' | 'idempotency-key';
  readonly clock: { readonly mode: 'real' | 'frozen' | 'skip'; readonly rate: number };
  readonly config: unknown;
  readonly forkedFrom?: { readonly world: string; readonly position: number };
  readonly resets?: number;
}

/** The audio of one side of a call, as it was sent. */
export interface CallAudio {
  readonly sessionId: string;
  readonly side: 'user' | 'agent';
  readonly encoding: string;
  readonly sampleRate: number;
  /** Base64. */
  readonly data: string;
}

export interface StoryWorld {
  readonly record: WrittenRecord;
  readonly entries: readonly WrittenEntry[];
  readonly exchanges: readonly Exchange[];
  readonly audio?: readonly CallAudio[];
}

/** Where two worlds part. */
export interface StoryDifference {
  /** The names of both worlds of the story. */
  readonly worlds: readonly [string, string];
  /** The first position at which they differ; absent if only exchanges do. */
  readonly position?: number;
  /** The first exchange that differs, by its number in each; null where one world has no such exchange. */
  readonly exchanges?: readonly [number | null, number | null];
  /** One sentence, as the command line prints it. */
  readonly summary: string;
  /** The whole text that the command line prints. */
  readonly text: string;
}

export interface Story {
  readonly story: 1;
  /** Such as the name of a recording. */
  readonly title: string;
  /** What one should know: that the file was cut, or that a replay differs. */
  readonly notes: readonly string[];
  readonly worlds: readonly StoryWorld[];
  readonly difference?: StoryDifference;
}

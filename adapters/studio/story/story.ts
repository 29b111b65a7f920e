// A story: what a file with the studio in it has to show, and what a server gives. Written by the program, read by the page.

import type { JournalEntry as WrittenEntry } from '../../client/control-types.ts';

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

/** Its headers, and its body: a text, or the size of a binary one. Of a long text, its beginning and its size. */
export interface ExchangeMessage {
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly bytes?: number;
}

/** A request with its answer, a WebSocket with its frames, or a webhook, as far as it is known; redacted as in a recording. */
export interface Exchange {
  /** In the order of arrival, from 1; of a recording, the entry of the request. */
  readonly n: number;
  readonly kind: 'http' | 'socket' | 'webhook' | 'control';
  /** Virtual, in ms since 1970. */
  readonly atMs: number;
  readonly service: string;
  readonly method: string;
  /** With its query. */
  readonly url: string;
  readonly route?: string | null;
  /** The route that an unmatched request may have meant. */
  readonly nearest?: string;
  /** Absent until it is answered. */
  readonly status?: number;
  /** Why there is no answer, such as `timeout`. */
  readonly failure?: string;
  readonly request?: ExchangeMessage;
  readonly answer?: ExchangeMessage;
  readonly frames?: readonly ExchangeFrame[];
  /** The end of a socket: 1005 for a close without a code, 1006 if it broke. */
  readonly close?: {
    readonly atMs: number;
    readonly by: string;
    readonly code: number;
    readonly reason: string;
  };
  /** The events that it made, by position. */
  readonly events: readonly number[];
  /** The number of its input in the journal. */
  readonly input?: number;
}

export interface ExchangeFrame {
  readonly n: number;
  readonly atMs: number;
  readonly direction: 'in' | 'out';
  readonly text?: string;
  /** The size of a binary frame, and where its bytes begin in the audio of its direction. */
  readonly bytes?: number;
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
  /** The entries are those of the file: this version decides otherwise. */
  readonly isAsRecorded?: true;
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

// What passed between a client and a world, as recordings and the studio show it.

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
  /** The program that sent it, such as `axios`, where it says so. */
  readonly client?: string;
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

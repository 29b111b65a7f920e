// What passed between clients and services, moment by moment, as rules read it: whole exchanges, frames and webhooks, of a recording of
// a world or of real services.

type Headers = Readonly<Record<string, string>>;

interface Moment {
  /** The number of the entry. */
  readonly n: number;
  readonly atMs: number;
}

/** A request, as it was sent. */
export interface SentRequest extends Moment {
  readonly method: string;
  /** Without the name of a world. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** By name in lower case. */
  readonly headers: Headers;
  /** The JSON or the form that was sent; undefined for anything else. */
  readonly sent: unknown;
}

/** A request is on its way: from now on it may act. */
export interface RequestMoment extends SentRequest {
  readonly kind: 'request';
}

/** A request was answered as a whole. */
export interface ExchangeMoment extends Omit<SentRequest, 'n' | 'atMs'>, Moment {
  readonly kind: 'exchange';
  /** The number of the entry of its request: what is answered was so at an instant from then on. */
  readonly since: number;
  /** When the request was sent. */
  readonly sinceMs: number;
  readonly status: number;
  /** By name in lower case. */
  readonly answerHeaders: Headers;
  /** The JSON of the answer; undefined for anything else. */
  readonly answer: unknown;
}

export interface SocketMoment extends Moment {
  readonly kind: 'socket';
  /** The connection, by its number in the recording. */
  readonly conn: number;
  readonly path: string;
  readonly query: URLSearchParams;
}

export interface FrameMoment extends Moment {
  readonly kind: 'frame';
  readonly conn: number;
  readonly by: 'client' | 'server';
  /** The JSON of a text frame, undefined if it is none; or the length of a binary frame. */
  readonly content: { readonly value: unknown } | { readonly bytes: number };
}

export interface CloseMoment extends Moment {
  readonly kind: 'close';
  readonly conn: number;
  readonly by: 'client' | 'server';
  readonly code: number;
}

/** A service sends a webhook. */
export interface WebhookMoment extends Moment {
  readonly kind: 'webhook';
  /** The JSON of its body; undefined for anything else. */
  readonly sent: unknown;
}

/** The outcome of a webhook, which only worlds tell. */
export interface OutcomeMoment extends Moment {
  readonly kind: 'outcome';
  readonly notificationId: string;
  readonly isDelivered: boolean;
}

/** An event inside of a world. */
export interface EventMoment extends Moment {
  readonly kind: 'event';
  readonly type: string;
  readonly stream: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** An operator has done something to a world, or moved its time. */
export interface OperatorMoment extends Moment {
  readonly kind: 'operator';
}

export type WireMoment =
  | RequestMoment
  | ExchangeMoment
  | SocketMoment
  | FrameMoment
  | CloseMoment
  | WebhookMoment
  | OutcomeMoment
  | EventMoment
  | OperatorMoment;

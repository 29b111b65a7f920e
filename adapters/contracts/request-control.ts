// The request journal for the control plane and tests: list the requests of a world, with what they caused, or clear them.

import type { World } from '../../core/index.ts';

/** An event that a request led to, or let happen: one with a cause was due by then. */
export interface RequestEvent {
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  /** The position of the event that set the due behind this one. */
  readonly cause?: number;
}

/** The present state of a WebSocket. */
export interface SocketStatus {
  readonly state: 'open' | 'closed';
  /** Frames from the client, and to it. */
  readonly received: number;
  readonly sent: number;
  /** Of a closed one; the code is 1005 if the close had none, 1006 if the connection broke. */
  readonly code?: number;
  readonly reason?: string;
}

/** A request, or upgrade to a WebSocket, in the order of arrival. Secrets are redacted as in recordings. */
export interface RequestView {
  /** From 1 in each world, and after a reset. */
  readonly n: number;
  /** The virtual instant of its first task; absent if it reached no world. */
  readonly at?: string;
  /** Of requests to worlds that do not exist: the name that was sent. */
  readonly world?: string;
  /** Null if no service owns the path. */
  readonly service: string | null;
  /** The program that sent it, such as `axios`: the first product of its User-Agent. */
  readonly client?: string;
  readonly method: string;
  /** Without the world's prefix. */
  readonly path: string;
  readonly query?: string;
  /** The route that answers it, such as `GET /v1/w3s/wallets/:id`; `WS` stands for an upgrade. Null: unmatched. */
  readonly route: string | null;
  /** Of an unmatched request: the most similar route, if one is similar. */
  readonly nearest?: string;
  /** Null until it is answered. */
  readonly status: number | null;
  /** The position of the world that the answer reflects; absent if it neither read nor changed anything. */
  readonly position?: number;
  /** Its inputs, by their numbers in the log. */
  readonly inputs: readonly number[];
  /** The events of its inputs, at most `requestEventsMax`. */
  readonly events: readonly RequestEvent[];
  /** How many events its inputs have. */
  readonly eventCount: number;
  /** The body, parsed if it is JSON; absent if there is none, or it is binary or too long. */
  readonly body?: unknown;
  /** The body of an answer with a status of 400 or more, in the same way. */
  readonly answer?: unknown;
  /** Present after a successful upgrade. */
  readonly socket?: SocketStatus;
}

/** A request that was just answered, or whose socket was just closed. */
export interface ReportedRequest extends RequestView {
  /** The name of its world, or of none. */
  readonly world: string;
  /** Real time since it arrived. */
  readonly durationMs: number;
}

export type OnRequest = (request: ReportedRequest) => void;

/** All conditions must hold. */
export interface JournalFilter {
  readonly service?: string | undefined;
  readonly method?: string | undefined;
  /** `*` is one segment, `**` at the end any number of segments. */
  readonly path?: string | undefined;
  /** A status such as `404`, or a class such as `4xx`. */
  readonly status?: string | undefined;
  /** Whether no route answers the request. */
  readonly unmatched?: boolean | undefined;
  /** Only requests after the one with this number. */
  readonly since?: number | undefined;
  /** The most requests; the first ones are returned. */
  readonly limit?: number | undefined;
}

/** `world` is undefined for requests to worlds that do not exist. */
export interface RequestControl {
  /** Oldest first. Fails with StoreError if the events cannot be read. */
  readonly list: (world: World | undefined, filter?: JournalFilter) => AsyncIterable<RequestView>;
  /** Forgets all requests so far. Numbers go on. */
  readonly clear: (world: World | undefined) => void;
}

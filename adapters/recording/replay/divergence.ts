// Where a replay parts from its recording: what a client saw differently, and the event from which on the two histories
// are not the same.

import type { Cause, Json } from '../../../core/index.ts';
import type { ActEntry, InputEntry } from '../format/entries.ts';

/** The first thing that is not as it was recorded, in one field. */
export interface ReplayedField {
  /** Such as `body.data.transaction.state`, `headers.x-request-id`, `status`, or `data.fee.maxFee` in an event. */
  readonly path: string;
  /** What is recorded, and what the replay has; undefined where there is nothing. */
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/** An answer, or a frame, that is not as it was. */
export interface ExchangeDifference extends ReplayedField {
  /** The entry of the request or frame; undefined where the recording has none. */
  readonly entry: number | undefined;
  readonly kind: ActEntry['kind'] | 'ws.out' | 'webhook.attempt';
  /** The request line, or which frame it is. */
  readonly what: string;
  readonly atMs: number;
}

/** The event where the two histories part. Where there is none on one side, `path` is empty. */
export interface EventDifference extends ReplayedField {
  /** The entry of the event; undefined where the recording has none any more. */
  readonly entry: number | undefined;
  readonly position: number;
  readonly atMs: number;
  readonly stream: string;
  readonly type: string;
  /** What led to it, the nearest first, back to what came from outside. */
  readonly causes: readonly RecordedCause[];
  /** What is there now, where that is no such event of that stream at all: one was added in front of it, or it is gone. */
  readonly instead?: ActualEvent;
}

/** An event that came where the recording has another. */
export interface ActualEvent {
  readonly atMs: number;
  readonly stream: string;
  readonly type: string;
  readonly causes: readonly RecordedCause[];
}

/** A cause, and where the recording tells of it. */
export type RecordedCause =
  | Exclude<Cause, { readonly input: unknown }>
  | {
      readonly input: number;
      /** What made the input. */
      readonly maker: InputSource;
    };

export interface InputSource {
  /** The entry; undefined if it is the fixture, which the header holds. */
  readonly entry: number | undefined;
  readonly kind: ActEntry['kind'] | InputEntry['kind'] | 'fixture';
  /** A request line, or the kind of the input. */
  readonly what: string;
}

/** Something that keeps a replay from going on, or shows in no field of an answer. */
export interface StateDifference {
  readonly entry: number | undefined;
  readonly message: string;
}

export interface Divergence {
  readonly exchange?: ExchangeDifference;
  readonly event?: EventDifference;
  readonly place?: StateDifference;
}

export const fixtureSource: InputSource = {
  entry: undefined,
  kind: 'fixture',
  what: 'the fixture',
};

export function inputSource(entry: ActEntry | InputEntry): InputSource {
  return { entry: entry.n, kind: entry.kind, what: whatOf(entry) };
}

function whatOf(entry: ActEntry | InputEntry): string {
  switch (entry.kind) {
    case 'http.request':
    case 'clock':
    case 'control':
      return `${entry.method} ${entry.url}`;
    case 'ws.open':
      return `WebSocket ${entry.url}`;
    case 'ws.in':
      return `a frame of connection ${entry.conn}`;
    case 'ws.close':
      return `the end of connection ${entry.conn}`;
    case 'webhook.outcome':
      return `the outcome of webhook ${entry.notificationId}, attempt ${entry.attempt}`;
    case 'input': {
      const { command } = entry.data as { readonly command?: { readonly type?: unknown } };
      return typeof command?.type === 'string' ? command.type : entry.data.kind;
    }
  }
}

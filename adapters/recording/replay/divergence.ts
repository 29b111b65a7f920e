// The differences between a replay and its recording: the first exchange that a client saw differently, the first event that
// differs, and the first difference in state.

import type { Cause, Json } from '../../../core/index.ts';
import type { ActEntry, InputEntry } from '../format/entries.ts';

/** The first field that differs. */
export interface DivergentField {
  /** Such as `body.data.transaction.state`, `headers.x-request-id`, `status`, or `data.fee.maxFee` in an event. */
  readonly path: string;
  /** The recorded and the replayed value; undefined if that side has none. */
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

/** An answer, frame, close or webhook that differs. */
export interface ExchangeDifference extends DivergentField {
  /** The entry of the request or frame; undefined if the recording has none. */
  readonly entry: number | undefined;
  readonly kind: ActEntry['kind'] | 'ws.out' | 'webhook.attempt';
  /** The request line, or a description such as `frame 2 to connection 1`. */
  readonly what: string;
  readonly atMs: number;
}

/** The first event that differs. If one side has no event, `path` is empty. */
export interface EventDifference extends DivergentField {
  /** The entry of the event; undefined if the recording has no such event. */
  readonly entry: number | undefined;
  readonly position: number;
  readonly atMs: number;
  readonly stream: string;
  readonly type: string;
  /** Its causes, the nearest first, back to an input. */
  readonly causes: readonly RecordedCause[];
  /** The replayed event at this position, if its type or stream differs. */
  readonly instead?: ActualEvent;
}

/** A replayed event in place of the recorded one. */
export interface ActualEvent {
  readonly atMs: number;
  readonly stream: string;
  readonly type: string;
  readonly causes: readonly RecordedCause[];
}

/** A cause; an input with the entry that brought it. */
export type RecordedCause =
  | Exclude<Cause, { readonly input: unknown }>
  | {
      readonly input: number;
      readonly source: InputSource;
    };

export interface InputSource {
  /** The entry; undefined for the fixture, which is in the header. */
  readonly entry: number | undefined;
  readonly kind: ActEntry['kind'] | InputEntry['kind'] | 'fixture';
  /** The request line, or the kind of the input. */
  readonly what: string;
}

/** A difference in time, inputs or digest, which shows in no field of an answer. */
export interface StateDifference {
  readonly entry: number | undefined;
  readonly message: string;
}

export interface ReplayDivergence {
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

// The interface of a life: an entity as a stream, of which a domain gives the pure part. The engine folds the events and lifts it.

import type { Event } from './message.ts';
import type { ReadonlyState } from '../tables/index.ts';

/** When a value was taken: after an event, or, for the first value, at present. */
export interface LifeMoment<E extends Event> {
  readonly atMs: number;
  readonly event?: E;
}

/** One kind of entity. All functions are pure; `state` includes the event. */
export interface Life<State, E extends Event, Value> {
  /** The entities that an event may change. */
  readonly idsIn: (event: E) => readonly string[];
  /** The entities that are not in a final state. */
  readonly openIds: (state: ReadonlyState<State>) => readonly string[];
  /** Undefined if there is no such entity yet. */
  readonly valueOf: (
    state: ReadonlyState<State>,
    id: string,
    moment: LifeMoment<E>,
  ) => Value | undefined;
  /** Whether the entity changes no more. */
  readonly isFinal: (value: Value) => boolean;
}

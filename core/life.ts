// The interface of a life: an entity as a stream, of which a domain gives the pure part. The engine folds the events and lifts it.

import type { Event } from './kernel/message.ts';
import type { ReadonlyState } from './tables/index.ts';

/** When a value was taken: after an event, or, for the first value, at present. */
export interface LifeMoment<E extends Event, Before = undefined> {
  readonly atMs: number;
  readonly event?: E;
  /** What `recordOf` gave before the event. */
  readonly before?: Before | undefined;
}

/** One kind of entity. All functions are pure; `state` includes the event. */
export interface Life<State, E extends Event, Value, Before = undefined> {
  /** The entities that an event may change; `before` is the state without it. */
  readonly idsIn: (event: E, before: ReadonlyState<State>) => readonly string[];
  /** The entities that are not in a final state. */
  readonly openIds: (state: ReadonlyState<State>) => readonly string[];
  /** What `valueOf` compares with: an entity before the event. Default: nothing. */
  readonly recordOf?: (state: ReadonlyState<State>, id: string) => Before | undefined;
  /** Undefined if there is no such entity yet. */
  readonly valueOf: (
    state: ReadonlyState<State>,
    id: string,
    moment: LifeMoment<E, Before>,
  ) => Value | undefined;
  /** Whether the entity changes no more. */
  readonly isFinal: (value: Value) => boolean;
}

// What a service says of its entities: the states that each goes through, the balances that each has at the end, and the lines of calls.

import type { States } from '../../core/index.ts';
import type { StoryEvent } from './story.ts';

/** An entity that has reached a state, such as a transaction that is COMPLETE. */
export interface LifeStep {
  /** The stream of its events. */
  readonly stream: string;
  /** Its kind and id, such as `transaction 4ac1…`; ids are written in full. */
  readonly name: string;
  /** What it is about, such as `1.25 USDC`. */
  readonly what?: string | undefined;
  readonly state: string;
  /** Whether its instant is up to the client, and says nothing by itself. */
  readonly isUntimed?: true;
}

/** A sentence of a call. */
export interface SpokenLine {
  /** The stream of its session. */
  readonly stream: string;
  /** Its name, such as `call 1`. */
  readonly name: string;
  /** Such as `user` and `agent`. */
  readonly who: string;
  readonly text: string;
}

/** Is given all events in order: it remembers names. May throw for events of other versions. */
export interface LifeTeller {
  /** The state that an event leads to, if it is a new one. */
  stepAt(event: StoryEvent): LifeStep | undefined;
  /** What was said, as far as an event tells it. */
  spokenAt?(event: StoryEvent): SpokenLine | undefined;
}

/** What an entity holds, such as the balances of a wallet. */
export interface Holding {
  readonly stream: string;
  /** As that of a step. */
  readonly name: string;
  /** By name, such as amounts by token. */
  readonly values: Readonly<Record<string, string>>;
}

export interface ServiceLives {
  readonly teller: () => LifeTeller;
  /** What entities hold in a state; those that hold nothing may be left out. */
  readonly holdings?: (states: States) => Iterable<Holding>;
}

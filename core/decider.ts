// The interface of a domain, and two ways to run one: fold a history, or handle a command.

import type { Context, Genesis } from './kernel/context.ts';
import type { Json } from './kernel/canonical.ts';
import type { DueChange, Question } from './kernel/due.ts';
import type { Command, Event } from './kernel/message.ts';
import type { InPieces } from './kernel/pieces.ts';
import type { Result } from './kernel/result.ts';
import type { ReadonlyState } from './tables/index.ts';

export interface Decider<State, C extends Command, E extends Event, Rejection> {
  readonly initialState: (genesis: Genesis, context: Context) => State;
  /** The events of a command, possibly none, or a rejection. */
  readonly decide: (
    command: C,
    state: ReadonlyState<State>,
    context: Context,
  ) => Result<readonly E[], Rejection>;
  /** The same in pieces, of a command whose work may be long; undefined for any other. */
  readonly decideInPieces?: (
    command: C,
    state: ReadonlyState<State>,
    context: Context,
  ) => InPieces<Result<readonly E[], Rejection>> | undefined;
  /** Applies an event to the state's tables. Total: an event is never refused. */
  readonly evolve: (state: State, event: E, atMs: number) => void;
  /** The same in pieces, of an event with many records; undefined for any other. */
  readonly evolveInPieces?: (state: State, event: E, atMs: number) => InPieces<void> | undefined;
}

export interface Domain<State, C extends Command, E extends Event, Rejection> {
  readonly name: string;
  /** Of all its events, to look them up by name. */
  readonly eventTypes: Readonly<Record<E['type'], true>>;
  readonly decider: Decider<State, C, E, Rejection>;
  /** The dues that an event sets or clears; `state` includes the event. Undefined for an event of an unknown type. */
  readonly react: (
    event: E,
    state: ReadonlyState<State>,
    atMs: number,
  ) => readonly DueChange<C>[] | undefined;
  /** Whether an event causes an outbound delivery; unless the clock is `real`, time waits for it. Default: none does. */
  readonly sends?: (event: E) => boolean;
  /** The answer of an oracle that an event contains, with its question, which is then not asked again. Default: none. */
  readonly answerIn?: (event: E) => ShownAnswer | undefined;
  /** The stream of an event, without the domain's name. */
  readonly streamOf: (event: E) => string;
}

export interface ShownAnswer {
  readonly question: Question;
  readonly answer: Json;
}

/** Applies events, each with its instant. */
export function fold<State, E extends Event>(
  decider: Pick<Decider<State, never, E, never>, 'evolve'>,
  state: State,
  events: Iterable<{ readonly event: E; readonly atMs: number }>,
): State {
  for (const { event, atMs } of events) decider.evolve(state, event, atMs);
  return state;
}

/** Decides, then applies the events. A refused command does not change the state. */
export function handle<State, C extends Command, E extends Event, Rejection>(
  decider: Decider<State, C, E, Rejection>,
  state: State,
  command: C,
  context: Context,
): Result<readonly E[], Rejection> {
  const outcome = decider.decide(command, state as ReadonlyState<State>, context);
  if (outcome.ok) for (const event of outcome.value) decider.evolve(state, event, context.nowMs);
  return outcome;
}

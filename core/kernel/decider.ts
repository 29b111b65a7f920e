// The contract that each domain fills, and the two ways of running it: fold a history, handle a command.

import type { Context, Genesis } from './context.ts';
import type { DueChange } from './due-queue.ts';
import type { Command, Event } from './message.ts';
import type { Result } from './result.ts';
import type { ReadonlyState } from '../tables/index.ts';

export interface Decider<State, C extends Command, E extends Event, Rejection> {
  readonly initialState: (genesis: Genesis, context: Context) => State;
  /** What the command leads to: events, none where there is nothing to do, or a refusal. */
  readonly decide: (
    command: C,
    state: ReadonlyState<State>,
    context: Context,
  ) => Result<readonly E[], Rejection>;
  /** Replaces records in the state's tables. Total: an event cannot be refused. */
  readonly evolve: (state: State, event: E, atMs: number) => void;
}

/** A domain as one value. */
export interface Domain<State, C extends Command, E extends Event, Rejection> {
  readonly name: string;
  readonly decider: Decider<State, C, E, Rejection>;
  /** The dues that an event sets or clears, seen after it has been evolved. */
  readonly react: (event: E, state: ReadonlyState<State>, atMs: number) => readonly DueChange<C>[];
  /** Whether something is sent out because of an event; where time can stand still, it waits there. Nothing unless told otherwise. */
  readonly sends?: (event: E) => boolean;
  /** The stream that an event belongs to, below the domain's name. */
  readonly streamOf: (event: E) => string;
}

/** Folds events, each with its instant, into a state. */
export function fold<State, E extends Event>(
  decider: Pick<Decider<State, never, E, never>, 'evolve'>,
  state: State,
  events: Iterable<{ readonly event: E; readonly atMs: number }>,
): State {
  for (const { event, atMs } of events) decider.evolve(state, event, atMs);
  return state;
}

/** Decides, then evolves each event; the state is untouched by a refusal. */
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

// A pure stage as an RxJS operator: rules stay functions, and a stream can be stopped, saved and resumed where it was.

import { map, scan, type OperatorFunction } from 'rxjs';

/** One step of a stream: from its state and what comes in to its next state and what goes out. */
export type Stage<State, In, Out> = (state: State, input: In) => readonly [state: State, out: Out];

/** What a lifted stage gives for each input: what goes out, and the state to be saved with it. */
export interface Staged<State, Out> {
  readonly state: State;
  readonly out: Out;
}

/** Runs the stage over a stream, from a saved state on. Two halves of a stream give what the whole gives. */
export function lift<State, In, Out>(
  stage: Stage<State, In, Out>,
  saved: State,
): OperatorFunction<In, Staged<State, Out>> {
  return (input$) =>
    input$.pipe(
      scan<In, { readonly state: State; readonly out?: Out }>(
        ({ state }, input) => {
          const [next, out] = stage(state, input);
          return { state: next, out };
        },
        { state: saved },
      ),
      map((staged) => staged as Staged<State, Out>), // each has passed the stage
    );
}

// Lifts a pure stage to an RxJS operator. A stream can be stopped, saved and resumed.

import { map, scan, type OperatorFunction } from 'rxjs';
import type { Stage } from '../kernel/stage.ts';

/** The output for one input, and the state to save with it. */
export interface Staged<State, Out> {
  readonly state: State;
  readonly out: Out;
}

/** Runs the stage over a stream from a saved state. Two halves of a stream give the same as the whole. */
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

// A step of a pipeline as a pure function: what it remembers is a value, so that it can be saved, forked and resumed.

export type Stage<State, In, Out> = (state: State, input: In) => readonly [state: State, out: Out];

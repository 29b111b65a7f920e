// Runs random commands on collections and on forks of them, and compares each with its own plain model after every step.

import fc from 'fast-check';

/** A collection and the plain model that it is compared with. */
export interface Pair<S, M> {
  readonly subject: S;
  readonly model: M;
}

/** A step for one of the pairs that exist by then. */
export type ForkStep<C> = { readonly of: number } & (
  { readonly does: 'fork' } | { readonly does: 'command'; readonly command: C }
);

export const forkStepsOf = <C>(
  command: fc.Arbitrary<C>,
  maxLength: number,
): fc.Arbitrary<readonly ForkStep<C>[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({ of: fc.nat(9), does: fc.constant('command' as const), command }),
      },
      { weight: 1, arbitrary: fc.record({ of: fc.nat(9), does: fc.constant('fork' as const) }) },
    ),
    { maxLength, size: 'max' },
  );

const pairsMax = 5;

/** Runs the steps and checks every pair after each of them. */
export function runForked<S, M, C>(
  first: Pair<S, M>,
  steps: readonly ForkStep<C>[],
  {
    fork,
    run,
    check,
  }: {
    readonly fork: (pair: Pair<S, M>) => Pair<S, M>;
    readonly run: (pair: Pair<S, M>, command: C, step: number) => void;
    readonly check: (pair: Pair<S, M>) => void;
  },
): void {
  const pairs = [first];
  for (const [index, step] of steps.entries()) {
    const pair = pairs[step.of % pairs.length] ?? first;
    if (step.does === 'command') run(pair, step.command, index);
    else if (pairs.length < pairsMax) pairs.push(fork(pair));
    for (const each of pairs) check(each);
  }
}

export { runs } from '../runner/runs.ts';

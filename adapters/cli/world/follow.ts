// Follows a stream of a world until a value, a time limit or a signal ends it.

import {
  endWith,
  filter,
  firstValueFrom,
  from,
  fromEvent,
  map,
  merge,
  NEVER,
  of,
  timer,
  type Observable,
} from 'rxjs';
import type { CliHost } from '../support/cli-host.ts';

/** `complete`: the stream ended by itself. `stopped`: by the limit, a signal, or since the output was closed. */
export type FollowEnd = 'found' | 'complete' | 'stopped';

/**
 * Calls `isLast` with each value until it returns true. The limit is real time: a virtual one would never end in a world whose
 * clock stands still. Rejects with the error of the stream.
 */
export function follow<Value>(
  values$: Observable<Value>,
  isLast: (value: Value) => boolean,
  withinMs: number | undefined,
  { stopped, outputEnded }: CliHost,
): Promise<FollowEnd> {
  const stop$ = merge(
    withinMs === undefined ? NEVER : timer(withinMs),
    from(stopped()),
    outputEnded.aborted ? of('abort') : fromEvent(outputEnded, 'abort'),
  );
  const found$ = values$.pipe(
    filter(isLast),
    map((): FollowEnd => 'found'),
    endWith<FollowEnd>('complete'),
  );
  return firstValueFrom(merge(stop$.pipe(map((): FollowEnd => 'stopped')), found$));
}

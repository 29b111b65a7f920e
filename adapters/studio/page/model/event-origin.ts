// The input that an event belongs to, and the exchange that brought it.

import type { Input } from '../../../../core/index.ts';
import type { Exchange } from '../../story/story.ts';

export interface EventOriginFacts {
  readonly input?: Input;
  /** Of a request that made the event; unknown where the journal of requests has dropped it. */
  readonly exchange?: Exchange;
  /** Whether the event was due by time, rather than decided by the input. */
  readonly isDue: boolean;
}

interface OriginHistory {
  readonly events: readonly { readonly cause?: number }[];
  readonly inputOf: readonly number[];
  readonly past: { readonly entries: readonly { readonly input: Input }[] };
}

export function originOf(
  { events, inputOf, past }: OriginHistory,
  exchanges: readonly Exchange[],
  position: number,
): EventOriginFacts {
  const n = inputOf[position - 1];
  const input = n === undefined ? undefined : past.entries[n - 1]?.input;
  const isDue = events[position - 1]?.cause !== undefined;
  if (input === undefined) return { isDue };
  // Due events are in the entry of a later input, which did not make them.
  const exchange = exchanges.find(
    ({ input: of, events: made }) => made.includes(position) || (!isDue && of === n),
  );
  return exchange === undefined ? { input, isDue } : { input, exchange, isDue };
}

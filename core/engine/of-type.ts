// Filters a stream of events by type, and narrows it: a misspelt type does not compile.

import { filter, type OperatorFunction } from 'rxjs';
import type { Envelope } from '../kernel/message.ts';
import type { WorldEventOf, EventType } from './registry.ts';

/** The events of these types. */
export function ofType<Type extends EventType>(
  ...types: readonly [Type, ...Type[]]
): OperatorFunction<Envelope, Envelope<WorldEventOf<Type>>> {
  const wanted: ReadonlySet<string> = new Set(types);
  return filter((envelope): envelope is Envelope<WorldEventOf<Type>> =>
    wanted.has(envelope.event.type),
  );
}

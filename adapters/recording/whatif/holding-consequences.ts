// The things that hold something else at the end, such as another balance.

import { differingFields } from '../differences/fields.ts';
import type { EntryOf } from '../format/entries.ts';
import type { Consequence } from './consequences.ts';
import { idOf, type Counterparts } from './counterparts.ts';
import type { EventDifferences } from './event-differences.ts';
import type { ComparedRuns, FoundConsequence } from './found-consequence.ts';

export function holdingConsequences(
  { holdings: [before, after] }: ComparedRuns,
  counterparts: Counterparts,
  differences: EventDifferences,
): readonly FoundConsequence[] {
  const others = new Map(after.map((one) => [one.stream, one]));
  return before.flatMap((one) => {
    const other = others.get(counterparts.translated(one.stream));
    if (other === undefined) return [];
    const values = differingFields(one.values, other.values);
    if (values.length === 0) return [];
    const id = idOf(one.stream);
    const cause = differences.all.findLast(
      ({ before: left, after: right }) => mentions(right, id) || mentions(left, id),
    );
    const consequence = { kind: 'holding', name: one.name, values } as Consequence;
    return [{ ...differences.attributionWith(cause ?? {}), consequence }];
  });
}

function mentions(event: EntryOf<'event'> | undefined, id: string): boolean {
  return event !== undefined && JSON.stringify(event.data).includes(id);
}

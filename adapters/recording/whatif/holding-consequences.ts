// The entities that hold something else at the end, such as another balance.

import type { Holding } from '../../contracts/lives.ts';
import { idsIn } from '../diff/id-pairs.ts';
import { differingFields } from '../differences/fields.ts';
import type { EntryOf } from '../format/entries.ts';
import type { Consequence } from './consequences.ts';
import { idOf, type Counterparts } from './counterparts.ts';
import type { EventDifferencePair } from './difference-index.ts';
import type { EventDifferences } from './event-differences.ts';
import type { ComparedRuns, FoundConsequence } from './found-consequence.ts';

export function holdingConsequences(
  { holdings }: ComparedRuns,
  counterparts: Counterparts,
  differences: EventDifferences,
): readonly FoundConsequence[] {
  const mentions = new LastMentions(differences.all);
  return pairsOf(holdings, counterparts).flatMap(([one, other]): FoundConsequence[] => {
    const values = differingFields(one?.values ?? {}, other?.values ?? {});
    const missing = one === undefined ? 'before' : other === undefined ? 'after' : undefined;
    if (values.length === 0 && missing === undefined) return [];
    const { name = '' } = one ?? other ?? {};
    const consequence = {
      kind: 'holding',
      name,
      values,
      ...(missing === undefined ? {} : { missing }),
    } as Consequence;
    return [{ ...differences.attributionWith(mentions.of(one, other) ?? {}), consequence }];
  });
}

type HoldingPair = readonly [before: Holding | undefined, after: Holding | undefined];

function pairsOf(
  [before, after]: ComparedRuns['holdings'],
  counterparts: Counterparts,
): readonly HoldingPair[] {
  const others = new Map(after.map((one) => [one.stream, one]));
  const pairs = before.map((one): HoldingPair => {
    const stream = counterparts.translated(one.stream);
    const other = others.get(stream);
    others.delete(stream);
    return [one, other];
  });
  return [...pairs, ...[...others.values()].map((other): HoldingPair => [undefined, other])];
}

/** The last event that differs and mentions an id, in either run. */
class LastMentions {
  readonly #all: readonly EventDifferencePair[];
  readonly #before = new Map<string, number>();
  readonly #after = new Map<string, number>();

  constructor(all: readonly EventDifferencePair[]) {
    this.#all = all;
    for (const [index, { before, after }] of all.entries()) {
      for (const id of idsOf(before)) this.#before.set(id, index);
      for (const id of idsOf(after)) this.#after.set(id, index);
    }
  }

  of(one: Holding | undefined, other: Holding | undefined): EventDifferencePair | undefined {
    const left = one === undefined ? undefined : this.#before.get(idOf(one.stream));
    const right = other === undefined ? undefined : this.#after.get(idOf(other.stream));
    return this.#all[Math.max(left ?? -1, right ?? -1)];
  }
}

function idsOf(event: EntryOf<'event'> | undefined): Iterable<string> {
  return event === undefined ? [] : idsIn(JSON.stringify(event.data));
}

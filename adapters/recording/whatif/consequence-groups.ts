// Groups the consequences of changes by what each of them follows from, the first change first.

import { grouped } from '../../grouped.ts';
import { changeText, type RecordingChange } from '../edit/change.ts';
import { inputSource } from '../replay/divergence.ts';
import { answerConsequences, refusedInsertions } from './answer-consequences.ts';
import type { ChangedEntry, Consequence, ConsequenceGroup } from './consequences.ts';
import { entityConsequences } from './entity-consequences.ts';
import { EventDifferences } from './event-differences.ts';
import type { ComparedRuns, FoundConsequence } from './found-consequence.ts';
import { holdingConsequences } from './holding-consequences.ts';
import type { AttributedConsequence } from './needed-changes.ts';
import { spokenConsequences } from './spoken-consequences.ts';
import { webhookConsequences } from './webhook-consequences.ts';

export function foundConsequences(runs: ComparedRuns): readonly FoundConsequence[] {
  const { changes, counterparts, lives } = runs;
  if (changes.length === 0) return []; // nothing can follow from no change
  const differences = new EventDifferences(runs, counterparts, changes);
  return [
    ...entityConsequences(counterparts, differences, lives),
    ...holdingConsequences(runs, counterparts, differences),
    ...spokenConsequences(runs, counterparts, differences),
    ...webhookConsequences(runs, counterparts, differences),
    ...answerConsequences(runs, counterparts, differences),
    ...refusedInsertions(runs),
  ];
}

export function consequenceGroups(
  runs: ComparedRuns,
  found: readonly AttributedConsequence[],
): readonly ConsequenceGroup[] {
  const { changes } = runs;
  return [...grouped(found, keyOf).values()]
    .map((same) => groupOf(same, runs))
    .toSorted(
      (one, other) =>
        orderOf(one, changes) - orderOf(other, changes) ||
        one.also.length - other.also.length ||
        atOf(one) - atOf(other),
    );
}

function keyOf({ change, also, because: [event] }: AttributedConsequence): string {
  return JSON.stringify([change, also, event]);
}

function groupOf(
  found: readonly AttributedConsequence[],
  { changes, before, givenNumber }: ComparedRuns,
): ConsequenceGroup {
  const [{ change: index, also, because }] = found as [AttributedConsequence];
  const change = changes[index] as RecordingChange;
  const [event, ...causes] = because;
  return {
    change: changeText(change),
    changed: change.kind === 'seed' ? undefined : changedEntry(change, { before, givenNumber }),
    also: also.map((place) => changeText(changes[place] as RecordingChange)),
    event,
    because: causes,
    consequences: withoutRepeats(found.map(({ consequence }) => consequence)),
  };
}

/** Answers to the same request, which differ in the same fields, are one. */
function withoutRepeats(consequences: readonly Consequence[]): readonly Consequence[] {
  const kept = new Map<string, Consequence>();
  for (const one of consequences) {
    if (one.kind !== 'answer' || one.entries.length === 0) {
      kept.set(String(kept.size), one);
      continue;
    }
    const key = JSON.stringify([one.what, one.fields.map(({ path }) => path)]);
    const known = kept.get(key);
    const same = known?.kind === 'answer' ? known : { ...one, entries: [] };
    kept.set(key, { ...same, entries: [...same.entries, ...one.entries] });
  }
  return [...kept.values()];
}

function changedEntry(
  change: Exclude<RecordingChange, { kind: 'seed' }>,
  { before, givenNumber }: Pick<ComparedRuns, 'before' | 'givenNumber'>,
): ChangedEntry {
  const { entry } = change;
  if (change.kind === 'insert') return { entry, what: `${change.method} ${change.url}` };
  const own = before.outside.find(({ n }) => givenNumber(n) === entry);
  return { entry, what: own === undefined ? `entry ${entry}` : inputSource(own).what };
}

function orderOf({ change }: ConsequenceGroup, changes: readonly RecordingChange[]): number {
  return changes.findIndex((one) => changeText(one) === change);
}

/** What follows from a change directly comes first. */
function atOf({ event }: ConsequenceGroup): number {
  return event?.atMs ?? 0;
}

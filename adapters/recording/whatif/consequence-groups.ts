// Groups the consequences of changes by what each of them follows from, the first change first.

import { changeText, type RecordingChange } from '../edit/change.ts';
import { inputSource } from '../replay/divergence.ts';
import { answerConsequences, refusedInsertions } from './answer-consequences.ts';
import type { ChangedEntry, ConsequenceGroup } from './consequences.ts';
import { entityConsequences } from './entity-consequences.ts';
import { EventDifferences } from './event-differences.ts';
import type { ComparedRuns, FoundConsequence } from './found-consequence.ts';
import { holdingConsequences } from './holding-consequences.ts';
import { spokenConsequences } from './spoken-consequences.ts';
import { webhookConsequences } from './webhook-consequences.ts';

export function consequenceGroups(runs: ComparedRuns): readonly ConsequenceGroup[] {
  const { changes, counterparts, lives } = runs;
  const differences = new EventDifferences(runs, counterparts, changes);
  if (changes.length === 0) return []; // nothing can follow from no change
  const found = [
    ...entityConsequences(counterparts, differences, lives),
    ...holdingConsequences(runs, counterparts, differences),
    ...spokenConsequences(runs, counterparts, differences),
    ...webhookConsequences(runs, counterparts, differences),
    ...answerConsequences(runs, counterparts, differences),
    ...refusedInsertions(runs),
  ];
  const groups = new Map<string, FoundConsequence[]>();
  for (const one of found) {
    const key = JSON.stringify([one.change, one.because[0]]);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [one]);
    else same.push(one);
  }
  return [...groups.values()]
    .map((same) => groupOf(same, runs))
    .toSorted(
      (one, other) => orderOf(one, changes) - orderOf(other, changes) || atOf(one) - atOf(other),
    );
}

function groupOf(
  found: readonly FoundConsequence[],
  { changes, before, givenNumber }: ComparedRuns,
): ConsequenceGroup {
  const [{ change: index, because }] = found as [FoundConsequence];
  const change = changes[index] as RecordingChange;
  const [event, ...causes] = because;
  return {
    change: changeText(change),
    changed: change.kind === 'seed' ? undefined : changedEntry(change, { before, givenNumber }),
    event,
    because: causes,
    consequences: found.map(({ consequence }) => consequence),
  };
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

// Answers "what if": executes a recording again with changes, and lists their consequences.

import { idsIn } from '../diff/id-pairs.ts';
import { changeText, type RecordingChange } from '../edit/change.ts';
import type { Holding } from '../../contracts/lives.ts';
import type { Recording } from '../format/reader.ts';
import type { StateDifference } from '../replay/divergence.ts';
import { consequenceGroups, foundConsequences } from './consequence-groups.ts';
import type { ConsequenceGroup } from './consequences.ts';
import { runBoth, type ChangedRun, type RunOptions } from './both-runs.ts';
import { Counterparts } from './counterparts.ts';
import { earlierEvents } from '../base/earlier-events.ts';
import { entryOrigins } from './entry-origins.ts';
import type { ComparedRuns, FoundConsequence } from './found-consequence.ts';
import { OmittedChanges } from './needed-changes.ts';
import { runLives, type RunLives } from './run-lives.ts';
import { RunHistory } from './run-history.ts';

export interface Alternative {
  /** The digests of both runs: equal if no event differs. */
  readonly digests: readonly [before: string, after: string];
  /** The changes, as the command line has them. */
  readonly changes: readonly string[];
  readonly groups: readonly ConsequenceGroup[];
  /** Whether the recording does not replay equal by itself, so that it was compared with how it happens now. */
  readonly isOtherNow: boolean;
  /** Why the rest of the recording could not be executed. */
  readonly stopped?: StateDifference;
  /** The recording that is compared with, and the alternative. */
  readonly before: RunEnd;
  readonly after: RunEnd;
  /** The id in the alternative of the entity with this id in the recording. */
  readonly counterpartOf: (id: string) => string;
}

/** A run, and how its entities end. */
export interface RunEnd {
  readonly recording: Recording;
  readonly lives: RunLives;
  readonly holdings: readonly Holding[];
}

/** Rejects with EditError, RecordingError, or RewriteError. */
export async function alternativeOf(
  file: string,
  recording: Recording,
  changes: readonly RecordingChange[],
  options: RunOptions,
): Promise<Alternative> {
  const { before, after, omitted, isOtherNow } = await runBoth(file, recording, changes, options);
  const first = {
    history: new RunHistory(before.recording),
    earlier: await earlierEvents(file, recording),
  };
  const compared = async (
    own: readonly RecordingChange[],
    other: ChangedRun,
  ): Promise<ComparedRuns> => {
    const { edited } = other;
    const isReseeded = edited.recording.header.seed !== recording.header.seed;
    const runs = {
      before: first.history,
      after: new RunHistory(other.recording),
      ...entryOrigins({
        given: recording,
        before: before.recording,
        edited,
        after: other.recording,
      }),
      earlier: [
        first.earlier,
        isReseeded ? await earlierEvents(file, edited.recording) : first.earlier,
      ] as const,
    };
    return {
      ...runs,
      counterparts: new Counterparts(runs),
      lives: [
        runLives(runs.before, runs.earlier[0]),
        runLives(runs.after, runs.earlier[1]),
      ] as const,
      holdings: [before.holdings, other.holdings] as const,
      changes: own,
    };
  };
  const runs = await compared(changes, after);
  const others: (readonly FoundConsequence[] | undefined)[] = [];
  for (const [place, run] of omitted.entries()) {
    const rest = changes.toSpliced(place, 1);
    others.push(run && foundConsequences(await compared(rest, run)));
  }
  const known = new Set(idsIn(JSON.stringify(recording.entries)));
  const needed = new OmittedChanges(others, (id) => known.has(id));
  const found = foundConsequences(runs).map((one) => needed.attributed(one));
  const { stopped } = after;
  return {
    digests: [digestOf(before.recording), digestOf(after.recording)],
    changes: changes.map((change) => changeText(change)),
    groups: consequenceGroups(runs, found),
    isOtherNow,
    before: { ...before, lives: runs.lives[0] },
    after: { ...after, lives: runs.lives[1] },
    counterpartOf: (id) => runs.counterparts.translated(id),
    ...(stopped === undefined ? {} : { stopped }),
  };
}

function digestOf({ ending }: Recording): string {
  return ending.kind === 'whole' ? ending.end.digest : '';
}

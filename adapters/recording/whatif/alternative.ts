// Answers "what if": executes a recording again with changes, and lists their consequences.

import type { RecordingChange } from '../edit/change.ts';
import type { Holding } from '../../contracts/lives.ts';
import type { Recording } from '../format/reader.ts';
import type { StateDifference } from '../replay/divergence.ts';
import { consequenceGroups } from './consequence-groups.ts';
import type { ConsequenceGroup } from './consequences.ts';
import { runBoth, type RunOptions } from './both-runs.ts';
import { Counterparts } from './counterparts.ts';
import { earlierEvents } from './earlier-events.ts';
import { entryOrigins } from './entry-origins.ts';
import { runLives, type RunLives } from './run-lives.ts';
import { RunHistory } from './run-history.ts';

export interface Alternative {
  /** The digests of both runs: equal if no event differs. */
  readonly digests: readonly [before: string, after: string];
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
  const { before, after, edited, isOtherNow, stopped } = await runBoth(
    file,
    recording,
    changes,
    options,
  );
  const earlier = await earlierEvents(file, recording);
  const isReseeded = edited.recording.header.seed !== recording.header.seed;
  const runs = {
    before: new RunHistory(before.recording),
    after: new RunHistory(after.recording),
    ...entryOrigins({ given: recording, before: before.recording, edited, after: after.recording }),
    earlier: [earlier, isReseeded ? await earlierEvents(file, edited.recording) : earlier] as const,
  };
  const lives = [
    runLives(runs.before, runs.earlier[0]),
    runLives(runs.after, runs.earlier[1]),
  ] as const;
  const counterparts = new Counterparts(runs);
  const holdings = [before.holdings, after.holdings] as const;
  return {
    digests: [digestOf(before.recording), digestOf(after.recording)],
    groups: consequenceGroups({ ...runs, counterparts, lives, changes, holdings }),
    isOtherNow,
    before: { ...before, lives: lives[0] },
    after: { ...after, lives: lives[1] },
    counterpartOf: (id) => counterparts.translated(id),
    ...(stopped === undefined ? {} : { stopped }),
  };
}

function digestOf({ ending }: Recording): string {
  return ending.kind === 'whole' ? ending.end.digest : '';
}

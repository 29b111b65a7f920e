// Compares two worlds: their first difference, and the entities that end differently. Computed again when either has more events.

import {
  compareJournals,
  journalInMemory,
  type JournalComparison,
} from '../../../../../core/index.ts';
import type { StoryDifference } from '../../../story/story.ts';
import type { WorldHistory } from '../../model/world-history.ts';
import { yieldToPage } from '../../model/yield-to-page.ts';
import { differingEnds, worldEnds, type DifferingEnd } from './ends.ts';

export interface ComparedWorlds {
  readonly comparison: JournalComparison;
  readonly ends: readonly DifferingEnd[];
}

export async function compareWorlds(
  left: WorldHistory,
  right: WorldHistory,
): Promise<ComparedWorlds> {
  const [one, other] = [left, right].map(({ past, record }) =>
    journalInMemory(record.name, [...past.entries]),
  );
  if (one === undefined || other === undefined) throw new Error('Two worlds are compared.');
  const comparison = await compareJournals(one, other, { yieldToLoop: yieldToPage });
  if (comparison.difference === undefined) return { comparison, ends: [] };
  const [lefts, rights] = [await endsOf(left), await endsOf(right)];
  return { comparison, ends: differingEnds(lefts, rights) };
}

/** What two worlds share, in a sentence. `until`: the time of the last shared event. */
export function sharedPast({ position, difference }: JournalComparison, until: string): string {
  if (difference === undefined) {
    if (position === 0) return 'Neither has an event.';
    return `Both have the same ${position === 1 ? 'event' : `${position} events`}.`;
  }
  const first = position === 1 ? 'first event' : `first ${position} events`;
  const shared = position === 0 ? 'They share no event' : `They share the ${first}, up to ${until}`;
  return `${shared}; from event ${difference.position} on they differ.`;
}

async function endsOf({ past, events, nowMs }: WorldHistory) {
  const { states } = await past.at({ atMs: nowMs });
  await yieldToPage();
  return worldEnds(events, states);
}

/** A world of the list, as far as choosing one needs it. */
interface ChoosableWorld {
  readonly name: string;
  readonly forkedFrom?: { readonly world: string } | null;
}

/** The world that one is compared with unless the address names one: of the file's difference, the parent, a fork, any other. */
export function defaultOther(
  name: string,
  worlds: readonly ChoosableWorld[],
  named: StoryDifference | undefined,
): string | undefined {
  const others = worlds.filter((world) => world.name !== name);
  const [left, right] = named?.worlds ?? [];
  const ofFile = name === left ? right : name === right ? left : undefined;
  const parent = worlds.find((world) => world.name === name)?.forkedFrom?.world;
  const fork = others.find(({ forkedFrom }) => forkedFrom?.world === name)?.name;
  const candidates = [ofFile, parent, fork, others[0]?.name];
  return candidates.find(
    (candidate) => candidate !== undefined && others.some((world) => world.name === candidate),
  );
}

/** What the command line named first, if it is about these two. */
export function namedDifference(
  worlds: readonly [string, string],
  named: StoryDifference | undefined,
): StoryDifference | undefined {
  return named !== undefined && worlds.every((name) => named.worlds.includes(name))
    ? named
    : undefined;
}

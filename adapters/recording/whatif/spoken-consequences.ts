// The sentences of calls that are said in one run only, or in other words.

import { align } from '../diff/alignment.ts';
import type { SpokenMoment } from './consequences.ts';
import type { Counterparts } from './counterparts.ts';
import type { EventDifferences } from './event-differences.ts';
import type { FoundConsequence } from './found-consequence.ts';
import type { RunLives, SpokenAt } from './run-lives.ts';

export function spokenConsequences(
  { streams }: Counterparts,
  differences: EventDifferences,
  [left, right]: readonly [RunLives, RunLives],
): readonly FoundConsequence[] {
  return streams.flatMap((pair): FoundConsequence[] => {
    const [stream = '', other = ''] = pair.names;
    const [lines, others] = [left.said.get(stream) ?? [], right.said.get(other) ?? []];
    if (lines.length + others.length === 0) return [];
    const where = (lines[0] ?? others[0])?.name ?? '';
    const keys: readonly ((line: SpokenAt) => string)[] = [
      ({ who, text }) => `${who} ${text}`,
      ({ who }) => who,
    ];
    return align(lines, others, keys).flatMap((one): FoundConsequence[] => {
      if (one.left?.text === one.right?.text) return [];
      const attribution = differences.attribution({
        before: pair.before.find(({ position }) => position === one.left?.position),
        after: pair.after.find(({ position }) => position === one.right?.position),
      });
      const consequence = {
        kind: 'spoken' as const,
        where,
        before: pointOf(one.left),
        after: pointOf(one.right),
      };
      return [{ ...attribution, consequence }];
    });
  });
}

function pointOf(line: SpokenAt | undefined): SpokenMoment | undefined {
  return line === undefined ? undefined : { who: line.who, text: line.text, atMs: line.atMs };
}

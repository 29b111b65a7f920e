// The sentences of calls that are said in one run only, or in other words.

import { align } from '../diff/alignment.ts';
import type { SpokenMoment } from './consequences.ts';
import type { Counterparts } from './counterparts.ts';
import type { EventDifferences } from './event-differences.ts';
import type { ComparedRuns, FoundConsequence } from './found-consequence.ts';
import type { SpokenAt } from './run-lives.ts';

export function spokenConsequences(
  { before, after, lives: [left, right] }: ComparedRuns,
  { streams }: Counterparts,
  differences: EventDifferences,
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
        before: one.left && before.event(one.left.position),
        after: one.right && after.event(one.right.position),
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

// The entities that end differently, or pass through other states.

import { align } from '../diff/alignment.ts';
import type { LifePoint } from './consequences.ts';
import type { Counterparts, StreamPair } from './counterparts.ts';
import type { Attribution, EventDifferences } from './event-differences.ts';
import type { FoundConsequence } from './found-consequence.ts';
import type { RunLives } from './run-lives.ts';

export function entityConsequences(
  { streams }: Counterparts,
  differences: EventDifferences,
  [left, right]: readonly [RunLives, RunLives],
): readonly FoundConsequence[] {
  return streams.flatMap((pair) => {
    const [one, other] = [
      left.paths.get(pair.names[0] ?? ''),
      right.paths.get(pair.names[1] ?? ''),
    ];
    if (one === undefined && other === undefined) return [];
    const [points, others] = [one?.points ?? [], other?.points ?? []];
    const [before, after] = [points.at(-1), others.at(-1)];
    const isUntimed = one?.isUntimed === true && other?.isUntimed === true;
    const isSameTime = isUntimed || before?.atMs === after?.atMs;
    const isSameEnd = before?.state === after?.state && isSameTime;
    const isBoth = before !== undefined && after !== undefined;
    const isSameState = before?.state === after?.state;
    const passed = isSameState ? passedStates(points, others) : { without: [], with: [] };
    const isSameWhat = !isBoth || one?.what === other?.what;
    if (isSameEnd && isSameWhat && passed.without.length + passed.with.length === 0) return [];
    const { name, what } = (one ?? other) as { name: string; what: string | undefined };
    const consequence = {
      kind: 'entity' as const,
      name,
      what,
      ...(isSameWhat ? {} : { whatAfter: other?.what }),
      before,
      after,
      ...passed,
    };
    return [{ ...attributionOf(pair, differences), consequence }];
  });
}

/** States of one run alone, without the last one, which is told anyway. */
function passedStates(points: readonly LifePoint[], others: readonly LifePoint[]) {
  const pairs = align(points, others, [({ state }) => state]);
  const last = [points.at(-1), others.at(-1)];
  const isPassed = (point: LifePoint | undefined): point is LifePoint =>
    point !== undefined && !last.includes(point);
  return {
    without: pairs.flatMap((pair) => (pair.right === undefined ? pair.left : [])).filter(isPassed),
    with: pairs.flatMap((pair) => (pair.left === undefined ? pair.right : [])).filter(isPassed),
  };
}

/** What made an entity different: an event of another one, else the first event of its own that differs. */
function attributionOf(pair: StreamPair, differences: EventDifferences): Attribution {
  const own = differences.of(pair);
  const first = own.find(({ after }) => after !== undefined) ?? own[0] ?? {};
  const { change, because } = differences.attributionWith(first);
  const others = because.filter(({ stream }) => !pair.names.includes(stream));
  return { change, because: others.length === 0 ? because.slice(-1) : others };
}

import { expect, it } from 'vitest';
import {
  outcomeLines,
  type ReplayOutcome,
} from '../../../../adapters/cli/recording/replay-text.ts';
import { endingText } from '../../../../adapters/cli/recording/timeline-text.ts';
import { coloursFor } from '../../../../adapters/cli/support/terminal-text.ts';
import type { ReplayResult } from '../../../../adapters/recording/replay/replay.ts';

const digest = 'd'.repeat(64);
const end = { kind: 'end' as const, entries: 20, digest, seal: digest };
const compared = {
  inputs: 2,
  exchanges: 3,
  answers: 1,
  headers: 2,
  events: 4,
  frames: 0,
  webhooks: 0,
};

function linesOf(replay: Pick<ReplayResult, 'ending' | 'underWay'>): readonly string[] {
  const rest = { world: 'default', seed: 's', otherData: [], digest, compared };
  const outcome: ReplayOutcome = {
    file: 'a.jsonl',
    result: 'equal',
    seconds: 1,
    replay: { ...rest, ...replay },
  };
  return outcomeLines(outcome).slice(3);
}

const frames = Array.from({ length: 12 }, (_one, index) => ({
  entry: index + 1,
  kind: 'ws.in' as const,
  what: `a frame of connection ${index + 1}`,
}));

it('lists what was under way when a recording ended', () => {
  expect(linesOf({ ending: { kind: 'whole', end }, underWay: [] })).toEqual([]);
  expect(linesOf({ ending: { kind: 'whole', end }, underWay: frames.slice(0, 2) })).toEqual([
    '  Still under way at the end:',
    '    a frame of connection 1 (entry 1)',
    '    a frame of connection 2 (entry 2)',
  ]);
});

it('lists what is not known to be over where a recording was cut, at most ten of them', () => {
  const lines = linesOf({ ending: { kind: 'cut', entries: 20 }, underWay: frames });
  expect(lines.slice(0, 3)).toEqual([
    '  It was cut after entry 20; the part that exists is equal.',
    '  Not known to be over at the cut:',
    '    a frame of connection 1 (entry 1)',
  ]);
  expect(lines.slice(-2)).toEqual(['    a frame of connection 10 (entry 10)', '    and 2 more']);
});

it('shows in the timeline what the end line says', () => {
  const plain = coloursFor(false, { isTerminal: false } as Parameters<typeof coloursFor>[1]);
  const counts = { shown: 20, all: 20 };
  const text = (last: object) =>
    endingText({ kind: 'whole', end: { ...end, ...last } }, counts, plain);
  expect(text({})).toBe(`20 entries, digest ${digest}, whole`);
  expect(text({ underWay: [7, 9], unsent: [2] })).toBe(
    `20 entries, digest ${digest}, whole; still under way: entry 7, entry 9, frames to connection 2`,
  );
});

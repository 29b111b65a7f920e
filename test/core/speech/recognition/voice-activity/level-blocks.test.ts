// Whether levels vary slowly or fast, in blocks of 50 ms.

import { describe, expect, it } from 'vitest';
import {
  averageLevel,
  isAtLeast,
  noBlocks,
  variesFast,
  variesSlowly,
  variesThroughout,
  withBlockLevel,
} from '../../../../../core/speech/recognition/voice-activity/level-blocks.ts';

const blocksOf = (levels: readonly number[]) => levels.reduce(withBlockLevel, noBlocks);
const hops = (count: number, levelOf: (hop: number) => number) =>
  Array.from({ length: count }, (_, hop) => levelOf(hop));

/** A period of 0.2 s, and levels that jump from hop to hop. */
const slow = hops(50, (hop) => 90 + [0, 1, 2, 3, 4, 3, 2, 1, 0, -1][Math.floor(hop / 2) % 10]!);
const fast = hops(50, (hop) => 90 + ((hop * 7) % 5));

describe('levels', () => {
  it('vary slowly where blocks differ more than the hops in them', () => {
    expect(variesSlowly(blocksOf(slow), 5)).toBe(true);
    expect(variesThroughout(blocksOf(slow))).toBe(true);
    expect(variesFast(blocksOf(slow.slice(0, 40)), 8)).toBe(false);
  });

  it('vary fast where hops differ more than the blocks', () => {
    expect(variesSlowly(blocksOf(fast), 5)).toBe(false);
    expect(variesFast(blocksOf(fast.slice(0, 40)), 8)).toBe(true);
  });

  it('do not vary where they are equal', () => {
    const equal = blocksOf(hops(40, () => 71));
    expect(variesSlowly(equal, 5)).toBe(false);
    expect(variesFast(equal, 8)).toBe(false);
  });

  it('are compared once there are blocks enough', () => {
    expect(variesSlowly(blocksOf(slow.slice(0, 24)), 5)).toBe(false);
    expect(variesThroughout(blocksOf(slow.slice(0, 49)))).toBe(false);
    expect(variesFast(blocksOf(fast.slice(0, 39)), 8)).toBe(false);
  });

  it('do not vary throughout where a voice begins', () => {
    const begins = hops(50, (hop) => (hop < 35 ? 70 : 70 + hop - 35));
    expect(variesSlowly(blocksOf(begins), 5)).toBe(true);
    expect(variesThroughout(blocksOf(begins))).toBe(false);
  });

  it('have an average, and are forgotten after half a second', () => {
    const blocks = blocksOf([...hops(5, () => 20), ...hops(25, () => 60), ...hops(25, () => 71)]);
    expect(averageLevel(blocks)).toBe(65);
    expect(isAtLeast(blocks, 60)).toBe(true);
    expect(isAtLeast(blocks, 61)).toBe(false);
  });
});

// The chunks of sets of row ids: when a list becomes bits, and where it splits.

import { describe, expect, it } from 'vitest';
import {
  bitsIn,
  firstBlockOf,
  firstOf,
  insertInto,
  lastOf,
  newList,
  splitChunk,
  deleteFrom,
  accepts,
  visitIn,
  wordsPerBlock,
  type Chunk,
} from '../../../../core/tables/sets/chunks.ts';

const full = wordsPerBlock;
const generation = 1;

function run(first: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => first + index);
}

function membersOf(chunk: Chunk): number[] {
  const found: number[] = [];
  visitIn(chunk, 'ascending', 0, (rowId) => found.push(rowId) > 0);
  return found;
}

describe('a full list', () => {
  it('becomes bits if it has a single block', () => {
    const chunks = splitChunk(newList(generation, run(firstOf(3), full)), lastOf(3));
    expect(chunks.map(({ kind, length }) => [kind, length])).toEqual([['bits', full + 1]]);
    expect(chunks.map(firstBlockOf)).toEqual([3]);
    expect(chunks.flatMap(membersOf)).toEqual([...run(firstOf(3), full), lastOf(3)]);
  });

  it('stays whole if the row id is in a later block', () => {
    const chunks = splitChunk(newList(generation, run(0, full)), firstOf(1));
    expect(chunks.map(membersOf)).toEqual([run(0, full), [firstOf(1)]]);
  });

  it('splits between two blocks, as near to its middle as possible', () => {
    const members = [...run(0, 10), ...run(firstOf(1), 100), ...run(firstOf(2), full - 110)];
    const chunks = splitChunk(newList(generation, members), firstOf(1) + 500);
    const parts = [[...members.slice(0, 110), firstOf(1) + 500], members.slice(110)];
    expect(chunks.map(membersOf)).toEqual(parts);
  });

  it('accepts no row id, while bits accept exactly those of their block', () => {
    const list = newList(generation, run(0, full));
    expect([accepts(list, 0), accepts(newList(generation, [1]), 7)]).toEqual([false, true]);
    const [bits] = splitChunk(list, full);
    expect([0, 1].map((block) => bits !== undefined && accepts(bits, block))).toEqual([
      true,
      false,
    ]);
  });
});

describe('the bits of a block', () => {
  const ends = [firstOf(2), firstOf(2) + 31, firstOf(2) + 32, lastOf(2)];

  it('are equal for a list and for bits', () => {
    const list = newList(generation, [lastOf(1), ...ends, firstOf(3)]);
    const fromList = bitsIn(list, 2, new Int32Array(wordsPerBlock).fill(-1));
    const [bits] = splitChunk(newList(generation, run(firstOf(2) + 64, full)), firstOf(2));
    expect(bits?.kind).toBe('bits');
    if (bits === undefined) return;
    for (const each of ends.slice(1)) insertInto(bits, each);
    for (const each of run(firstOf(2) + 64, full)) expect(deleteFrom(bits, each)).toBe(true);
    expect(membersOf(bits)).toEqual(ends);
    expect([...bitsIn(bits, 2, new Int32Array(wordsPerBlock))]).toEqual([...fromList]);
  });

  it('are empty for a block without members', () => {
    const [bits] = splitChunk(newList(generation, run(0, full)), full);
    const list = newList(generation, [1, firstOf(2)]);
    for (const chunk of [list, ...(bits === undefined ? [] : [bits])]) {
      const room = new Int32Array(wordsPerBlock).fill(-1);
      expect(bitsIn(chunk, 1, room).some((word) => word !== 0)).toBe(false);
    }
  });
});

// Mixing several channels down to one.

import { describe, expect, it } from 'vitest';
import { mixDown } from '../../../../adapters/audio/decoding/mix-down.ts';

describe('mixing down', () => {
  it('averages the channels, in the range of a sample', () => {
    const channels = [
      [32_767, -32_768, 1, -1, 5],
      [32_767, -32_768, 2, -2, 0],
    ].map((samples) => Int16Array.from(samples));
    expect([...mixDown(channels)]).toEqual([32_767, -32_768, 2, -1, 3]);
    const [first = new Int16Array(0)] = channels;
    expect(mixDown(Array.from({ length: 20 }, () => first))).toEqual(first);
  });

  it('returns a single channel unchanged, and no samples for no channel', () => {
    expect([...mixDown([Int16Array.of(7)])]).toEqual([7]);
    expect(mixDown([])).toHaveLength(0);
  });
});

// Words move as little as necessary to fit.

import { describe, expect, it } from 'vitest';
import { placedWithin } from '../../../../../core/speech/recognition/hearing/places.ts';

const placed = (words: readonly (readonly [number, number])[], from: number, end: number) =>
  placedWithin(
    words.map(([start, stop], index) => ({
      text: `w${index}`,
      start,
      end: stop,
      confidence: 99,
      speaker: '',
    })),
    from,
    end,
  ).map(({ text, start, end: stop }) => `${text} ${start}-${stop}`);

describe('words', () => {
  it('that fit stay where they are', () => {
    expect(placed([[10, 20], [20, 25]], 5, 30)).toEqual(['w0 10-20', 'w1 20-25']); // prettier-ignore
  });

  it('begin after earlier words, and end before the limit', () => {
    expect(placed([[10, 20], [15, 40]], 12, 30)).toEqual(['w0 12-20', 'w1 20-30']); // prettier-ignore
  });

  it('leave a hop for each later word', () => {
    expect(placed([[0, 50], [0, 50], [40, 50]], 7, 10)).toEqual(['w0 7-8', 'w1 8-9', 'w2 9-10']); // prettier-ignore
    expect(placed([[0, 1], [0, 0]], 7, 20)).toEqual(['w0 7-8', 'w1 8-9']); // prettier-ignore
    expect(placed([[50, 60], [60, 70]], 7, 20)).toEqual(['w0 18-19', 'w1 19-20']); // prettier-ignore
  });

  it('share hops where they outnumber them: one word of each has its hop, the others have no length', () => {
    const five = [1, 2, 3, 4, 5].map((at) => [at, at + 1] as const);
    expect(placed(five, 8, 10)).toEqual(['w0 8-8', 'w1 8-8', 'w2 8-9', 'w3 9-9', 'w4 9-10']); // prettier-ignore
    expect(placed(five.slice(3), 8, 8)).toEqual(['w0 8-8', 'w1 8-8']);
  });
});

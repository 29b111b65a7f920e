import { describe, expect, it } from 'vitest';
import {
  confidenceCurve,
  endOfTurnConfidence,
  reaches,
  silenceFor,
} from '../../../../core/speech/turns/confidence.ts';

const silences = Array.from({ length: 7_000 }, (_, hops) => hops);

describe('the confidence that a turn has ended', () => {
  it.each([
    [0, 0],
    [6, 15],
    [12, 30],
    [15, 40],
    [18, 50],
    [26, 70],
    [53, 80],
    [80, 90],
    [500, 99],
    [6_000, 99],
  ])('after %i hops of silence is %i hundredths', (silence, hundredths) => {
    expect(endOfTurnConfidence(silence)).toBe(hundredths);
  });

  it('passes through every point of the curve', () => {
    for (const [hops, hundredths] of confidenceCurve)
      expect(endOfTurnConfidence(hops)).toBe(hundredths);
  });

  it('grows with silence, in whole hundredths below 100', () => {
    const all = silences.map(endOfTurnConfidence);
    expect(all).toEqual(all.toSorted((one, other) => one - other));
    expect(all.every((hundredths) => Number.isInteger(hundredths) && hundredths < 100)).toBe(true);
  });
});

describe('the silence for a confidence', () => {
  it.each([
    [0.3, 12],
    [0.5, 18],
    [0.7, 26],
    [0.9, 80],
    [0.55, 20],
    [0.705, 29],
  ])('of %d is %i hops', (threshold, hops) => {
    expect(silenceFor(threshold)).toBe(hops);
  });

  it('is the first hop that reaches it', () => {
    for (let thousandths = 1; thousandths <= 990; thousandths += 1) {
      const threshold = thousandths / 1_000;
      const first = silences.find((hops) => reaches(endOfTurnConfidence(hops), threshold));
      expect({ threshold, hops: silenceFor(threshold) }).toEqual({ threshold, hops: first });
    }
  });

  it('is met by a threshold that has no exact binary form', () => {
    for (let hundredths = 1; hundredths < 100; hundredths += 1)
      expect(reaches(hundredths, Number(`0.${`${hundredths}`.padStart(2, '0')}`))).toBe(true);
  });
});

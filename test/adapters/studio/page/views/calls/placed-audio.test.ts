// Laws of audio on the axis of a call.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  instantOfSample,
  placeReceived,
  placeSent,
} from '../../../../../../adapters/studio/page/views/calls/placed-audio.ts';

const sampleRate = 8_000;

const framesArbitrary = fc
  .array(fc.record({ gapMs: fc.nat(400), samples: fc.nat(3_200) }), { maxLength: 30 })
  .map((frames) => {
    let atMs = 0;
    return frames.map(({ gapMs, samples }) => {
      atMs += gapMs;
      return { atMs, samples, sampleRate };
    });
  });

const cutsArbitrary = fc
  .array(fc.nat(8_000), { maxLength: 4 })
  .map((cuts) => cuts.toSorted((left, right) => left - right));

describe('placed audio', () => {
  it('has all samples, in order', () => {
    fc.assert(
      fc.property(framesArbitrary, cutsArbitrary, (frames, cuts) => {
        for (const placed of [placeReceived(frames, cuts), placeSent(frames, 0)]) {
          let next = 0;
          for (const { fromSample, samples } of placed) {
            expect(fromSample).toBe(next);
            next += samples;
          }
          expect(next).toBe(frames.reduce((sum, { samples }) => sum + samples, 0));
        }
      }),
    );
  });

  it('never sounds twice at an instant, nor at another pace', () => {
    fc.assert(
      fc.property(framesArbitrary, cutsArbitrary, (frames, cuts) => {
        let freeMs = -Infinity;
        for (const { startMs, endMs, samples, isDropped } of placeReceived(frames, cuts)) {
          expect(Math.abs(endMs - startMs - (samples * 1_000) / sampleRate)).toBeLessThan(0.2);
          if (isDropped) continue;
          expect(startMs).toBeGreaterThanOrEqual(freeMs - 0.001);
          freeMs = endMs;
        }
      }),
    );
  });

  it('drops no audio that arrives after a cut, and leaves none of before it to sound', () => {
    fc.assert(
      fc.property(framesArbitrary, fc.nat(8_000), (frames, cut) => {
        const before = frames.filter(({ atMs }) => atMs < cut);
        const placed = placeReceived(frames, [cut]);
        const sent = before.reduce((sum, { samples }) => sum + samples, 0);
        for (const { fromSample, endMs, isDropped } of placed) {
          if (isDropped) expect(fromSample).toBeLessThan(sent);
          else if (fromSample < sent) expect(endMs).toBeLessThanOrEqual(cut + 0.001);
        }
      }),
    );
  });

  it('finds the instant of each sample in its part', () => {
    fc.assert(
      fc.property(framesArbitrary, fc.nat(100_000), (frames, sample) => {
        const placed = placeReceived(frames);
        const atMs = instantOfSample(placed, sample);
        const part = placed.findLast(({ fromSample }) => fromSample <= sample);
        expect(atMs).toBeGreaterThanOrEqual(part?.startMs ?? 0);
        expect(atMs).toBeLessThanOrEqual(part?.endMs ?? 0);
      }),
    );
  });
});

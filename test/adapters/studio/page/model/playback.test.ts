// Playing a history: the scrubber moves in virtual time.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  advancedHead,
  HistoryPlayer,
  playbackRates,
  type PlayHead,
} from '../../../../../adapters/studio/page/model/playback.ts';
import { runs } from '../../../../support/runner/runs.ts';

/** Frames by hand. */
function handFrames() {
  let waiting: ((atMs: number) => void) | undefined;
  let nowMs = 0;
  return {
    next(callback: (atMs: number) => void) {
      waiting = callback;
      return () => (waiting = undefined);
    },
    pass(ms: number) {
      nowMs += ms;
      const callback = waiting;
      waiting = undefined;
      callback?.(nowMs);
    },
    get isWaiting() {
      return waiting !== undefined;
    },
  };
}

function player(instants: readonly number[], nowMs = instants.at(-1) ?? 0) {
  const history = { events: instants.map((atMs) => ({ atMs })), epochMs: 0, nowMs };
  const frames = handFrames();
  let position = 0;
  const playback = new HistoryPlayer(
    {
      history: () => history,
      position: () => position,
      scrub: (to) => (position = to),
    },
    frames,
  );
  return {
    playback,
    frames,
    get position() {
      return position;
    },
    scrub: (to: number) => (position = to),
  };
}

describe('playback', () => {
  it('moves in virtual time at its rate', () => {
    const it = player([0, 100, 1_000, 5_000]);
    it.playback.setRate(10);
    it.playback.play();
    it.frames.pass(0);
    expect(it.position).toBe(1);
    it.frames.pass(10);
    expect([it.position, it.playback.headMs.value]).toEqual([2, 100]);
    it.frames.pass(50);
    expect([it.position, it.playback.headMs.value]).toEqual([2, 600]);
    it.playback.setRate(100);
    it.frames.pass(20);
    expect([it.position, it.playback.headMs.value]).toEqual([3, 2_600]);
    it.frames.pass(200);
    expect([it.position, it.playback.isPlaying.value]).toEqual([4, false]);
    expect(it.frames.isWaiting).toBe(false);
  });

  it('is at whole milliseconds, with no time lost between frames', () => {
    const it = player([0, 100, 1_000]);
    it.playback.setRate(1);
    it.playback.play();
    it.frames.pass(0);
    const seen = [1, 2, 3, 4].map(() => {
      it.frames.pass(16.75);
      return it.playback.headMs.value;
    });
    expect(seen).toEqual([16, 33, 50, 67]);
  });

  it('goes at most from one instant with events to the next', () => {
    const it = player([0, 0, 7, 90_000_000]);
    it.playback.setRate('max');
    it.playback.play();
    const seen = [0, 1, 2, 3].map(() => {
      it.frames.pass(16);
      return it.position;
    });
    expect(seen).toEqual([2, 3, 4, 4]);
    expect(it.playback.isPlaying.value).toBe(false);
  });

  it('begins anew at the end, and does not jump after a pause of the host', () => {
    const it = player([0, 10_000]);
    it.scrub(2);
    it.playback.setRate(1);
    it.playback.toggle();
    expect(it.position).toBe(0);
    it.frames.pass(0);
    it.frames.pass(60_000);
    expect([it.position, it.playback.headMs.value]).toEqual([1, 250]);
  });

  it('ends when it is paused, or the scrubber is moved', () => {
    const it = player([0, 10_000]);
    it.playback.play();
    it.playback.toggle();
    expect([it.playback.isPlaying.value, it.frames.isWaiting]).toEqual([false, false]);
    it.playback.play();
    it.frames.pass(16);
    it.scrub(2);
    it.frames.pass(16);
    expect([it.playback.isPlaying.value, it.position]).toEqual([false, 2]);
  });

  it('never goes back, shows all up to its instant, and ends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(10_000), { maxLength: 30 }),
        fc.nat(5_000),
        fc.constantFrom(...playbackRates),
        (list, after, rate) => {
          const instants = list.toSorted((left, right) => left - right);
          const events = instants.map((atMs) => ({ atMs }));
          const history = { events, epochMs: 0, nowMs: (instants.at(-1) ?? 0) + after };
          let head: PlayHead = { position: 0, atMs: 0, isAtEnd: false };
          let frames = 0;
          while (!head.isAtEnd) {
            const next = advancedHead(history, head, 100, rate);
            expect(next.position).toBeGreaterThanOrEqual(head.position);
            expect(next.atMs).toBeGreaterThanOrEqual(head.atMs);
            expect(next.position).toBe(instants.filter((atMs) => atMs <= next.atMs).length);
            head = next;
            frames += 1;
            expect(frames).toBeLessThan(200);
          }
          expect([head.position, head.atMs]).toEqual([events.length, history.nowMs]);
        },
      ),
      runs(200),
    );
  });
});

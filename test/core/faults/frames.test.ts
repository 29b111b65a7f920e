// Selection of the frames that a fault strikes: by connection, direction, number and chance.

import { describe, expect, it } from 'vitest';
import { nodeHash } from '../../../adapters/node-hash.ts';
import { faults } from '../../../core/faults/index.ts';
import { isForFrames, strikesFrame, type FrameFault } from '../../../core/faults/frames.ts';
import type { FaultCondition } from '../../../core/faults/records/fault.ts';
import { faultView } from '../../../core/faults/views.ts';
import { addFault } from '../../support/faults/commands.ts';
import { given } from '../../support/given.ts';
import { epochMs } from '../../support/engine/pure-world.ts';

const fault = (when: FaultCondition = {}, more: Partial<FrameFault> = {}): FrameFault => ({
  id: 'f',
  when,
  effect: { kind: 'drop-frame' },
  tried: 0,
  struck: 0,
  ...more,
});

const source = (conn?: number, seed = 'test') => ({ seed, hash: nodeHash, conn });

/** The numbers of the frames of a connection that a fault strikes, from 1, out of `frames`. */
const struckOf = (one: FrameFault, frames: number, from = source(1), unreported = 0) =>
  Array.from({ length: frames }, (_, index) => index + 1).filter((number) =>
    strikesFrame(one, from, number - 1, unreported),
  );

describe('the frames of a fault', () => {
  it.each([
    [{}, 1, true],
    [{ conn: 1 }, 1, true],
    [{ conn: 2 }, 1, false],
    [{ conn: 1 }, undefined, false],
    [{ effect: { kind: 'drop-frame', direction: 'in' } as const }, 1, true],
    [{ effect: { kind: 'drop-frame', direction: 'out' } as const }, 1, false],
    [{ when: { fromMs: 11 } }, 1, false],
    [{ when: { fromMs: 10, untilMs: 11 } }, 1, true],
  ])('with %j: from the client on connection %j, %j', (more, conn, expected) => {
    expect(isForFrames(fault({}, more), { conn }, 'in', 10)).toBe(expected);
  });
});

describe('a frame', () => {
  it.each([
    [{}, [1, 2, 3, 4, 5]],
    [{ after: 3 }, [4, 5]],
    [{ after: 1, every: 2 }, [3, 5]],
    [{ chance: 0 }, []],
  ])('of five is struck with %j: %j', (when, expected) => {
    expect(struckOf(fault(when), 5)).toEqual(expected);
  });

  it('is not struck by a fault that is spent, with strikes that are not reported yet', () => {
    expect(struckOf(fault({ count: 2 }, { struck: 1 }), 2)).toEqual([1, 2]);
    expect(struckOf(fault({ count: 2 }, { struck: 1 }), 2, source(1), 1)).toEqual([]);
  });

  it('is struck by chance, by the seed, the fault and the connection', () => {
    const one = fault({ chance: 0.5 });
    const struck = struckOf(one, 200);
    expect(struck.length).toBeGreaterThan(70);
    expect(struck.length).toBeLessThan(130);
    expect(struckOf(one, 200)).toEqual(struck);
    expect(struckOf(one, 200, source(2))).not.toEqual(struck);
    expect(struckOf(one, 200, source(1, 'other'))).not.toEqual(struck);
    expect(struckOf({ ...one, id: 'g' }, 200)).not.toEqual(struck);
  });
});

describe('the report of a strike', () => {
  const frame = {
    service: 'speech',
    path: '/v1/listen',
    conn: 1,
    direction: 'in',
    frame: 3,
  } as const;
  const report = { type: 'StrikeFrame', faultId: 'f', frame } as const;
  const drop = addFault('f', { effect: { kind: 'drop-frame' }, when: { count: 1 } });

  it('names the frame, and counts', () => {
    const effect = { kind: 'drop-frame' } as const;
    given(faults)
      .having(drop)
      .when(report)
      .thenExactly({ type: 'FaultStruck', faultId: 'f', effect, request: frame })
      .shows(({ faults: state }) => faultView(state, 'f'), { tried: 1, struck: 1 });
  });

  it('is ignored once the fault is spent, or removed', () => {
    given(faults).having(drop, report).when(report).thenExactly();
    given(faults).when(report).thenExactly();
  });

  it('begins the delay of the frame, which ends on the virtual clock', () => {
    given(faults)
      .having(addFault('f', { effect: { kind: 'delay-frame', delayMs: 50 } }))
      .when(report)
      .then({ type: 'FaultStruck', delay: { id: '1', untilMs: epochMs + 50, frame } })
      .after(50)
      .shows((world) => world.events[0], { type: 'DelayEnded', delayId: '1', frame });
  });
});

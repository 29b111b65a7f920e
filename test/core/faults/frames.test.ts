// Faults tried on the frames of WebSockets: by connection, direction, number and chance.

import { describe, expect, it } from 'vitest';
import { faults } from '../../../core/faults/index.ts';
import type { FaultsCommand } from '../../../core/faults/commands.ts';
import { isForFrame, type FrameFault } from '../../../core/faults/frames.ts';
import type { FaultCondition, FaultRule } from '../../../core/faults/records/fault.ts';
import type { FrameEffect, TriedFrame } from '../../../core/faults/records/socket-effect.ts';
import { faultView } from '../../../core/faults/views.ts';
import { addFault } from '../../support/faults/commands.ts';
import { given } from '../../support/given.ts';
import { epochMs, pureWorld } from '../../support/engine/pure-world.ts';

const frame: TriedFrame = { service: 'speech', path: '/v1/listen', conn: 1, direction: 'in' };

const tryOn = (more: Partial<TriedFrame> = {}, ...faultIds: readonly string[]): FaultsCommand => ({
  type: 'TryFaults',
  faultIds: faultIds.length === 0 ? ['f'] : faultIds,
  request: { ...frame, ...more },
});

const dropFrame = { kind: 'drop-frame' } as const;

const drop = (id = 'f', when: FaultCondition = {}, more: Partial<FaultRule> = {}): FaultsCommand =>
  addFault(id, { effect: dropFrame, when, ...more });

/** The numbers of the frames of a connection that a fault strikes, from 1, out of `frames`. */
function struckOf(
  when: FaultCondition,
  frames: number,
  { conn = 1, seed = 'test', id = 'f' } = {},
) {
  const world = pureWorld(seed);
  world.decide('faults', drop(id, when));
  return Array.from({ length: frames }, (_, index) => index + 1).filter(() => {
    const outcome = world.decide('faults', tryOn({ conn }, id));
    return outcome.ok && outcome.value[0]?.event.type === 'FaultStruck';
  });
}

describe('the frames of a fault', () => {
  const fault = (more: Partial<FrameFault>): FrameFault => ({
    id: 'f',
    when: {},
    effect: dropFrame,
    tried: 0,
    struck: 0,
    ...more,
  });

  it.each([
    [{}, { conn: 1 }, true],
    [{ conn: 1 }, { conn: 1 }, true],
    [{ conn: 2 }, { conn: 1 }, false],
    [{ conn: 1 }, {}, false],
    [{ effect: { ...dropFrame, direction: 'in' } }, { conn: 1 }, true],
    [{ effect: { ...dropFrame, direction: 'out' } }, { conn: 1 }, false],
  ] as const)('with %j: from the client on the connection %j, %j', (more, where, expected) => {
    expect(isForFrame(fault(more), { ...where, direction: 'in' })).toBe(expected);
  });
});

describe('a frame', () => {
  it.each([
    [{}, [1, 2, 3, 4, 5]],
    [{ after: 3 }, [4, 5]],
    [{ after: 1, every: 2 }, [3, 5]],
    [{ count: 2 }, [1, 2]],
    [{ chance: 0 }, []],
  ])('of five is struck with %j: %j', (when, expected) => {
    expect(struckOf(when, 5)).toEqual(expected);
  });

  it('is struck by chance, by the seed, the fault and the connection', () => {
    const half = { chance: 0.5 };
    const struck = struckOf(half, 200);
    expect(struck.length).toBeGreaterThan(70);
    expect(struck.length).toBeLessThan(130);
    expect(struckOf(half, 200)).toEqual(struck);
    expect(struckOf(half, 200, { conn: 2 })).not.toEqual(struck);
    expect(struckOf(half, 200, { seed: 'other' })).not.toEqual(struck);
    expect(struckOf(half, 200, { id: 'g' })).not.toEqual(struck);
  });

  it('has the number of those of its direction that were tried, and its place in the event', () => {
    given(faults)
      .having(drop('f', { after: 1 }), tryOn(), tryOn({ direction: 'out', index: 0 }))
      .when(tryOn({ direction: 'out', index: 3 }))
      .thenExactly({
        type: 'FaultStruck',
        faultId: 'f',
        effect: dropFrame,
        request: { ...frame, direction: 'out', frame: 2, index: 3 },
      })
      .shows(({ faults: state }) => faultView(state, 'f'), { tried: 3, struck: 2 });
  });

  it('is counted for each fault that it passes, on its own connection', () => {
    given(faults)
      .having(drop('f', { after: 1 }), drop('g', { after: 1 }), tryOn({ conn: 2 }, 'f', 'g'))
      .when(tryOn({}, 'f', 'g'))
      .thenExactly(
        { type: 'FaultPassed', faultId: 'f', frame: { ...frame, frame: 1 } },
        { type: 'FaultPassed', faultId: 'g', frame: { ...frame, frame: 1 } },
      )
      .when(tryOn({}, 'f', 'g'))
      .then({ type: 'FaultStruck', faultId: 'f', request: { ...frame, frame: 2 } });
  });

  it('is not counted for faults of other connections and directions, or out of time', () => {
    const out: FrameEffect = { ...dropFrame, direction: 'out' };
    given(faults)
      .having(
        drop('f', {}, { conn: 2 }),
        addFault('g', { effect: out }),
        drop('h', { untilMs: epochMs }),
      )
      .when(tryOn({}, 'f', 'g', 'h', 'nobody'))
      .thenExactly();
  });

  it('is counted from the start for a fault with the id of a removed one', () => {
    given(faults)
      .having(drop('f', { after: 1 }), tryOn(), { type: 'RemoveFault', faultId: 'f' })
      .having(drop('f', { after: 1 }))
      .when(tryOn())
      .then({ type: 'FaultPassed', frame: { ...frame, frame: 2 } });
  });

  it.each([{ kind: 'half-open' }, { kind: 'close-socket', code: 1011 }] as const)(
    'is not tried once %j has cut its connection',
    (effect) => {
      given(faults)
        .having(addFault('f', { effect }), tryOn())
        .when(tryOn())
        .thenExactly()
        .when(tryOn({ conn: 2 }))
        .then('FaultStruck');
    },
  );

  it('is delayed on the virtual clock', () => {
    const numbered = { ...frame, frame: 1 };
    given(faults)
      .having(addFault('f', { effect: { kind: 'delay-frame', delayMs: 50 } }))
      .when(tryOn())
      .then({ type: 'FaultStruck', delay: { id: '1', untilMs: epochMs + 50, frame: numbered } })
      .after(50)
      .shows((world) => world.events[0], { type: 'DelayEnded', delayId: '1', frame: numbered });
  });
});

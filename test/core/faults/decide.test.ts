// Selection of the fault that strikes a request: by number, by chance, by time, one fault per request.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FaultsCommand, TryFaults } from '../../../core/faults/commands.ts';
import { faults } from '../../../core/faults/index.ts';
import {
  delaysMax,
  type FaultRule,
  type StruckRequest,
} from '../../../core/faults/records/fault.ts';
import { faultView } from '../../../core/faults/views.ts';
import { epochMs, pureWorld } from '../../support/engine/pure-world.ts';
import { given } from '../../support/given.ts';
import { runs } from '../../support/runner/runs.ts';
import { addFault, tryFaults } from '../../support/faults/commands.ts';

/** The numbers of the requests that a fault strikes, from 1, out of `requests`. */
function strikesOf(when: FaultRule['when'], requests: number, id = 'f', seed = 'test') {
  const world = pureWorld(seed);
  world.decide('faults', addFault(id, { when }));
  return Array.from({ length: requests }, (_, index) => index + 1).filter(() => {
    const outcome = world.decide('faults', tryFaults(id));
    return outcome.ok && outcome.value[0]?.event.type === 'FaultStruck';
  });
}

describe('a fault', () => {
  it('strikes every matching request, and names it', () => {
    const command = tryFaults('f') as TryFaults;
    given(faults)
      .having(addFault('f'))
      .when(command)
      .thenExactly({
        type: 'FaultStruck',
        faultId: 'f',
        effect: { kind: 'lose-answer' },
        request: command.request as StruckRequest,
      })
      .shows(({ faults: state }) => faultView(state, 'f'), { tried: 1, struck: 1 });
  });

  it.each([
    [{ count: 2 }, [1, 2]],
    [{ after: 2 }, [3, 4, 5, 6, 7]],
    [{ every: 3 }, [3, 6]],
    [{ after: 1, every: 2, count: 2 }, [3, 5]],
    [{ chance: 0 }, []],
    [{ chance: 1 }, [1, 2, 3, 4, 5, 6, 7]],
    [{ chance: 0.5, every: 2 }, strikesOf({ chance: 0.5 }, 7).filter((n) => n % 2 === 0)],
  ])('with %j strikes these of seven requests: %j', (when, expected) => {
    expect(strikesOf(when, 7)).toEqual(expected);
  });

  it('strikes by chance, by the seed and its own id', () => {
    const struck = strikesOf({ chance: 0.3 }, 400);
    expect(struck.length).toBeGreaterThan(80);
    expect(struck.length).toBeLessThan(160);
    expect(strikesOf({ chance: 0.3 }, 400)).toEqual(struck);
    expect(strikesOf({ chance: 0.3 }, 400, 'g')).not.toEqual(struck);
    expect(strikesOf({ chance: 0.3 }, 400, 'f', 'another seed')).not.toEqual(struck);
  });

  it('strikes between two instants only, and counts no others', () => {
    const rule = { when: { fromMs: epochMs + 1_000, untilMs: epochMs + 2_000 } };
    given(faults)
      .having(addFault('f', rule))
      .after(999)
      .when(tryFaults('f'))
      .then()
      .after(1)
      .when(tryFaults('f'))
      .then('FaultStruck')
      .after(1_000)
      .when(tryFaults('f'))
      .then()
      .shows(({ faults: state }) => faultView(state, 'f'), { tried: 1, struck: 1 });
  });

  it('that is spent, removed or unknown is skipped', () => {
    given(faults)
      .having(addFault('f', { when: { count: 1 } }), addFault('g'), tryFaults('f'))
      .when(tryFaults('nobody', 'f', 'g'))
      .then({ type: 'FaultStruck', faultId: 'g' })
      .having({ type: 'RemoveFault', faultId: 'g' })
      .when(tryFaults('f', 'g'))
      .then();
  });

  it('passes a request that it does not strike to the next fault', () => {
    given(faults)
      .having(addFault('f', { when: { after: 1 } }), addFault('g'))
      .when(tryFaults('f', 'g'))
      .then({ type: 'FaultPassed', faultId: 'f' }, { type: 'FaultStruck', faultId: 'g' })
      .when(tryFaults('f', 'g'))
      .then({ type: 'FaultStruck', faultId: 'f' })
      .shows(({ faults: state }) => faultView(state, 'g'), { tried: 1, struck: 1 });
  });

  it('has an id derived from the seed, unless the command names one', () => {
    const [first, second] = ['FaultAdded', 'FaultAdded'].map((type) => ({
      type,
      faultId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    }));
    const world = given(faults)
      .when(addFault())
      .then(first as never);
    world.when(addFault()).then(second as never);
    expect(world.faults.faults.size).toBe(2);
  });

  it('is removed separately, or with all others', () => {
    given(faults)
      .having(addFault('f'), addFault('g'), addFault('h'))
      .when({ type: 'RemoveFault', faultId: 'g' })
      .then({ type: 'FaultRemoved', faultId: 'g' })
      .when({ type: 'RemoveAllFaults' })
      .then({ type: 'FaultRemoved', faultId: 'f' }, { type: 'FaultRemoved', faultId: 'h' })
      .when({ type: 'RemoveAllFaults' })
      .then();
  });
});

describe('a slow answer', () => {
  const slow = (jitterMs?: number) =>
    ({
      effect: { kind: 'slow', delayMs: 800, ...(jitterMs === undefined ? {} : { jitterMs }) },
    }) as const;

  it('waits for its delay, as progress', () => {
    given(faults)
      .having(addFault('f', slow()))
      .when(tryFaults('f'))
      .then({ type: 'FaultStruck', delay: { id: '1', untilMs: epochMs + 800 } })
      .shows(({ state }) => state.dues.next('progress')?.dueMs, epochMs + 800)
      .after(799)
      .shows(({ faults: state }) => state.delays.size, 1)
      .after(1)
      .shows((world) => world.events[0], { type: 'DelayEnded', delayId: '1' })
      .shows(({ faults: state }) => state.delays.size, 0);
  });

  it('is delayed by up to the jitter more', () => {
    fc.assert(
      fc.property(fc.nat(5_000), fc.string(), (jitterMs, seed) => {
        const world = pureWorld(seed);
        world.decide('faults', addFault('f', slow(jitterMs)));
        world.decide('faults', tryFaults('f'));
        const waits = (world.faults.delays.get('1')?.untilMs ?? 0) - epochMs;
        expect(waits).toBeGreaterThanOrEqual(800);
        expect(waits).toBeLessThanOrEqual(800 + jitterMs);
      }),
      runs(20),
    );
  });

  it('still ends after its fault was removed', () => {
    given(faults)
      .having(addFault('f', slow()), tryFaults('f'), { type: 'RemoveAllFaults' })
      .after(800)
      .shows((world) => world.events, [{ type: 'DelayEnded', delayId: '1' }]);
  });

  it('is not created while too many wait', () => {
    const world = given(faults).having(addFault('f', slow()));
    for (let count = 0; count < delaysMax; count += 1) world.having(tryFaults('f'));
    world.when(tryFaults('f')).then('FaultPassed');
    world.after(800).when(tryFaults('f')).then('FaultStruck');
  });

  it('has a due that decides nothing if it is not waiting', () => {
    const end: FaultsCommand = { type: 'EndDelay', delayId: '1' };
    given(faults).when(end).then();
  });
});

// Laws of causes and effects.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  causesBefore,
  effectsAfter,
  effectsMax,
} from '../../../../../adapters/studio/page/model/causal-chain.ts';
import { walletEvents } from '../../../../support/studio/envelopes.ts';
import { runs } from '../../../../support/runner/runs.ts';

type Caused = { readonly position: number; readonly cause?: number };

function historyOf(events: readonly Caused[]) {
  const effects = new Map<number, number[]>();
  for (const { position, cause } of events) {
    if (cause !== undefined) effects.set(cause, [...(effects.get(cause) ?? []), position]);
  }
  return { events, effects };
}

describe('causes and effects', () => {
  it('go from each effect to its cause, up to an event without one', () => {
    fc.assert(
      fc.property(walletEvents, (events) => {
        const history = historyOf(events);
        for (const { position } of events) {
          let later = position;
          for (const cause of causesBefore(history, position)) {
            expect(history.events[later - 1]?.cause).toBe(cause);
            later = cause;
          }
          expect(history.events[later - 1]?.cause).toBeUndefined();
        }
      }),
      runs(100),
    );
  });

  it('are each other turned around', () => {
    fc.assert(
      fc.property(walletEvents, (events) => {
        const history = historyOf(events);
        for (const { position } of events.slice(0, 20)) {
          const { effects, isWhole } = effectsAfter(history, position);
          expect(isWhole).toBe(true);
          const found = effects.map((effect) => effect.position);
          expect(new Set(found).size).toBe(found.length);
          const expected = events
            .filter((event) => causesBefore(history, event.position).includes(position))
            .map((event) => event.position);
          expect(found.toSorted((left, right) => left - right)).toEqual(expected);
          for (const effect of effects) {
            const depth = causesBefore(history, effect.position).indexOf(position) + 1;
            expect(effect).toMatchObject({ depth, cause: events[effect.position - 1]?.cause });
          }
        }
      }),
      runs(100),
    );
  });

  it('end, also in a log that was made up', () => {
    const loop = [
      { position: 1, cause: 2 },
      { position: 2, cause: 1 },
    ];
    expect(causesBefore(historyOf(loop), 2)).toEqual([1]);
    expect(effectsAfter(historyOf(loop), 1).isWhole).toBe(false);
  });

  it('are shown up to a number', () => {
    const events = Array.from({ length: effectsMax + 2 }, (_, index) =>
      index === 0 ? { position: 1 } : { position: index + 1, cause: 1 },
    );
    const { effects, isWhole } = effectsAfter(historyOf(events), 1);
    expect([effects.length, isWhole]).toEqual([effectsMax, false]);
    const fewer = historyOf(events.slice(0, -1));
    expect(effectsAfter(fewer, 1)).toMatchObject({ isWhole: true });
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WakeTimes } from '../../../core/engine/wake-times.ts';

/** Takes all wakes, the earliest first. */
function takeAll(wakes: WakeTimes): readonly (readonly [name: string, atMs: number])[] {
  const taken: (readonly [string, number])[] = [];
  for (let next = wakes.next(); next !== undefined; next = wakes.next()) {
    taken.push([next.name, next.atMs]);
    wakes.delete(next.name);
  }
  return taken;
}

describe('WakeTimes', () => {
  it('are empty at first', () => {
    const wakes = new WakeTimes();
    expect(wakes.next()).toBeUndefined();
    expect(wakes.count).toBe(0);
    wakes.delete('a');
  });

  it('return the earliest, of equal ones that with the smaller name', () => {
    const wakes = new WakeTimes();
    for (const [name, atMs] of [
      ['c', 5],
      ['d', 7],
      ['b', 5],
      ['a', 6],
    ] as const)
      wakes.set(name, atMs);
    expect(wakes.next()).toEqual({ name: 'b', atMs: 5 });
    expect(wakes.count).toBe(4);
    expect(takeAll(wakes)).toEqual([
      ['b', 5],
      ['c', 5],
      ['a', 6],
      ['d', 7],
    ]);
  });

  it('know one instant of each world, the last that was set', () => {
    const wakes = new WakeTimes();
    wakes.set('a', 5);
    wakes.set('b', 6);
    wakes.set('a', 7);
    expect(wakes.count).toBe(2);
    expect(takeAll(wakes)).toEqual([
      ['b', 6],
      ['a', 7],
    ]);
  });

  it('forget a world that is deleted, until it is set again', () => {
    const wakes = new WakeTimes();
    wakes.set('a', 5);
    wakes.set('b', 6);
    wakes.delete('a');
    expect(wakes.next()).toEqual({ name: 'b', atMs: 6 });
    wakes.set('a', 5);
    expect(takeAll(wakes)).toEqual([
      ['a', 5],
      ['b', 6],
    ]);
  });

  it('equal a sorted list, whatever is set, deleted and taken', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ set: names, atMs: fc.nat(9) }) },
      { weight: 2, arbitrary: fc.record({ setEarlier: names, atMs: fc.nat(9) }) },
      fc.record({ delete: names }),
      fc.constant('take' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const wakes = new WakeTimes();
        const model = new Map<string, number>();
        const sorted = () =>
          [...model].sort(([one, first], [other, second]) =>
            first === second ? (one < other ? -1 : 1) : first - second,
          );
        for (const each of steps) {
          if (each === 'take') {
            const [name = ''] = sorted()[0] ?? [];
            expect(wakes.next()?.name ?? '').toBe(name);
            wakes.delete(name);
            model.delete(name);
          } else if ('set' in each) {
            wakes.set(each.set, each.atMs);
            model.set(each.set, each.atMs);
          } else if ('setEarlier' in each) {
            wakes.setEarlier(each.setEarlier, each.atMs);
            model.set(each.setEarlier, Math.min(each.atMs, model.get(each.setEarlier) ?? 9));
          } else {
            wakes.delete(each.delete);
            model.delete(each.delete);
          }
          expect(wakes.count).toBe(model.size);
        }
        expect(takeAll(wakes)).toEqual(sorted());
      }),
      { numRuns: 300 },
    );
  });
});
